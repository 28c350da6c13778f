"""The battle that a fresh installation has to show."""

from __future__ import annotations

from highground.engine.log import Log, log_of
from highground.packs import load_pack
from highground.simulation.armies import setup_of
from highground.simulation.battles import run_battle
from highground.simulation.players import PlayerNames, name_of

SEED = 11
ARMIES = ("vow-2000", "fen-2000")
LAYOUT = "weir-crossing"


def demo_battle() -> Log:
    """The demo battle's log: the sample armies of 2,000 points, always the same battle."""
    pack = load_pack()
    setup = setup_of(pack.army(ARMIES[0]), pack.army(ARMIES[1]), pack.layout(LAYOUT))
    players = PlayerNames()(SEED)
    return log_of(run_battle(setup, SEED, players), (name_of(players[0]), name_of(players[1])))
