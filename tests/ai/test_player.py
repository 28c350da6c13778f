"""The one-ply player: always legal, never stuck, always the same, and not a fool."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from highground.ai import PERSONALITIES, AiPlayer, player
from highground.ai.deploying import ERRANDS_FROM, errand_unit
from highground.ai.moving import Places
from highground.engine import choices as ch
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.effects import AddToLeadership, Permit
from highground.engine.abilities.model import Ability
from highground.engine.abilities.model import Use as AbilityUse
from highground.engine.battle import Battle
from highground.engine.choices import Charge, Move, Shoot
from highground.engine.events import ChargeMoved, TurnBegan, UnitArrived, UnitMoved, UnitReserved
from highground.engine.model import Setup
from highground.engine.state import Army
from highground.simulation.matchups import measuring
from tests.engine.field import beside, blade, join, position, row, setup, take, unit, weapon
from tests.engine.invariants import check_state
from tests.engine.menagerie import CONVOY, LONG, MENAGERIE, SKIRMISH
from tests.engine.random_play import answer_somehow, play_random
from tests.engine.test_legal_play import LAYOUTS, sample
from tests.values import replace


def play(pair: Setup, seed: int, players: Sequence[AiPlayer], *, check: bool = True) -> Battle:
    battle = Battle(pair, seed)
    while (prompt := battle.ask()) is not None:
        assert len(battle.records) < 3000, "the battle does not end"
        battle.answer(players[prompt.side].choose(battle, prompt))
        if check:
            check_state(battle)
    return battle


@pytest.mark.parametrize("layout", LAYOUTS)
def test_players_finish_whole_battles_without_a_refusal(layout: str) -> None:
    battle = play(sample(layout), 5, (player("standard"), player("aggressive", 5)))
    assert battle.state.completed


@pytest.mark.parametrize("name", sorted(PERSONALITIES))
@pytest.mark.parametrize("intensity", [1, 5])
def test_every_personality_plays_legally(name: str, intensity: int) -> None:
    for pair in (MENAGERIE, SKIRMISH, CONVOY, LONG):
        assert play(pair, 6, (player(name, intensity), player("standard"))).state.completed


@pytest.mark.parametrize(
    ("level", "guard_points", "gone"), [("regular", 60, (0, 1, 2)), ("regular", 400, (3,)), ("classic", 60, (3,))]
)
def test_a_leader_is_kept_where_those_who_stand_apart_from_him_cost_less(
    level: str, guard_points: int, gone: tuple[int, ...]
) -> None:
    """By who plays the mission; the captain of 80 points stands far from three guards."""
    captain = replace(unit("Captain", blade(), keywords="infantry, character"), leads=("Guard",), points=80)
    guard = replace(unit("Guard", blade(), count=3), points=guard_points)
    what = setup([guard, captain], [unit("Foe", blade())])
    battle = position(what, {0: row(20, 10, 3), 1: row(31.5, 10), 2: row(55, 40)}, "combat", time="end")
    join(battle, 1, 0)
    battle.answer(ch.Advance())
    prompt = battle.ask()
    assert prompt is not None
    assert player(level).choose(battle, prompt) == ch.Remove(gone)


@pytest.mark.parametrize("level", ["classic", "regular", "strongest"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_leader_that_is_set_up_last_joins_before_the_battle_begins(level: str, side: int) -> None:
    captain = replace(unit("Captain", blade(), keywords="infantry, character"), leads=("Guard",))
    armies = [[unit("Guard", blade(), count=2), captain], [unit("Foe", blade())]]
    blue, red = armies if side == 0 else armies[::-1]
    battle = Battle(setup(blue, red), seed=3)
    guard, foe = (0, 2) if side == 0 else (1, 0)
    take(battle, ch.RollDice("deployment"), *((6, 1) if side == 0 else (1, 6)))
    take(battle, ch.ChooseZone(0))
    for index, places in ((guard, row(5, 5, 2)), (foe, row(55, 5)), (guard + 1, row(7, 5))):
        take(battle, ch.Deploy(index, places))
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.side, player(level).choose(battle, prompt)) == (side, ch.Use("leader", guard + 1, (guard,)))


def test_unknown_personalities_are_reported() -> None:
    with pytest.raises(KeyError, match="aggressive"):
        player("timid")


def test_a_player_answers_whatever_position_random_play_leads_to() -> None:
    """Asked at every prompt of a random battle, its choice is legal and leaves the battle as it was."""
    from random import Random

    thinker, random = player("standard"), Random(1)
    asked = 0
    for pair, seed in ((MENAGERIE, 1), (SKIRMISH, 2), (CONVOY, 3), (CONVOY, 4), (LONG, 5)):
        battle = Battle(pair, seed)
        while (prompt := battle.ask()) is not None:
            state = battle.state
            choice = thinker.choose(battle, prompt)
            assert battle.state == state
            assert battle.allows(choice), (choice, prompt)
            asked += 1
            answer_somehow(battle, prompt, random)
    assert asked > 300


def test_the_same_position_gets_the_same_answer() -> None:
    battle = play_random(SKIRMISH, 3)
    for at in range(0, len(battle.records), 25):
        here, again = battle.branch(at), battle.branch(at)
        prompt = here.ask()
        assert prompt is not None
        assert player("standard").decide(here, prompt) == player("standard").decide(again, prompt)


def test_a_unit_weighs_two_dozen_places() -> None:
    battle = position(SKIRMISH, {0: row(15, 20, 3), 2: row(40, 20, 3)}, "movement")
    places = Places(battle.scene, battle.state.units[0], PERSONALITIES["standard"], 9.0, advancing=True)
    assert len(places.ranked(1000)) >= 24


def test_players_beat_random_choices() -> None:
    """Ahead in victory points after most battles; random choices never are."""
    from random import Random

    ahead = 0
    for seed in range(12):
        thinker, random, side = player("standard"), Random(seed), seed % 2
        battle = Battle(SKIRMISH, seed)
        while (prompt := battle.ask()) is not None:
            if prompt.side == side:
                battle.answer(thinker.choose(battle, prompt))
            else:
                answer_somehow(battle, prompt, random)
        points = [army.vp for army in battle.state.armies]
        ahead += points[side] > points[1 - side]
    assert ahead >= 9


def asked(battle: Battle) -> ch.Choice:
    prompt = battle.ask()
    assert prompt is not None
    return player("standard").choose(battle, prompt)


def test_it_shoots_at_what_it_can_hurt() -> None:
    """Small arms at the weak, not at the hull beside them that they cannot scratch."""
    foes = [unit("Hull", blade(), toughness=14, save=2, wounds=20, keywords="vehicle"), unit("Crowd", blade(), count=5)]
    what = setup([unit("Line", weapon("rifle", "2"), count=5)], foes)
    battle = position(what, {0: row(20, 18, 5), 1: row(34, 18), 2: row(34, 24, 5)}, "shooting")
    choice = asked(battle)
    assert isinstance(choice, Shoot)
    assert [shot.target for shot in choice.shots] == [2]


def test_it_takes_the_objective_that_nobody_holds() -> None:
    what = setup([unit("Line", weapon("rifle"), count=3)], [unit("Foe", blade())], objectives=((24.0, 22.0),))
    battle = position(what, {0: row(16, 22, 3), 1: row(58, 40)}, "movement", round=2)
    choice = asked(battle)
    assert isinstance(choice, Move)
    battle.answer(choice)
    prompt = battle.ask()
    if prompt is not None and prompt.kinds == ("place",):
        battle.answer(player("standard").choose(battle, prompt))
    moved = [event for record in battle.records for event in record.events if isinstance(event, UnitMoved)]
    assert moved
    assert min(abs(x - 24.0) for x, _ in battle.state.units[0].places) < 3.787 + 0.63


def test_it_charges_what_it_beats() -> None:
    killers = unit("Killers", blade("axe", attacks="5", strength=8, ap=-3, damage="3"), count=4, wounds=3, save=2)
    what = setup([killers], [unit("Prey", weapon("gun"), blade(), count=2)])
    battle = position(what, {0: row(20, 22, 4), 1: row(beside(20, 4), 22, 2)}, "charge")
    choice = asked(battle)
    assert choice == Charge(0, (1,))
    battle.answer(choice)
    prompt = battle.ask()
    if prompt is not None and prompt.kinds == ("place",):
        moved = battle.answer(player("standard").choose(battle, prompt))
        assert isinstance(moved[0], ChargeMoved)


def test_it_does_not_charge_what_beats_it() -> None:
    brute = unit("Brute", blade("maul", attacks="8", strength=10, ap=-3, damage="3"), wounds=12, toughness=10, save=2,
                 keywords="monster")  # fmt: skip
    what = setup([unit("Clerks", weapon("gun"), blade(), count=3)], [brute])
    battle = position(what, {0: row(20, 22, 3), 1: row(beside(20, 8), 22)}, "charge")
    assert asked(battle) == ch.End()


def raiders(keywords: str = "deep strike", reach: int = 12) -> Setup:
    """Two walkers and a unit that may come from anywhere, against two walkers."""
    walkers = [unit(name, weapon("rifle"), blade(), count=5) for name in ("First", "Second", "Third")]
    raid = unit("Raid", weapon("spray", "6", reach=reach), blade(attacks="3"), count=3, rules=keywords)
    return setup([*walkers, raid], walkers)


def test_who_gains_by_it_waits_in_reserve_and_comes_in() -> None:
    battle = play(raiders(), 4, (player("standard"), player("standard")))
    events = [event for record in battle.records for event in record.events]
    assert [event.unit for event in events if isinstance(event, UnitReserved)] == [3]
    assert [event.unit for event in events if isinstance(event, UnitArrived)] == [3]


@pytest.mark.parametrize("pair", [raiders(""), raiders(reach=36)])
def test_who_does_not_gain_by_it_is_set_up(pair: Setup) -> None:
    battle = play(pair, 4, (player("standard"), player("standard")), check=False)
    assert not [e for record in battle.records for e in record.events if isinstance(e, UnitReserved)]


@pytest.mark.parametrize(("name", "waits"), [("regular", True), ("classic", False)])
def test_who_plays_missions_keeps_its_cheapest_small_unit_for_them(name: str, waits: bool) -> None:
    """A lone runner comes in from the third round on, when it may do so behind the enemy."""
    battle = play(measuring(1)[0].setup, 3, (player(name), player("classic")), check=False)
    runner = errand_unit(battle.scene, 0)
    assert runner is not None
    assert battle.scene.sheets[runner].points == min(
        each.points for each in battle.setup.armies[0].units if "character" not in each.keyword_set
    )
    events = [event for record in battle.records for event in record.events]
    kept = any(isinstance(event, UnitReserved) and event.unit == runner for event in events)
    assert kept is waits
    current, arrived = 0, list[int]()
    for event in events:
        if isinstance(event, TurnBegan):
            current = event.round
        if isinstance(event, UnitArrived) and event.unit == runner:
            arrived.append(current)
    assert [each >= ERRANDS_FROM for each in arrived] == ([True] if waits else [])


def test_who_has_fixed_its_missions_keeps_nobody_for_them() -> None:
    pair = replace(measuring(1)[0].setup, fixed=(("four-winds",), ()))
    battle = Battle(pair, 3)
    assert errand_unit(battle.scene, 0) is None
    assert errand_unit(battle.scene, 1) is not None


def test_a_player_picks_the_choice_that_brings_most() -> None:
    """Of two choices the second helps the gun that the unit shoots with."""
    picks = (
        Ability("Legs", effects=(AddToLeadership(1, duration="phase"),)),
        Ability("Eyes", effects=(ModifyAttack("hit", 1, duration="phase"),)),
    )
    use = AbilityUse("selectable", phases=("shooting",))
    bearer = replace(
        unit("Bearer", weapon("gun", "6", strength=8), blade()),
        abilities=(Ability("Stance", uid="stance", use=use, choices=picks),),
    )
    battle = position(setup([bearer], [unit("Foe", blade(), wounds=9)]), {0: row(20, 22), 1: row(30, 22)}, "shooting")
    prompt = battle.ask()
    assert prompt is not None
    choice = player("standard").choose(battle, prompt)
    assert isinstance(choice, ch.Use)
    assert choice.pick == "Eyes"
    assert battle.allows(choice)


def test_a_player_uses_a_permission_before_it_advances() -> None:
    """Its guns reach nobody but after an advance; the permission to shoot then is worth a command point."""
    step = Ability(
        "Step",
        uid="step",
        effects=(Permit("advance and shoot", duration="turn"),),
        use=AbilityUse("stratagem", 1, phases=("movement",), target="friend"),
    )
    gun = weapon("gun", "6", strength=9, ap=-3, damage="3", reach=12)
    what = replace(setup([unit("Guns", gun, count=5)], [unit("Foe", blade(), wounds=12)]), stratagems=(step,))
    places = {0: row(10, 20, 5), 1: row(beside(10, 20), 22)}
    battle = position(what, places, "movement", armies=(Army(3, zone=0), Army(0, zone=1)))
    thinking = player("standard")
    made = []
    for _ in range(2):
        prompt = battle.ask()
        assert prompt is not None
        made.append(thinking.choose(battle, prompt))
        battle.answer(made[-1])
    assert made == [ch.Use("step", 0), Move(0, "advance")]
