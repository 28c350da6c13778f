"""Who hears that an offer was overtaken: everybody who made one, of each."""

from __future__ import annotations

from highground.engine import choices as ch
from highground.game.match.match import Match, Offer
from highground.server.play.lapsing import Unanswered, overtaken
from tests.game.commands.test_commands import facing


def asked() -> tuple[Match, Unanswered]:
    """Both have offered something that only holds for now, and the clock's offer stays."""
    game = facing("movement")
    for offer in (Offer("draw", 0, game.number), Offer("by_hand", 1, game.number), Offer("clock", 0, game.number)):
        game.make_offer(offer)
    return game, Unanswered.of(game)


def lapsed(game: Match, kind: str, side: int) -> tuple[str, dict[str, object]]:
    offered_by = game.cast.army_uuids[side]
    return "offer_answer", {"kind": kind, "offered_by": offered_by, "agreed": False, "lapsed": True}


def test_of_several_offers_that_a_choice_overtakes_each_is_reported() -> None:
    game, before = asked()
    assert overtaken(before, game, {}) == []
    game.answer(ch.Move(0, "stationary"))
    assert overtaken(before, game, {}) == [lapsed(game, "draw", 0), lapsed(game, "by_hand", 1)]


def test_an_offer_that_was_answered_has_not_lapsed_but_others_may_have() -> None:
    """What is agreed to by hand is a choice itself, which overtakes a draw."""
    game, before = asked()
    game.answer(ch.Move(0, "stationary"))
    answered = {"offer_answer": {"kind": "by_hand", "offered_by": game.cast.army_uuids[1], "agreed": True}}
    assert overtaken(before, game, answered) == [lapsed(game, "draw", 0)]
