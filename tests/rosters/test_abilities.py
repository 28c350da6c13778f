"""Abilities: saves that are certain, core rules, leaders, transports, and text that stays private."""

from __future__ import annotations

import pytest

from highground.engine.abilities import on_attacks
from highground.engine.abilities.grants import TakePlaces
from highground.engine.model import Ability, Amount, Keyword, UnitSheet
from highground.rosters import Roster, read_roster
from highground.rosters.abilities import core_rule
from highground.rosters.text import tidy
from tests.engine.field import position, row, setup, state_of, unit, weapon
from tests.rosters.builder import (
    Tree,
    ability,
    as_json,
    force,
    gun,
    line,
    profile,
    roster,
    rule,
    selection,
    settings,
    squad,
)
from tests.values import replace


def read(*units: Tree) -> Roster:
    return read_roster(as_json(roster(*units)))


def saves(*inside: Tree) -> list[tuple[int, int | None, int | None]]:
    """(miniatures, invulnerable save, feel no pain) of a unit with a sergeant and four wardens."""
    found = read(mixed(*inside))
    return [(sheet.count, sheet.profile.invuln, sheet.profile.fnp) for sheet in found.army.units[0].miniatures]


def mixed(*inside: Tree) -> Tree:
    groups = [] if any(item.get("type") == "model" for item in inside) else [sergeant(), wardens()]
    return selection("Squad", "unit", 1, line(), *groups, *inside)


def sergeant(*inside: Tree) -> Tree:
    return selection("Sergeant", "model", 1, *inside)


def wardens(*inside: Tree) -> Tree:
    return selection("Warden", "model", 4, *inside)


NOBODY = [(1, None, None), (4, None, None)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Invulnerable Save", "Models in this unit have a 4+ invulnerable save."),
        ("Invulnerable Save", "This unit has a 4+ Invulnerable save"),
        ("Invulnerable Save", "4+"),
        ("Invulnerable Save (4+)", ""),
        ("Invulnerable Save (4+)", "This model has a 4+ invulnerable save."),
        ("Mist cloak", "Models in this unit have a 4+ invulnerable save."),
    ],
)
def test_an_invulnerable_save_without_condition_is_a_stat(name: str, text: str) -> None:
    assert saves(ability(name, text)) == [(1, 4, None), (4, 4, None)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Invulnerable Save", "5+ - *Against ranged attacks only*"),
        ("Invulnerable Save", "5+*"),
        ("Invulnerable Save", "This model has a 4+ invulnerable save against ranged attacks."),
        (
            "Mist (Aura)",
            'While a friendly unit is within 6" of this unit, models in that unit have a 6+ invulnerable save.',
        ),
        ("Mist helm", "The bearer has a 4+ invulnerable save. While leading, models in that unit have it too."),
        ("Old healer", "While this model is leading a unit, models in that unit have the Feel No Pain 5+ ability."),
        ("Null field", "This model has the Feel No Pain 4+ ability against mortal wounds."),
        ("Invulnerable Save: Piper", "This model has a 4+ invulnerable save."),
    ],
)
def test_a_save_with_a_condition_stays_text_and_is_reported(name: str, text: str) -> None:
    found = read(mixed(ability(name, text)))
    (unit,) = found.army.units
    assert {(sheet.profile.invuln, sheet.profile.fnp) for sheet in unit.miniatures} == {(None, None)}
    assert [item.code for item in found.report if item.code == "conditional-save"] == ["conditional-save"]
    assert (name, text) in [(item.name, item.text) for item in unit.abilities]


def test_the_scope_of_a_save_is_where_it_hangs() -> None:
    text = "This model has a 4+ invulnerable save."
    assert saves(sergeant(ability("Invulnerable Save", text)), wardens()) == [(1, 4, None), (4, None, None)]
    assert saves(ability("Invulnerable Save: Sergeant", text)) == [(1, 4, None), (4, None, None)]


