"""Who of a model group holds what, when the file only says how many the group has in all."""

from __future__ import annotations

from collections.abc import Sequence

Share = tuple[int, ...]
"""How many of each item one miniature holds, in the items' order."""


def deal(count: int, items: Sequence[tuple[int, str]]) -> list[tuple[int, Share]]:
    """Deal items, each (number in all, kind), to `count` miniatures: runs of (miniatures, share of each).

    Everybody holds `number // count`. What is over goes to miniatures one after another, each kind with a cursor of
    its own, so that 6 + 2 + 2 guns arm 10 miniatures with one gun each.
    """
    shares = [[number // count for number, _ in items] for _ in range(count)]
    cursors: dict[str, int] = {}
    for index, (number, kind) in enumerate(items):
        start = cursors.get(kind, 0)
        over = number % count
        for step in range(over):
            shares[(start + step) % count][index] += 1
        cursors[kind] = (start + over) % count
    runs: dict[Share, int] = {}
    for share in shares:
        runs[tuple(share)] = runs.get(tuple(share), 0) + 1
    return [(miniatures, share) for share, miniatures in runs.items()]
