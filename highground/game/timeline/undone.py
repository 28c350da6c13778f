"""An entry for a choice that was undone before it led to an entry of its own, such as the first roll of an attack."""

from __future__ import annotations

from highground.engine.ledger import Rolled
from highground.engine.record import Record
from highground.game.timeline.story import Story
from highground.game.views.log import UndoneDice

NAMES = {
    "advance": "Next step",
    "roll": "Dice roll",
    "zone": "Choice of zone",
    "place": "Placement",
    "shoot": "Declared shots",
    "charge": "Declared charge",
    "fight": "Unit picked to fight",
    "strike": "Declared attacks",
    "use": "Use of an ability",
    "pass": "Pass",
    "end": "End of actions",
}
"""What choices are called that lead to no entry by themselves; others are called by their own name."""


def tell_undone(story: Story, record: Record) -> None:
    """'Dice roll undone: hit 5, 3, 2'."""
    tag = str(record.choice.__struct_config__.tag)
    name = NAMES.get(tag, tag.replace("_", " ").capitalize())
    rolled = "; ".join(_faces(each) for each in record.dice)
    dice: list[UndoneDice] = [
        {"purpose": each.purpose, "sides": each.sides, "faces": list(each.faces)} for each in record.dice
    ]
    story.report(
        "action", "undone", "Undone", f"{name} undone: {rolled}" if rolled else f"{name} undone",
        dice=dice,
    )  # fmt: skip


def _faces(rolled: Rolled) -> str:
    return f"{rolled.purpose} {', '.join(map(str, rolled.faces))}"
