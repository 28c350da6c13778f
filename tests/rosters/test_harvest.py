"""An army that counts what it holds, and of two things has the one that the count says, from turn to turn."""

from __future__ import annotations

import pytest

from highground.engine.abilities import on_attacks, powers
from highground.engine.abilities.condition import Condition
from highground.engine.battle import Battle
from highground.engine.choices import End
from highground.engine.model import Ability
from highground.engine.state import Army, Marker
from highground.rosters import known_states
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_text import Unread, sentences
from tests.engine.field import blade, position, row, setup, take, unit
from tests.values import replace

REAPING = (
    "If your Army Faction is MARSH REAPERS, MARSH REAPERS units from your army have one of two abilities: Lean "
    "Season or Fat Season (see below). During the battle, which ability those units have will change depending "
    "on how many Sheaves (SH) you currently have. If you have 3SH or more, your units have Fat Season. Each "
    "time an attack is strong and this unit is not a vehicle, subtract 1 from the Wound roll."
)
REAPERS = KnownKeywords(frozenset({"vehicle", "infantry"}), frozenset({"marsh reapers"}))


def reaping(known: KnownKeywords = REAPERS) -> Ability:
    found = known_states.harvest(sentences(REAPING), known).effects
    return Ability("Reaping", effects=tuple(e if e.when else replace(e, who="army") for e in found))


def field(held: tuple[int | None, ...], round: int = 2, counts: tuple[tuple[str, int], ...] = ()) -> Battle:
    """One objective in each zone and one between; who holds them does not change, for nobody is near."""
    what = setup(
        [unit("Reaper", blade())], [unit("Foe", blade())], objectives=((6.0, 40.0), (30.0, 40.0), (54.0, 40.0))
    )
    what = replace(what, armies=(replace(what.armies[0], abilities=(reaping(),)), what.armies[1]))
    armies = (Army(zone=0, counts=counts), Army(zone=1))
    markers = tuple(Marker(held_by=each, sticky=each is not None) for each in held)
    places = {0: row(20, 5), 1: row(40, 5)}
    return position(what, places, "command", round=round, armies=armies, markers=markers)


@pytest.mark.parametrize(
    ("held", "round", "sheaves"),
    [
        ((0, None, None), 1, 1),
        ((0, 0, 0), 1, 1),
        ((0, 0, 0), 2, 4),
        ((0, 0, 1), 2, 3),
        ((None, 0, 1), 2, 1),
        ((0, 1, 1), 2, 1),
    ],
)
def test_it_counts_what_it_holds_once_a_command_phase_is_over(
    held: tuple[int | None, ...], round: int, sheaves: int
) -> None:
    battle = field(held, round)
    take(battle, End())
    assert battle.state.armies[0].count("sheaves") == sheaves


def test_the_count_says_which_of_two_it_has_until_its_next_command_phase() -> None:
    lean = field((0, None, None), counts=(("lean season", 1),))
    take(lean, End())
    assert (lean.state.armies[0].count("lean season"), lean.state.armies[0].count("fat season")) == (1, 0)
    assert powers.rerolls(lean.scene, 0, "charge")
    fat = field((0, None, None), counts=(("sheaves", 2),))
    take(fat, End())
    assert (fat.state.armies[0].count("lean season"), fat.state.armies[0].count("fat season")) == (0, 1)
    assert not powers.rerolls(fat.scene, 0, "charge")
    enemys = fat.scene.sheets[1].line_up[0].weapons[0].weapon
    (made,) = on_attacks.modifiers(fat.scene, 1, 0, enemys)
    assert (made.stage, made.value, made.stronger) == ("wound", -1, True)


def test_in_the_enemys_turn_it_counts_and_stays_as_it_is() -> None:
    battle = field((0, None, None), counts=(("sheaves", 2), ("lean season", 1)))
    battle.scene.rewind(replace(battle.state, active=1, turn=2))
    take(battle, End())
    assert battle.state.armies[0].count("sheaves") == 4
    assert battle.state.armies[0].count("lean season") == 1


def test_allies_have_nothing_of_it_and_what_is_in_doubt_stays_text() -> None:
    mixed = KnownKeywords(REAPERS.own | {"marsh reapers"}, factions=frozenset({"marsh reapers"}))
    lasting = [each for each in reaping(mixed).effects if not each.when]
    assert all(each.conditions[0] == Condition("keyword", name="marsh reapers") for each in lasting)
    for known in (KnownKeywords(REAPERS.own), KnownKeywords(shared=REAPERS.shared)):
        with pytest.raises(Unread):
            reaping(known)
