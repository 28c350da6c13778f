"""The odds of attacks that are not declared yet, and which miniature uses which weapon."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine.attack.exact import distribution
from highground.engine.errors import Refusal
from highground.engine.record import Given
from highground.game.commands import answers
from highground.game.match.match import Control, Match
from highground.game.state import charges, odds
from highground.game.state.aiming import Aim
from highground.game.state.battle_state import game_state
from tests.engine import field

GUN, LANCE = field.weapon("gun", "2"), field.weapon("lance", "1", strength=8, ap=-2, damage="3")
BLADE, HOOK = field.blade(attacks="2", strength=5), field.blade("hook", attacks="3", strength=4)
HUMANS = (Control(), Control())


def facing(phase: Any, gap: float = 10.0, *weapons: Any) -> Match:
    """Three Wardens with these weapons, and three Raiders that many inches away."""
    arms = weapons or (GUN, LANCE, BLADE)
    what = field.setup([field.unit("Wardens", *arms, count=3)], [field.unit("Raiders", *arms, count=3)])
    places = {0: field.row(20.0, 20.0, 3), 1: field.row(field.beside(20.0, gap), 20.0, 3)}
    time: Any = "beginning" if phase == "combat" else "middle"
    return Match(field.position(what, places, phase, time=time), "game", HUMANS)


def picking(game: Match) -> int:
    """The unit that is picked to fight first, once the fights have begun."""
    answers.advance(game)
    return game.due().units[0]


def aim(game: Match, weapon: str, unit: int = 0, target: int = 1, *bearers: int) -> Aim:
    named = tuple(game.miniature_uuid(unit, bearer) for bearer in bearers)
    return Aim(game.cast.unit_uuids[unit], game.cast.weapon_uuid(weapon), game.cast.unit_uuids[target], named)


def test_odds_are_exact_and_change_nothing() -> None:
    game = facing("shooting")
    before, number = game_state(game, frozenset({0})), game.number
    shown = odds.attack_odds(game, [aim(game, "gun")])
    assert game_state(game, frozenset({0})) == before
    assert game.number == number
    answers.select_targets(game, [aim(game, "gun")], melee=False)
    (volley,) = answers.declared(game)
    exact = distribution(volley.sequence.attack, volley.sequence.target)
    (shot,), (target,) = shown["shots"], shown["targets"]
    assert shot["damage"]["chances"] == pytest.approx(exact.damage, abs=1e-6)
    assert target["slain"]["chances"] == pytest.approx(exact.slain, abs=1e-6)
    assert target["damage"]["mean"] == pytest.approx(exact.damage_mean, abs=1e-5)
    assert (target["models"], target["destroyed"]) == (3, target["slain"]["chances"][-1])


def test_weapons_at_one_target_are_worked_out_together() -> None:
    """A weapon's attacks split among its bearers do what they do together; sums of means would count too much."""
    game = facing("shooting")
    whole = odds.attack_odds(game, [aim(game, "gun")])["targets"][0]
    parts = odds.attack_odds(game, [aim(game, "gun", 0, 1, 0), aim(game, "gun", 0, 1, 1, 2)])
    assert len(parts["shots"]) == 2
    assert parts["targets"][0]["damage"]["chances"] == pytest.approx(whole["damage"]["chances"], abs=1e-6)
    both = odds.attack_odds(game, [aim(game, "gun"), aim(game, "lance")])
    assert sum(both["targets"][0]["slain"]["chances"]) == pytest.approx(1.0, abs=1e-5)
    assert both["targets"][0]["damage"]["mean"] < sum(shot["damage"]["mean"] for shot in both["shots"])


def test_odds_of_nothing_and_of_what_is_not_allowed() -> None:
    game = facing("shooting", 30.0)
    assert odds.attack_odds(game, []) == {"shots": [], "targets": []}
    with pytest.raises(Refusal) as refused:
        odds.attack_odds(game, [aim(game, "gun")])
    assert refused.value.code == "out-of-weapon-range"


def test_odds_of_a_fight() -> None:
    game = facing("combat", 0.5)
    fighter = 1 - game.battle.state.active
    shown = odds.attack_odds(game, [aim(game, "blade", fighter, 1 - fighter)])
    assert shown["shots"][0]["needed_values"]["wound_needed"] == "3+"
    assert shown["targets"][0]["slain"]["mean"] > 0


def test_a_miniature_strikes_with_one_of_the_weapons_that_it_carries() -> None:
    game = facing("combat", 0.5, GUN, BLADE, HOOK)
    fighter = picking(game)
    both = [aim(game, "hook", fighter, 1 - fighter), aim(game, "blade", fighter, 1 - fighter)]
    (row,) = answers.select_targets(game, both, melee=True)
    assert row["weapon_name"] == "Hook"


def test_named_bearers_keep_their_weapon_and_the_rest_take_the_other() -> None:
    game = facing("combat", 0.5, GUN, BLADE, HOOK)
    fighter = picking(game)
    both = [aim(game, "blade", fighter, 1 - fighter), aim(game, "hook", fighter, 1 - fighter, 1)]
    rows = answers.select_targets(game, both, melee=True)
    assert {row["weapon_name"]: row["weapons"] for row in rows} == {"Blade": 2, "Hook": 1}


# CHARGE-50: what was rolled is reported for as long as the phase lasts.
def test_charges_that_were_rolled_stay_in_the_state_of_their_phase() -> None:
    game = facing("charge", 5.0)
    uuids = game.cast.unit_uuids
    assert game_state(game, frozenset({0}))["charge_results"] == []
    answers.record_charges(game, {uuids[0]: [uuids[1]]})
    answers.process_charge(game, uuids[0], Given((1, 2)))
    (result,) = game_state(game, frozenset({0}))["charge_results"]
    assert (result["charge_roll"], result["charge_success"]) == (3, False)
    assert result["targets"][0]["target_distance"] == 5.0
    assert result["message"] == "Wardens: rolled 3, needed 4. The charge does not reach Raiders."
    answers.advance(game)
    answers.advance(game)
    assert charges.results_of_phase(game) == []
