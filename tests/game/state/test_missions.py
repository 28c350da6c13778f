"""How far the missions in hand have come."""

from __future__ import annotations

from highground.engine import events as ev
from highground.game.commands import computer
from highground.game.match.match import Match
from highground.game.state.battle_state import game_state
from tests.game.state.test_state import sample

ENOUGH = 4


def _worth(game: Match) -> dict[tuple[int, str], tuple[int, int]]:
    """What each mission in hand has counted, and is worth, by side and name."""
    armies = game_state(game, frozenset({0, 1}))["game_model"]["armies"]
    return {
        (side, each["name"]): (each["counted"], each["worth"])
        for side, army in enumerate(armies)
        for each in army["missions_in_hand"]
    }


def test_a_mission_is_worth_what_it_scores_at_the_turns_end() -> None:
    game = sample()
    pairs: list[tuple[tuple[int, int], tuple[int, int]]] = []
    while len(pairs) < ENOUGH:
        before, number = _worth(game), len(game.battle.records)
        computer.step(game)
        for record in game.battle.records[number:]:
            # The blow that ends a turn may count for a mission too.
            fought = any(isinstance(event, ev.UnitDestroyed) for event in record.events)
            pairs += [
                (before[event.side, event.name], (event.count, event.points))
                for event in record.events
                if isinstance(event, ev.SecondaryScored) and not fought
            ]
    assert all(known == scored for known, scored in pairs), pairs
