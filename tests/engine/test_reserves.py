"""How much of an army may wait off the table, and whose scouts move first."""

from __future__ import annotations

import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import Advance, ChooseZone, Deploy, Place, Reserve, RollDice, Use
from highground.engine.model import UnitSheet
from highground.engine.steps import offers
from tests.engine.field import BLUE, RED, blade, one, refusal, row, setup, take, unit
from tests.values import replace


def costing(name: str, points: int, rules: str = "", keywords: str = "infantry") -> UnitSheet:
    return replace(unit(name, blade(), rules=rules, keywords=keywords), points=points)


def waiting(*blue: UnitSheet) -> Battle:
    """Blue sets up first, in the west; red has as many units, so that both go on in turns."""
    battle = Battle(setup(blue, [unit(f"Foe {i}", blade()) for i in range(len(blue))]), 1)
    take(battle, RollDice(), 6, 1)
    take(battle, ChooseZone(0))
    return battle


def reserve(battle: Battle, *units: int) -> None:
    """Blue keeps these back; red sets one up after each."""
    for number in units:
        take(battle, Reserve(number))
        foe = next(u.index for u in battle.state.units if u.side == RED and not u.deployed)
        take(battle, Deploy(foe, row(55.0, 2.0 + 3 * foe)))


def squads(*points: int, rules: str = "deep strike") -> list[UnitSheet]:
    return [costing(f"Squad {i}", each, rules) for i, each in enumerate(points)]


@pytest.mark.parametrize(("count", "most"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_at_most_half_of_the_units_wait(count: int, most: int) -> None:
    battle = waiting(*squads(*[100] * count))
    reserve(battle, *range(most))
    refused = refusal(battle, Reserve(most))
    assert (refused.code, refused.measure) == ("too-many-in-reserve", f"{most + 1} of {most} units")


@pytest.mark.parametrize(("points", "code"), [((200, 100, 50, 50), ""), ((201, 100, 50, 50), "too-much-in-reserve")])
def test_at_most_half_of_the_points_wait(points: tuple[int, ...], code: str) -> None:
    battle = waiting(*squads(*points))
    if code:
        assert refusal(battle, Reserve(0)).code == code
    else:
        take(battle, Reserve(0))


@pytest.mark.parametrize(("points", "code"), [((100, 150, 150), ""), ((101, 150, 150), "too-much-strategic")])
def test_without_a_way_of_their_own_at_most_a_quarter_of_the_points(points: tuple[int, ...], code: str) -> None:
    battle = waiting(*squads(*points, rules=""))
    if code:
        assert refusal(battle, Reserve(0)).code == code
    else:
        take(battle, Reserve(0))


def test_those_from_above_do_not_count_in_the_quarter() -> None:
    drop, walk, rest = (
        costing("Drop", 100, "deep strike"),
        costing("Walk", 100),
        [costing(f"R{i}", 100) for i in range(2)],
    )
    battle = waiting(drop, walk, *rest)
    reserve(battle, 0)
    take(battle, Reserve(1))
    assert [u.reserves for u in battle.state.units[:4]] == [True, True, False, False]


def test_the_second_of_the_strategic_ones_is_one_too_many() -> None:
    battle = waiting(*squads(100, 100, 100, 100, rules=""))
    reserve(battle, 0)
    assert refusal(battle, Reserve(1)).code == "too-much-strategic"


def test_an_army_without_points_has_no_share_of_them() -> None:
    battle = waiting(*squads(0, 0, rules=""))
    take(battle, Reserve(0))


def test_a_leader_counts_with_the_unit_that_it_joined() -> None:
    captain = replace(costing("Captain", 100, "deep strike", keywords="infantry, character"), leads=("Guard",))
    guard = costing("Guard", 100, "deep strike")
    battle = waiting(guard, captain, costing("A", 200), costing("B", 200))
    take(battle, Use("leader", 1, (0,)))
    reserve(battle, 0)
    assert refusal(battle, Reserve(2)).code == "too-many-in-reserve"
    heavy = waiting(guard, captain, costing("A", 100), costing("B", 50))
    take(heavy, Use("leader", 1, (0,)))
    assert refusal(heavy, Reserve(0)).code == "too-much-in-reserve"


def in_reserve_together(captain_rules: str, guard: int = 200) -> Battle:
    """A guard that comes from above and a captain that may lead it wait, each for itself; 100 points are a quarter."""
    captain = replace(costing("Captain", 50, captain_rules, keywords="infantry, character"), leads=("Guard",))
    battle = waiting(costing("Guard", guard, "deep strike"), captain, costing("A", 400 - guard), costing("B", 150))
    reserve(battle, 0, 1)
    return battle


def test_a_leader_does_not_bring_too_much_to_the_edges_by_joining_in_reserve() -> None:
    """The guard would come from an edge as the captain does, and both together are too much for that."""
    refused = refusal(in_reserve_together(""), Use("leader", 1, (0,)))
    assert (refused.code, refused.measure) == ("too-much-strategic", "250 of 150 points")
    assert [offer.targets for offer in offers.offers(in_reserve_together("").scene, BLUE)] == []
    for battle in (in_reserve_together("deep strike"), in_reserve_together("", guard=50)):
        take(battle, Use("leader", 1, (0,)))
        assert battle.state.units[1].joined == 0


def test_where_there_is_no_room_the_limits_do_not_hold() -> None:
    """Nobody is stuck: a unit that finds no place in its zone may wait."""
    crowd = replace(unit("Crowd", blade(), count=60, base_mm=100.0), points=100)
    battle = waiting(crowd, replace(crowd, uid="more", name="More"), replace(crowd, uid="most", name="Most"))
    take(battle, Reserve(0))


@pytest.mark.parametrize(("dice", "first"), [((6, 1), BLUE), ((1, 6), RED)])
def test_the_scouts_of_who_goes_first_move_first(dice: tuple[int, int], first: int) -> None:
    blue, red = unit("Foxes", blade(), rules="scouts 6"), unit("Hounds", blade(), rules="scouts 6")
    battle = Battle(setup([blue], [red]), 1)
    take(battle, RollDice(), 6, 1)
    take(battle, ChooseZone(0))
    take(battle, Deploy(0, row(5.0, 10.0)))
    take(battle, Deploy(1, row(55.0, 10.0)))
    rolled = one(ev.FirstTurnRolled, take(battle, Advance(), *dice))
    assert (rolled.first, rolled.scouts) == (first, (first, 1 - first))
    order = []
    while (prompt := battle.ask()) is not None and prompt.why == "scouts":
        order.append(prompt.side)
        events = take(battle, Place())
    assert order == [first, 1 - first]
    assert one(ev.BattleBegan, events).first == first
    assert one(ev.TurnBegan, events) == ev.TurnBegan(1, 1, first)


def test_all_scouts_of_one_side_move_before_the_other_sides() -> None:
    blue = [unit(f"Foxes {i}", blade(), rules="scouts 6") for i in range(2)]
    red = [unit(f"Hounds {i}", blade(), rules="scouts 6") for i in range(2)]
    battle = Battle(setup(blue, red), 1)
    take(battle, RollDice(), 6, 1)
    take(battle, ChooseZone(0))
    for number in (0, 2, 1, 3):
        take(battle, Deploy(number, row(5.0 if number < 2 else 55.0, 10.0 + 5 * number)))
    assert one(ev.FirstTurnRolled, take(battle, Advance(), 2, 5)).scouts == (2, 3, 0, 1)
