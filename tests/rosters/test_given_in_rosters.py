"""What units are given always: what only sounds like it, and whose it is in whole rosters."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import AddToNerve
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import NameUnit
from highground.rosters import read_roster
from highground.rosters.phrases import read_text
from tests.rosters.builder import Tree, ability, as_json, blade, gun, line, roster, selection, squad
from tests.rosters.test_phrases_given import KNOWN

STAYS = [
    # of keywords that nobody knows, or while something holds
    "The bearer has the HUMMING keyword.",
    "While this unit is Battle-shocked, it has the SMOKE keyword.",
    "The bearer loses the SMOKE keyword.",
    # of weapons that nobody has
    "This model's odd thing has the [LETHAL HITS] ability.",
    "Its melee weapons have the [LETHAL HITS] ability.",
    "While this model is leading a unit, this model's sun lance has the [LETHAL HITS] ability.",
    # a model may be one of several in its unit
    'While a friendly KEEPER model is within 6" of this model, that KEEPER model has the Benefit of Cover.',
    'While a friendly MARSH HOUND or KEEPER model is within 6" of this model, that model has the Benefit of Cover.',
    'While this model is within 3" of one or more friendly KEEPER models, it has the Lone Operative ability.',
    'While a friendly MARSH HOUND model is wholly within 6" of this model, that model has the Benefit of Cover.',
    # who leads, and what it has
    "While this unit is leading a unit and contains an odd one, add 1 to Charge rolls made for that unit.",
    "While a HUMMING model is leading this unit, add 1 to Charge rolls made for this unit.",
    # targets
    "Weapons equipped by models in this unit have the [LETHAL HITS] ability when targeting humming units.",
    "Weapons equipped by models in this unit have the [LETHAL HITS] ability when targeting units that charged.",
    "You can re-roll Leadership tests taken for this unit.",
    # enemies that leave the fight
    "Each time an enemy unit within Engagement Range of this unit Falls Back, models in that unit must take Desperate"
    " Escape tests. When doing so, if that enemy unit is an odd one, subtract 1 from each of those tests.",
    "When doing so, if that enemy unit is Battle-shocked, subtract 1 from each of those tests.",
    "At the start of the Fight phase, each enemy unit within Engagement Range of this unit must take a Battle-shock"
    " test if that enemy unit is Below Half-strength.",
    # standing still
    "Each time this unit Remains Stationary, until the start of your next Movement phase, add 1 to Charge rolls made"
    " for this unit.",
    "Each time this unit Remains Stationary, until the start of your next Movement phase, ranged weapons equipped by"
    " models in this unit hum.",
    # half of a weapon's range is not known when a step asks
    "Weapons equipped by models in this unit have the [ASSAULT] ability while targeting a unit within half range.",
    # what 'that unit' is
    "Add 1 to the Objective Control characteristic of models in that unit.",
    "Each time this model's unit makes an attack that targets an enemy unit, if that unit is an odd one, add 1 to the"
    " Hit roll.",
    "While this model is leading a unit, each time that unit ends a Charge move, until the end of the phase, melee"
    " weapons equipped by models in that unit have the [LETHAL HITS] ability.",
    # the same in other words, but not quite
    "Each time an attack targets this unit, if that unit is within range of an objective marker, subtract 1 from the"
    " Hit roll.",
    "This unit can shoot.",
    "This unit can shoot even if it hummed this turn.",
    'Add 6" to the Range characteristic of humming weapons equipped by models in this unit.',
    "Ranged weapons equipped by models in this unit have the HUMMING ability.",
    "Each time an attack targets this unit, the target cannot have the Benefit of Cover against that attack.",
    "Add 1 to Hit rolls made for this unit.",
    # which unit is meant is not clear
    "While this model is leading a unit, each time a model in that unit makes an attack that targets an enemy unit, if"
    " that unit is Below Half-strength, add 1 to the Hit roll.",
    # conditions behind
    "Add 1 to Charge rolls made for this unit if this unit is humming.",
    "Each time an attack targets this unit, if the target is within range of an objective marker, subtract 1 from the"
    " Hit roll.",
    # instead of something else
    "Add 1 to Advance rolls made for this unit. While this unit is Below Half-strength, add 1 to Charge rolls made for"
    " this unit instead.",
    "Add 2 to Charge rolls made for this unit. While this unit is Below Half-strength, add 1 to Charge rolls made for"
    " this unit instead.",
    "Models in this unit have the Feel No Pain 5+ ability. While this unit is Below Half-strength, models in this unit"
    " have the Feel No Pain 6+ ability instead.",
    "Each time this model makes an attack that targets a VEHICLE, add 1 to the Wound roll. If that attack targets a"
    " MONSTER unit, add 2 to the Wound roll instead.",
    "Each time this model makes an attack that targets a humming, add 1 to the Hit roll.",
    # what is left of a list of what armies may not have
    "If your army includes a Reed Singer, it has 1 wound more.",
    "You cannot include more than one of this model in your transport.",
]


@pytest.mark.parametrize("text", STAYS)
def test_it_stays_text(text: str) -> None:
    assert read_text(text, KNOWN) is None


def captain(*inside: Tree) -> Tree:
    joins = ability("Leader", "This model can be attached to the following unit:\n■ WARDEN SQUAD")
    return selection("Captain", "model", 1, line(w="5"), joins, *inside, categories=["Character"])


def test_a_circle_about_a_leader_is_measured_from_it() -> None:
    text = 'While an enemy unit is within 6" of this model, subtract 1 from Battle-shock tests taken for that unit.'
    (unit,) = read_roster(as_json(roster(captain(ability("Dread", text))))).army.units
    (dread,) = (each for each in unit.abilities if each.name == "Dread")
    assert (dread.effects, dread.bearers, dread.by_hand) == (
        (AddToNerve(-1, who="enemies within", reach=6.0),), (0,), False,
    )  # fmt: skip
    lone = selection("Hulk", "model", 1, line(w="9"), ability("Dread", text), categories=["Vehicle"])
    (unit,) = read_roster(as_json(roster(lone))).army.units
    assert [each.bearers for each in unit.abilities if each.name == "Dread"] == [()]


def test_a_keyword_of_a_leader_holds_whether_it_leads_or_not() -> None:
    (unit,) = read_roster(as_json(roster(captain(ability("Pouch", "The bearer has the Grenades keyword."))))).army.units
    assert [each.effects for each in unit.abilities if each.name == "Pouch"] == [(NameUnit("grenades"),)]


@pytest.mark.parametrize(
    ("name", "text", "saves"),
    [
        ("Invulnerable Save (Captain)", "A Captain has a 4+ Invulnerable save", [4]),
        ("Invulnerable Save (Captain)", "The Captain of the Fen has an invulnerable save of 5+.", [5]),
        ("Charm", "A Captain has a 4+ Invulnerable save", [None]),
        ("Invulnerable Save", "A friendly model has a 4+ invulnerable save", [None]),
        ("Invulnerable Save", "A Captain has a 4+ invulnerable save against ranged attacks.", [None]),
    ],
)
def test_a_save_of_one_who_is_called_by_name(name: str, text: str, saves: list[int | None]) -> None:
    (unit,) = read_roster(as_json(roster(captain(ability(name, text))))).army.units
    assert [each.profile.invuln for each in unit.miniatures] == saves


def test_what_leads_is_the_miniature_that_is_called_like_its_unit() -> None:
    joins = ability("Leader", "This model can be attached to the following unit:\n■ WARDEN SQUAD")
    led = ability(
        "Knack",
        "While this model is leading a unit, add 1 to the Objective Control characteristic of models in that unit.",
    )
    for name, bearers in (("Fen Mother", (2,)), ("Somebody", ())):
        groups = (selection("Guard", "model", 2), selection(name, "model", 1))
        whole = selection("Fen Mother", "unit", 1, line(), *groups, joins, led, categories=["Character"])
        (unit,) = read_roster(as_json(roster(whole))).army.units
        (knack,) = (each for each in unit.abilities if each.name == "Knack")
        assert (knack.bearers, knack.by_hand) == (bearers, not bearers)


@pytest.mark.parametrize(
    ("text", "melee", "ranged"),
    [
        ("Melee weapons equipped by this model have the [PRECISION] ability.", ["precision"], ["assault"]),
        ("The bearer's ranged weapons have the [PRECISION] and [ASSAULT] abilities.", [], ["assault", "precision"]),
        ("Weapons equipped by this model have [PRECISION].", ["precision"], ["assault", "precision"]),
        ("Melee weapons equipped by this model have the [HUMMING] ability.", [], ["assault"]),
        ("Melee weapons equipped by this model have the [ONE SHOT] ability.", [], ["assault"]),
        ("Melee weapons equipped by models in this unit have the [PRECISION] ability.", [], ["assault"]),
    ],
)
def test_keywords_for_good_are_those_of_the_weapons(text: str, melee: list[str], ranged: list[str]) -> None:
    arms = selection("Arms", "upgrade", 1, gun("Gun", "Assault"), blade("Knife"))
    (unit,) = read_roster(as_json(roster(captain(arms, ability("Knack", text))))).army.units
    found = {
        carried.weapon.melee: [keyword.name for keyword in carried.weapon.keywords]
        for carried in unit.miniatures[0].weapons
    }
    assert (found[True], found[False]) == (melee, ranged)


FAR = (
    'Each time an attack made with this weapon targets an enemy unit that is not within 12", an unmodified successful'
    " Hit roll of 4+ scores a Critical Hit."
)


def test_what_the_keyword_of_a_weapon_does_is_for_weapons_that_have_it() -> None:
    def read(name: str, keywords: str, make: Callable[..., Tree]) -> tuple[AnyEffect, ...]:
        arm = selection("Ray", "upgrade", 1, gun("Ray", keywords), ability(name, FAR))
        (unit,) = read_roster(as_json(roster(make(arm)))).army.units
        return next(each.effects for each in unit.abilities if each.name == name)

    found = ModifyAttack(
        "hit", 4, change="critical success",
        conditions=(Condition("weapon keyword", name="shimmer"), Condition("within", 12, negate=True)),
    )  # fmt: skip
    assert read("Shimmer (Ray)", "Blast, Shimmer", hulk) == (found,)
    assert read("Shimmer (Ray)", "Blast", hulk) == ()
    assert read("Shimmer (Ray)", "Blast, Shimmer", captain) == ()


def hulk(*inside: Tree) -> Tree:
    return selection("Hulk", "model", 1, line(w="9"), *inside, categories=["Vehicle"])


def test_an_enemy_that_an_army_is_set_on_is_known_by_the_rule_that_sets_it_on() -> None:
    hunters = ability(
        "Hunters", "Each time this model makes an attack that targets your Grudge target, add 1 to the Hit roll."
    )
    vow = (
        "If your Army Faction is ASHEN WARDENS, at the start of your Command phase, select one unit from your"
        " opponent's army. Until the start of your next Command phase, each time a model from your army with this"
        " ability makes an attack that targets that enemy unit, you can re-roll the Hit roll."
    )

    def hulk_of(*inside: Tree) -> tuple[AnyEffect, ...]:
        one = selection("Hulk", "model", 1, line(w="9"), *inside, categories=["Vehicle", "Faction: Ashen Wardens"])
        (unit,) = read_roster(as_json(roster(one))).army.units
        return next(each.effects for each in unit.abilities if each.name == "Hunters")

    assert hulk_of(hunters) == ()
    assert hulk_of(hunters, ability("Grudge", vow)) == (
        ModifyAttack("hit", 1, conditions=(Condition("target marked", name="grudge"),)),
    )


def test_who_is_hidden_beside_its_like_needs_another_of_them() -> None:
    text = 'While this model is within 3" of one or more friendly INFANTRY units, it has the Lone Operative ability.'
    found = []
    for keywords in (["Infantry"], ["Mounted"]):
        spy = selection("Spy", "model", 1, line(), ability("Veil", text), categories=keywords)
        unit, _ = read_roster(as_json(roster(spy, squad("Squad", 3, categories=["Infantry"])))).army.units
        found += [bool(each.effects) for each in unit.abilities if each.name == "Veil"]
    assert found == [False, True]


def test_a_save_of_one_of_several_is_its_own() -> None:
    save = ability("Invulnerable Save", "This unit's Champion model has a 4+ invulnerable save.")
    groups = (selection("Warden", "model", 4), selection("Champion", "model", 1))
    (unit,) = read_roster(as_json(roster(selection("Squad", "unit", 1, line(), *groups, save)))).army.units
    assert [each.profile.invuln for each in unit.miniatures] == [None, 4]
    other = ability("Invulnerable Save", "A Herald has a 4+ invulnerable save.")
    (unit,) = read_roster(as_json(roster(squad("Squad", 3, other)))).army.units
    assert [each.profile.invuln for each in unit.miniatures] == [None]
