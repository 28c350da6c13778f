"""The missions as the table shows them: the primary, the secondaries in hand, and what each has brought so far."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.model import Secondary
from highground.engine.steps import secondaries
from highground.game.match.match import Match
from highground.game.parts.missions import scoring_words, secondary_words
from highground.game.views.state import MissionGain, MissionScored, MissionState, MissionText


def mission_view(match: Match) -> MissionState:
    mission = match.battle.setup.mission
    return {"name": mission.name, "description": mission.description, "scoring": scoring_words(mission)}


def missions_in_hand(match: Match, side: int) -> list[MissionText]:
    known = {each.uid: each for each in match.battle.setup.secondaries}
    scored = _scored(match, side)
    return [
        _in_hand(match, side, known[uid], _points(scored.get(uid, []))) for uid in match.battle.state.armies[side].hand
    ]


def missions_scored(match: Match, side: int) -> list[MissionScored]:
    """Every mission that has brought points, also those that are no longer in hand, in the order of their first."""
    return [
        {"name": match.cast.missions[uid], "points": _points(gains), "gains": gains}
        for uid, gains in _scored(match, side).items()
    ]


def _points(gains: list[MissionGain]) -> int:
    return sum(each["points"] for each in gains)


def _in_hand(match: Match, side: int, mission: Secondary, scored: int) -> MissionText:
    counted, worth = secondaries.worth(match.battle.scene, side, mission)
    return {
        "name": mission.name,
        "text": mission.description,
        "counted": counted,
        "needed": mission.needed,
        "worth": worth,
        "scored": scored,
    }


def _scored(match: Match, side: int) -> dict[str, list[MissionGain]]:
    """What each mission brought. An army is another object as soon as anything of it changes, so a new
    object means new scores.
    """
    army = match.battle.state.armies[side]
    return match.kept.get(("missions scored", side), (army,), lambda: _read(match, side) if army.secondary else {})


def _read(match: Match, side: int) -> dict[str, list[MissionGain]]:
    known = {each.uid: each for each in match.battle.setup.secondaries}
    found: dict[str, list[MissionGain]] = {}
    number = 1
    for record in match.battle.records:
        for event in record.events:
            if isinstance(event, ev.TurnBegan):
                number = event.round
            elif isinstance(event, ev.SecondaryScored) and event.side == side:
                what = secondary_words(known[event.secondary], event.count)
                gain: MissionGain = {"round": number, "points": event.points, "what": what}
                found.setdefault(event.secondary, []).append(gain)
    return found
