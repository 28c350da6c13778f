"""Small pieces of the sentences in reports. Places are inches from the board's top left corner, so south is down."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import atan2, dist, pi

from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.effect import Effect
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point

COMPASS = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")
STILL = 0.05
"""Inches below which a unit's middle counts as unmoved: what is shown has one decimal."""
NUMBERED = re.compile(r"(objective)?\s*\d*", re.IGNORECASE)
"""Names of objectives that say no more than a number does."""
REROLLED = {"failed": "failures", "any": "any die"}


def count(number: int, thing: str, several: str = "") -> str:
    """'1 hit', '3 hits', 'no hits'."""
    if number == 1:
        return f"1 {thing}"
    return f"{number or 'no'} {several or thing + 's'}"


def listed(names: Sequence[str]) -> str:
    """'A', 'A and B', 'A, B and C'."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def each_named(names: Iterable[str]) -> str:
    """'2 × Guard and Captain': names, equal ones counted."""
    return listed([f"{number} × {name}" if number > 1 else name for name, number in Counter(names).items()])


def inches(length: float) -> str:
    return f"{length:.1f} inch" if f"{length:.1f}" == "1.0" else f"{length:.1f} inches"


def objective_called(index: int, name: str) -> str:
    """'objective 2, The Mill': the number that it has on the map, and its name unless that is but a number too."""
    own = "" if NUMBERED.fullmatch(name.strip()) else name.strip()
    return f"objective {index + 1}{own and ', '}{own}"


def objectives_listed(called: Sequence[str]) -> str:
    """'objective 2, The Mill', 'objectives 2 (The Mill) and 4'."""
    if len(called) < 2:
        return listed(called)
    parts = [each.removeprefix("objective ").partition(", ") for each in called]
    return "objectives " + listed([f"{number} ({name})" if name else number for number, _, name in parts])


def could_reach(objective: str) -> str:
    return f"could reach {objective}"


def could_shoot(foe: str) -> str:
    return f"could come within range of {foe}"


def place(spot: Point) -> str:
    """'11.5 inches from the left edge and 8.0 from the top': as one measures it, from the nearer edges."""
    x, y = spot
    across = f"{inches(x)} from the left" if x <= BOARD_WIDTH / 2 else f"{inches(BOARD_WIDTH - x)} from the right"
    down = f"{y:.1f} from the top" if y <= BOARD_HEIGHT / 2 else f"{BOARD_HEIGHT - y:.1f} from the bottom"
    return f"{across} edge and {down}"


def heading(start: Point, end: Point) -> str:
    """The nearest of eight compass directions."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    return COMPASS[round(angle / (pi / 4)) % 8]


def way(start: Point, end: Point) -> str:
    """'5.8 inches to the east', empty when the two places are as good as one."""
    length = dist(start, end)
    return f"{inches(length)} to the {heading(start, end)}" if length >= STILL else ""


def roll_off(rolls: Sequence[tuple[int, int]], winner: int) -> str:
    """'5 to 3', the winner's die first, '5 to 3 after a tie'."""
    last = rolls[-1]
    ties = len(rolls) - 1
    after = f" after {'a tie' if ties == 1 else f'{ties} ties'}" if ties else ""
    return f"{last[winner]} to {last[1 - winner]}{after}"


LASTING = {
    "step": "for this action",
    "phase": "until the phase ends",
    "turn": "until the turn ends",
    "round": "until the round ends",
    "until your next turn": "until its next turn",
    "until your next command phase": "until its next command phase",
    "until your next movement phase": "until its next movement phase",
    "until your next shooting phase": "until its next shooting phase",
    "battle": "for the rest of the battle",
}


def lasting_words(effect: Effect) -> str:
    """'hit +1 until the phase ends'; what happens at once has no end."""
    until = LASTING.get(effect.duration, "") if effect.lasts or effect.when else ""
    return f"{effect_words(effect)} {until}".strip()


def effect_words(effect: Effect) -> str:
    """'hit +1', 'wound re-roll of ones', 'move +2', 'permission advance and charge'."""
    if isinstance(effect, ModifyAttack) and effect.change == "reroll":
        return f"{effect.stage} re-roll of {REROLLED.get(effect.reroll, effect.reroll)}"
    if isinstance(effect, ModifyAttack) and effect.change == "add" and effect.value:
        return f"{effect.stage} {effect.value:+d}"
    return str(effect)