def test_a_bearers_save_is_the_bearers_alone() -> None:
    shield = selection("Tower shield", "upgrade", 2, ability("Tower shield", "The bearer has a 4+ invulnerable save."))
    assert saves(sergeant(), wardens(shield)) == [(1, None, None), (2, 4, None), (2, None, None)]


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("Models in the bearer’s unit have the Feel No Pain 6+ ability.", "fnp"),
        ("Models in the bearer's unit have a 5+ invulnerable save.", "save"),
    ],
)
def test_gear_helps_the_whole_unit_while_its_bearer_lives(text: str, stage: str) -> None:
    kit = selection("Salve", "upgrade", 1, ability("Salve", text))
    assert saves(sergeant(kit), wardens()) == NOBODY
    (sheet,) = read(mixed(sergeant(kit), wardens())).army.units
    for living, helped in (((2, 2, 2, 2, 2), [stage]), ((2, 0, 0, 0, 0), [stage]), ((0, 2, 2, 2, 2), [])):
        battle = position(setup([sheet], [unit("Foe", weapon("gun"))]), {0: row(20, 22, 5), 1: row(30, 22)})
        state_of(battle, units=(replace(battle.state.units[0], wounds=living), battle.state.units[1]))
        assert [each.stage for each in on_attacks.modifiers(battle.scene, 1, 0, weapon("gun"))] == helped


def test_gear_whose_bearer_is_unknown_helps_nobody() -> None:
    found = read(mixed(selection("Charm", "upgrade", 1, ability("Charm", "The bearer has a 5+ invulnerable save."))))
    assert [sheet.profile.invuln for sheet in found.army.units[0].miniatures] == [None, None]
    assert "bearer-unknown" in [item.code for item in found.report]


def test_the_best_of_several_saves_counts() -> None:
    shield = selection("Shield", "upgrade", 1, ability("Shield", "The bearer has a 3+ invulnerable save."))
    wide = ability("Invulnerable Save", "Models in this unit have a 5+ invulnerable save.")
    assert saves(wide, sergeant(shield), wardens()) == [(1, 3, None), (4, 5, None)]


def test_feel_no_pain_is_a_rule_of_units_and_models() -> None:
    assert saves(rule("Feel No Pain 5+")) == [(1, None, 5), (4, None, 5)]
    assert saves(sergeant(rule("Feel No Pain 4+")), wardens()) == [(1, None, 4), (4, None, None)]


def test_a_feel_no_pain_against_some_attacks_is_no_save_because_the_rule_is_named_beside_it() -> None:
    null = ability("Null field", "Models in this unit have the Feel No Pain 5+ ability against mortal wounds.")
    assert saves(rule("Feel No Pain 5+"), null) == NOBODY
    assert saves(rule("Feel No Pain 6+"), null) == [(1, None, 6), (4, None, 6)]
    found = read(mixed(rule("Feel No Pain 5+"), null)).army.units[0]
    assert "feel no pain" not in found.rules
    assert [item.name for item in found.abilities if item.effects] == ["Null field"]


def test_feel_no_pain_on_gear_is_a_glossary() -> None:
    assert saves(sergeant(selection("Salve", "upgrade", 1, rule("Feel No Pain 5+"))), wardens()) == NOBODY


def test_feel_no_pain_without_a_value_takes_it_from_an_ability_or_none() -> None:
    assert saves(rule("Feel No Pain")) == NOBODY
    text = ability("Tough hide", "Models in this unit have the Feel No Pain 6+ ability.")
    assert saves(rule("Feel No Pain"), text) == [(1, None, 6), (4, None, 6)]


@pytest.mark.parametrize("text", ["", "Feel No Pain 5+", "5+"])
def test_feel_no_pain_that_is_named_with_its_value_needs_no_text(text: str) -> None:
    assert saves(ability("Feel No Pain 5+", text)) == [(1, None, 5), (4, None, 5)]
    assert saves(sergeant(ability("Feel No Pain 4+", text.replace("5", "4"))), wardens())[0] == (1, None, 4)


def test_feel_no_pain_that_its_text_restricts_is_no_rule_of_the_unit() -> None:
    found = read(mixed(ability("Feel No Pain 5+", "It has this ability while the moon is full.")))
    (unit,) = found.army.units
    assert [sheet.profile.fnp for sheet in unit.miniatures] == [None, None]
    (each,) = [item for item in unit.abilities if item.name == "Feel No Pain 5+"]
    assert each.rule is None
    assert each.by_hand


@pytest.mark.parametrize(
    ("text", "invuln", "reported"),
    [("4+", 4, False), ("", None, False), ("-", None, False), ("5+*", None, True), ("5+ (Ranged)", None, True)],
)
def test_the_newest_edition_has_the_save_in_the_line(text: str, invuln: int | None, reported: bool) -> None:
    found = read(selection("Warden", "model", 1, line(insv=text)))
    (unit,) = found.army.units
    assert unit.miniatures[0].profile.invuln == invuln
    assert ("conditional-save" in [item.code for item in found.report]) is reported
    assert [item.text for item in unit.abilities] == ([text] if reported else [])


