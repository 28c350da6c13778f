"""Rules that are known by their fingerprint: read when they are the same to the letter, left alone otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from highground.engine.abilities.afflictions import ArriveNear
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import MoreShockDice
from highground.engine.abilities.wounds import Regrow
from highground.engine.amount import Amount
from highground.rosters import known_rules, read_roster
from highground.rosters.fingerprints import fingerprint, outline
from highground.rosters.known_menus import MENUS
from highground.rosters.known_rules import ELSEWHERE, RULES, Read, of_rules
from highground.rosters.phrases_context import Clause
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_text import Unread, as_written, sentences
from tests.values import replace

KNOWN = KnownKeywords(own=frozenset({"beacon", "drummer"}), shared=frozenset({"salt choir"}))
MENDING = sentences("Salt seeps in. When the bell has rung,\n■ D3 cuts close, and the fallen rise.")
STEADYING = sentences('Hold hands! Within 9" of a beacon the Salt Choir counts on 3D6, not on 2D6.')


def rules(text: list[str], read: Read) -> dict[str, tuple[Read, bool]]:
    return {fingerprint(text): (read, True)}


def test_a_known_rule_is_read_with_the_numbers_of_its_text() -> None:
    found = of_rules(MENDING, KNOWN, rules(MENDING, known_rules._regrowth))
    assert found == (Clause((Regrow(amount=Amount(1, 3), when="command end"),)), True)


def test_a_rule_names_the_keyword_that_its_text_names() -> None:
    found = of_rules(STEADYING, KNOWN, rules(STEADYING, known_rules._steadied))
    near = Condition("near friend", 9, "beacon", own=True)
    assert found == (Clause((MoreShockDice(1, conditions=(near,)),)), True)


def test_a_keyword_that_the_army_has_not_leaves_the_rule_alone() -> None:
    with pytest.raises(Unread):
        of_rules(STEADYING, KnownKeywords(), rules(STEADYING, known_rules._steadied))


def test_bullets_and_spaces_make_no_difference_and_letters_do() -> None:
    table = rules(MENDING, known_rules._regrowth)
    assert of_rules([part.replace("■ ", "") for part in MENDING], KNOWN, table) is not None
    assert of_rules([part.replace("seeps", "creeps") for part in MENDING], KNOWN, table) is None
    assert of_rules(MENDING[:1], KNOWN, table) is None


def test_every_known_rule_is_met_in_collected_files(shared_data: Path) -> None:
    """A fingerprint that no file has would look like a slip."""
    rosters = [
        read_roster(path.read_bytes(), path.stem) for path in sorted((shared_data / "rosters" / "40k-10e").glob("*"))
    ]
    texts = {
        fingerprint(as_written(ability.text))
        for roster in rosters
        for abilities in (roster.army.abilities, *(unit.abilities for unit in roster.army.units))
        for ability in abilities
    }
    assert RULES.keys() - ELSEWHERE <= texts
    assert not (ELSEWHERE | MENUS.keys()) & texts


def test_what_is_known_is_acted_on_in_collected_files(shared_data: Path) -> None:
    for path in sorted((shared_data / "rosters" / "40k-10e").glob("*")):
        army = read_roster(path.read_bytes(), path.stem).army
        whole = {(each.name, each.text) for each in army.abilities if not each.by_hand}
        for unit in army.units:
            for ability in unit.abilities:
                if fingerprint(as_written(ability.text)) in RULES and (ability.name, ability.text) not in whole:
                    assert not ability.by_hand, (path.name, unit.name, ability.name)


TERROR = sentences(
    "In the mist, D3 wounds close, of battleline units D3 rise. While an enemy is in the mist and/or it is within "
    '6" of one or more beacon, drummer or old eel units from your army, it shivers and suffers D3 mortal wounds.'
)
RIFTS = sentences(
    'Who comes from below wholly within the mist, and/or wholly within 6" of one or more friendly beacon or old eel '
    'units with which it shares the mire or reed keyword, comes 6" from enemies instead of 9".'
)
MISTY = KnownKeywords(own=frozenset({"beacon", "drummer", "mire"}), shared=frozenset({"salt choir"}))


def test_enemies_near_some_units_fare_as_on_home_ground_and_not_twice() -> None:
    found = known_rules._about_home(TERROR, MISTY).effects
    there, beacon = Condition("enemy home ground"), Condition("near enemy", 6, "beacon")
    away, not_beacon = replace(there, negate=True), replace(beacon, negate=True)
    asked = [each.conditions for each in found if each.kind == "mortal_wounds"]
    assert asked == [(there,), (away, beacon), (away, not_beacon, Condition("near enemy", 6, "drummer"))]
    assert [each.conditions for each in found if each.who == "enemies within" and each.kind == "nerve"] == asked


def test_units_arrive_nearer_beside_friends_that_share_a_keyword() -> None:
    found = known_rules._near_friends(RIFTS, MISTY).effects
    mire = Condition("keyword", name="mire")
    assert found == (ArriveNear(6), ArriveNear(6, name="beacon & mire", beside=6, conditions=(mire,)))


@pytest.mark.parametrize("read", [known_rules._about_home, known_rules._near_friends])
def test_what_names_nobody_nearby_is_left_alone(read: Read) -> None:
    with pytest.raises(Unread):
        read(sentences("In the mist, D3 wounds close."), MISTY)


HUNTING = sentences(
    "Name those whom you hunt: Ford: 2 units Weir: 4 units River: 6 units. Fallen early you gain 3CP, later you gain "
    "2CP, at last you gain 1CP."
)


@pytest.mark.parametrize(("points", "number"), [(1000, 2), (2000, 4), (3000, 6)])
def test_enemies_are_named_as_the_battle_begins_and_not_later(points: int, number: int) -> None:
    use = known_rules._hunting(HUNTING, KnownKeywords(points=points))
    assert (use.window, use.per, use.count) == ("battle start", "battle", number)
    assert len(known_rules._hunted(HUNTING, KNOWN).effects) == 4


def test_an_outline_has_neither_names_nor_numbers_nor_keywords_in_brackets() -> None:
    one = outline('eels sing 6", d3 or d3+3 times, to an eel of [lethal hits]', {"eel": "who", "": "nobody"})
    assert one == outline('pikes sing 9", d6 or 2d6 times, to an pike of [lance]', {"pike": "who"})
    assert one != outline('pikes hum 9", d6 or 2d6 times, to an pike of [lance]', {"pike": "who"})
    assert one != outline('eels sing 6", d3 or d3+3 times, to an eel of [lethal hits]', {})
