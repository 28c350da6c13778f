"""How often a player is asked for a reaction in five turns of the computer, by the stops that he has.

Whole battles of the sample armies, each several times with other dice; the player passes whatever he is asked. `always`
is asked about everything, `usual` has the stops of a game that nobody has changed. `judging_ms` is what it costs to
decide that a question need not be asked.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

from highground.ai.personality import PERSONALITIES
from highground.ai.player import AiPlayer
from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.prompts import ReactPrompt
from highground.game.match.match import USUAL, Asking, Control, Match
from highground.game.match.stops import Stops, weighed
from highground.packs import load_pack

BATTLES = (("vow-1000", "fen-1000"), ("fen-1000", "vow-1000"), ("vow-2000", "fen-2000"))
SEEDS = (1, 2, 3)
PLAYER = 0


def main() -> dict[str, Any]:
    always: list[int] = []
    usual: list[int] = []
    times: list[float] = []
    for first, second in BATTLES:
        for seed in SEEDS:
            always.append(_questions(first, second, seed, Asking(), times))
            usual.append(_questions(first, second, seed, USUAL, []))
    return {
        "battles": len(usual),
        "always_median": statistics.median(always),
        "always_most": max(always),
        "usual_median": statistics.median(usual),
        "usual_most": max(usual),
        "judging_ms_median": round(statistics.median(times), 2),
        "judging_ms_most": round(max(times), 2),
    }


def _questions(first: str, second: str, seed: int, asking: Asking, times: list[float]) -> int:
    """The questions of the computer's five turns; the time of judging each of them goes to `times`."""
    pack = load_pack()
    match = Match(Battle(pack.setup(pack.army(first), pack.army(second)), seed), "g", (Control(), Control("ai")))
    match.asking = asking
    player, count = AiPlayer(PERSONALITIES["standard"]), 0
    while (prompt := match.ask()) is not None:
        if isinstance(prompt, ReactPrompt) and prompt.side == PLAYER:
            began = time.perf_counter()
            weighed(match.battle, prompt, Stops(), {})
            times.append((time.perf_counter() - began) * 1000)
            count += match.battle.state.active != PLAYER
            match.answer(ch.Pass())
        else:
            match.answer(player.choose(match.battle.clone(), prompt))
    return count
