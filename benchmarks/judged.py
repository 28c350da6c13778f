"""Texts that the reader leaves, judged by hand: whether the workshop's forms can say each exactly, and what is missing.

Of each text only a hash stands here, and the missing part in our own words. `SAMPLE` are 50 texts drawn at random from
all that collected 10e files left as text when they were drawn, the very large one and rules of armies included;
`python benchmarks/judged.py` says how many of them are still left.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from math import sqrt
from pathlib import Path
from random import Random

from highground.rosters import read_roster

COLLECTED = Path(__file__).resolve().parents[2] / "shared" / "data" / "rosters" / "40k-10e"
SEED, SIZE = 50, 50

_MADE = "51574f30 83381f9d 00053e54 f8ace91f 804620c6 6f07fc28 79028c99 5f0b72c4 94fed505 dd681ceb 87d89f68 49571031"
_TOO = "11aa93cb 7eb9fe25 fac941b6 670210b1 84b6bf4d 9a3c3a06 9ae1605b 2d7e2fc0 02b72e0c 1806568a a437ede4 79d7769b"
_NOW = "67098482 40c08df5 752c794e 36271d50 23ce272e 2b0e51bd b63fa00c c56d007a 87c9b0fb b57d17d8"
_SINCE = "3cb9eb4f def03ebc 680e6085 cfdaee00 f2d1a1dd"
_COMING = "9de8e832 5946605b e930b8e5 d6d246d6 1760da89"
CAN_BE_MADE = frozenset(f"{_MADE} {_TOO} {_NOW} {_SINCE} {_COMING}".split())
"""Hashes of texts of the usual files that stay text and can be said in the workshop, exactly."""

_SAID = """
00053e54 1806568a 19380588 1f16a115 308deaca 36271d50 39dc5633 40c08df5 51574f30 5f0b72c4 693102a3 6f07fc28 73efddc2
74b71f19 79d7769b 7ba50f8d 804620c6 83381f9d 87d89f68 96e75c56 9a3c3a06 9ae1605b a437ede4 dd681ceb fac941b6
87c9b0fb 25a7c7d7 166d4175 d7d9efd2 def03ebc cfdaee00 9de8e832 5946605b d6d246d6 e930b8e5
"""
_BY_NUMBERS = "a number taken from another unit, roll or characteristic"
_ADDED = "units that are added"
_ONE = "a defence of one miniature of a unit"
_JOINS = "units that join or replace others"
_TRANSPORT = "what transports carry and take in"
SAMPLE: dict[str, str] = {
    **dict.fromkeys(_SAID.split(), ""),
    "fdfa1c01": _ADDED,
    **dict.fromkeys(("6c491975", "714a4b24", "5534f1aa"), _BY_NUMBERS),
    **dict.fromkeys(("1b4d037e", "1b600f51", "9d2f23e6"), _ONE),
    **dict.fromkeys(("30f1b42b", "36b6f0e7"), _JOINS),
    **dict.fromkeys(("47e5d275", "f981c322"), _TRANSPORT),
    "30155e2f": "fewer choices while something holds",
    "4d452306": "cover from one's own terrain",
    "6983bc95": "a least value of a characteristic",
    "bb743caa": "a marked objective",
}
"""What the workshop's forms lack for each text of the sample; '' where they can say it exactly."""


def mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def left(folder: Path) -> set[str]:
    """The marks of all texts that stay text, of armies and of units."""
    found: set[str] = set()
    for path in sorted(folder.glob("*")):
        roster = read_roster(path.read_bytes(), path.stem)
        units = (*roster.army.units, *roster.left_out)
        every = [*roster.army.abilities, *(each for unit in units for each in unit.abilities)]
        found |= {mark(each.text) for each in every if each.by_hand and each.text}
    return found


def drawn(marks: set[str]) -> list[str]:
    return sorted(Random(SEED).sample(sorted(marks), min(SIZE, len(marks))))


def wilson(part: int, whole: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share, square = part / whole, z * z
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    reach = z * sqrt(share * (1 - share) / whole + square / (4 * whole * whole)) / (1 + square / whole)
    return middle - reach, middle + reach


def lines() -> list[str]:
    """The share of the sample that can be made, with its interval, and what is missing most often."""
    made = sum(not missing for missing in SAMPLE.values())
    low, high = wilson(made, len(SAMPLE))
    why = Counter(missing for missing in SAMPLE.values() if missing).most_common()
    head = f"of {len(SAMPLE)} texts drawn at random (seed {SEED}): {made} can be made ({made / len(SAMPLE):.0%}, 95 % "
    return [f"{head}interval {low:.0%} to {high:.0%}); missing:", *(f"  {count} {what}" for what, count in why)]


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else COLLECTED
    print("\n".join(lines()))
    if folder.is_dir():
        still = left(folder)
        print(f"still left as text: {sum(each in still for each in SAMPLE)} of {len(SAMPLE)}")


if __name__ == "__main__":
    main(sys.argv[1:])
