"""The damage of one attack becomes 0, once a round or a battle, when it is about to be dealt."""

from __future__ import annotations

from random import Random
from typing import get_args

from highground.ai import player
from highground.engine import events as ev
from highground.engine import listing, log
from highground.engine.abilities.acts import IgnoreDamage
from highground.engine.abilities.model import Ability, Per
from highground.engine.abilities.model import Use as AbilityUse
from highground.engine.attack.sequence import RollStage
from highground.engine.battle import Battle
from highground.engine.choices import Pass, RollDice, Shoot, Strike, Use
from highground.engine.model import UnitSheet, Weapon
from highground.engine.prompts import ReactPrompt, RollPrompt
from highground.engine.state import Army, Fighting, Melee, Shot, Window
from tests.engine.field import (
    RED,
    beside,
    blade,
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
    weapon,
)
from tests.engine.random_play import answer_somehow
from tests.engine.test_again import AGAIN
from tests.values import replace

GUN = weapon("gun", "3", ap=-6, damage="D6")


def ward(per: Per = "round", **more: object) -> Ability:
    use = AbilityUse("activated", 0, ("shooting", "combat"), "any", "wounded", per=per, **more)  # type: ignore[arg-type]
    return Ability("Ward", uid="ward", effects=(IgnoreDamage(),), use=use)


def having(sheet: UnitSheet, ability: Ability) -> UnitSheet:
    return replace(sheet, abilities=(ability,))


BEAST = having(unit("Beast", blade(), wounds=9, keywords="monster"), ward())


def declared(arm: Weapon = GUN, foe: UnitSheet = BEAST, cp: int = 0) -> Battle:
    what = replace(setup([unit("Gun", arm, blade())], [foe]), stratagems=(AGAIN,))
    places = {0: row(20, 22), 1: row(beside(20, 10), 22, len(foe.line_up))}
    battle = position(what, places, "shooting", armies=(Army(cp, zone=0), Army(zone=1)))
    battle.answer(Shoot(0, (Shot(arm.uid, 1),)))
    return battle


def test_all_at_once_stops_where_the_damage_is_known() -> None:
    battle = declared()
    take(battle, RollDice(), 3, 3, 3, 4, 4, 4, 2, 5, 3)
    assert battle.ask() == ReactPrompt(RED, ("pass", "use"), (1,), stage="", why="wounded")
    events = take(battle, Use("ward", 1))
    ignored = one(ev.DamageIgnored, events)
    assert (ignored.unit, ignored.target, ignored.volley, ignored.wound, ignored.was) == (0, 1, 0, 1, 5)
    prompt = battle.ask()
    assert isinstance(prompt, RollPrompt)
    assert prompt.stage == "fnp"
    made = one(ev.AttacksMade, take(battle, RollDice()))
    assert made.lost == ((0, 5),)
    assert made.sequence.wounding is not None
    assert made.sequence.wounding.amounts == (2, 0, 3)
    assert battle.state.units[1].wounds == (4,)


def test_stage_by_stage_it_is_the_same_and_passing_leaves_the_damage() -> None:
    for answer, left in ((Use("ward", 1), 4), (Pass(), 0)):
        battle = declared()
        take(battle, RollDice("hit"), 3, 3, 3)
        take(battle, RollDice("wound"), 4, 4, 4)
        take(battle, RollDice("save"))
        take(battle, RollDice("damage"), 2, 5, 3)
        take(battle, answer)
        take(battle, RollDice("fnp"))
        assert battle.state.units[1].wounds == (left,)


def test_it_holds_once_a_round() -> None:
    battle = declared()
    take(battle, RollDice(), 3, 1, 1, 4, 5)
    take(battle, Use("ward", 1))
    take(battle, RollDice())
    state = battle.state
    for later, asks in ((state.round, False), (state.round + 1, True)):
        shooters = (replace(state.units[0], shot=False), state.units[1])
        battle.scene.rewind(replace(state, round=later, units=shooters, stack=()))
        battle.answer(Shoot(0, (Shot("gun", 1),)))
        events = take(battle, RollDice(), 3, 1, 1, 4, 5)
        assert bool(only(ev.AttacksMade, events)) is not asks
        assert isinstance(battle.state.stack[-1] if battle.state.stack else None, Window) is asks


def test_once_a_battle_is_once_a_battle() -> None:
    battle = declared(foe=replace(BEAST, abilities=(ward("battle"),)))
    take(battle, RollDice(), 3, 1, 1, 4, 5)
    take(battle, Use("ward", 1))
    take(battle, RollDice())
    state = battle.state
    shooters = (replace(state.units[0], shot=False), state.units[1])
    battle.scene.rewind(replace(state, round=state.round + 1, units=shooters, stack=()))
    battle.answer(Shoot(0, (Shot("gun", 1),)))
    assert only(ev.AttacksMade, take(battle, RollDice(), 3, 1, 1, 4, 5))


def test_nobody_is_asked_where_nothing_got_through() -> None:
    battle = declared()
    assert only(ev.AttacksMade, take(battle, RollDice(), 1, 1, 1))
    plain = declared(foe=unit("Beast", blade(), wounds=9, keywords="monster"))
    assert only(ev.AttacksMade, take(plain, RollDice(), 3, 1, 1, 4, 5))


