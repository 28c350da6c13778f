"""Battles for tests: the sample armies on each board."""

from __future__ import annotations

from highground.engine.model import Setup
from highground.packs import load_pack


def sample(size: int = 1000, layout: int = 0) -> Setup:
    pack = load_pack()
    board = list(pack.layouts.values())[layout]
    mission = next(iter(pack.missions.values()))
    return Setup((pack.army(f"vow-{size}"), pack.army(f"fen-{size}")), board, mission, pack.uid)
