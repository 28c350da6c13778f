"""A game of people around a battle: what they command, what they see, and what the timeline says of it.

`match` is the battle with its people, `commands` what they may have it do, `state` what each seat sees, `timeline` what
happened. Both of these say what they share with `parts`, in the types of `views`.
"""
