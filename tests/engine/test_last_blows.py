"""Who falls in melee before it has fought, and may strike before it is removed."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine import log
from highground.engine.abilities.effects import StrikeWhenFallen
from highground.engine.abilities.model import Ability
from highground.engine.battle import Battle
from highground.engine.choices import Fight, Place, RollDice, Strike
from highground.engine.state import Fighting, LastBlows, Shot
from tests.engine.field import beside, blade, fight, one, only, position, refusal, row, setup, take, unit
from tests.engine.random_play import play_random
from tests.values import replace

AXE = blade("axe", attacks="2", skill=2, strength=8, ap=-6)
CLUB = blade("club", attacks="1", skill=2, strength=8, ap=-6)


def brawl(needed: int = 0, count: int = 1, wounds: int = 1) -> Battle:
    """Ours with an axe charge theirs, whose fallen strike with a club; theirs have one wound each."""
    dying = replace(
        unit("Martyrs", CLUB, count=count), abilities=(Ability("Last", effects=(StrikeWhenFallen(needed),)),)
    )
    what = setup([unit("Axes", AXE, wounds=wounds)], [dying])
    places = {0: row(20, 22 + 0.75 * (count - 1)), 1: row(beside(20, 0.3), 22, count)}
    battle = fight(position(what, places, "combat", units={0: {"charged": True}}))
    take(battle, Fight(0))
    take(battle, Place())
    take(battle, Strike((Shot("axe", 1),)))
    return battle


def test_the_fallen_strike_before_they_are_removed_and_before_the_attacker_consolidates() -> None:
    battle = brawl()
    events = take(battle, RollDice(), 6, 6, 6, 6)
    assert one(ev.FallenStood, events).miniatures == (0,)
    assert not only(ev.UnitDestroyed, events)
    assert isinstance(battle.state.top, LastBlows)
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.kinds, prompt.side, prompt.unit) == (("strike",), 1, 1)
    assert refusal(battle, Strike()).code == "must-strike"
    take(battle, Strike((Shot("club", 0),)))
    events = take(battle, RollDice(), 6, 6)
    assert {event.unit for event in only(ev.UnitDestroyed, events)} == {0, 1}
    assert one(ev.LastBlowsMade, events).miniatures == (0,)
    assert not battle.state.units[1].alive
    assert isinstance(battle.state.top, Fighting)
    assert battle.state.top.stage == "consolidate"


def test_it_may_need_a_die_for_each() -> None:
    battle = brawl(4, count=2)
    events = take(battle, RollDice(), 6, 6, 6, 6, 4, 3)
    assert one(ev.FallenStood, events).miniatures == (1,)
    assert battle.state.units[1].wounds == (0, 1)
    failed = brawl(4)
    events = take(failed, RollDice(), 6, 6, 6, 6, 3)
    assert not only(ev.FallenStood, events)
    assert one(ev.UnitDestroyed, events).unit == 1


def test_the_living_of_the_unit_fight_later_and_the_fallen_alone_strike_now() -> None:
    battle = brawl(count=3)
    take(battle, RollDice(), 6, 6, 6, 6)
    top = battle.state.top
    assert isinstance(top, LastBlows)
    assert len(top.miniatures) == 2
    living = next(i for i in range(3) if i not in top.miniatures)
    assert refusal(battle, Strike((Shot("club", 0, (living,)),))).code == "out-of-reach"
    take(battle, Strike((Shot("club", 0, top.miniatures),)))
    take(battle, RollDice(), 1, 1)
    assert sum(battle.state.units[1].wounds) == 1
    take(battle, Place())
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.kinds, prompt.units) == (("fight",), (1,))


def test_who_has_fought_falls_at_once() -> None:
    battle = brawl()
    fought = replace(battle.state.units[1], fought=True)
    battle.scene.rewind(replace(battle.state, units=(battle.state.units[0], fought)))
    events = take(battle, RollDice(), 6, 6, 6, 6)
    assert not only(ev.FallenStood, events)
    assert one(ev.UnitDestroyed, events).unit == 1


def test_whole_battles_with_it_replay_as_they_were() -> None:
    last = Ability("Last", effects=(StrikeWhenFallen(3),))
    sheets = [replace(unit(name, AXE, blade(), count=5, movement=12), abilities=(last,)) for name in ("Ours", "Theirs")]
    met = 0
    for seed in range(6):
        battle = play_random(setup(sheets[:1] * 2, sheets[1:] * 2), seed)
        assert battle.state.completed
        assert log.replay(log.load(log.dump(log.log_of(battle)))).digest() == battle.digest()
        met += sum(isinstance(event, ev.LastBlowsMade) for record in battle.records for event in record.events)
    assert met
