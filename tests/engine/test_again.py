"""One die of an attack is rerolled: the number of attacks, to hit, to wound, to save, for damage."""

from __future__ import annotations

from random import Random

import pytest

from highground.ai import player
from highground.engine import events as ev
from highground.engine import listing, log
from highground.engine.abilities.acts import RollAgain
from highground.engine.abilities.model import Ability
from highground.engine.abilities.model import Use as AbilityUse
from highground.engine.attack.again import ATTACK_ROLLS
from highground.engine.attack.sequence import Sequence
from highground.engine.battle import Battle
from highground.engine.choices import ASKING, Pass, RollDice, Shoot, Use
from highground.engine.ledger import Rolled
from highground.engine.model import Setup, UnitSheet, Weapon
from highground.engine.prompts import Prompt, ReactPrompt, RollPrompt
from highground.engine.state import Army, Resolving, Shot
from tests.engine.field import (
    BLUE,
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
from tests.values import replace

AGAIN = Ability(
    "Again",
    uid="again",
    effects=(RollAgain(),),
    use=AbilityUse("stratagem", 1, window="rolled", turn="any", rolls=ATTACK_ROLLS, target="friend"),
)
GUN = weapon("gun", "3", ap=-1, damage="D6", keywords="sustained hits 1")
MARK = unit("Mark", blade(), count=3, wounds=3)


def declared(arm: Weapon = GUN, foe: UnitSheet = MARK, cp: tuple[int, int] = (1, 1), seed: int = 1) -> Battle:
    """A weapon's attacks at a target ten inches away; these command points for the attacker and the defender."""
    what = replace(setup([unit("Gun", arm, blade())], [foe]), stratagems=(AGAIN,))
    places = {0: row(20, 22), 1: row(beside(20, 10), 22, len(foe.line_up))}
    armies = Army(cp[0], zone=0), Army(cp[1], zone=1)
    battle = position(what, places, "shooting", armies=armies, seed=seed)
    battle.answer(Shoot(0, (Shot(arm.uid, 1),)))
    return battle


def sequence(battle: Battle) -> Sequence:
    frame = next(each for each in battle.state.stack if isinstance(each, Resolving))
    return frame.volleys[0].sequence


def again(unit_: int, die: int) -> Use:
    return Use("again", unit_, die=(0, die))


def asked(battle: Battle) -> Prompt:
    prompt = battle.ask()
    assert prompt is not None
    return prompt


def test_a_missed_hit_is_rerolled_and_the_first_face_is_kept() -> None:
    battle = declared()
    take(battle, RollDice("hit"), 2, 3, 6)
    assert asked(battle) == ReactPrompt(BLUE, ("pass", "use"), (0,), stage="hit", why="rolled")
    events = take(battle, again(0, 0), 5)
    found = one(ev.DieRerolled, events)
    assert (found.unit, found.roll, found.volley, found.die, found.was, found.face) == (0, "hit", 0, 0, 2, 5)
    hit = sequence(battle).hit
    assert hit is not None
    assert (hit.faces, hit.first, hit.hits) == ((5, 3, 6), (2, 0, 0), 4), "three hits and one that the six added"
    assert battle.records[-1].dice == (Rolled("hit", 6, (5,), "re-rolled"),)
    assert battle.state.armies[BLUE].cp == 0
    assert asked(battle).stage == "wound"


def test_a_die_that_becomes_a_critical_adds_its_hits_and_one_that_was_loses_them() -> None:
    battle = declared(weapon("gun", "3", keywords="sustained hits D3"))
    take(battle, RollDice("hit"), 1, 6, 4, 2)
    take(battle, again(0, 0), 6, 3)
    hit = sequence(battle).hit
    assert hit is not None
    assert (hit.criticals, hit.extra, hit.hits) == (2, (3, 2), 8), "three dice hit, their sixes add five"


def test_a_critical_that_is_rerolled_and_misses_loses_its_hit() -> None:
    battle = declared()
    take(battle, RollDice("hit"), 1, 6, 4)
    take(battle, again(0, 1), 2)
    hit = sequence(battle).hit
    assert hit is not None
    assert (hit.criticals, hit.extra, hit.hits) == (0, (), 1)


def test_a_wound_roll_is_rerolled() -> None:
    battle = declared(cp=(1, 0))
    take(battle, RollDice("hit"), 3, 3, 3)
    take(battle, RollDice("wound"), 4, 3, 1)
    take(battle, again(0, 2), 4)
    wound = sequence(battle).wound
    assert wound is not None
    assert (wound.faces, wound.first, wound.wounds) == ((4, 3, 4), (0, 0, 1), 2)


def test_the_defender_rerolls_a_save() -> None:
    battle = declared(cp=(0, 1))
    take(battle, RollDice("hit"), 3, 3, 3)
    take(battle, RollDice("wound"), 4, 4, 4)
    take(battle, RollDice("save"), 4, 5, 6)
    assert (asked(battle).side, asked(battle).units, asked(battle).stage) == (RED, (1,), "save")
    take(battle, again(1, 0), 5)
    save = sequence(battle).save
    assert save is not None
    assert (save.faces, save.first, save.unsaved) == ((5, 5, 6), (4, 0, 0), 0)
    assert (battle.state.armies[RED].cp, asked(battle).side, asked(battle).stage) == (0, BLUE, "damage")


def test_a_damage_die_is_rerolled() -> None:
    battle = declared(cp=(1, 0))
    take(battle, RollDice("hit"), 3, 3, 3)
    take(battle, RollDice("wound"), 4, 4, 4)
    take(battle, RollDice("save"), 1, 1, 1)
    take(battle, RollDice("damage"), 6, 1, 5)
    take(battle, again(0, 1), 4)
    wounding = sequence(battle).wounding
    assert wounding is not None
    assert (wounding.faces, wounding.first, wounding.amounts) == ((6, 4, 5), (0, 1, 0), (6, 4, 5))
    made = one(ev.AttacksMade, take(battle, RollDice("fnp")))
    assert made.slain == (2, 1, 0)


def test_the_number_of_attacks_is_rerolled_before_anything_is_rolled_to_hit() -> None:
    battle = declared(weapon("gun", "2D3+1"), cp=(1, 0))
    counted = one(ev.StageRolled, take(battle, RollDice("hit"), 1, 3))
    assert (counted.stage, counted.next_stage) == ("hit", "hit")
    assert (asked(battle).side, asked(battle).stage) == (BLUE, "attacks")
    take(battle, again(0, 0), 2)
    hit = sequence(battle).hit
    assert hit is not None
    assert (hit.attacks, hit.attack_faces, hit.attack_first) == (6, (2, 3), (1, 0))
    assert asked(battle).stage == "hit"
    take(battle, RollDice("hit"), 3, 3, 3, 3, 3, 3)
    kept = sequence(battle).hit
    assert kept is not None
    assert (kept.hits, kept.attack_first) == (6, (1, 0))


def test_after_the_number_of_attacks_the_rest_may_be_rolled_at_once() -> None:
    battle = declared(weapon("gun", "D3"), cp=(1, 0))
    take(battle, RollDice("hit"), 1)
    take(battle, Pass())
    made = one(ev.AttacksMade, take(battle, RollDice(), 3, 4, 2))
    assert made.sequence.hit is not None
    assert made.sequence.hit.attacks == 1


def test_a_die_is_rerolled_once() -> None:
    """Twin-linked has rolled the failed wound rolls again already."""
    battle = declared(weapon("gun", "2", keywords="twin-linked"), cp=(3, 0))
    take(battle, RollDice("hit"), 3, 3)
    take(battle, RollDice("wound"), 1, 4, 2)
    assert asked(battle).stage == "save", "the only die that fell short has been rerolled"
    other = declared(weapon("gun", "3", keywords="twin-linked"), cp=(3, 0))
    take(other, RollDice("hit"), 3, 3, 1)
    assert refusal(other, again(0, 7)).code == "no-die"
    assert refusal(other, Use("again", 0)).code == "no-die"
    take(other, again(0, 2), 3)
    assert asked(other).stage == "wound", "once in a phase"


def test_nobody_is_asked_who_cannot_pay_or_whose_dice_have_all_done_well() -> None:
    poor = declared(cp=(0, 0))
    take(poor, RollDice("hit"), 1, 1, 1)
    assert asked(poor).stage == "wound"
    assert isinstance(asked(poor), RollPrompt)
    well = declared()
    take(well, RollDice("hit"), 3, 4, 6)
    assert isinstance(asked(well), RollPrompt)


@pytest.mark.parametrize("stage", ["all", ASKING])
def test_who_rolls_at_once_forgoes_his_own_answers(stage: str) -> None:
    battle = declared()
    take(battle, RollDice(stage), 1, 1, 1)
    assert asked(battle).kinds == ("end",)


def test_all_at_once_without_asking_leaves_the_defender_none() -> None:
    battle = declared(cp=(0, 1))
    made = one(ev.AttacksMade, take(battle, RollDice(), 3, 3, 3, 4, 4, 4, 4, 5, 6, 2))
    assert made.lost == ((2, 2),)


def test_attacks_rolled_at_once_stop_at_saves_that_failed_for_the_defender() -> None:
    battle = declared(cp=(1, 1))
    rolled = one(ev.StageRolled, take(battle, RollDice(ASKING), 3, 3, 3, 4, 4, 4, 4, 5, 6))
    assert (rolled.stage, rolled.next_stage) == ("save", "damage")
    assert asked(battle) == ReactPrompt(RED, ("pass", "use"), (1,), stage="save", why="rolled")
    take(battle, again(1, 0), 5)
    assert (asked(battle).side, asked(battle).stage) == (BLUE, "damage")
    made = one(ev.AttacksMade, take(battle, RollDice(ASKING)))
    assert made.sequence.save is not None
    assert (made.sequence.save.faces, made.sequence.save.first, made.lost) == ((5, 5, 6), (4, 0, 0), ())


def test_they_go_on_where_the_defender_has_no_answer() -> None:
    """He saved them all; he cannot pay; none got so far; his saves have been rolled before."""
    saved = take(declared(cp=(0, 1)), RollDice(ASKING), 3, 3, 3, 4, 4, 4, 5, 5, 6)
    poor = take(declared(cp=(1, 0)), RollDice(ASKING), 3, 3, 3, 4, 4, 4, 4, 5, 6, 2)
    missed = take(declared(cp=(0, 1)), RollDice(ASKING), 1, 1, 2)
    for events in (saved, poor, missed):
        assert one(ev.AttacksMade, events).sequence.stage == "complete"
        assert not only(ev.StageRolled, events)
    late = declared(cp=(0, 1))
    take(late, RollDice("hit"), 3, 3, 3)
    take(late, RollDice("wound"), 4, 4, 4)
    take(late, RollDice("save"), 4, 5, 6)
    take(late, Pass())
    assert one(ev.AttacksMade, take(late, RollDice(ASKING), 2)).lost == ((2, 2),)


def test_they_stop_from_the_middle_too() -> None:
    battle = declared(cp=(0, 1))
    take(battle, RollDice("hit"), 3, 3, 3)
    take(battle, RollDice(ASKING), 4, 4, 4, 4, 5, 6)
    assert asked(battle).stage == "save"
    take(battle, Pass())
    assert one(ev.AttacksMade, take(battle, RollDice(ASKING), 2)).lost == ((2, 2),)


def test_miniatures_with_different_saves_are_resolved_in_one_go() -> None:
    foe = mixed("Foe", miniatures("Shield", 1, blade(), save=2), miniatures("Plain", 1, blade()))
    battle = declared(weapon("gun", "2"), foe, cp=(0, 1))
    take(battle, RollDice("hit"), 3, 3)
    take(battle, RollDice("wound"), 4, 4)
    take(battle, RollDice("save"), 1, 1)
    assert isinstance(asked(battle), RollPrompt)


def test_it_is_saved_taken_back_and_played_again() -> None:
    battle = declared(seed=2)
    battle.answer(RollDice("hit"))
    assert asked(battle).why == "rolled", "the seed's dice hold one that fell short"
    choice = next(each for each in listing.options(battle, asked(battle)) if isinstance(each, Use))
    before = battle.state
    events = battle.answer(choice)
    digest = battle.digest()
    battle.undo(consent=True)
    assert battle.state == before
    assert battle.answer(choice) == events, "the same die comes again"
    assert battle.digest() == digest


def test_a_battle_is_saved_between_the_throw_and_its_second() -> None:
    what = replace(setup([unit("A", GUN, blade())], [unit("B", GUN, blade())]), stratagems=(AGAIN,))
    battle = whole(3, what)
    windows = [
        i
        for i, record in enumerate(battle.records)
        if any(isinstance(event, ev.WindowOpened) and event.roll in ATTACK_ROLLS for event in record.events)
    ]
    assert windows
    for at in windows[:5]:
        resumed = log.replay(log.load(log.dump(log.log_of(battle.branch(at + 1)))))
        for record in battle.records[at + 1 :]:
            assert resumed.answer(record.choice) == record.events
        assert resumed.digest() == battle.digest()


def whole(seed: int, what: Setup) -> Battle:
    """A battle of random choices, with every attack rolled stage by stage."""
    battle, random = Battle(what, seed), Random(seed)
    while (prompt := battle.ask()) is not None:
        if prompt.stage in ("hit", "wound", "save", "damage", "fnp") and "roll" in prompt.kinds:
            battle.answer(RollDice(prompt.stage))
        else:
            answer_somehow(battle, prompt, random)
    return battle


@pytest.mark.parametrize("level", [1, 5])
def test_a_thinking_player_answers_the_window_legally(level: int) -> None:
    battle = declared(weapon("gun", "1", strength=9, ap=-4, damage="9"), unit("Big", blade(), wounds=9, save=2))
    take(battle, RollDice("hit"), 1)
    choice = player("aggressive", level).choose(battle, asked(battle))
    assert battle.allows(choice)
    assert choice == again(0, 0), "nine wounds are worth a command point"
