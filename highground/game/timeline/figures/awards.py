"""What a battle earns: achievements for its commanders, awards for its units. All of them are our own.

Both are worked out from the events of a battle that was fought to its end; of any other there are none. See
docs/awards.md for what each takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from highground.engine.log import Log
from highground.game.parts.cast import Cast
from highground.game.timeline.figures.chronicle import Chronicle, Kill


class Achievement(msgspec.Struct, frozen=True):
    """Something that a commander may be proud of. `code` stays what it is for good; `points` are for glory only."""

    code: str
    name: str
    points: int
    description: str


class UnitAward(msgspec.Struct, frozen=True):
    """A distinction of a unit. `reason` is a sentence with the number that earned it."""

    code: str
    award: str
    unit_uuid: str
    unit_name: str
    army_uuid: str
    reason: str


class Awards(msgspec.Struct, frozen=True):
    """What a battle earned: achievements by side, and the units' awards in the order of `UNIT_AWARDS`."""

    achievements: tuple[tuple[Achievement, ...], tuple[Achievement, ...]] = ((), ())
    units: tuple[UnitAward, ...] = ()


CLOSE, FAR = 3, 30
"""Victory points between the armies at the end: a whisker, a landslide."""
HALF_TIME = 3
"""The round after which a winner was behind."""
BAD_LUCK = 5.0
"""Wounds that attacks did less than their dice's mean; the same above it is good luck."""
STEADY_TESTS, CHARGES, PLANS = 3, 4, 20
SCORED_ROUNDS = {2, 3, 4, 5}
GIANT = 2
"""How many times its own points the enemy of a giant killer costs."""

WORTHIEST = 3
"""At most so many units are honoured for having slain what they cost."""

Earned = Callable[[Chronicle, int], bool]


def _won(chronicle: Chronicle, side: int) -> bool:
    """A victory with a head start earns no award."""
    army, enemy = chronicle.state.armies[side], chronicle.state.armies[1 - side]
    return chronicle.state.winner == side and army.head_start <= enemy.head_start


def _lead(chronicle: Chronicle, side: int) -> int:
    return chronicle.state.armies[side].vp - chronicle.state.armies[1 - side].vp


def _luck(chronicle: Chronicle, side: int) -> float:
    mine = [chronicle.tallies[i] for i, owner in enumerate(chronicle.cast.sides) if owner == side]
    return sum(tally.attack_damage - tally.expected for tally in mine)


def _kills(chronicle: Chronicle, side: int) -> list[Kill]:
    return [kill for kill in chronicle.kills if chronicle.cast.sides[kill.by] == side]


def _behind(chronicle: Chronicle, side: int) -> bool:
    scores = chronicle.vp_after.get(HALF_TIME)
    return scores is not None and scores[side] < scores[1 - side]


def _steady(chronicle: Chronicle, side: int) -> bool:
    mine = [chronicle.efforts[i] for i, owner in enumerate(chronicle.cast.sides) if owner == side]
    tests = sum(efforts.tests for efforts in mine)
    return tests >= STEADY_TESTS and tests == sum(efforts.passed for efforts in mine)


def _charged(chronicle: Chronicle, side: int) -> bool:
    return (
        sum(chronicle.tallies[i].charges_made for i, owner in enumerate(chronicle.cast.sides) if owner == side)
        >= CHARGES
    )


def _giant(chronicle: Chronicle, kill: Kill) -> bool:
    return chronicle.cast.sheets[kill.unit].points >= GIANT * chronicle.cast.sheets[kill.by].points > 0


def _first(chronicle: Chronicle, side: int) -> bool:
    return bool(chronicle.kills) and chronicle.cast.sides[chronicle.kills[0].by] == side


def _headless(chronicle: Chronicle, side: int) -> bool:
    return any(chronicle.cast.sheets[kill.unit].warlord for kill in _kills(chronicle, side))


