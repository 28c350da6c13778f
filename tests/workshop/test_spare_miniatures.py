"""Miniatures that may be added in battle, made in the workshop: what is said of them, what is refused, a battle."""

from __future__ import annotations

import pytest

from highground.engine import events as ev
from highground.engine import log
from highground.engine.choices import RollDice, Shoot
from highground.engine.model import UnitSheet
from highground.engine.state import Shot
from highground.engine.steps import movement, targeting
from highground.packs import load_pack
from highground.words.readings import of_ability
from highground.workshop import RuleSetError, applied, read_rule, read_rule_set
from highground.workshop.making import ability_of
from highground.workshop.reading import read_unit
from highground.workshop.saying import of_unit
from tests.engine.field import army, beside, miniatures, mixed, one, position, row, setup, take, unit, weapon
from tests.engine.invariants import check_state
from tests.engine.random_play import play_random
from tests.workshop.sets import Json, effect, rule_set

LINE = {"movement": 6, "toughness": 3, "save": 7, "wounds": 1, "leadership": 8, "objective_controlled": 1}
PUP: Json = {"name": "Pup", "count": 6, "invuln": 4, "base_mm": 25, **LINE}
MITE: Json = {"name": "Mite", "count": 6, **LINE}
SPIT: Json = {"name": "Pup spit", "range": 18, "attacks": "2", "skill": 4, "strength": "3", "ap": -1, "damage": "1",
              "model": "Pup", "keywords": ["psychic"]}  # fmt: skip
NIP: Json = {"name": "Mite nip", "attacks": "2", "skill": 5, "strength": "2", "damage": "1", "model": "Mites"}
LITTER: Json = {"name": "Litter", "effects": [
    effect("add_miniatures", name="Pup", value=2, when="miniature destroyed", face_from=4,
           conditions=[{"kind": "fallen", "name": "Hound"}]),
    effect("add_miniatures", name="Mite", value=1, when="miniature destroyed", face_from=4,
           conditions=[{"kind": "fallen", "name": "Pup"}]),
]}  # fmt: skip
YELPING: Json = {"name": "Yelping", "effects": [
    effect("move", value=2, conditions=[{"kind": "contains", "name": "Hound", "negate": True}]),
]}  # fmt: skip
PACK_UNIT: Json = {"name": "Hounds", "spares": [PUP, MITE], "carries": [SPIT, NIP], "abilities": [LITTER, YELPING]}


def hounds(count: int = 3) -> UnitSheet:
    bare = mixed("Hounds", miniatures("Hound", count, weapon("bark", strength=4)))
    (found,) = applied(army("Blue", [bare]), [read_rule_set(rule_set(units=[PACK_UNIT]))]).units
    return found


def test_they_are_part_of_the_unit_with_their_weapons_and_do_not_begin_the_battle() -> None:
    found = hounds()
    assert [(each.name, each.count, each.spare is True) for each in found.miniatures] == [
        ("Hound", 3, False), ("Pup", 6, True), ("Mite", 6, True),
    ]  # fmt: skip
    pup, mite = found.miniatures[1:]
    assert (pup.profile.invuln, pup.profile.save, pup.base_mm, mite.profile.invuln) == (4, 7, 25.0, None)
    assert [each.weapon.name for each in pup.weapons] == ["Pup spit"]
    assert [(each.weapon.name, each.weapon.melee) for each in mite.weapons] == [("Mite nip", True)]
    assert len(found.starting) == 3
    again = applied(army("Blue", [found]), [read_rule_set(rule_set(units=[PACK_UNIT]))]).units[0]
    assert again.miniatures == found.miniatures
    only = applied(army("Blue", [unit("Another")]), [read_rule_set(rule_set(units=[PACK_UNIT]))]).units[0]
    assert not only.spares


def test_they_are_said_in_words() -> None:
    assert of_unit(read_unit(PACK_UNIT))[-2:] == [
        "Up to 6 × Pup may be added in battle: M 6, T 3, W 1, Ld 8+, OC 1, invulnerable save 4+, base 25 mm",
        "Up to 6 × Mite may be added in battle: M 6, T 3, W 1, Ld 8+, OC 1, base 32 mm",
    ]
    assert of_ability(ability_of(read_rule(LITTER, "unit"), "unit")) == [
        "The unit: 2 × Pup join it, on a 4+, when one of its miniatures is destroyed, after the attacks, "
        "if the fallen miniature is a hound",
        "The unit: 1 × Mite joins it, on a 4+, when one of its miniatures is destroyed, after the attacks, "
        "if the fallen miniature is a pup",
    ]


