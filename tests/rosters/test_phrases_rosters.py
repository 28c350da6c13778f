"""What a roster's abilities come to: for which units effects hold, what stays text, and how both are counted."""

from __future__ import annotations

import pytest

from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Effect
from highground.engine.abilities.effects import AddToCharge
from highground.engine.abilities.model import Ability
from highground.engine.amount import Amount, Keyword
from highground.engine.model import UnitSheet
from highground.rosters import Roster, read_roster
from highground.rosters.coverage import Count, coverage
from highground.rosters.show import to_json, to_text
from tests.rosters.builder import Tree, ability, as_json, blade, gun, line, roster, rule, selection, settings, squad
from tests.rosters.phrase_cases import SONGS
from tests.values import replace

UNIT = "Add 1 to Charge rolls made for this unit."
BEARERS = "Add 1 to Charge rolls made for the bearer's unit."
HOLDERS = "Each time this model makes an attack, add 1 to the Hit roll."
LED = "While this model is leading a unit, add 1 to Charge rolls made for that unit."
STEALTHY = "The bearer has the Stealth ability."
ODD = "It hums while it works."
CHARGE, HIT = AddToCharge(1), ModifyAttack("hit", 1)
LEADING = Condition("leading")
CHARGE_LED = AddToCharge(1, conditions=(LEADING,))


Effects = tuple[Effect, ...] | None


def read(*units: Tree) -> Roster:
    return read_roster(as_json(roster(*units)))


def lone(*inside: Tree) -> Tree:
    return selection("Walker", "model", 1, line(w="9"), *inside, categories=["Vehicle", "Faction: Ashen Wardens"])


def leader(*inside: Tree) -> Tree:
    joins = ability("Leader", "This model can be attached to the following unit:\n■ WARDEN SQUAD")
    return selection("Captain", "model", 1, line(w="5"), joins, *inside, categories=["Character"])


def many(*inside: Tree) -> Tree:
    return squad("Warden squad", 5, *inside)


def named(unit: UnitSheet, name: str) -> Ability:
    return next(each for each in unit.abilities if each.name == name)


@pytest.mark.parametrize(
    ("text", "in_squad", "alone", "of_leader"),
    [
        (UNIT, (CHARGE,), (CHARGE,), (CHARGE, CHARGE_LED)),
        (BEARERS, None, (CHARGE,), (CHARGE, CHARGE_LED)),
        (HOLDERS, None, (HIT,), (replace(HIT, who="bearer"),)),
        (LED, None, (CHARGE_LED,), (CHARGE_LED,)),
        (ODD, None, None, None),
    ],
)
def test_effects_are_for_whole_units_so_a_bearers_own_need_it_to_be_the_unit(
    text: str,
    in_squad: tuple[Effect, ...] | None,
    alone: tuple[Effect, ...] | None,
    of_leader: tuple[Effect, ...] | None,
) -> None:
    for make, effects in ((many, in_squad), (lone, alone), (leader, of_leader)):
        found = named(read(make(ability("Knack", text))).army.units[0], "Knack")
        assert (found.effects, found.by_hand) == ((effects or ()), effects is None), make


def squad_with(*inside: Tree) -> UnitSheet:
    """A champion and four wardens, who hold something."""
    wardens = selection("Warden", "model", 4, *inside)
    return read(selection("Squad", "unit", 1, line(), selection("Champion", "model", 1), wardens)).army.units[0]


def test_what_hangs_on_one_model_of_several_ends_with_it() -> None:
    champion = selection("Champion", "model", 1, ability("Knack", UNIT))
    whole = selection("Squad", "unit", 1, line(), selection("Warden", "model", 4), champion)
    knack = named(read(whole).army.units[0], "Knack")
    assert (knack.effects, knack.bearers) == ((CHARGE,), (4,))
    gear = selection("Horn", "upgrade", 1, ability("Horn", BEARERS))
    assert named(read(lone(gear)).army.units[0], "Horn").bearers == ()
    horn = named(squad_with(gear), "Horn")
    assert (horn.effects, horn.bearers) == ((CHARGE,), (1,))
    both = selection("Horn", "upgrade", 2, ability("Horn", BEARERS))
    assert named(squad_with(both), "Horn").bearers == (1, 2)


def test_gear_that_hangs_on_the_unit_is_the_last_miniatures_of_its_largest_group() -> None:
    gear = selection("Horn", "upgrade", 1, ability("Horn", BEARERS))
    groups = (selection("Warden", "model", 4), selection("Captain", "model", 1))
    roster = read(selection("Squad", "unit", 1, line(), *groups, gear))
    assert named(roster.army.units[0], "Horn").bearers == (3,)
    assert any(each.code == "bearer-unknown" and "Horn" in each.message for each in roster.report)


def test_what_a_bearer_has_for_itself_is_for_its_attacks_alone() -> None:
    gear = selection("Lens", "upgrade", 1, ability("Lens", HOLDERS))
    lens = named(squad_with(gear), "Lens")
    assert (lens.effects, lens.bearers) == ((replace(HIT, who="bearer"),), (1,))
    swift = selection("Lens", "upgrade", 1, ability("Lens", "Add 1 to Charge rolls made for the bearer."))
    assert named(squad_with(swift), "Lens").by_hand


