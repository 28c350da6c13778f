"""The offers that wait for the other player, as each side sees them."""

from __future__ import annotations

from highground.game.match.match import Match, Offer
from highground.game.views.state import OfferDetails, OfferState


def offers_view(match: Match, sides: frozenset[int]) -> list[OfferState]:
    """The offers that stand, for the player who commands `sides`."""
    return [
        {
            "kind": each.kind,
            "army_uuid": match.cast.army_uuids[each.side],
            "army_name": match.cast.armies[each.side],
            "yours": each.side in sides,
            "what": _details(each),
        }
        for each in match.open_offers()
    ]


def _details(offer: Offer) -> OfferDetails:
    terms = offer.what
    if terms.do is not None:
        return {"do": terms.do, "minutes": terms.minutes}
    if terms.choice is not None:
        return {"faces": list(terms.faces), "source": terms.source, "stage": terms.stage}
    return {}