def test_the_attackers_reroll_of_damage_comes_first() -> None:
    battle = declared(cp=1)
    take(battle, RollDice("hit"), 3, 1, 1)
    take(battle, Pass())
    take(battle, RollDice("wound"), 4)
    take(battle, RollDice("save"))
    take(battle, RollDice("damage"), 2)
    assert battle.ask() == ReactPrompt(0, ("pass", "use"), (0,), stage="damage", why="rolled")
    take(battle, Use("again", 0, die=(0, 0)), 6)
    prompt = battle.ask()
    assert isinstance(prompt, ReactPrompt)
    assert (prompt.side, prompt.why) == (RED, "wounded")
    assert one(ev.DamageIgnored, take(battle, Use("ward", 1))).was == 6
    take(battle, RollDice("fnp"))
    assert battle.state.units[1].wounds == (9,)


def test_feel_no_pain_is_rolled_for_the_rest_alone() -> None:
    battle = declared(
        weapon("gun", "2", ap=-6, damage="2"), replace(BEAST, miniatures=(miniatures("Beast", 1, wounds=9, fnp=5),))
    )
    take(battle, RollDice(), 3, 3, 4, 4)
    take(battle, Use("ward", 1))
    made = one(ev.AttacksMade, take(battle, RollDice(), 5, 4))
    assert made.lost == ((0, 1),)


def test_a_unit_of_several_loses_nobody_to_it() -> None:
    battle = declared(weapon("gun", "3", ap=-6, damage="2"), having(unit("Trio", count=3, wounds=2), ward()))
    take(battle, RollDice(), 3, 3, 3, 4, 4, 4)
    take(battle, Use("ward", 1))
    made = one(ev.AttacksMade, take(battle, RollDice()))
    assert len(made.slain) == 2


def test_it_does_not_open_where_wounds_are_resolved_one_by_one() -> None:
    pair = mixed("Pair", miniatures("Big", 1, wounds=3, save=2), miniatures("Small", 1, wounds=3, save=5))
    battle = declared(weapon("gun", "1", ap=-1, damage="2"), having(pair, ward()))
    assert only(ev.AttacksMade, take(battle, RollDice(), 3, 4, 1))


def test_it_is_used_in_its_moment_alone() -> None:
    battle = declared()
    assert refusal(battle, Use("ward", 1)).code == "wrong-choice"
    take(battle, RollDice(), 3, 1, 1, 4, 5)
    assert refusal(battle, Use("ward", 0)).code in {"wrong-use", "not-yours", "no-such-ability"}


def test_a_blow_is_turned_away_too() -> None:
    what = setup([unit("Brute", blade(attacks="1", ap=-6, damage="3"))], [BEAST])
    places = {0: row(20, 22), 1: row(beside(20, 0.5), 22)}
    battle = position(what, places, "combat", stack=(Melee(False, 0), Fighting(0, "attack")))
    take(battle, Strike((Shot("blade", 1),)))
    take(battle, RollDice(), 3, 4)
    take(battle, Use("ward", 1))
    take(battle, RollDice())
    assert battle.state.units[1].wounds == (9,)


def test_a_stratagem_turns_damage_away_from_the_unit_that_it_is_used_on() -> None:
    use = AbilityUse("stratagem", 1, ("shooting",), "enemy", "wounded", target="friend", per="battle")
    shield = Ability("Shield", uid="shield", effects=(IgnoreDamage(),), use=use)
    what = replace(setup([unit("Gun", GUN)], [unit("Foe", wounds=6), unit("Other", wounds=6)]), stratagems=(shield,))
    places = {0: row(20, 22), 1: row(beside(20, 10), 22), 2: row(50, 40)}
    battle = position(what, places, "shooting", armies=(Army(zone=0), Army(1, zone=1)))
    battle.answer(Shoot(0, (Shot("gun", 1),)))
    take(battle, RollDice(), 3, 1, 1, 4, 5)
    assert refusal(battle, Use("shield", 2)).sentence == "Other cannot turn damage away now."
    take(battle, Use("shield", 1))
    assert battle.state.armies[1].cp == 0
    take(battle, RollDice())
    assert battle.state.units[1].wounds == (6,)


def test_the_computer_turns_away_what_would_hurt() -> None:
    battle = declared()
    take(battle, RollDice(), 3, 1, 1, 4, 5)
    prompt = battle.ask()
    assert prompt is not None
    assert player("aggressive", 1).choose(battle, prompt) == Use("ward", 1)


def test_whole_battles_with_it_are_legal_and_replay() -> None:
    """Attacks are rolled by stage or all at once, and the wards used or not."""
    used = [_fought(seed) for seed in range(4)]
    assert sum(used) > 0


def _fought(seed: int) -> int:
    """How often damage was turned away in a battle."""
    blue, red = ([having(unit(name, GUN, blade(), wounds=6), ward())] for name in "AB")
    battle, random = Battle(replace(setup(blue, red), stratagems=(AGAIN,)), seed), Random(seed)
    while (prompt := battle.ask()) is not None:
        if prompt.why == "wounded":
            assert all(battle.refusal_of(each) is None for each in listing.options(battle, prompt))
        if seed % 2 and isinstance(prompt, RollPrompt) and prompt.stage in get_args(RollStage):
            battle.answer(RollDice(prompt.stage))
        else:
            answer_somehow(battle, prompt, random)
    assert log.replay(log.load(log.dump(log.log_of(battle)))).digest() == battle.digest()
    return sum(isinstance(event, ev.DamageIgnored) for record in battle.records for event in record.events)
