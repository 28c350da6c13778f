"""Rule sets: what is read, what is refused and why, and what an army gets of them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from highground.engine.abilities.effects import NEVER_GIVEN, TYPES
from highground.engine.model import ArmySheet, UnitSheet
from highground.rosters import Roster, read_roster
from highground.words import forms
from highground.words.readings import of_ability
from highground.workshop import RuleSetError, applied, read_rule, read_rule_set
from highground.workshop.applying import fits
from highground.workshop.looking import army_read
from highground.workshop.making import ability_of
from highground.workshop.rule_sets import RuleSet, schema
from highground.workshop.vocabulary import vocabulary
from tests.workshop.sets import Json, effect, rule_set, stratagem, upload


def roster() -> Roster:
    return read_roster(upload(), "list.ros")


def army(*sets: RuleSet) -> ArmySheet:
    found = roster()
    return applied(found.army, sets, found.datasheets)


def unit(sheet: ArmySheet, name: str) -> UnitSheet:
    return next(each for each in sheet.units if each.name == name)


def refusal(document: Any) -> str:
    with pytest.raises(RuleSetError) as caught:
        read_rule_set(document)
    said = str(caught.value)
    assert said[0].isupper() or said[0] == "'"
    assert said.endswith("."), said
    return said


def test_an_army_gets_every_rule_of_a_set_in_the_place_of_its_text() -> None:
    before, after = army(), army(read_rule_set(rule_set()))
    assert [each.name for each in before.abilities if each.by_hand] == ["Ford oath"]
    wardens = unit(before, "Warden squad")
    assert [each.name for each in wardens.abilities if each.by_hand] == ["Hard bark", "Ashen creed"]
    changed = unit(after, "Warden squad")
    assert not any(each.by_hand for each in (*after.abilities, *changed.abilities))
    assert [each.name for each in after.abilities] == ["Ashen Creed", "Ford oath", "Low fog", "Quick step"]
    assert [each.use.kind for each in after.abilities if each.use] == ["selectable", "stratagem", "stratagem"]
    (group,) = changed.miniatures
    assert (group.profile.toughness, group.base_mm, group.profile.wounds) == (5, 40.0, 2)
    rifle = next(arm.weapon for arm in group.weapons if arm.weapon.name == "Thorn rifle")
    assert (str(rifle.strength), str(rifle.attacks), [str(each) for each in rifle.keywords]) == (
        "5",
        "2",
        ["lethal hits"],
    )
    assert rifle.uid not in {arm.weapon.uid for each in wardens.miniatures for arm in each.weapons}
    assert "grenades" in changed.keywords
    bark = next(each for each in changed.abilities if each.name == "Hard bark")
    assert of_ability(bark) == ["The unit: feel no pain 6+ against attacks at it"]
    assert bark.private
    assert bark.text == "Nobody has yet found words for this."
    (bell,) = (each for each in unit(after, "Ford Captain").abilities if each.name == "Old bell")
    assert of_ability(bell) == ["The unit: charge rolls +1"]


def test_what_happens_to_units_by_an_armys_rule_each_of_them_has() -> None:
    after = army(read_rule_set(rule_set()))
    oath = next(each for each in after.abilities if each.name == "Ford oath")
    assert [each.kind for each in oath.effects] == ["weapon_keyword"]
    for sheet in after.units:
        (own,) = (each for each in sheet.abilities if each.name == "Ford oath")
        assert of_ability(own) == ["The unit: regains 1 lost wound, as its command phase ends"]


def test_rules_of_another_detachment_or_faction_are_not_for_the_army() -> None:
    rules = read_rule_set(rule_set())
    assert fits(rules, army())
    assert not fits(msgspec.structs.replace(rules, faction="Marsh folk"), army())
    assert not fits(msgspec.structs.replace(rules, faction=""), army())
    other = copy.deepcopy(rule_set())
    for each in (*other["army"][1:], *other["stratagems"]):
        each["detachment"] = "Hill Guard"
    assert [each.name for each in army(read_rule_set(other)).abilities] == ["Ford oath", "Ashen Creed"]


def test_of_two_sets_the_last_wins_and_an_empty_rule_ends_playing_by_hand() -> None:
    own = {"name": "Own", "army": [{"name": "Ford oath"}], "stratagems": [], "units": [], "enhancements": []}
    after = army(read_rule_set(rule_set()), read_rule_set(rule_set(**own)))
    (oath,) = (each for each in after.abilities if each.name == "Ford oath")
    assert (oath.effects, oath.by_hand) == ((), False)


def test_a_set_says_the_same_after_a_file() -> None:
    rules = read_rule_set(rule_set())
    assert read_rule_set(json.loads(msgspec.json.encode(rules))) == rules
    properties = schema()["$defs"]["RuleSet"]["properties"]
    assert set(properties) == set(RuleSet.__struct_fields__)
    assert schema()["$defs"]["RuleSet"]["additionalProperties"] is False


Change = Callable[[Json], Any]
BROKEN: dict[str, tuple[Change, str]] = {
    "foreign": (lambda d: {"roster": {}}, "no rule set of Highground"),
    "a list": (lambda d: [d], "no rule set of Highground"),
    "later": (lambda d: d | {"version": 2}, "version 2"),
    "unknown key": (lambda d: d | {"scripts": []}, "unknown field 'scripts'"),
    "unknown key in an effect": (lambda d: d["army"][1]["effects"][1].update(run="rm"), "army.2.effects.2.run"),
    "unknown effect": (lambda d: d["army"][1]["effects"][1].update(kind="explode"), "explode"),
    "unknown condition": (lambda d: d["army"][1]["effects"][0].update(conditions=[{"kind": "lucky"}]), "lucky"),
    "condition without a name": (
        lambda d: d["army"][1]["effects"][0].update(conditions=[{"kind": "keyword"}]), "needs a name"),
    "huge number": (lambda d: d["army"][1]["effects"][1].update(value=10**9), "no rule has such a number"),
    "no number": (lambda d: d["enhancements"][0]["effects"][0].update(value=0), "'charge'"),
    "not a number": (lambda d: d["stratagems"][0]["use"].update(reach=float("nan")), "no rule has such a number"),
    "many dice": (
        lambda d: d["army"][1]["effects"][1].update(amount={"count": 90, "sides": 6}), "neither a number nor dice"),
    "odd dice": (lambda d: d["army"][1]["effects"][1].update(amount={"count": 1, "sides": 7}), "neither a number"),
    "endless text": (lambda d: d["army"][0].update(text="ash " * 1000), "more than 2000 characters"),
    "endless list": (lambda d: d.update(army=d["army"] * 200), "more than 200 entries"),
    "hidden characters": (lambda d: d.update(name="ford\u202edrof"), "cannot be shown"),
    "nameless": (lambda d: d.update(name=" "), "needs a name"),
    "stratagem without a use": (lambda d: d["stratagems"][0].pop("use"), "when it is used"),
    "expensive": (lambda d: d["stratagems"][0]["use"].update(cost=40), "0 to 6 command points"),
    "unknown phase": (lambda d: d["stratagems"][0]["use"].update(phases=["tea"]), "'tea'"),
    "paid ability": (lambda d: d["army"][0]["use"].update(cost=1), "only stratagems cost"),
    "never ending": (lambda d: d["stratagems"][0]["effects"][0].pop("duration"), "needs a duration"),
    "no keyword": (lambda d: d["units"][0]["weapons"][0].update(keywords=["sharp"]), "no known keyword"),
    "no weapon strength": (lambda d: d["units"][0]["weapons"][0].update(strength="lots"), "neither a number nor dice"),
    "no stat line": (lambda d: d["units"][0]["models"][0].update(toughness=0), "toughness is 1 to 30"),
    "twice": (lambda d: d["army"].append(d["army"][0]), "are called 'Ashen Creed'"),
    "joining": (lambda d: d["army"][1].update(effects=[effect("join_unit")]), "no rule can give that"),
    "text for a number": (lambda d: d["army"][1]["effects"][1].update(value="9"), "army 2, effects 2, value"),
}  # fmt: skip


WHOLE = frozenset({"foreign", "a list", "later", "unknown key"})
"""Changes that give another document, instead of changing the one that they get."""


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_foreign_or_malicious_is_refused_with_a_sentence(name: str) -> None:
    change, why = BROKEN[name]
    document = copy.deepcopy(rule_set())
    changed = change(document)
    assert why in refusal(changed if name in WHOLE else document)


def test_what_is_too_deep_or_too_large_is_refused() -> None:
    deep: Any = "x"
    for _ in range(5000):
        deep = [deep]
    assert "nested deeper" in refusal(rule_set(note=deep))
    long = [
        stratagem(f"Verse {n}", effect("move", value=1, duration="turn")) | {"text": "a" * 1900} for n in range(150)
    ]
    assert "too large" in refusal(rule_set(stratagems=long))


def near(kind: str, **fields: Any) -> Json:
    use = {"phases": ["shooting"], "per": "battle"}
    return {"name": "Bell", "use": use, "effects": [effect(kind, who="enemies within", reach=6, **fields)]}


def test_what_is_used_can_be_for_all_enemies_nearby() -> None:
    rule = read_rule(near("toughness", value=-1, duration="phase"), "unit")
    said = "Enemy units within 6 inches: toughness -1, until the phase ends"
    assert of_ability(ability_of(rule, "unit"))[1:] == [said]
    assert read_rule(near("mortal_wounds", value=1), "unit").effects[0].who == "enemies within"


def test_damage_of_one_attack_is_turned_away_in_its_moment() -> None:
    use = {"phases": ["shooting", "combat"], "turn": "enemy", "window": "wounded", "per": "round"}
    skin = {"name": "Thick skin", "use": use, "effects": [effect("no_damage")]}
    assert of_ability(ability_of(read_rule(skin, "unit"), "unit")) == [
        "Used once a round in the enemy's shooting or combat phase, when attacks are about to do it damage:",
        "The unit: the damage of one attack at it becomes 0",
    ]
    for wrong in (skin | {"use": use | {"window": ""}}, skin | {"effects": [effect("heal", value=1)]}):
        with pytest.raises(RuleSetError, match="'no_damage' and the window 'wounded' go together"):
            read_rule(wrong, "unit")


@pytest.mark.parametrize("kind", ["command_points", "fight_next", "normal_move"])
def test_what_one_unit_does_or_an_army_gains_is_not_for_all_nearby(kind: str) -> None:
    with pytest.raises(RuleSetError, match=f"'{kind}' cannot be used for 'enemies within'"):
        read_rule(near(kind, **({} if kind == "fight_next" else {"value": 1})), "unit")


def test_html_stays_text() -> None:
    said = "<script>alert(1)</script>"
    rule = read_rule({"name": said, "text": said, "effects": [effect("move", value=1)]}, "unit")
    assert (rule.name, rule.text) == (said, said)


def test_what_the_reader_made_is_shown_by_sentence_and_can_be_changed() -> None:
    read = army_read(roster())
    (oath,) = read["abilities"]
    assert (oath["name"], oath["by_hand"], oath["lines"]) == ("Ford oath", True, [])
    assert oath["sentences"] == [{"text": "an odd oath", "lines": []}]
    captain = next(each for each in read["units"] if each["name"] == "Ford Captain")
    assert {each["name"] for each in captain["abilities"] if each["enhancement"]} == {"Old bell"}
    wardens = next(each for each in read["units"] if each["name"] == "Warden squad")
    assert (wardens["models"], wardens["weapons"]) == (["Warden"], ["Thorn rifle", "Trench blade"])


def test_every_kind_of_effect_has_a_form_in_words() -> None:
    found = vocabulary()
    assert forms.EFFECTS.keys() == TYPES.keys() - NEVER_GIVEN, "each has its place in EFFECTS of words/forms.py"
    assert {each["kind"] for each in found["effects"]} == TYPES.keys() - NEVER_GIVEN
    labels = [each["label"] for each in found["effects"]]
    assert len(set(labels)) == len(labels)
    for condition in found["conditions"]:
        assert "{" not in condition["label"]
        assert ("…" in condition["label"] or "(of a keyword)" in condition["label"]) == (
            condition["named"] or condition["measured"]
        )
