"""What the reader made of a text, in words: every effect, condition, moment, window and duration has some."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import MarkUnit, RolledWounds, TableStep, TakeShockTest
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition, ConditionKind
from highground.engine.abilities.effect import Duration, Moment
from highground.engine.abilities.effects import AddToMove
from highground.engine.abilities.model import Ability, Use, Window
from highground.engine.abilities.resources import ChangePrice
from highground.engine.abilities.wounds import HealOne, Regrow, ReturnMiniatures
from highground.engine.amount import Amount, Keyword
from highground.engine.effects import Kind, Stage
from highground.engine.effects.records import KINDS
from highground.packs import load_pack
from highground.words import forms
from highground.words.conditions import of_condition
from highground.words.readings import of_ability, of_effect, of_use
from tests.packs.knacks import KNACKS

SAID: list[tuple[AnyEffect, str]] = [
    (ModifyAttack("hit", 1, attacks="melee"), "The unit: hit rolls +1 with its melee attacks"),
    (
        ModifyAttack("wound", change="reroll", reroll="ones", conditions=(Condition("charged"),)),
        "The unit: wound rolls of 1 are rerolled with its attacks, if it has charged",
    ),
    (
        ModifyAttack("hit", -1, role="defending", who="friends within", reach=6.0),
        "Friendly units within 6 inches: hit rolls -1 against attacks at it",
    ),
    (GainKeyword(Keyword("lance"), attacks="melee"), "The unit: melee weapons have [lance]"),
    (AddToMove(-2, who="target", duration="until your next turn"), "The target: move -2, until the user's next turn"),
    (HealOne(amount=Amount(1, 3), when="command end"), "The unit: regains D3 lost wounds, as its command phase ends"),
    (
        Regrow(amount=Amount(1, 3), when="command end"),
        "The unit: regains D3 lost wounds, or fallen miniatures with one wound each, as its command phase ends",
    ),
    (ReturnMiniatures(1), "The unit: gets 1 fallen miniature back"),
    (ReturnMiniatures(3), "The unit: gets 3 fallen miniatures back"),
    (ReturnMiniatures(amount=Amount(plus=1)), "The unit: gets 1 fallen miniature back"),
    (ChangePrice(value=-1, per="round"), "The unit: stratagems cost 1 command point less, once a round"),
    (ChangePrice("overwatch", free=True), "The unit: shooting out of turn costs nothing"),
    (
        ModifyAttack("damage", change="reroll", reroll="ones"),
        "The unit: damage rolls of 1 are rerolled with its attacks",
    ),
    (TakeShockTest(-1, who="target"), "The target: takes a battle-shock test at -1"),
    (
        RolledWounds((TableStep(2, Amount(1, 3)), TableStep(6, Amount(plus=3))), who="target"),
        "The target: suffers mortal wounds by a die: D3 on a 2+, 3 on a 6+",
    ),
    (
        MarkUnit("prey", who="target", duration="battle"),
        "The target: is marked 'prey', for the rest of the battle",
    ),
]


@pytest.mark.parametrize(("effect", "words"), SAID)
def test_an_effect_in_words(effect: AnyEffect, words: str) -> None:
    assert of_effect(effect) == words


@pytest.mark.parametrize(("stage", "change"), sorted((stage, each) for stage, kinds in KINDS.items() for each in kinds))
def test_every_change_of_a_stage_has_words_to_read_and_to_choose(stage: Stage, change: Kind) -> None:
    effect = ModifyAttack(stage, 2, change=change, reroll="ones" if change == "reroll" else "none")
    assert of_effect(effect).startswith("The unit: ")
    assert change in forms._CHANGES


def test_how_it_is_used_stands_before_what_it_does() -> None:
    use = Use("activated", phases=("combat",), turn="any", window="phase start", target="enemy", reach=12.0, sight=True)
    lines = of_ability(Ability("Hex", use=use, effects=(TakeShockTest(who="target"),)))
    assert lines == [
        "Used once a battle in any combat phase, as the phase begins, at an enemy within 12 inches in sight:",
        "The target: takes a battle-shock test",
    ]


def test_whose_leader_is_meant_depends_on_who_has_the_ability() -> None:
    ability = Ability("Banner", effects=(AddToMove(1, conditions=(Condition("leading"),)),))
    assert of_ability(ability) == ["The unit: move +1, if its bearer leads it"]
    assert of_ability(ability, leads=False) == ["The unit: move +1, if a leader leads it"]


def test_names_have_the_article_that_they_take() -> None:
    assert of_condition(Condition("contains", name="ancient")) == "an ancient lives in it"
    assert of_condition(Condition("led by", name="inquisitor")) == "an INQUISITOR leads it"
    assert of_condition(Condition("led by", name="captain")) == "a CAPTAIN leads it"


def test_readings_state_the_number_of_marks_and_who_shares_a_use() -> None:
    assert of_condition(Condition("target marked", 2, "grudge")) == "the other unit is marked 'grudge' 2 times"
    assert of_condition(Condition("marked", 1, "grudge")) == "it is marked 'grudge'"
    assert of_use(Use("activated", shared=True)) == "Used once a battle among all that have it"


def test_what_must_not_hold_is_said() -> None:
    said = {
        Condition("keyword", name="monster", negate=True): "it is not MONSTER",
        Condition("charged", negate=True): "it has not charged",
        Condition("stationary", negate=True): "it has moved",
        Condition("near friend", 6, "synapse", negate=True): "no friendly unit with SYNAPSE is within 6 inches",
        Condition("closest", own=True, negate=True): "an enemy is nearer",
    }
    assert {each: of_condition(each) for each in said} == said
    for kind in get_args(ConditionKind):
        yes, no = (of_condition(Condition(kind, 3, "spike", negate=negate)) for negate in (False, True))
        assert yes != no
        assert re.search(r"\b(not|no|nor|fewer|more|has fought|has shot|has moved|nearer)\b", no), no


def test_what_is_near_is_said_with_its_keyword_and_its_inches() -> None:
    assert of_condition(Condition("near friend", 6, "synapse")) == "a friendly unit with SYNAPSE is within 6 inches"
    assert of_condition(Condition("near friend", 1)) == "a friendly unit is within 1 inch"
    assert (
        of_condition(Condition("near enemy", 3, "vehicle & titanic"))
        == "an enemy unit with VEHICLE TITANIC is within 3 inches"
    )


def test_every_condition_moment_window_and_duration_has_words() -> None:
    for kind in get_args(ConditionKind):
        assert of_condition(Condition(kind, 3, "spike"))
    for moment in get_args(Moment):
        assert of_effect(HealOne(1, when=moment))
    for duration in get_args(Duration):
        assert of_effect(AddToMove(1, duration=duration))
    for window in get_args(Window):
        assert of_use(Use("activated", window=window)).startswith("Used once a battle")


def test_whatever_a_pack_has_can_be_said() -> None:
    pack = load_pack()
    every = [*pack.stratagems, *KNACKS.values()]
    for faction in pack.factions.values():
        every += [*faction.own.values(), *faction.common.values(), *faction.stratagems.values()]
    for ability in every:
        assert all("{" not in line and ": " in line + " " for line in of_ability(ability)), ability.name
