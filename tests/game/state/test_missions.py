"""How far the missions in hand have come."""

from __future__ import annotations

from typing import get_args

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.model import SecondaryKind
from highground.game.commands import computer
from highground.game.match.match import Match
from highground.game.parts.missions import scoring_words, secondary_words
from highground.game.state.battle_state import game_state
from highground.packs import load_pack
from tests.game.state.test_state import AI, sample

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
    game = sample(6)
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


def test_each_mission_says_what_it_has_scored_and_their_sum_is_the_secondary_score() -> None:
    game = sample()
    while min(army.secondary for army in game.battle.state.armies) == 0:
        computer.step(game)
    for army in game_state(game, frozenset({0, 1}))["game_model"]["armies"]:
        scored = {each["name"]: each["points"] for each in army["missions_scored"]}
        assert sum(scored.values()) == army["secondary"] > 0
        for each in army["missions_scored"]:
            assert sum(gain["points"] for gain in each["gains"]) == each["points"]
            assert all(gain["what"] and gain["round"] <= game.battle.state.round for gain in each["gains"])
        assert all(each["scored"] == scored.get(each["name"], 0) for each in army["missions_in_hand"])


def test_every_kind_of_secondary_mission_says_what_it_scored_for() -> None:
    said = {each.kind: secondary_words(each, 2) for each in load_pack().secondaries}
    assert said["quarters"] == "2 quarters of the board reached"
    assert said["own zone clear"] == "no enemy in its own zone"
    assert set(said) == set(get_args(SecondaryKind))


def test_the_primary_mission_says_what_scores_how_much_and_when() -> None:
    missions = load_pack().missions
    assert scoring_words(missions["stake-the-valley"]) == (
        "5 VP for each objective held; at most 15 a turn and 50 in all. Scored as your command phase ends, "
        "from round 2 on; in the battle's last turn at its end."
    )
    assert scoring_words(missions["toll-of-names"]).startswith(
        "3 VP for each objective held, 3 VP for holding more of them than the enemy, "
        "3 VP for each enemy unit destroyed since your last command phase; at most"
    )


def test_an_objective_shows_what_it_is_worth_to_each_side() -> None:
    pack = load_pack()
    armies = pack.army("vow-1000"), pack.army("fen-1000")

    def worth(mission: str) -> list[str]:
        game = Match(Battle(pack.setup(*armies, mission=mission), 5), "g", AI)
        return [each["worth"] for each in game_state(game, frozenset())["game_model"]["objectives"]]

    assert set(worth("stake-the-valley")) == {"Worth 5 VP a turn from round 2 on"}
    centre, *others = worth("the-far-bank")
    assert centre == "Worth 5 VP a turn from round 2 on"
    blue, red = (army.name for army in armies)
    assert set(others) == {
        f"Worth {a} VP to {blue} and {b} to {red}, a turn from round 2 on" for a, b in ((7, 2), (2, 7))
    }
