"""Offers, and requests to take something back, that a choice has overtaken: nobody can answer them any more.

Who made one sees it go from the page, and hears why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from highground.game.match.match import Match, Offer


class Unanswered(NamedTuple):
    """What waits for the other player's answer before a change, with the number of choices then."""

    number: int
    offers: tuple[Offer, ...]
    undo: int | None

    @classmethod
    def of(cls, match: Match) -> Unanswered:
        return cls(match.number, match.open_offers(), match.undo_asked)


def overtaken(
    before: Unanswered, match: Match, answered: Mapping[str, Mapping[str, object]]
) -> list[tuple[str, Mapping[str, object]]]:
    """The news for those whose question a change has left unanswered: all that stood but what it `answered` itself.

    At the end of a battle nobody waits for one.
    """
    if match.number == before.number or match.ask() is None:
        return []
    return list(_overtaken(before, match, answered))


def _overtaken(
    before: Unanswered, match: Match, answered: Mapping[str, Mapping[str, object]]
) -> Iterator[tuple[str, Mapping[str, object]]]:
    uuids, stands = match.cast.army_uuids, match.open_offers()
    settled = answered.get("offer_answer", {}).get("kind")
    for each in before.offers:
        if each not in stands and each.kind != settled:
            yield "offer_answer", {"kind": each.kind, "offered_by": uuids[each.side], "agreed": False, "lapsed": True}
    if before.undo is not None and match.undo_asked is None and match.number > before.number:
        yield "undo_answer", {"asked_by": uuids[before.undo], "agreed": False, "lapsed": True}