def test_a_bearer_may_have_a_feel_no_pain_for_itself() -> None:
    text = "The bearer has the Feel No Pain 5+ ability against mortal wounds."
    held = named(squad_with(selection("Charm", "upgrade", 1, ability("Charm", text))), "Charm")
    assert ([each.who for each in held.effects], held.bearers) == (["bearer"], (1,))


def test_a_text_of_several_kinds_is_read_in_parts() -> None:
    text = (
        "Models in this unit have a 5+ invulnerable save. At the end of your opponent's turn, if this unit is not "
        "within Engagement Range of one or more enemy units, you can remove this unit from the battlefield and place "
        "it into Strategic Reserves."
    )
    found = read(many(ability("Knack", text))).army.units[0].abilities
    whole, rest = (each for each in found if each.name.startswith("Knack"))
    assert (whole.use, rest.name, rest.continues, rest.text) == (None, "Knack (2)", "Knack", "")
    assert whole.effects
    assert rest.use is not None


def test_who_has_to_live_in_a_unit_is_one_of_its_miniatures() -> None:
    """One that only another unit has would never live in it; which of its own have a keyword, the file does not say."""
    text = "While this unit contains a WALKER, add 1 to Charge rolls made for this unit."
    other, own = ability("Knack", text), ability("Knack", text.replace("WALKER", "WARDEN"))
    assert named(read(many(other), lone()).army.units[0], "Knack").by_hand
    assert named(read(many(own), lone()).army.units[0], "Knack").effects


def test_a_rule_that_is_over_at_setup_may_hang_on_one_model() -> None:
    for text, done in (("Deep Strike", True), ("Stealth", False)):
        gear = selection(
            "Crest", "upgrade", 1, ability("Crest", f"Models in the bearer's unit have the {text} ability.")
        )
        assert named(squad_with(gear), "Crest").by_hand != done


def test_a_core_rule_in_words_is_the_units_rule_where_all_of_it_has_the_rule() -> None:
    assert set(read(lone(ability("Veil", STEALTHY))).army.units[0].rules) == {"stealth"}
    assert set(read(leader(ability("Veil", STEALTHY))).army.units[0].rules) == {"leader", "stealth"}
    squad_of_five = read(many(selection("Veil", "upgrade", 1, ability("Veil", STEALTHY)))).army.units[0]
    assert (squad_of_five.rules, named(squad_of_five, "Veil").by_hand) == ({}, True)


def test_factions_are_no_condition_when_all_that_fight_have_them() -> None:
    aura = ability(
        "Banner",
        'While a friendly ASHEN WARDENS unit is within 6" of this model, add 1 to Charge rolls made for that unit.',
    )
    allied = squad("Riders", categories=["Mounted", "Faction: Hill Folk"])
    (banner,) = [a for a in read(lone(aura), many()).army.units[0].abilities if a.name == "Banner"]
    assert banner.effects == (AddToCharge(1, who="friends within", reach=6.0),)
    (asked,) = read(lone(aura), many(), allied).army.units[0].abilities[-1].effects
    assert asked.conditions == (Condition("keyword", name="ashen wardens"),)


def test_what_stays_text_is_said_once_for_all_units() -> None:
    found = read(many(ability("Hum", ODD)), many(ability("Hum", ODD)), lone(ability("Hum", UNIT)))
    said = [item for item in found.report if item.code == "ability-by-hand"]
    assert [(item.severity, item.where) for item in said] == [("info", "roster/forces[0]/Warden squad")]
    assert "'Hum'" in said[0].message


def test_a_save_in_the_stat_line_is_neither_effect_nor_for_players() -> None:
    text = "Models in this unit have a 5+ invulnerable save."
    (unit,) = read(many(ability("Ward", text))).army.units
    assert unit.miniatures[0].profile.invuln == 5
    assert (named(unit, "Ward").effects, named(unit, "Ward").by_hand) == ((), False)


def test_a_save_in_some_cases_may_be_an_effect() -> None:
    text = "This model has a 5+ invulnerable save against ranged attacks."
    (unit,) = read(lone(ability("Invulnerable Save", text))).army.units
    assert unit.miniatures[0].profile.invuln is None
    (effect,) = named(unit, "Invulnerable Save").effects
    assert effect == ModifyAttack("save", 5, change="invulnerable", role="defending", attacks="ranged")


def test_the_general_text_of_feel_no_pain_explains_a_value_that_stands_elsewhere() -> None:
    salve = ability("Salve", "Models in this unit have the Feel No Pain 6+ ability.")
    assert not named(read(many(rule("Feel No Pain"), salve)).army.units[0], "Feel No Pain").by_hand
    assert named(read(many(rule("Feel No Pain"))).army.units[0], "Feel No Pain").by_hand