ACHIEVEMENTS: tuple[tuple[Achievement, Earned], ...] = (
    (
        Achievement("to_the_end", "To the Last Bell", 5, "Fight a battle to its end."),
        lambda chronicle, side: not chronicle.early,
    ),
    (Achievement("victory", "Field Won", 10, "Win a battle."), _won),
    (Achievement("first_blood", "First Blood", 5, "Destroy the first unit of a battle."), _first),
    (
        Achievement("every_objective", "Every Banner", 15, "Hold every objective, of three at least, as a turn ends."),
        lambda chronicle, side: side in chronicle.held_all,
    ),
    (
        Achievement("from_behind", "From Behind", 20, "Win a battle in which you were behind after round three."),
        lambda chronicle, side: _won(chronicle, side) and _behind(chronicle, side),
    ),
    (
        Achievement(
            "against_the_odds", "Against the Odds", 20,
            "Win though your attacks did five wounds less than their dice were worth.",
        ),
        lambda chronicle, side: _won(chronicle, side) and _luck(chronicle, side) <= -BAD_LUCK,
    ),
    (
        Achievement("no_unit_lost", "All Present", 25, "Win without losing a unit."),
        lambda chronicle, side: _won(chronicle, side) and not chronicle.lost(side),
    ),
    (
        Achievement("swept", "Swept Field", 20, "Leave no enemy alive."),
        lambda chronicle, side: not chronicle.left(1 - side) and bool(chronicle.left(side)),
    ),
    (
        Achievement("whisker", "By a Whisker", 10, "Win by three victory points or fewer."),
        lambda chronicle, side: _won(chronicle, side) and 0 < _lead(chronicle, side) <= CLOSE,
    ),
    (
        Achievement("landslide", "Landslide", 15, "Win by thirty victory points or more."),
        lambda chronicle, side: _won(chronicle, side) and _lead(chronicle, side) >= FAR,
    ),
    (Achievement("headless", "Headless", 10, "Slay the enemy's warlord."), _headless),
    (Achievement("steady_nerves", "Steady Nerves", 10, "Take three battle-shock tests and pass them all."), _steady),
    (Achievement("thunder", "Thunder of Feet", 10, "Bring four charges home in one battle."), _charged),
    (
        Achievement("ambush", "Out of Nowhere", 15, "Destroy a unit with one that arrived in the same turn."),
        lambda chronicle, side: any(kill.arrived for kill in _kills(chronicle, side)),
    ),
    (
        Achievement("last_standing", "Last One Standing", 20, "Win with a single unit left."),
        lambda chronicle, side: _won(chronicle, side) and len(chronicle.left(side)) == 1 and bool(chronicle.lost(side)),
    ),
    (
        Achievement("giant_killer", "Giant Killer", 10, "Destroy a unit that costs twice as much as its slayer."),
        lambda chronicle, side: any(_giant(chronicle, kill) for kill in _kills(chronicle, side)),
    ),
    (
        Achievement("steady_hand", "Steady Hand", 15, "Score for objectives in every round from the second on."),
        lambda chronicle, side: chronicle.primary_rounds[side] >= SCORED_ROUNDS,
    ),
    (
        Achievement("own_plans", "Plans of Our Own", 10, "Score twenty points from secondary missions."),
        lambda chronicle, side: chronicle.state.armies[side].secondary >= PLANS,
    ),
)  # fmt: skip
"""Every achievement, with the test of whether a side has earned it in a finished battle."""

BY_CODE = {achievement.code: achievement for achievement, _ in ACHIEVEMENTS}

Granted = Iterator[tuple[int, str]]
"""Units with the reason for the award."""


def _worth(chronicle: Chronicle) -> Granted:
    costs = [sheet.points for sheet in chronicle.cast.sheets]
    worthy = [i for i, tally in enumerate(chronicle.tallies) if 0 < costs[i] <= tally.worth]
    for unit in sorted(worthy, key=lambda i: -chronicle.tallies[i].worth / costs[i])[:WORTHIEST]:
        yield unit, f"Slew {chronicle.tallies[unit].worth:.0f} points of the enemy, and costs {costs[unit]}."


def _first_blood(chronicle: Chronicle) -> Granted:
    for kill in chronicle.kills[:1]:
        yield kill.by, f"Destroyed {chronicle.cast.alone[kill.unit]} in round {kill.round}, first of all."


def _hardest(chronicle: Chronicle) -> Granted:
    best = max((tally.dealt for tally in chronicle.tallies), default=0)
    for unit, tally in enumerate(chronicle.tallies):
        if tally.dealt == best > 0:
            yield unit, f"Dealt {_wounds(best)}, the most."


def _stone_wall(chronicle: Chronicle) -> Granted:
    standing = [i for side in (0, 1) for i in chronicle.left(side)]
    worst = max((chronicle.tallies[i].taken for i in standing), default=0)
    for unit in sorted(standing):
        if chronicle.tallies[unit].taken == worst > 0:
            yield unit, f"Took {_wounds(worst)} and still stands."


def _fortunate(chronicle: Chronicle) -> Granted:
    for unit, tally in enumerate(chronicle.tallies):
        if (luck := tally.attack_damage - tally.expected) >= BAD_LUCK:
            yield unit, f"Did {luck:.1f} wounds more than its dice were worth."


