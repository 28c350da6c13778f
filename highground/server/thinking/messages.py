"""What goes between a server and the processes that think for it: msgpack, each message after its length."""

from __future__ import annotations

import msgspec

from highground.ai.advice import Advice
from highground.ai.moving import Candidate
from highground.ai.player import Decision
from highground.ai.search import Thought
from highground.ai.trials import Tried
from highground.engine.choices import Choice
from highground.engine.events import Event
from highground.engine.model import Point, Setup
from highground.game.commands.deciding import Answer, Question

LENGTH = 4
"""Bytes of a message's length, which come before it, the most significant first."""
GAMES_KEPT = 64
"""Battles that a process keeps in memory; the one that was asked about longest ago goes first."""


class Ask(msgspec.Struct, frozen=True):
    """A question about a game. The process knows the game's first `known` choices; `new` are the events of those after.

    `setup` comes with the first question about a game. No seed is sent: who decides does not know the dice to come.
    """

    game_id: str
    known: int
    new: tuple[tuple[Event, ...], ...]
    question: Question
    setup: Setup | None = None


class ProcessReady(msgspec.Struct, frozen=True, tag=True):
    """The process is there, with everything loaded."""


class Sent(msgspec.Struct, frozen=True, array_like=True):
    """A decision on its way. Compiled named tuples have no annotations that msgspec could read, so that the fields of
    the candidates stand here."""

    choice: Choice
    terms: dict[str, float]
    others: tuple[tuple[int, Point, bool, float, tuple[float, ...]], ...]

    @classmethod
    def of(cls, decision: Decision) -> Sent:
        others = tuple((each.number, each.anchor, each.advance, each.score, each.terms) for each in decision.others)
        return cls(decision.choice, decision.terms, others)

    def decision(self) -> Decision:
        return Decision(self.choice, self.terms, tuple(Candidate(*other) for other in self.others))


class SentAdvice(msgspec.Struct, frozen=True, array_like=True):
    """An advised choice on its way."""

    sent: Sent
    tried: Tried
    behind: float
    error: float
    surely: bool

    @classmethod
    def of(cls, advice: Advice) -> SentAdvice:
        return cls(Sent.of(advice.decision), advice.tried, advice.behind, advice.error, advice.surely)

    def advice(self) -> Advice:
        return Advice(self.sent.decision(), self.tried, self.behind, self.error, self.surely)


class Answered(msgspec.Struct, frozen=True, tag=True):
    sent: tuple[Sent, ...]
    thought: Thought | None = None
    advised: tuple[SentAdvice, ...] = ()

    @classmethod
    def of(cls, answer: Answer) -> Answered:
        advised = tuple(SentAdvice.of(each) for each in answer.advice)
        return cls(tuple(Sent.of(each) for each in answer.decisions), answer.thought, advised)

    def answer(self) -> Answer:
        return Answer(self.decisions, thought=self.thought, advice=tuple(each.advice() for each in self.advised))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(each.decision() for each in self.sent)


class Unknown(msgspec.Struct, frozen=True, tag=True):
    """The process does not have the game as far as was thought: it has to be sent whole."""


class QuestionFailed(msgspec.Struct, frozen=True, tag=True):
    """The player raised; `trace` is for the log."""

    trace: str


Reply = ProcessReady | Answered | Unknown | QuestionFailed

ENCODER = msgspec.msgpack.Encoder()
ASK: msgspec.msgpack.Decoder[Ask] = msgspec.msgpack.Decoder(Ask)
REPLY: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)


def framed(message: Ask | Reply) -> bytes:
    body = ENCODER.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body
