"""Photos of many makes and sizes of dice at once: python training/assorted.py CHECKOUT/Dice-3 OUT (see README.md).

From a checkout of GameDiceRecognition, the photos that its author took; boxes there are in parts of the picture,
classes from 0. Writes OUT/assorted/*.jpg and OUT/labels.json in the shape that the other scripts read.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import cv2

OWN = range(369, 443)
"""Numbers of the photos that the author took; those before also stand elsewhere, those after were found on the web."""
INCOMPLETE = {434}
"""One of its dice has no label."""


def labels_of(export: Path) -> list[dict[str, Any]]:
    """Each picture with its labels; copies of one photo are cropped and grained differently."""
    found = []
    for path in sorted(export.glob("*/images/*.jpg")):
        number = int(re.findall(r"\d+", path.name)[0])
        boxes = path.parent.parent / "labels" / f"{path.stem}.txt"
        if number in OWN and number not in INCOMPLETE and boxes.exists():
            picture = cv2.imread(str(path))
            high, wide = picture.shape[:2]
            dice = [_die(line.split(), wide, high) for line in boxes.read_text().splitlines()]
            found.append({"image": f"assorted/{path.name}", "width": wide, "height": high, "dice": dice})
    return found


def _die(words: list[str], wide: int, high: int) -> dict[str, Any]:
    x, y, w, h = (float(word) for word in words[1:])
    box = [(x - w / 2) * wide, (y - h / 2) * high, (x + w / 2) * wide, (y + h / 2) * high]
    return {"box": box, "value": int(words[0]) + 1}


if __name__ == "__main__":
    export, out = Path(sys.argv[1]), Path(sys.argv[2])
    (out / "assorted").mkdir(parents=True, exist_ok=True)
    labels = labels_of(export)
    for label in labels:
        name = Path(label["image"]).name
        shutil.copy(next(export.glob(f"*/images/{name}")), out / "assorted" / name)
    (out / "labels.json").write_text(json.dumps(labels))
