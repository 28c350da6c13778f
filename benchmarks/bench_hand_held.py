"""Reading tables that are photographed by hand: battles drawn in three dimensions, each photo from another place and in
another light, a third of them with an arm over an edge.

Shares come with 95 % intervals, photo by photo, and what they are of. Nothing of how a table is read was chosen by
these battles; it was by ten others (seed 77). Where the battle knows places, they are off by a tenth of an inch.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from highground.vision.flat import Picture
from highground.vision.photo import decode
from highground.vision.rendering.battles import write_battles
from highground.vision.rendering.evaluating import MODES, evaluate_battles

BATTLES, SEED = 20, 500
SIZE = (2016, 1512)
"""Half of what a phone of 12 megapixels takes, along a side."""


def main() -> dict[str, Any]:
    """By what the reading had besides the photo."""
    with tempfile.TemporaryDirectory() as folder:
        write_battles(Path(folder), BATTLES, SEED, SIZE)
        found = evaluate_battles(Path(folder), _read)
    return {name: {"reading": MODES[name], **figures} for name, figures in found.items()}


def _read(path: Path) -> Picture:
    return decode(path.read_bytes()).picture