WRONG: dict[str, tuple[Json, str]] = {
    "no name": ({"spares": [PUP | {"name": " "}]}, "need a name"),
    "too many": ({"spares": [PUP | {"count": 41}]}, "1 to 40 of them"),
    "far too many": ({"spares": [PUP | {"name": f"Pup {i}", "count": 40} for i in range(3)]}, "80 miniatures"),
    "twice": ({"spares": [PUP, PUP | {"name": "pup"}]}, "one name"),
    "no such line": ({"spares": [PUP | {"toughness": 0}]}, "toughness is 1 to 30"),
    "without a line": ({"spares": [{"name": "Pup"}]}, "'M' is still to be said"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_means_nothing_is_refused_with_a_sentence(name: str) -> None:
    more, why = WRONG[name]
    with pytest.raises(RuleSetError, match=why):
        read_rule_set(rule_set(units=[{"name": "Hounds", **more}]))


def test_who_has_fallen_is_asked_at_its_moment_alone() -> None:
    asked = {"kind": "fallen", "name": "Hound"}
    with pytest.raises(RuleSetError, match="at the moment 'miniature destroyed' alone"):
        read_rule({"name": "Odd", "effects": [effect("move", value=1, conditions=[asked])]}, "unit")
    with pytest.raises(RuleSetError, match="happens to the unit itself alone"):
        hurts = effect("mortal_wounds", value=1, who="enemies within", reach=3, when="miniature destroyed")
        read_rule({"name": "Odd", "effects": [hurts]}, "unit")


def test_who_stands_up_again_is_the_one_that_fell() -> None:
    for more, why in (
        ({}, "belongs to the moment 'fell'"),
        ({"when": "fell", "who": "enemies within", "reach": 3}, "happens to it alone"),
    ):
        with pytest.raises(RuleSetError, match=why):
            read_rule({"name": "Odd", "effects": [effect("stand_up", **more)]}, "unit")


def test_a_battle_with_them() -> None:
    kennel = hounds(2)
    what = setup([unit("Guns", weapon("gun", skill=2, strength=8, ap=-6), count=2)], [kennel])
    battle = position(what, {0: row(20, 20, 2), 1: (*row(beside(20, 9), 20, 2), *((0.0, 0.0),) * 12)})
    take(battle, Shoot(0, (Shot("gun", 1, (0,)),)))
    events = take(battle, RollDice(), 6, 6, 4)
    assert len(one(ev.MiniaturesAdded, events).gained) == 2
    state = battle.state.units[1]
    assert sum(state.wounds) == 3
    arms = targeting.usable(battle.scene, state)
    pups = next(arm for arm in arms.values() if arm.weapon.name == "Pup spit")
    assert sorted(i for i in pups.carried if state.wounds[i]) == [2, 3]
    assert movement.speed(battle.scene, 1) == 6


def test_whole_battles_with_them_are_legal_and_replay() -> None:
    pack = load_pack()
    ours, came = pack.army("vow-1000"), 0
    names = list(dict.fromkeys(each.name for each in ours.units))
    litter = {"name": "Litter", "effects": [
        effect("add_miniatures", name="Pup", value=1, when="miniature destroyed",
               conditions=[{"kind": "fallen", "name": "Pup", "negate": True}])]}  # fmt: skip
    units = [{"name": name, "spares": [PUP], "carries": [SPIT], "abilities": [litter]} for name in names]
    rules = read_rule_set(rule_set(faction=ours.faction, units=units, army=[], stratagems=[], enhancements=[]))
    for seed in (1, 2):
        battle = play_random(pack.setup(applied(ours, [rules]), pack.army("fen-1000")), seed, check_state)
        came += sum(isinstance(event, ev.MiniaturesAdded) for each in battle.records for event in each.events)
        assert log.replay(log.load(log.dump(log.log_of(battle)))).digest() == battle.digest()
    assert came