# core rules


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Deep Strike", Keyword("deep strike")),
        ("Infiltrators", Keyword("infiltrators")),
        ("Stealth", Keyword("stealth")),
        ("Lone Operative", Keyword("lone operative")),
        ("Leader", Keyword("leader")),
        ("Fights First", Keyword("fights first")),
        ('Scouts 6"', Keyword("scouts", Amount(plus=6))),
        ("Firing Deck 12", Keyword("firing deck", Amount(plus=12))),
        ("Deadly Demise D3", Keyword("deadly demise", Amount(1, 3))),
        ("Deadly Demise D6+2", Keyword("deadly demise", Amount(1, 6, 2))),
        ("Deadly Demise 1 (big model only)", Keyword("deadly demise", Amount(plus=1))),
        ("Feel No Pain 5+", Keyword("feel no pain", Amount(plus=5))),
        ("Feel No Pain 5+ against mortal wounds", None),
        ("Feel No Pain", None),
        ("Scouts", None),
        ("Steady", None),
    ],
)
def test_core_rules_are_known_by_name(name: str, expected: Keyword | None) -> None:
    assert core_rule(name) == expected


def rules(*units: Tree) -> dict[str, Keyword]:
    return read(*units).army.units[0].rules


def test_core_rules_of_unit_and_models_are_the_units_rules() -> None:
    found = rules(selection("Squad", "unit", 1, line(), rule('Scouts 6"'), wardens(rule("Stealth")), rule("Odd oath")))
    assert found == {"scouts": Keyword("scouts", Amount(plus=6)), "stealth": Keyword("stealth")}


def test_a_rule_for_whole_units_needs_all_models() -> None:
    found = read(mixed(sergeant(rule("Stealth"), rule("Fights First")), wardens(rule("Fights First"))))
    (unit,) = found.army.units
    assert set(unit.rules) == {"fights first"}
    assert "Stealth" in [item.name for item in unit.abilities]
    assert "ability-partial" in [item.code for item in found.report]
    assert set(rules(mixed(sergeant(rule("Stealth")), wardens(rule("Stealth"))))) == {"stealth"}


def test_glossary_texts_on_weapons_are_left_out_and_others_kept() -> None:
    gear = selection("Gun", "upgrade", 4, gun(), rule("Rapid Fire"), rule("Anti-"), rule("Stealth"), rule("Bog snare"))
    (unit,) = read(mixed(sergeant(), wardens(gear))).army.units
    assert [(item.name, item.location) for item in unit.abilities] == [("Bog snare", "weapon")]


@pytest.mark.parametrize(
    ("text", "capacity"),
    [
        ("This model has a transport capacity of 12 Ashen Wardens infantry models.", 12),
        ("This model has a transport capacity of 6 infantry models. It cannot carry walkers.", 6),
    ],
)
def test_transports_know_their_capacity(text: str, capacity: int) -> None:
    cart = selection("Cart", "model", 1, line(), profile("Cart", "Transport", Capacity=text))
    assert rules(cart) == {"transport": Keyword("transport", Amount(plus=capacity))}


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("It cannot transport JUMP PACK or MIRE WALKER models.", {"jump pack": 0, "mire walker": 0}),
        ("Each TERMINATOR model takes up the space of 2 models.", {"terminator": 2}),
        (
            "Each OX and MULE model takes the space of 2 models and each ELK model takes the space of 3 models.",
            {"ox": 2, "mule": 2, "elk": 3},
        ),
        ("It cannot transport models that can FLY.", {"fly": 0}),
        ("It cannot transport OX models or MULE models (excluding PACK MULE models).", {"ox": 0}),
        ("It cannot transport OX or MULE models, other than PACK MULE or DRAY models.", {"ox": 0}),
    ],
)
def test_transports_know_who_takes_more_room_or_does_not_get_in(text: str, places: dict[str, int]) -> None:
    whole = f"This model has a transport capacity of 12 Ashen Wardens infantry models (excluding BOG models). {text}"
    cart = selection("Cart", "model", 1, line(), profile("Cart", "Transport", Capacity=whole))
    (ability_of_cart,) = [each for each in read(cart).army.units[0].abilities if each.rule is not None]
    said = [each for each in ability_of_cart.effects if isinstance(each, TakePlaces)]
    assert {each.name: each.value for each in said} == {**places, "bog": 0}


