"""Capital letters as plotter strokes, so that what is printed needs no font.

A letter stands on a grid 4 wide and 6 high, y downwards: strokes apart by a bar, each point two digits.
"""

from __future__ import annotations

Spot = tuple[float, float]
Line = tuple[Spot, ...]

STROKES = {
    "A": "06 20 46|14 34", "B": "00 06 36 45 44 33 03|33 42 41 30 00", "C": "41 30 10 01 05 16 36 45",
    "D": "00 06 26 44 42 20 00", "E": "40 00 06 46|03 33", "F": "40 00 06|03 33", "G": "41 30 10 01 05 16 36 45 43 23",
    "H": "00 06|40 46|03 43", "I": "20 26|10 30|16 36", "J": "40 45 36 16 05", "K": "00 06|40 03 46", "L": "00 06 46",
    "M": "06 00 23 40 46", "N": "06 00 46 40", "O": "10 01 05 16 36 45 41 30 10", "P": "06 00 30 41 42 33 03",
    "Q": "10 01 05 16 36 45 41 30 10|24 46", "R": "06 00 30 41 42 33 03|23 46", "S": "41 30 10 01 02 44 45 36 16 05",
    "T": "00 40|20 26", "U": "00 05 16 36 45 40", "V": "00 26 40", "W": "00 16 23 36 40", "X": "00 46|40 06",
    "Y": "00 23 40|23 26", "Z": "00 40 06 46", "0": "10 01 05 16 36 45 41 30 10|14 32", "1": "11 20 26|16 36",
    "2": "01 10 30 41 42 06 46", "3": "00 40 23 44 45 36 16 05", "4": "36 30 04 44", "5": "40 00 03 33 44 45 36 06",
    "6": "30 02 05 16 36 45 44 33 03", "7": "00 40 16", "8": "10 01 02 13 33 42 41 30 10|13 04 05 16 36 45 44 33",
    "9": "43 13 02 01 10 30 41 44 16",
}  # fmt: skip

MARKS = {".": "25 26", ",": "25 17", "-": "13 33", ":": "22 23|25 26", "/": "06 40", "%": "06 40|01 10|36 45"}
"""Of punctuation, what captions need."""
ADVANCE = 5.6


def strokes(text: str, left: float, top: float, height: float) -> tuple[Line, ...]:
    """The lines of `text` (capitals, digits, captions' punctuation, spaces) from its upper left corner.

    Raises KeyError for a character that has no strokes.
    """
    scale = height / 6
    lines: list[Line] = []
    for index, letter in enumerate(text):
        if letter == " ":
            continue
        drawn = STROKES[letter] if letter in STROKES else MARKS[letter]
        at = left + index * ADVANCE * scale
        lines += [
            tuple((at + int(point[0]) * scale, top + int(point[1]) * scale) for point in stroke.split())
            for stroke in drawn.split("|")
        ]
    return tuple(lines)


def width(text: str, height: float) -> float:
    """How wide `text` is, in the unit of `height`."""
    return (ADVANCE * (len(text) - 1) + 4) * height / 6 if text else 0.0
