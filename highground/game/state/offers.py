"""The offers that wait for the other player, as each side sees them."""

from __future__ import annotations

from highground.engine.amendments import (
    AmendDamage,
    AmendDie,
    AmendPlace,
    AmendScore,
    AmendWounds,
    AnyAmendment,
)
from highground.engine.choices import ByHand
from highground.game.match.match import Match, Offer
from highground.game.parts.phrases import count, lasting_words, listed, place
from highground.game.views.state import OfferDetails, OfferState


def offers_view(match: Match, sides: frozenset[int]) -> list[OfferState]:
    """The offers that stand, for the player who commands `sides`."""
    return [
        {
            "id": each.id,
            "kind": each.kind,
            "army_uuid": match.cast.army_uuids[each.side],
            "army_name": match.cast.armies[each.side],
            "yours": each.side in sides,
            "what": _details(match, each),
        }
        for each in match.open_offers()
    ]


def _details(match: Match, offer: Offer) -> OfferDetails:
    terms = offer.what
    if terms.do is not None:
        return {"do": terms.do, "minutes": terms.minutes}
    if isinstance(terms.choice, ByHand):
        return {"words": hand_words(match, offer.side, terms.choice)}
    if terms.choice is not None:
        return {"faces": list(terms.faces), "source": terms.source, "stage": terms.stage}
    return {}


def hand_words(match: Match, side: int, choice: ByHand) -> str:
    """'Reed Archers: hit +1 until the phase ends'."""
    cast = match.cast
    if not choice.on:
        return f"{choice.ability}: switch off what is on"
    target = choice.unit if choice.target is None else choice.target
    on = cast.armies[side] if target is None else cast.units[target]
    done = [*map(lasting_words, choice.effects), *map(_amended, choice.amend)]
    return f"{on}: {listed(done)}"


_ROLLS = {"advance": "advance roll", "charge": "charge roll", "battle-shock": "battle-shock test"}


def _amended(wanted: AnyAmendment) -> str:
    if isinstance(wanted, AmendPlace):
        return f"put {place(wanted.places[0])}" if wanted.places else "put elsewhere"
    if isinstance(wanted, AmendScore):
        return f"{count(abs(wanted.points), 'victory point')} {'more' if wanted.points > 0 else 'fewer'}"
    if isinstance(wanted, AmendDie):
        return f"a die turned to {wanted.face}" if wanted.face else "a die rolled again"
    if isinstance(wanted, AmendDamage):
        return f"the damage of an attack becomes {wanted.damage}"
    if isinstance(wanted, AmendWounds):
        left = count(wanted.wounds, "wound") + " left" if wanted.wounds else "removed"
        return f"miniature {wanted.miniature + 1}: {left}"
    turned = [str(face) if face else "a die rolled again" for face in wanted.faces]
    return f"its {_ROLLS[wanted.roll]}: {listed(turned)}" if turned else f"its {_ROLLS[wanted.roll]} made again"