def test_a_capacity_that_is_no_number_of_models_stays_text() -> None:
    text = "This model has a transport capacity of 1 infantry unit."
    found = read(selection("Cart", "model", 1, line(), profile("Cart", "Transport", Capacity=text)))
    assert found.army.units[0].rules == {}
    assert "ability-text" in [item.code for item in found.report]


# leaders


def leader(text: str) -> Tree:
    return selection("Captain", "model", 1, line(), rule("Leader"), ability("Leader", text))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "This model can be attached to the following units:\n■ WARDEN SQUAD\n■ HILL SCOUTS",
            ["Warden squad", "HILL SCOUTS"],
        ),
        ("This model can be attached to the following unit:\n- Warden Squads", ["Warden squad"]),
        ("It can be attached to the following units:\n■ Hill Scouts\nEven if another one is there.", ["Hill Scouts"]),
        (
            "It can be attached to the following units: ^^**Warden Squad, Hill Scouts^^**.\nMore.",
            ["Warden squad", "HILL SCOUTS"],
        ),
        ("This model can't be attached to a unit.", []),
    ],
)
def test_units_that_a_leader_may_join(text: str, names: list[str]) -> None:
    assert list(read(leader(text), squad("Warden squad")).army.units[0].leads) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("■ WARDEN SQUAD\n\nEven if one is there.", ()),
        (
            "■ WARDEN SQUAD\n\n*You can attach this model to one of the above units even if one ^^**High Warden^^** or "
            "^^**Noble^^** model has already been attached to it.*",
            ("high warden", "noble"),
        ),
        (
            "■ Warden Squad\nThis model can join it even if a Captain, Elder or Herald unit has already been attached.",
            ("captain", "elder", "herald"),
        ),
    ],
)
def test_a_leader_may_join_beside_the_leaders_that_its_text_names(text: str, names: tuple[str, ...]) -> None:
    assert read(leader(text), squad("Warden squad")).army.units[0].beside == names


def test_a_leader_may_join_each_unit_of_the_name() -> None:
    captain = read(leader("■ WARDEN SQUAD"), squad("Warden squad"), squad("Warden squad")).army.units[0]
    assert captain.leads == ("Warden squad A", "Warden squad B")


# text


def only(*inside: Tree) -> tuple[UnitSheet, Ability]:
    (unit,) = read(squad("Wardens", 5, *inside)).army.units
    return unit, unit.abilities[0]


def test_text_is_kept_plain_and_private() -> None:
    _, found = only(ability("Oath", "While ^^**Ashen  Wardens**^^ stand,\u00a0**all** stand.\nNo <b>retreat</b>."))
    assert found.text == "While ASHEN WARDENS stand, all stand.\nNo <b>retreat</b>."
    assert found.private


def test_mark_up_in_any_nesting_is_undone() -> None:
    assert tidy("a ^^**One**^^ b **^^Two^^** c **three** d ^^four^^ e") == "a ONE b TWO c three d four e"


def test_several_values_keep_their_names() -> None:
    _, found = only(profile("Rite", "Rites", Cost="4", Effect="Rain falls."))
    assert found.text == "Cost: 4\nEffect: Rain falls."


def test_equal_abilities_of_several_models_are_one() -> None:
    text = ability("Oath", "They swear.")
    (unit,) = read(mixed(sergeant(text), wardens(text))).army.units
    assert [(item.name, item.location, item.source) for item in unit.abilities] == [("Oath", "miniature", "Sergeant")]


def test_an_enhancement_names_itself_as_source() -> None:
    relic = selection("Old bell", "upgrade", 1, ability("Old bell", "It rings."), points=15, entryGroupId="g1")
    _, found = only(relic)
    assert (found.source, found.location) == ("Enhancement: Old bell", "miniature")


def test_rules_of_the_army_and_its_detachment_are_the_armys() -> None:
    chosen = selection("Hold the Ford", "upgrade", 1, ability("Dug in", "They dig."), rule("Sustained Hits"))
    tree = roster(forces=[force(settings("Detachment", chosen), squad(), rules=[rule("Ashen oath"), rule("Blast")])])
    army = read_roster(as_json(tree)).army
    assert army.detachment == "Hold the Ford"
    assert [(item.name, item.location, item.source, item.private) for item in army.abilities] == [
        ("Ashen oath", "army", "Muster", True),
        ("Dug in", "army", "Hold the Ford", True),
    ]
