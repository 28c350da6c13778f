"""Characteristics and weapon keywords that players put right by hand, of units, miniatures and named weapons."""

from __future__ import annotations

import pytest

from highground.engine import events as ev
from highground.engine import log
from highground.engine.abilities.afflictions import Forbid
from highground.engine.abilities.attacks import GainKeyword
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Prohibition
from highground.engine.abilities.profiles import ChangeProfile
from highground.engine.amendments import AmendDamage, AmendDie, AmendWounds
from highground.engine.attack.terms import Pool
from highground.engine.battle import Battle
from highground.engine.choices import Advance, ByHand, Charge, Choice, End, Move, Pass, RollDice, Shoot
from highground.engine.effects.keywords import KNOWN_KEYWORDS, SHAPES
from highground.engine.log import log_of
from highground.engine.model import Amount, Keyword, Weapon
from highground.engine.state import Melee, Phase, Shot
from highground.engine.steps import movement, targeting
from highground.engine.steps.armament import arms_of, mark_of
from tests.engine.field import beside, blade, one, position, refusal, row, setup, state_of, take, unit, weapon
from tests.engine.test_again import declared as with_again
from tests.values import replace

RIFLE, PISTOL = weapon("rifle"), weapon("sidearm")


def field(phase: Phase = "shooting") -> Battle:
    """Three of ours with two weapons each, and their foes ten inches away."""
    what = setup([unit("Ours", RIFLE, PISTOL, count=3, wounds=2)], [unit("Foes", RIFLE, count=2)])
    return position(what, {0: row(20, 20, 3), 1: row(beside(20, 10), 20, 2)}, phase)


def plain(number: int) -> Amount:
    return Amount(plus=number)


def on(*effects: ChangeProfile | GainKeyword | Forbid, target: int | None = 0) -> ByHand:
    return ByHand("by-hand", None, effects, target=target)


def carried(battle: Battle, unit_: int = 0) -> dict[str, tuple[Weapon, list[int]]]:
    return {uid: (arm.weapon, sorted(arm.carried)) for uid, arm in arms_of(battle.scene, unit_).items()}


def test_every_characteristic_of_a_unit_is_another_while_it_is_on() -> None:
    battle = field()
    before = battle.scene.sheets[0]
    stats = {
        "movement": 9,
        "toughness": 7,
        "save": 2,
        "invulnerable save": 4,
        "feel no pain": 5,
        "leadership": 5,
        "objective control": 3,
    }
    effects = tuple([ChangeProfile(stat, plain(number)) for stat, number in stats.items()])  # type: ignore[arg-type]
    take(battle, on(*effects))
    profile = battle.scene.sheets[0].line_up[2].profile
    assert (profile.movement, profile.toughness, profile.save) == (9, 7, 2)
    assert (profile.invuln, profile.fnp, profile.leadership, profile.objective_controlled) == (4, 5, 5, 3)
    assert movement.speed(battle.scene, 0) == 9.0
    mark = mark_of(battle.scene, 0)
    assert (mark.toughness, mark.target) == (7, (Pool(2, 2, 4, 5, 3),))
    take(battle, ByHand("by-hand", on=False))
    assert battle.scene.sheets[0] is before
    assert mark_of(battle.scene, 0).toughness == before.line_up[0].profile.toughness


def test_a_characteristic_of_one_miniature_leaves_the_others() -> None:
    battle = field()
    take(battle, on(ChangeProfile("save", plain(2), miniatures=(1,), duration="phase")))
    saves = [each.profile.save for each in battle.scene.sheets[0].line_up]
    assert saves[1] == 2
    assert saves[0] == saves[2] != 2
    assert len(mark_of(battle.scene, 0).target) > 1
    take(battle, End())
    take(battle, Advance())
    assert len({each.profile.save for each in battle.scene.sheets[0].line_up}) == 1, "the phase is over"


def test_more_wounds_are_had_at_once_and_given_up_again() -> None:
    battle = field()
    hurt = replace(battle.state.units[0], wounds=(2, 1, 0))
    state_of(battle, units=(hurt, battle.state.units[1]))
    take(battle, on(ChangeProfile("wounds", plain(4))))
    assert battle.state.units[0].wounds == (4, 3, 0)
    take(battle, ByHand("by-hand", on=False))
    assert battle.state.units[0].wounds == (2, 1, 0)
    assert refusal(battle, on(ChangeProfile("wounds", plain(4), duration="turn"))).code == "wounds-for-good"


