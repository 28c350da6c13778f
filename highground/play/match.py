"""A battle with the people around it: who commands which army, and what is prepared but not yet chosen."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import is_
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from highground.ai.personality import PERSONALITIES
from highground.ai.player import Player
from highground.engine.battle import Battle
from highground.engine.choices import Choice, Request
from highground.engine.errors import Refusal
from highground.engine.events import Event
from highground.engine.proof import Proof
from highground.engine.record import Given, Record
from highground.fair import sealing as seal
from highground.fair.sealing import Pending, Sealing
from highground.play.clock import Clock
from highground.reports.cast import Cast
from highground.views.state import ClockChange, OfferKind, TrayRectangle

T = TypeVar("T")


class Control(msgspec.Struct, frozen=True):
    """Who commands an army. `intensity` from 1 to 5 says how much of its personality a computer shows."""

    controller: Literal["human", "ai"] = "human"
    player: str = ""
    personality: str = "standard"
    intensity: int = 3


class Draft(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player has prepared: the unit picked for shooting, and the charges registered before they are rolled.

    It is no part of the battle, and goes when the phase does.
    """

    when: tuple[int, int, str] = (0, 0, "")
    """Round, turn and phase that it is for."""
    selected: int | None = None
    charges: tuple[tuple[int, tuple[int, ...]], ...] = ()
    rolled: tuple[int, Given] | None = None
    """A charging unit, and the dice that its player rolled before the enemy answered the declaration."""
    undo: tuple[int, int] | None = None
    """The side that asks to take the last choice back, and the number of choices then: any further one answers it."""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What exactly is offered: a change of the clock, or dice that were laid down and the choice that they are for."""

    do: ClockChange | None = None
    minutes: int = 0
    choice: Choice | None = None
    faces: tuple[int, ...] = ()
    source: Literal["typed", "camera"] = "typed"
    stage: str = ""


NO_TERMS = Terms()


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side proposes and the other has to agree to: a draw, a change of the clock, dice that it rolled for both.

    `number` is the number of choices then. `user` made it.
    """

    kind: OfferKind
    side: int
    number: int
    what: Terms = NO_TERMS
    user: int | None = None


class Mark(NamedTuple):
    """Where a match stood, to go back to."""

    number: int
    undone: int
    draft: Draft
    sealing: Sealing | None


class About(msgspec.Struct, frozen=True):
    """What is told of a game beside its battle. `dice_tray` is the tray's rectangle on the camera's photos."""

    name: str = ""
    description: str = ""
    simulation: bool = False
    dice_tray: TrayRectangle | None = None


