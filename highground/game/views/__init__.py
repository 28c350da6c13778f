"""What the server says of a game, as types: the state, armies, units, prompts, rolls, abilities, answers of calls.

Values are plain dictionaries, so that what has not changed can be kept and compared by identity. The description of
the API and the types of the web app are made of these (docs/decisions/0110).
"""