def test_weapons_have_other_characteristics_all_of_them_or_those_of_a_name() -> None:
    battle = field()
    effects = (
        ChangeProfile("attacks", Amount(1, 6)),
        ChangeProfile("skill", plain(2), weapon="Rifle"),
        ChangeProfile("strength", plain(8), weapon="rifle"),
        ChangeProfile("armour penetration", plain(3), weapon="rifle"),
        ChangeProfile("damage", Amount(1, 3, 1), weapon="rifle"),
        ChangeProfile("range", plain(36), weapon="rifle"),
    )
    take(battle, on(*effects))
    found = carried(battle)
    rifle, pistol = found["rifle"][0], found["sidearm"][0]
    assert (str(rifle.attacks), rifle.skill, str(rifle.strength)) == ("D6", 2, "8")
    assert (rifle.ap, str(rifle.damage), rifle.range) == (-3, "D3+1", 36)
    assert (str(pistol.attacks), pistol.range) == ("D6", PISTOL.range)


def test_a_weapon_of_one_miniature_is_a_weapon_of_its_own() -> None:
    battle = field()
    sharp = ChangeProfile("gains", keyword=Keyword("sustained hits", plain(2)), weapon="rifle", miniatures=(1,))
    take(battle, on(sharp))
    found = carried(battle)
    (mine,) = (uid for uid in found if uid not in {"rifle", "sidearm"})
    assert (found["rifle"][1], found[mine][1], found["sidearm"][1]) == ([0, 2], [1], [0, 1, 2])
    assert [str(each) for each in found[mine][0].keywords] == ["sustained hits 2"]
    take(battle, Shoot(0, (Shot(mine, 1), Shot("rifle", 1))))
    take(battle, RollDice("hit"), 6, 1, 1)
    frame = battle.state.stack[-1]
    assert sorted(each.sequence.hit.hits for each in frame.volleys) == [0, 3]  # type: ignore[attr-defined]
    later = replace(sharp, miniatures=(0,))
    assert refusal(battle, on(later)).code == "effect-not-now", "its weapons are being rolled for"


@pytest.mark.parametrize("name", sorted(KNOWN_KEYWORDS))
def test_every_keyword_is_given_and_taken(name: str) -> None:
    value = None if SHAPES[name] == "plain" else plain(4)
    keyword = Keyword(name, value, "infantry" if name == "anti" else None)
    for given in (
        ChangeProfile("gains", keyword=keyword),
        ChangeProfile("gains", keyword=keyword, miniatures=(0,)),
        GainKeyword(keyword, conditions=(Condition("weapon", name="rifle"),), duration="turn"),
    ):
        battle = field()
        take(battle, on(given))
        having = [uid for uid, arm in arms_of(battle.scene, 0).items() if name in arm.keywords]
        if isinstance(given, ChangeProfile) or name in {"assault", "pistol", "indirect fire", "hazardous"}:
            assert having
    battle = field()
    take(battle, on(ChangeProfile("gains", keyword=keyword)))
    take(battle, on(ChangeProfile("loses", keyword=Keyword(name))))
    assert all(name not in arm.keywords for arm in arms_of(battle.scene, 0).values())


def test_what_cannot_be_is_refused() -> None:
    battle = field()
    wrong = {
        "characteristic-out-of-range": ChangeProfile("toughness", plain(0)),
        "effect-without-amount": ChangeProfile("toughness"),
        "unknown-keyword": ChangeProfile("gains", keyword=Keyword("luck")),
        "effect-without-value": ChangeProfile("gains", keyword=Keyword("melta")),
        "effect-with-conditions": ChangeProfile("save", plain(2), conditions=(Condition("charged"),)),
        "unknown-effect": ChangeProfile("charm", plain(2)),  # type: ignore[arg-type]
        "no-such-miniatures": ChangeProfile("save", plain(2), miniatures=(7,)),
        "profile-as-it-is": ChangeProfile("damage", plain(2), weapon="catapult"),
    }
    for code, effect in wrong.items():
        assert refusal(battle, on(effect)).code == code
    assert refusal(battle, on(ChangeProfile("save", Amount(1, 6)))).code == "characteristic-out-of-range"
    nobody = ChangeProfile("save", plain(2), miniatures=(0,))
    assert refusal(battle, on(nobody, target=None)).code == "effect-needs-unit"


def test_it_is_replayed_and_taken_back() -> None:
    battle = Battle(field().setup, 3)
    battle.answer(RollDice())
    side = battle.ask()
    assert side is not None
    sheets = battle.scene.sheets
    battle.answer(on(ChangeProfile("gains", keyword=Keyword("heavy"), miniatures=(0,))))
    again = log.replay(log.load(log.dump(log_of(battle))))
    assert again.digest() == battle.digest()
    assert again.scene.sheets == battle.scene.sheets != sheets
    battle.undo()
    assert battle.scene.sheets == sheets


FORBIDDEN: list[tuple[Prohibition, Phase, Choice]] = [
    ("advance", "movement", Move(0, "advance")),
    ("shoot", "shooting", Shoot(0, (Shot("rifle", 1),))),
    ("charge", "charge", Charge(0, (1,))),
]


