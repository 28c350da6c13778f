"""Rules that the forms can say: prices in an army's counts, longer rites, beacons, and who left which transport."""

from __future__ import annotations

import pytest

from highground.words.readings import of_ability
from highground.workshop import RuleSetError, read_rule
from highground.workshop.making import ability_of
from tests.workshop.sets import Json, effect

OWN_SHOOTING = {"phases": ["shooting"], "per": "turn"}


def said(rule: Json) -> list[str]:
    return of_ability(ability_of(read_rule(rule, "unit"), "unit"))


def test_a_rite_for_nothing_once_in_a_battle() -> None:
    free = effect("spending", name="embers", free=True, per="phase", duration="phase")
    use = {"phases": ["shooting"], "per": "battle"}
    assert said({"name": "Deep Lore", "use": use, "effects": [free]}) == [
        "Used once a battle in its shooting phase:",
        "The unit: its uses take nothing of its army's embers, once a phase, until the phase ends",
    ]


def test_rites_about_it_reach_twice_as_far() -> None:
    far = effect("use_reach", name="embers", doubled=True, who="friends within", reach=6)
    far["conditions"] = [{"kind": "keyword", "name": "psyker"}]
    assert said({"name": "Flare", "effects": [far]}) == [
        "Friendly units within 6 inches: its uses that take of its army's embers reach twice as far, if it is PSYKER"
    ]


def test_a_beacon_brings_a_unit_in_reserve_to_its_side_for_nothing() -> None:
    free = effect("price", what="arrival", free=True, per="phase", who="target", duration="phase")
    beside = effect("arrive_beside", value=3, who="target", duration="phase")
    use = {"phases": ["movement"], "per": "battle", "target": "reserve"}
    assert said({"name": "Lamp", "use": use, "effects": [free, beside]}) == [
        "Used once a battle in its movement phase, at a unit in reserve:",
        "The target: arriving early costs nothing, once a phase, until the phase ends",
        "The target: if it arrives early, it is set up within 3 inches of the unit that uses this, "
        "until the phase ends",
    ]
    for wrong in (use | {"target": "enemy"}, use | {"target": "none"}):
        with pytest.raises(RuleSetError, match="a unit in reserve"):
            read_rule({"name": "Lamp", "use": wrong, "effects": [beside]}, "unit")


def test_passengers_are_helped_against_what_their_transport_hit() -> None:
    lit = effect("mark", name="lit", who="target", duration="phase")
    again = effect("roll", stage="wound", change="reroll", reroll="any", who="army", duration="phase")
    again["conditions"] = [{"kind": "marked by transport", "name": "lit"}]
    use = OWN_SHOOTING | {"window": "shot", "target": "enemy"}
    lines = said({"name": "Covering Fire", "use": use, "effects": [lit, again]})
    assert lines[1] == "The target: is marked 'lit', until the phase ends"
    where = "if the other unit is marked 'lit' by the transport that it got out of in this turn"
    assert lines[2].endswith(f"{where}, until the phase ends")


def test_what_the_enemy_has_just_used_costs_more() -> None:
    use = {"phases": ["combat"], "turn": "any", "per": "battle", "window": "enemy stratagem"}
    assert said({"name": "Long Shadow", "use": use, "effects": [effect("dearer", value=1)]}) == [
        "Used once a battle in any combat phase, after the enemy has used a stratagem:",
        "The unit: the stratagem that the enemy has just used costs its army 1 command point more from now on",
    ]
    with pytest.raises(RuleSetError, match="'dearer' and the window 'enemy stratagem' go together"):
        read_rule({"name": "Long Shadow", "use": use | {"window": ""}, "effects": [effect("dearer", value=1)]}, "unit")
    named = effect("price", stratagem="Low Fog", value=1)
    dearer = "The unit: the stratagem 'Low Fog' costs 1 command point more"
    assert said({"name": "Mist", "effects": [named]}) == [dearer]