class Kept:
    """What was told of things that are still as they were then: the values that it was made of are the same objects.

    It goes into many answers, so nobody may change it.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[tuple[object, ...], Any]] = {}

    def told(self, what: Hashable, values: tuple[object, ...], make: Callable[[], T]) -> T:
        known = self._kept.get(what)
        if known is None or not all(map(is_, known[0], values)):
            known = self._kept[what] = (values, make())
        result: T = known[1]
        return result


class Match:
    """The battle, its cast of names and uuids, and the draft. `number` counts the choices made so far.

    `clock` is the chess clock beside it, None where its players have none. `sealing` is what its sealed dice are made
    of (None for dice of a seed), `pending` a choice whose dice are being made; `offers` wait for the other side.
    `physical` says that it is played on a real table, watched by a camera, `own_dice` that players may roll their own;
    `about` is what else is shown of its game.
    """

    def __init__(
        self, battle: Battle, game_id: str, control: tuple[Control, Control], sealing: Sealing | None = None
    ) -> None:
        self.battle = battle
        self.sealing = sealing
        self.pending: Pending | None = None
        self.offers: tuple[Offer, ...] = ()
        self.game_id = game_id
        self.control = control
        self.cast = Cast(battle.setup, game_id)
        self.cast.follow(battle.state.units)
        self.kept = Kept()
        self._draft = Draft()
        self.clock: Clock | None = None
        self.physical = False
        self.own_dice = False
        self.about = About()
        self._units = {uuid: index for index, uuid in enumerate(self.cast.unit_uuids)}
        self._players = tuple(
            Player(PERSONALITIES[each.personality].at(each.intensity)) if each.controller == "ai" else None
            for each in control
        )

    @property
    def number(self) -> int:
        return len(self.battle.records)

    @property
    def count(self) -> int:
        """Grows with every choice, and with every one that is taken back."""
        return self.number + 2 * len(self.battle.undone)

    @property
    def now(self) -> tuple[int, int, str]:
        state = self.battle.state
        return state.round, state.turn, state.phase

    @property
    def draft(self) -> Draft:
        """What is prepared for this phase."""
        return self._draft if self._draft.when == self.now else Draft(self.now)

    @draft.setter
    def draft(self, draft: Draft) -> None:
        self._draft = msgspec.structs.replace(draft, when=self.now)

    @property
    def undo_asked(self) -> int | None:
        """The side that waits for the other's consent to take the last choice back."""
        asked = self.draft.undo
        return asked[0] if asked is not None and asked[1] == self.number else None

    def resume(self, draft: Draft | None, clock: Clock | None = None) -> None:
        """Go on with a draft and a clock as they were kept."""
        self._draft = draft or Draft()
        self.clock = clock

    def open_offers(self) -> tuple[Offer, ...]:
        """The offers that still stand: all but that of the clock lapse with the next choice."""
        return tuple(each for each in self.offers if each.kind == "clock" or each.number == self.number)

    def offer(self, kind: OfferKind) -> Offer | None:
        return next((each for each in self.open_offers() if each.kind == kind), None)

    def withdraw(self, kind: OfferKind) -> None:
        self.offers = tuple(each for each in self.open_offers() if each.kind != kind)

    def make_offer(self, offer: Offer) -> None:
        """Offer something in place of an offer of the same kind."""
        self.withdraw(offer.kind)
        self.offers = (*self.offers, offer)

    def ask(self) -> Request | None:
        return self.battle.ask()

    def payer(self) -> int | None:
        """The side whose time runs: that which is asked. None while the computer is, and once the battle is over."""
        request = self.battle.ask()
        return None if request is None or self.is_computer(request.side) else request.side

    def due(self) -> Request:
        """What has to be answered next. Raises Refusal once the battle is over."""
        request = self.battle.ask()
        if request is None:
            raise Refusal("battle-over", "The battle is over.")
        return request

    def answer(self, choice: Choice, given: Given | None = None, proof: Proof | None = None) -> tuple[Event, ...]:
        """Put a choice to the battle; names follow leaders that come and go.

        Raises DiceNeeded where sealed dice are needed and there is no proof of any.
        """
        return self._made(choice, given, self.battle.answer(choice, given, proof))

    def answer_without_dice(self, choice: Choice, given: Given | None = None) -> tuple[Event, ...] | None:
        """The same for a choice that rolls no sealed dice. None, and nothing has happened, if it would."""
        if self.sealing is None:
            return self.answer(choice, given)
        events = self.battle.answer_without_dice(choice, given)
        return None if events is None else self._made(choice, given, events)

    def _made(self, choice: Choice, given: Given | None, events: tuple[Event, ...]) -> tuple[Event, ...]:
        if self.sealing is not None:
            self.sealing = seal.after(self.sealing, choice, given)
        self.cast.follow(self.battle.state.units)
        return events

    def undo(self, consent: bool) -> Record:
        """Take the last choice back. It stays in the log. Raises Refusal."""
        record = self.battle.undo(consent)
        if self.sealing is not None:
            self.sealing = seal.after_undo(self.sealing)
        self.cast.follow(self.battle.state.units)
        return record

    def mark(self) -> Mark:
        """Where the match stands. A command that fails goes back there, and leaves nothing behind."""
        return Mark(self.number, len(self.battle.undone), self.draft, self.sealing)

    def back_to(self, mark: Mark) -> None:
        """Forget every choice since the mark. What was taken back since then stays taken back."""
        self.battle.rewind(mark.number)
        self.cast.follow(self.battle.state.units)
        self.draft, self.sealing = mark.draft, mark.sealing

    def is_computer(self, side: int) -> bool:
        return self._players[side] is not None

    def computer(self, side: int) -> Player:
        """The computer player of a side. Raises Refusal where a person commands it."""
        player = self._players[side]
        if player is None:
            raise Refusal("not-computer", f"{self.cast.armies[side]} is commanded by a person.")
        return player

    def unit(self, uuid: str) -> int:
        """A unit's index. Raises Refusal for a uuid that names none."""
        try:
            return self._units[uuid]
        except KeyError:
            raise Refusal("no-such-unit", "There is no such unit in this game.") from None

    def army(self, uuid: str) -> int:
        """A side. Raises Refusal for a uuid that names no army."""
        try:
            return self.cast.army_uuids.index(uuid)
        except ValueError:
            raise Refusal("no-such-army", "There is no such army in this game.") from None

    def miniature_uuid(self, unit: int, miniature: int) -> str:
        return self.cast.uuid("miniature", f"{unit}/{miniature}")

    def miniature(self, unit: int, uuid: str) -> int:
        """A miniature's index within its unit. Raises Refusal for a uuid that names none of it."""
        for index in range(len(self.battle.state.units[unit].places)):
            if self.miniature_uuid(unit, index) == uuid:
                return index
        raise Refusal("no-such-miniature", f"{self.cast.units[unit]} has no such miniature.")

    def weapon(self, unit: int, uuid: str) -> str:
        """A weapon's uid of the engine. Raises Refusal for a uuid that names no weapon of the unit."""
        from highground.engine.steps.armament import arms_of

        for uid in arms_of(self.battle.scene, unit):
            if self.cast.weapon_uuid(uid) == uuid:
                return uid
        raise Refusal("no-such-weapon", f"{self.cast.units[unit]} has no such weapon.")
