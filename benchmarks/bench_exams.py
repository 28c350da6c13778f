"""How many of the exams each quick level passes, in percent, and the CPU seconds of all of them.

`HIGHGROUND_EXAM_LEVELS` names other levels, with commas.
"""

from __future__ import annotations

import os

from highground.exams import take

QUICK = "recruit,classic,regular"


def main() -> dict[str, object]:
    found: dict[str, object] = {}
    for level in os.environ.get("HIGHGROUND_EXAM_LEVELS", QUICK).split(","):
        report = take(level)
        found[f"{level}_percent"] = round(100 * report.rate, 1)
        found[f"{level}_seconds"] = report.seconds
    found["exams"] = report.exams
    return found


if __name__ == "__main__":
    print(main())