@pytest.mark.parametrize(("what", "phase", "choice"), FORBIDDEN)
def test_what_is_forbidden_is_refused(what: Prohibition, phase: Phase, choice: Choice) -> None:
    battle = field(phase)
    assert battle.allows(choice)
    take(battle, on(Forbid(what, duration="turn")))
    assert refusal(battle, choice).code == "forbidden"
    prompt = battle.ask()
    assert prompt is not None
    if phase != "movement":
        assert prompt.kinds[0] == "end"
    else:
        take(battle, Move(0, "move", row(20, 21, 3)))


def test_a_unit_that_may_not_fall_back_stays() -> None:
    what = setup([unit("Ours", blade())], [unit("Foes", blade())])
    battle = position(what, {0: row(20, 20), 1: row(beside(20, 0.5), 20)}, "movement")
    away = Move(0, "fall_back", row(16, 20))
    assert battle.allows(away)
    take(battle, on(Forbid("fall back")))
    assert refusal(battle, away).code == "forbidden"
    take(battle, Move(0, "stationary"))


def test_shots_out_of_turn_are_forbidden_too() -> None:
    battle = field()
    take(battle, on(Forbid("shoot")))
    assert targeting.usable(battle.scene, battle.state.units[0]) == {}


def test_a_die_is_turned_while_the_other_player_is_asked() -> None:
    """The defender may roll a save again; meanwhile the attacker turns one of the dice that lie there."""
    battle = with_again(weapon("gun", "3"), cp=(0, 3))
    for stage, faces in (("hit", (6, 6, 6)), ("wound", (6, 6, 6)), ("save", (1, 1, 6))):
        take(battle, RollDice(stage), *faces)
    asked = battle.ask()
    assert asked is not None
    assert asked.side == 1
    turned = one(ev.DieRerolled, take(battle, ByHand("by-hand", amend=(AmendDie(0, 0, 6),), side=0)))
    assert (turned.was, turned.face, turned.roll) == (1, 6, "save")
    again = battle.ask()
    assert again is not None
    assert again.side == 1, "the question stays open"
    take(battle, Pass())
    prompt = battle.ask()
    assert prompt is not None
    assert prompt.side == 0


def test_the_damage_of_one_attack_becomes_none() -> None:
    battle = field()
    take(battle, on(ChangeProfile("damage", plain(3), weapon="rifle")))
    take(battle, Shoot(0, (Shot("rifle", 1),)))
    assert refusal(battle, ByHand("by-hand", amend=(AmendDamage(0, 0),))).code == "no-damage-due"
    for stage, faces in (("hit", (6, 6, 6)), ("wound", (6, 6, 6)), ("save", (1, 1, 6)), ("damage", ())):
        take(battle, RollDice(stage), *faces)
    changed = one(ev.DamageAmended, take(battle, ByHand("by-hand", amend=(AmendDamage(0, 1),))))
    assert (changed.was, changed.now, changed.target) == (3, 0, 1)
    assert refusal(battle, ByHand("by-hand", amend=(AmendDamage(0, 2),))).code == "no-damage-due"
    take(battle, RollDice("fnp"))
    assert sum(left > 0 for left in battle.state.units[1].wounds) == 1, "one of two attacks did damage"


def test_a_miniature_has_as_many_wounds_as_both_say() -> None:
    battle = field()
    take(battle, ByHand("by-hand", target=0, amend=(AmendWounds(5, 1),)))
    assert battle.state.units[0].wounds == (2, 5, 2)
    take(battle, ByHand("by-hand", target=0, amend=(AmendWounds(0),)))
    assert battle.state.units[0].wounds == (0, 5, 2)
    for miniature, wounds, code in ((0, 2, "no-such-miniatures"), (1, 5, "wounds-amended"), (1, -1, "wounds-amended")):
        assert refusal(battle, ByHand("by-hand", target=0, amend=(AmendWounds(wounds, miniature),))).code == code
    for miniature in (1, 2):
        take(battle, ByHand("by-hand", target=0, amend=(AmendWounds(0, miniature),)))
    assert not battle.state.units[0].alive


def test_between_two_fights_things_are_done_at_once() -> None:
    what = setup([unit("Ours", blade())], [unit("Foes", blade()), unit("Others", blade())])
    battle = position(
        what, {0: row(20, 20), 1: row(beside(20, 0.5), 20), 2: row(50, 40)}, "combat", stack=(Melee(False, 0),)
    )
    prompt = battle.ask()
    assert prompt is not None
    assert prompt.kinds[0] == "fight"
    take(battle, ByHand("by-hand", target=1, amend=(AmendWounds(0),)))
    assert not battle.state.units[1].alive
    ended = battle.ask()
    assert ended is not None
    assert ended.kinds[0] == "end", "nobody is left to fight"
