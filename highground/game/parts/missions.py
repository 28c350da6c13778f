"""What the primary mission and each objective are worth, in sentences made of the mission's numbers."""

from __future__ import annotations

from highground.engine.model import Mission, Secondary, SecondaryKind
from highground.engine.scene import Scene
from highground.engine.steps import objectives
from highground.game.parts.cast import Cast
from highground.game.parts.phrases import count

_COUNTED: dict[SecondaryKind, tuple[str, str]] = {
    "units destroyed": ("enemy {}unit destroyed", "enemy {}units destroyed"),
    "wounded units": ("enemy {}unit below half strength", "enemy {}units below half strength"),
    "units shocked": ("enemy {}unit battle-shocked", "enemy {}units battle-shocked"),
    "objectives held": ("objective held", "objectives held"),
    "objectives taken": ("objective taken", "objectives taken"),
    "far objective held": ("objective held on the enemy's side", "objectives held on the enemy's side"),
    "in enemy zone": ("unit in the enemy's zone", "units in the enemy's zone"),
    "quarters": ("quarter of the board reached", "quarters of the board reached"),
    "near enemy edge": ("unit near the enemy's edge", "units near the enemy's edge"),
    "charges": ("charge made", "charges made"),
}
_DONE: dict[SecondaryKind, str] = {
    "centre held": "the centre objective held",
    "own zone clear": "no enemy in its own zone",
    "units lost at most": "no unit lost",
    "warlord alive": "the warlord alive",
}
"""What is so or is not."""


def scoring_words(mission: Mission) -> str:
    """'5 VP for each objective held; at most 15 a turn and 50 in all. Scored as your command phase ends ...'"""
    parts = [
        (mission.per_objective, "for each objective held"),
        (mission.per_centre, "more for the one in the middle"),
        (mission.per_far_objective, "more for each that lies nearer to the enemy's zone"),
        (mission.hold_more, "for holding more of them than the enemy"),
        (mission.per_unit_destroyed, "for each enemy unit destroyed since your last command phase"),
    ]
    what = ", ".join(f"{points} VP {words}" for points, words in parts if points)
    return (
        f"{what}; at most {mission.turn_cap} a turn and {mission.total_cap} in all. Scored as your command phase ends, "
        f"from round {mission.first_round} on; in the battle's last turn at its end."
    )


def worth_words(scene: Scene, cast: Cast, objective: int) -> str:
    """'Worth 5 VP a turn from round 2 on': how much for which army, if that differs."""
    blue, red = (objectives.worth(scene, side, objective) for side in (0, 1))
    since = f"a turn from round {scene.setup.mission.first_round} on"
    if blue == red:
        return f"Worth {blue} VP {since}"
    return f"Worth {blue} VP to {cast.armies[0]} and {red} to {cast.armies[1]}, {since}"


def secondary_words(mission: Secondary, counted: int) -> str:
    """'2 enemy units destroyed': what a secondary mission scored for."""
    if mission.kind in _DONE:
        return _DONE[mission.kind]
    keyword = f"{mission.keyword} " if mission.keyword else ""
    one, several = (words.format(keyword) for words in _COUNTED[mission.kind])
    return count(counted, one, several)
