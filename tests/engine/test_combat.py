"""The combat phase: the order of picks, pile-in, attacks, consolidation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import Choice, End, Fight, Place, RollDice, Shoot, Strike
from highground.engine.model import Point, UnitSheet
from highground.engine.prompts import EndPrompt, PickPrompt, PlacePrompt, StrikePrompt
from highground.engine.state import Fighting, Melee, Shot
from tests.engine.field import (
    BLUE,
    RED,
    beside,
    blade,
    fight,
    miniatures,
    mixed,
    one,
    only,
    position,
    refusal,
    row,
    setup,
    take,
    unit,
)
from tests.values import replace


def melee(
    blue: Sequence[UnitSheet], red: Sequence[UnitSheet], places: Mapping[int, Sequence[Point]], **more: Any
) -> Battle:
    return fight(position(setup(blue, red), places, "combat", **more))


def pairs(*rules: tuple[str, str], charged: Sequence[int] = ()) -> Battle:
    """Duels far from each other: blue unit i against red unit i, with these rules, half an inch apart."""
    count = len(rules)
    blue = [unit(f"Blue {i}", blade(), rules=mine, wounds=5) for i, (mine, _) in enumerate(rules)]
    red = [unit(f"Red {i}", blade(), rules=theirs, wounds=5) for i, (_, theirs) in enumerate(rules)]
    places = {i: row(20, 4 + 10 * i) for i in range(count)}
    places |= {count + i: row(beside(20, 0.5), 4 + 10 * i) for i in range(count)}
    units = {i: {"charged": True, "charge_tried": True} for i in charged}
    return melee(blue, red, places, units=units)


def whole_fight(battle: Battle, unit_: int) -> None:
    """Pick a unit; it piles in, attacks an engaged enemy and misses, and consolidates."""
    battle.answer(Fight(unit_))
    battle.answer(Place())
    foes = battle.scene.engaged_with(unit_)
    battle.answer(Strike((Shot("blade", foes[0]),) if foes else ()))
    if foes:
        take(battle, RollDice(), 1)
    battle.answer(Place())


def order(battle: Battle) -> list[tuple[int, ...]]:
    """Who may be picked each time, if always the first of them is."""
    found = []
    while isinstance(battle.state.top, Melee):
        prompt = battle.ask()
        assert prompt is not None
        found.append(prompt.units)
        whole_fight(battle, prompt.units[0])
    return found


# OPEN-23
def test_the_army_whose_turn_it_is_not_picks_first() -> None:
    battle = pairs(("", ""), ("", ""))
    assert battle.state.top == Melee(first=False, picker=RED)
    assert order(battle) == [(2, 3), (0, 1), (3,), (1,)]
    assert battle.ask() == EndPrompt(BLUE, ("end",))


# OPEN-23
def test_chargers_fight_first() -> None:
    battle = pairs(("", ""), ("", ""), charged=[1])
    assert battle.state.top == Melee(first=True, picker=BLUE)
    assert order(battle) == [(1,), (2, 3), (0,), (3,)]


def test_fights_first_picks_with_the_chargers() -> None:
    """Both armies have units that strike first: the picks alternate, red begins."""
    battle = pairs(("", "fights first"), ("", ""), ("", ""), charged=[1, 2])
    assert order(battle) == [(3,), (1, 2), (2,), (4, 5), (0,), (5,)]


def test_a_unit_fights_once_and_only_if_engaged() -> None:
    battle = pairs(("", ""), ("", ""))
    whole_fight(battle, 2)
    assert battle.state.units[2].fought
    whole_fight(battle, 0)
    assert refusal(battle, Fight(2)).code == "already-fought"
    assert refusal(battle, Fight(1)).code == "not-yours"
    lonely = melee([unit("A", blade())], [unit("B", blade()), unit("C", blade())],
                   {0: row(20, 22), 1: row(beside(20, 0.5), 22), 2: row(40, 22)})  # fmt: skip
    assert refusal(lonely, Fight(2)).code == "not-engaged"
    assert refusal(lonely, Fight(9)).code == "no-such-unit"


def test_others_wait_for_those_that_strike_first() -> None:
    battle = pairs(("", ""), ("", ""), charged=[1])
    refused = refusal(battle, Fight(0))
    assert refused.code == "not-yet"


def test_everybody_who_can_fight_does() -> None:
    battle = pairs(("", ""))
    assert battle.ask() == PickPrompt(RED, ("fight",), (1,))
    refused = refusal(battle, End())
    assert (refused.code, refused.measure) == ("fighters-left", "2 units")
    assert "Blue 0, Red 0" in refused.sentence
    whole_fight(battle, 1)
    assert battle.ask() == PickPrompt(BLUE, ("fight",), (0,))
    assert refusal(battle, End()).measure == "1 unit"
    whole_fight(battle, 0)
    take(battle, End())
    assert (battle.state.phase_time, battle.state.stack) == ("end", ())


def test_without_an_engagement_there_is_nothing_but_the_end() -> None:
    battle = melee([unit("A", blade())], [unit("B", blade())], {0: row(10, 22), 1: row(40, 22)})
    assert battle.ask() == EndPrompt(BLUE, ("end",))
    assert refusal(battle, Fight(0)).code == "wrong-choice"
    take(battle, End())


def test_a_charger_whose_target_fell_still_moves() -> None:
    battle = melee([unit("A", blade())], [unit("B", blade()), unit("C", blade())],
                   {0: row(20, 22), 2: row(40, 22)}, units={0: {"charged": True, "charge_tried": True}})  # fmt: skip
    assert order(battle) == [(0,)]


def test_a_unit_drawn_in_by_a_consolidation_fights_too() -> None:
    """It strikes first by its rule, but the first step is over when the enemy reaches it."""
    blue = [unit("Blue", blade("axe", attacks="2", strength=8, ap=-4))]
    red = [unit("Prey", blade()), unit("Quick", blade(), rules="fights first")]
    x = beside(20, 0.5)
    battle = melee(blue, red, {0: row(20, 22), 1: row(x, 22), 2: row(beside(x, 2.0), 22)})
    assert battle.ask() == PickPrompt(RED, ("fight",), (1,))
    whole_fight(battle, 1)
    battle.answer(Fight(0))
    battle.answer(Place())
    take(battle, Strike((Shot("axe", 1),)))
    take(battle, RollDice(), 6, 6, 6, 6)
    battle.answer(Place())
    assert battle.scene.engaged_with(0) == [2]
    assert battle.ask() == PickPrompt(RED, ("fight",), (2,))
    whole_fight(battle, 2)
    take(battle, End())


def picked(places: Mapping[int, Sequence[Point]], count: int = 1, **more: Any) -> Battle:
    """Blue charged and is picked: it piles in next."""
    what = [unit("Blue", blade(), count=count)], [unit("Red", blade()), unit("Far", blade())]
    units = {0: {"charged": True, "charge_tried": True}}
    battle = melee(*what, places, units=units, **more)
    take(battle, Fight(0))
    return battle


# OPEN-23
def test_a_pile_in_goes_three_inches_closer() -> None:
    battle = picked({0: row(20, 22), 1: row(beside(20, 4), 22)})
    assert battle.state.top == Fighting(0, "pile_in")
    assert battle.ask() == PlacePrompt(BLUE, ("place",), (0,), 0, 3.0, why="pile_in")
    refused = refusal(battle, Place(((23.001, 22.0),)))
    assert (refused.code, refused.measure) == ("too-far", "3.001 of 3 inches")
    assert refusal(battle, Place(((19.0, 22.0),))).code == "not-closer"
    event = one(ev.UnitPiledIn, take(battle, Place(((23.0, 22.0),))))
    assert event.distance == 3.0
    assert battle.state.top == Fighting(0, "attack")


def test_a_pile_in_does_not_lead_round_an_enemy() -> None:
    battle = picked({0: row(20, 22), 1: row(beside(20, 1), 22)})
    x, _ = battle.state.units[1].places[0]
    away = x - 20.0
    assert refusal(battle, Place(((x - 0.8 * away, 22.0 + 0.6 * away),))).code == "not-closer"
    assert one(ev.UnitPiledIn, take(battle, Place(((20.0, 22.0),)))).distance == 0.0


def test_the_engine_piles_in_by_itself() -> None:
    battle = picked({0: row(20, 22), 1: row(beside(20, 2), 22)})
    event = one(ev.UnitPiledIn, take(battle, Place()))
    assert battle.scene.gap(0, 1) == pytest.approx(0.0, abs=0.003)
    assert 1.9 < event.distance <= 3.0


def test_a_pile_in_that_engages_nobody_is_not_made() -> None:
    """What it charged has fallen: another enemy is too far for three inches to engage it."""
    places = {0: row(20, 22), 2: row(beside(20, 4.1), 22)}
    battle = picked(places)
    refused = refusal(battle, Place(((22.9, 22.0),)))
    assert (refused.code, refused.sentence) == (
        "out-of-engagement", "Blue: a pile-in ends within 1 inch of an enemy, or it is not made.",
    )  # fmt: skip
    assert one(ev.UnitPiledIn, take(battle, Place())).distance == 0.0
    assert one(ev.UnitPiledIn, take(picked(places), Place(places[0]))).distance == 0.0


def test_a_pile_in_keeps_the_unit_together() -> None:
    battle = picked({0: row(20, 22, 2, 3.0), 1: row(beside(20, 3.5), 22)}, count=2)
    assert refusal(battle, Place(((22.9, 22.0), (20.0, 25.0)))).code == "coherency"


def test_only_melee_weapons_within_reach_strike() -> None:
    battle = picked({0: row(20, 22), 1: row(beside(20, 0.5), 22), 2: row(beside(20, 6), 30)})
    take(battle, Place())
    assert battle.ask() == StrikePrompt(BLUE, ("strike",), (0,), 0)
    choices: list[tuple[Choice, str]] = [
        (Strike((Shot("blade", 2),)), "out-of-reach"),
        (Strike((Shot("blade", 0),)), "own-unit"),
        (Strike((Shot("claw", 1),)), "no-melee-weapon"),
        (Strike((Shot("blade", 1), Shot("blade", 1))), "used-twice"),
        (Strike((Shot("blade", 1, (4,)),)), "out-of-reach"),
        (Place(), "wrong-choice"),
        (Shoot(0), "wrong-choice"),
    ]
    for choice, code in choices:
        assert refusal(battle, choice).code == code
    assert refusal(battle, Strike((Shot("blade", 2),))).measure.endswith("of 1 inch")


def test_the_second_rank_strikes_past_the_first() -> None:
    """Who touches a comrade that touches the enemy reaches; the third rank does not, nor does who stands apart."""
    places = {0: ((20.0, 22.0), (18.73, 22.0), (17.46, 22.0)), 1: row(beside(20, 0.003), 22)}
    battle = picked(places, count=3)
    take(battle, Place(places[0]))
    declared = one(ev.StrikesDeclared, take(battle, Strike((Shot("blade", 1),))))
    assert declared.volleys[0].bearers == (0, 1)
    for second in ((18.6, 22.0), (18.63, 22.0)):
        spread = picked({**places, 0: ((20.0, 22.0), second, (17.3, 22.0))}, count=3)
        take(spread, Place(((20.0, 22.0), second, (17.3, 22.0))))
        assert one(ev.StrikesDeclared, take(spread, Strike((Shot("blade", 1),)))).volleys[0].bearers == (0,)


def test_the_second_rank_needs_a_comrade_in_base_contact() -> None:
    """The first is engaged from half an inch away: who touches it does not reach past it."""
    places = {0: ((20.0, 22.0), (18.73, 22.0)), 1: row(beside(20, 0.5), 22)}
    battle = picked(places, count=2)
    take(battle, Place(places[0]))
    assert one(ev.StrikesDeclared, take(battle, Strike((Shot("blade", 1),)))).volleys[0].bearers == (0,)


def armed(*arms: Any) -> Battle:
    battle = melee([unit("Blue", *arms)], [unit("Red", blade(), wounds=9)],
                   {0: row(20, 22), 1: row(beside(20, 0.5), 22)},
                   units={0: {"charged": True, "charge_tried": True}})  # fmt: skip
    take(battle, Fight(0))
    take(battle, Place())
    return battle


def test_a_miniature_strikes_with_one_weapon_and_its_extra_attacks() -> None:
    tail = blade("tail", attacks="2", keywords="extra attacks")
    battle = armed(blade("sword"), blade("axe"), tail)
    assert refusal(battle, Strike((Shot("sword", 1), Shot("axe", 1)))).code == "one-weapon"
    assert refusal(battle, Strike((Shot("tail", 1), Shot("tail", 1)))).code == "used-twice"
    declared = one(ev.StrikesDeclared, take(battle, Strike((Shot("sword", 1), Shot("tail", 1)))))
    assert [volley.weapon for volley in declared.volleys] == ["sword", "tail"]


def test_lance_counts_after_a_charge() -> None:
    battle = armed(blade("lance", keywords="lance"))
    (volley,) = one(ev.StrikesDeclared, battle.clone().answer(Strike((Shot("lance", 1),)))).volleys
    assert volley.sequence.attack.wound.needed == 3
    stood = [replace(each, charged=False) for each in battle.state.units]
    battle.scene.rewind(replace(battle.state, units=tuple(stood)))
    (volley,) = one(ev.StrikesDeclared, battle.answer(Strike((Shot("lance", 1),)))).volleys
    assert volley.sequence.attack.wound.needed == 4


def test_strikes_are_rolled_and_the_unit_consolidates() -> None:
    battle = armed(blade("sword", attacks="2"))
    take(battle, Strike((Shot("sword", 1),)))
    assert refusal(battle, End()).code == "wrong-choice"
    events = take(battle, RollDice(), 3, 3, 4, 4, 1, 4)
    made = one(ev.AttacksMade, events)
    assert (made.melee, made.lost) == (True, ((0, 1),))
    assert one(ev.StrikesMade, events) == ev.StrikesMade(0)
    assert battle.state.top == Fighting(0, "consolidate")
    assert battle.ask() == PlacePrompt(BLUE, ("place",), (0,), 0, 3.0, why="consolidate")
    assert only(ev.UnitConsolidated, take(battle, Place()))
    assert battle.state.stack == (Melee(first=False, picker=RED),)


def test_who_can_strike_does() -> None:
    battle = armed(blade())
    assert refusal(battle, Strike()).code == "must-strike"
    unarmed = armed()
    assert one(ev.StrikesMade, take(unarmed, Strike())) == ev.StrikesMade(0)


def consolidating(
    places: Mapping[int, Sequence[Point]], objectives: Sequence[Point] = ((40.0, 40.0),), count: int = 1
) -> Battle:
    """Blue has charged a unit that fell, and consolidates next; red unit 2 stands somewhere."""
    what = setup([unit("Blue", blade(), count=count)], [unit("Fallen", blade()), unit("Red", blade())],
                 objectives=objectives)  # fmt: skip
    units = {0: {"charged": True, "charge_tried": True}}
    battle = fight(position(what, places, "combat", units=units))
    for choice in (Fight(0), Place(tuple(places[0])), Strike()):
        take(battle, choice)
    return battle


def test_a_consolidation_ends_in_engagement_if_it_can() -> None:
    battle = consolidating({0: row(20, 22), 2: row(beside(20, 3.5), 22)}, ((20.0, 26.0),))
    assert refusal(battle, Place(((20.0, 24.0),))).code == "must-engage"
    take(battle, Place(((22.6, 22.0),)))
    assert battle.scene.engaged_with(0) == [2]


def test_else_it_goes_to_the_nearest_objective_in_whose_range_it_ends() -> None:
    battle = consolidating({0: row(20, 22), 2: row(beside(20, 22), 22)}, ((20.0, 28.5), (10.0, 10.0)))
    assert refusal(battle, Place(((23.0, 22.0),))).code == "out-of-objectives-range"
    assert refusal(battle, Place(((20.0, 22.5),))).code == "out-of-objectives-range"
    assert refusal(battle, Place(((20.0, 25.1),))).measure == "3.1 of 3 inches"
    own = battle.clone()
    assert one(ev.UnitConsolidated, take(battle, Place(((20.0, 25.0),)))).distance == 3.0
    assert one(ev.UnitConsolidated, take(own, Place())).distance == 3.0
    assert own.state.units[0].places == ((20.0, 25.0),)


def test_within_the_objectives_range_it_may_only_go_nearer() -> None:
    battle = consolidating({0: row(20, 22)}, ((20.0, 24.5),))
    assert refusal(battle, Place(((20.0, 21.5),))).code == "not-closer-to-objective"
    take(battle, Place(((20.0, 24.0),)))


def test_else_it_stays() -> None:
    battle = consolidating({0: row(20, 22), 2: row(beside(20, 22), 22)})
    assert refusal(battle, Place(((22.0, 24.0),))).code == "out-of-objectives-range"
    assert one(ev.UnitConsolidated, take(battle, Place())).distance == 0.0


def test_who_dies_in_its_own_fight_is_done() -> None:
    """The bearer's hazardous weapon slays it; nobody is left to consolidate."""
    battle = armed(blade("furnace", keywords="hazardous"))
    take(battle, Strike((Shot("furnace", 1),)))
    take(battle, RollDice(), 1, 1)
    assert not battle.state.units[0].alive
    take(battle, Place())
    assert not isinstance(battle.state.top, Fighting)
    prompt = battle.ask()
    assert prompt is not None
    assert prompt.kinds in {("end",), ("fight",)}


def test_those_who_are_slain_do_not_strike_back() -> None:
    battle = armed(blade("sword", attacks="1", damage="9"))
    take(battle, Strike((Shot("sword", 1),)))
    events = take(battle, RollDice(), 6, 6, 1)
    assert one(ev.UnitDestroyed, events).unit == 1
    battle.answer(Place())
    assert battle.ask() == EndPrompt(BLUE, ("end",))


def test_the_front_strikes_with_what_it_carries() -> None:
    """A weapon that only the miniature out of reach carries cannot strike."""
    squad = mixed("Squad", miniatures("Front", 1, blade("sword")), miniatures("Back", 1, blade("pike")))
    foe = unit("Red", blade())
    battle = melee([squad], [foe], {0: ((20.0, 22.0), (16.8, 22.0)), 1: row(beside(20, 0.002), 22)},
                   units={0: {"charged": True, "charge_tried": True}})  # fmt: skip
    take(battle, Fight(0))
    take(battle, Place(((20.0, 22.0), (16.8, 22.0))))
    assert refusal(battle, Strike((Shot("pike", 1),))).code == "out-of-reach"
    take(battle, Strike((Shot("sword", 1),)))
