"""Units that are set up again, or go into reserve, once both armies are set up."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine import log
from highground.engine.abilities.acts import Redeploy
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Ability
from highground.engine.abilities.model import Use as AbilityUse
from highground.engine.battle import Battle
from highground.engine.choices import Advance, Deploy, Pass, Use
from highground.engine.model import UnitSheet
from highground.engine.state import Deploying
from tests.engine.field import RED, blade, mustering, one, only, refusal, row, setup, take, unit
from tests.engine.random_play import play_random
from tests.values import replace

USE = AbilityUse(
    "activated", phases=("deployment",), turn="any", window="deployed", target="ally", count=2, per="battle"
)


def schemer(*, reserves: bool = False, use: AbilityUse = USE) -> UnitSheet:
    plan = Ability("Plan", uid="plan", use=use, effects=(Redeploy(reserves, who="target"),))
    return replace(unit("Schemer", blade()), abilities=(plan,))


def mustered(*, reserves: bool = False, use: AbilityUse = USE) -> Battle:
    """Both armies are set up but for the enemy's last unit, which is set up now."""
    blue = [schemer(reserves=reserves, use=use), unit("Guard", blade()), unit("Cart", blade(), keywords="vehicle")]
    what = setup(blue, [unit("Foe", blade()), unit("Last", blade())])
    battle = mustering(what, {0: row(5, 5), 1: row(5, 10), 2: row(5, 15), 3: row(55, 5)}, RED)
    battle.answer(Deploy(4, row(55, 15)))
    return battle


def test_up_to_so_many_units_are_set_up_again() -> None:
    battle = mustered()
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.side, prompt.why) == (0, "deployed")
    event = one(ev.UnitTakenUp, take(battle, Use("plan", 0, (1,))))
    assert (event.unit, event.reserves, battle.state.units[1].deployed) == (1, False, False)
    take(battle, Use("plan", 0, (2,)))
    prompt = battle.ask()
    assert isinstance(battle.state.top, Deploying)
    assert prompt is not None
    assert (prompt.side, set(prompt.units)) == (0, {1, 2})
    assert refusal(battle, Deploy(1, row(30, 22))).code == "outside-zone"
    take(battle, Deploy(1, row(10, 30)))
    take(battle, Deploy(2, row(10, 20)))
    assert [battle.state.units[i].places for i in (1, 2)] == [row(10, 30), row(10, 20)]
    assert battle.state.stack == ()
    assert only(ev.BattleBegan, battle.answer(Advance()))


def test_they_may_go_into_reserve_instead() -> None:
    battle = mustered(reserves=True)
    take(battle, Use("plan", 0, (1,)))
    assert (battle.state.units[1].deployed, battle.state.units[1].reserves) == (False, True)
    take(battle, Pass())
    assert battle.state.stack == ()


def test_it_is_for_the_kinds_that_it_names_and_may_be_passed() -> None:
    battle = mustered(use=replace(USE, aimed=((Condition("keyword", name="vehicle"),),)))
    assert refusal(battle, Use("plan", 0, (1,))).code == "wrong-use"
    take(battle, Pass())
    assert battle.state.stack == ()


def test_whole_battles_with_it_replay_as_they_were() -> None:
    taken = 0
    for seed in range(5):
        blue = [schemer(), unit("Guard", blade(), count=3)]
        red = [schemer(reserves=True), unit("Foes", blade(), count=3)]
        battle = play_random(setup(blue, red), seed)
        assert battle.state.completed
        assert log.replay(log.load(log.dump(log.log_of(battle)))).digest() == battle.digest()
        taken += sum(isinstance(event, ev.UnitTakenUp) for record in battle.records for event in record.events)
    assert taken
