"""Battles for tests: the sample armies on each board."""

from __future__ import annotations

from highground.engine.model import Setup
from highground.packs import load_pack
from highground.simulation.armies import setup_of


def sample(size: int = 1000, layout: int = 0) -> Setup:
    pack = load_pack()
    return setup_of(pack.army(f"vow-{size}"), pack.army(f"fen-{size}"), list(pack.layouts.values())[layout])