def _last_of_them(chronicle: Chronicle) -> Granted:
    for unit, sheet in enumerate(chronicle.cast.sheets):
        if len(sheet.starting) >= 5 and sum(w > 0 for w in chronicle.cast.wounds(chronicle.state.units, unit)) == 1:
            yield unit, f"One of {len(sheet.starting)} came through."


def _charged_home(chronicle: Chronicle) -> Granted:
    for unit, tally in enumerate(chronicle.tallies):
        if tally.charges_made >= 2:
            yield unit, f"Brought {tally.charges_made} charges home."


def _unshaken(chronicle: Chronicle) -> Granted:
    for unit, efforts in enumerate(chronicle.efforts):
        if efforts.tests == efforts.passed >= 2:
            yield unit, f"Passed {efforts.passed} battle-shock tests of {efforts.tests}."


def _patched_up(chronicle: Chronicle) -> Granted:
    for unit, tally in enumerate(chronicle.tallies):
        if tally.healed >= 3:
            yield unit, f"Was given {_wounds(tally.healed)} back."


def _ambushers(chronicle: Chronicle) -> Granted:
    for kill in chronicle.kills:
        if kill.arrived:
            yield kill.by, f"Destroyed {chronicle.cast.alone[kill.unit]} in round {kill.round}, the turn it arrived."


def _headhunter(chronicle: Chronicle) -> Granted:
    for kill in chronicle.kills:
        if chronicle.cast.sheets[kill.unit].warlord:
            yield kill.by, f"Slew the warlord, {chronicle.cast.alone[kill.unit]}, in round {kill.round}."


def _giant_killer(chronicle: Chronicle) -> Granted:
    for kill in chronicle.kills:
        if _giant(chronicle, kill):
            mine, theirs = chronicle.cast.sheets[kill.by].points, chronicle.cast.sheets[kill.unit].points
            yield kill.by, f"Destroyed {chronicle.cast.alone[kill.unit]}: {theirs} points, against {mine} of its own."


def _long_march(chronicle: Chronicle) -> Granted:
    furthest = max((efforts.inches for efforts in chronicle.efforts), default=0.0)
    for unit, efforts in enumerate(chronicle.efforts):
        if efforts.inches == furthest >= 24:
            yield unit, f'Went {furthest:.1f}", the furthest.'


def _wounds(count: int) -> str:
    return "1 wound" if count == 1 else f"{count} wounds"


UNIT_AWARDS: tuple[tuple[str, str, Callable[[Chronicle], Granted]], ...] = (
    ("worth", "Worth Its Points", _worth),
    ("first_blood", "First Blood", _first_blood),
    ("hardest", "Hardest Hitters", _hardest),
    ("stone_wall", "Stone Wall", _stone_wall),
    ("fortunate", "Fortune's Friends", _fortunate),
    ("last_of_them", "Last of Them", _last_of_them),
    ("charged_home", "Charged Home", _charged_home),
    ("unshaken", "Unshaken", _unshaken),
    ("patched_up", "Patched Up", _patched_up),
    ("ambush", "Out of Nowhere", _ambushers),
    ("headhunter", "Headhunters", _headhunter),
    ("giant_killer", "Giant Killers", _giant_killer),
    ("long_march", "Long March", _long_march),
)
"""Code, name, and who gets it for what. A unit gets an award once."""


def awards(log: Log, game_id: str = "") -> Awards:
    """What the battle of `log` earned. The log's events are taken as they are; uuids are those of its timeline."""
    return earned_in(Chronicle(log.setup, Cast(log.setup, game_id)).read(log))


def earned_in(chronicle: Chronicle) -> Awards:
    """What the battle earned whose events were gathered."""
    if not chronicle.state.completed:
        return Awards()
    blue, red = (
        tuple(achievement for achievement, earned in ACHIEVEMENTS if earned(chronicle, side)) for side in (0, 1)
    )
    return Awards((blue, red), tuple(_unit_awards(chronicle)))


def _unit_awards(chronicle: Chronicle) -> Iterator[UnitAward]:
    cast = chronicle.cast
    for code, name, grant in UNIT_AWARDS:
        reasons: dict[int, str] = {}
        for unit, reason in grant(chronicle):
            reasons.setdefault(unit, reason)
        for unit, reason in reasons.items():
            army = cast.army_uuids[cast.sides[unit]]
            yield UnitAward(code, name, cast.unit_uuids[unit], cast.alone[unit], army, reason)