def test_an_armys_own_rules_are_for_players() -> None:
    muster = settings("Detachment", selection("Hold the Ford", "upgrade", 1, rule("Ford oath", UNIT)))
    (oath,) = read(muster, many()).army.abilities
    assert (oath.effects, oath.by_hand) == ((), True)


def test_text_stays_private_and_unchanged() -> None:
    (unit,) = read(lone(ability("Knack", HOLDERS))).army.units
    assert (named(unit, "Knack").text, named(unit, "Knack").private) == (HOLDERS, True)


COUNTED = (
    squad(
        "Warden squad",
        5,
        selection("Odd gun", "upgrade", 5, gun("Odd gun", "Blast, Humming")),
        rule('Scouts 6"'),
        ability("Drill", UNIT),
        ability("Ward", "Models in this unit have a 5+ invulnerable save."),
        ability("Hum", ODD),
        ability("Nothing said", ""),
    ),
    lone(
        selection("Claw", "upgrade", 1, blade("Claw", "Lance")),
        ability("Hum", ODD),
        ability("Oath", "This model cannot be your WARLORD."),
    ),
)


def test_coverage_counts_how_often_and_how_many_different() -> None:
    found = coverage([read(*COUNTED)])
    assert found.keywords == {True: Count(2, 2), False: Count(1, 1)}
    assert found.abilities == {
        "core": Count(1, 1),
        "effects": Count(1, 1),
        "stat line": Count(1, 1),
        "by hand": Count(2, 1),
        "unknown": Count(1, 1),
        "nothing in battle": Count(1, 1),
    }
    assert found.count("effects", "stat line") == Count(2, 2)


def test_roster_show_prints_the_counts() -> None:
    found = read(*COUNTED)
    shown = to_json(found)
    assert shown["coverage"] == {
        "weapon_keywords": {"known": {"occurrences": 2, "distinct": 2}, "unknown": {"occurrences": 1, "distinct": 1}},
        "core_abilities": {"known": {"occurrences": 1, "distinct": 1}, "by_hand": {"occurrences": 0, "distinct": 0}},
        "other_abilities": {
            "effects": {"occurrences": 2, "distinct": 2},
            "nothing_in_battle": {"occurrences": 1, "distinct": 1},
            "by_hand": {"occurrences": 2, "distinct": 1},
            "unknown": {"occurrences": 1, "distinct": 1},
        },
    }
    text = to_text(found)
    assert "  weapon keywords  2 known (2 different), 1 unknown (1 different)\n" in text
    assert "2 effects (2 different), 1 nothing in battle (1 different), 2 by hand (1 different)" in text
    assert "Hum (by hand)" in text


def test_roster_show_says_what_each_ability_does() -> None:
    curse = (
        'While an enemy unit is within 3" of this model, each time a model in that unit makes a melee attack, subtract '
        "1 from the Hit roll."
    )
    veil = "Each time a ranged attack targets this unit, subtract 1 from the Hit roll."
    (shown,) = to_json(read(lone(ability("Dread", curse), ability("Veil", veil), ability("Hum", ODD))))["units"]
    assert [(each["effects"], each["by_hand"]) for each in shown["abilities"]] == [
        (["Enemy units within 3 inches: hit rolls -1 with its melee attacks"], False),
        (["The unit: hit rolls -1 against ranged attacks at it"], False),
        ([], True),
    ]


def test_an_army_that_cannot_fight_is_not_read_for_effects() -> None:
    found = read(selection("Walker", "model", 1, ability("Hum", ODD), points=10))
    assert not found.army.playable
    assert "ability-by-hand" not in {item.code for item in found.report}
    assert "What the engine acts on" not in to_text(found)


def test_granted_keywords_keep_their_value() -> None:
    text = "Melee weapons equipped by models in this unit have the [SUSTAINED HITS 2] ability."
    (unit,) = read(many(ability("Drill", text))).army.units
    (effect,) = named(unit, "Drill").effects
    assert effect == GainKeyword(Keyword("sustained hits", Amount(plus=2)), attacks="melee")


def test_a_choice_of_the_whole_army_is_the_armys_once_however_many_units_have_it() -> None:
    songs = ability("Songs", SONGS)
    army = read(lone(songs), many(songs)).army
    (found,) = [each for each in army.abilities if each.name == "Songs"]
    assert found.use is not None
    assert [each.name for each in found.choices] == ["Song Of Iron", "Song Of Dust"]
    for unit in army.units:
        assert (named(unit, "Songs").by_hand, named(unit, "Songs").use) == (False, None)
    found_all = coverage([read(lone(songs), many(songs))])
    assert found_all.abilities["effects"] == Count(2, 1)


def test_the_report_counts_what_the_engine_acts_on() -> None:
    found = read(lone(ability("Horn", UNIT), ability("Hum", ODD)), many(ability("Hum", ODD)))
    (said,) = [item for item in found.report if item.code == "abilities-counted"]
    assert (said.severity, said.where) == ("info", "roster")
    assert said.message == (
        "Of 3 abilities that units and the army have 1 are effects, 2 stay text to resolve by hand, "
        "0 are unknown for want of a text."
    )
    assert all(item.code != "abilities-counted" for item in read(many()).report)
