"""A battle with the people around it: who commands which army, and what is prepared but not yet chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from hashlib import sha256
from operator import is_
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from highground.ai.search import Thought
from highground.engine.battle import Battle, free_to_undo
from highground.engine.choices import Allocate, ByHand, Choice, EndBattle, Pass, Use
from highground.engine.errors import Refusal
from highground.engine.events import AbilityUsed, Event
from highground.engine.prompts import Prompt
from highground.engine.proof import Proof
from highground.engine.record import Given, Record
from highground.engine.steps.by_hand import AGREED
from highground.fair import sealing as seal
from highground.fair.sealing import Pending, Sealing
from highground.game.match.clock import Clock
from highground.game.match.stops import ALWAYS_ASK, Asked, Stops, weighed
from highground.game.parts.cast import Cast
from highground.game.views.state import ClockChange, OfferKind, TrayRectangle

T = TypeVar("T")


class Control(msgspec.Struct, frozen=True):
    """Who commands an army. `intensity` from 1 to 5 says how much of its personality a computer shows.

    `level` is how strong it plays, `seconds` how long it may think in a turn; 0 for what is usual at its level. `left`:
    the player who chose the army has given it up, so that its private text is for nobody.
    """

    controller: Literal["human", "ai"] = "human"
    player: str = ""
    personality: str = "standard"
    intensity: int = 3
    level: str = "classic"
    seconds: float = 0.0
    left: bool = False


class Counsel(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the computer has thought for each side; and whether two people agreed that its coach may be asked."""

    thoughts: tuple[Thought | None, Thought | None] = (None, None)
    coach: bool = False

    def with_thought(self, side: int, thought: Thought) -> Counsel:
        thoughts = (thought, self.thoughts[1]) if side == 0 else (self.thoughts[0], thought)
        return msgspec.structs.replace(self, thoughts=thoughts)


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
    """The side that asks to take the last choice back, and `Match.last_of` it then: any further choice answers it."""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What exactly is offered: a change of the clock, or rolled dice and the choice that they are for."""

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

    @property
    def id(self) -> str:
        """Names exactly this offer: another one of its kind, made in its place, has another id."""
        said = msgspec.json.encode((self.kind, self.side, self.number, self.what))
        return sha256(said).hexdigest()[:32]


LASTING = frozenset({"clock", "coach"})
"""Offers that are about no moment of the battle."""
MOST_PASSED = 64
"""Passes made on a player's behalf that are remembered as such."""


class Unasked(msgspec.Struct, frozen=True):
    """A reaction that a side was not asked about since it would have brought too little: when, and its name then.

    `number` is that of the pass.
    """

    side: int
    turn: tuple[int, int]
    key: str
    name: str
    number: int


class Asking(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seats want to be asked about, what they were asked about, and the passes that were made for them.

    `asked` has what a seat was asked about for its worth, by reaction; `passed` are numbers of choices, `unasked` what
    some of them let pass.
    """

    seats: tuple[Stops, Stops] = (ALWAYS_ASK, ALWAYS_ASK)
    passed: tuple[int, ...] = ()
    asked: tuple[dict[str, Asked], dict[str, Asked]] = ({}, {})
    unasked: tuple[Unasked, ...] = ()

    def with_pass(self, number: int, unasked: Iterable[Unasked] = ()) -> Asking:
        return msgspec.structs.replace(
            self,
            passed=(*self.passed, number)[-MOST_PASSED:],
            unasked=(*self.unasked, *unasked)[-MOST_PASSED:],
        )

    def with_question(self, side: int, now: Mapping[str, Asked]) -> Asking:
        """After a side was asked about some reactions."""
        return self._of(side, {**self.asked[side], **now})

    def without_question(self, side: int, ability: str) -> Asking:
        """A reaction that is used may be asked about again, however little it brings."""
        return self._of(side, {key: each for key, each in self.asked[side].items() if key.split(":")[0] != ability})

    def _of(self, side: int, asked: dict[str, Asked]) -> Asking:
        return msgspec.structs.replace(self, asked=(asked, self.asked[1]) if side == 0 else (self.asked[0], asked))

    def until(self, number: int) -> Asking:
        """After the choices from `number` on are gone."""
        passed = tuple(each for each in self.passed if each < number)
        unasked = tuple(each for each in self.unasked if each.number < number)
        first, second = ({key: each for key, each in of.items() if each.number <= number} for of in self.asked)
        return msgspec.structs.replace(self, passed=passed, asked=(first, second), unasked=unasked)


USUAL = Asking((Stops(), Stops()))


class Savepoint(NamedTuple):
    """Where a match stood, to go back to."""

    number: int
    undone: int
    draft: Draft
    sealing: Sealing | None


Mode = Literal["simulation", "digital", "physical"]


class About(msgspec.Struct, frozen=True):
    """What is shown of a game beside its battle. `dice_tray` is the tray's rectangle on the camera's photos."""

    name: str = ""
    description: str = ""
    simulation: bool = False
    dice_tray: TrayRectangle | None = None


class ViewCache:
    """Parts of views whose sources have not changed: the values that they were made of are the same objects.

    It goes into many answers, so nobody may change it.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[tuple[object, ...], Any]] = {}

    def get(self, what: Hashable, values: tuple[object, ...], make: Callable[[], T]) -> T:
        known = self._kept.get(what)
        if known is None or not all(map(is_, known[0], values)):
            known = self._kept[what] = (values, make())
        result: T = known[1]
        return result


class Match:
    """The battle, its cast of names and uuids, and the draft. `number` counts the choices made so far.

    `clock` is the chess clock beside it, None where its players have none. `sealing` is what its sealed dice are made
    of (None for dice of a seed), `pending` a choice whose dice are being made; `offers` wait for the other side.
    `mode` is how it is played, as chosen at its set-up; `own_dice` says that players may roll their own, `hand_agreed`
    that the other player has to agree to what is done by hand; `about` is what else is shown of its game. `asking` has
    what its seats want to be asked about: what they do not is passed at once, after whatever choice it came of.
    `counsel` is what the computer has thought.
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
        self.kept = ViewCache()
        self._draft = Draft()
        self.clock: Clock | None = None
        self.mode: Mode = "digital"
        self.own_dice = False
        self.hand_agreed = False
        self.about = About()
        self.asking = Asking()
        self.counsel = Counsel()
        self._units = {uuid: index for index, uuid in enumerate(self.cast.unit_uuids)}

    @property
    def number(self) -> int:
        return len(self.battle.records)

    @property
    def count(self) -> int:
        """Grows with every choice, and with every one that is taken back."""
        return self.number + 2 * len(self.battle.undone)

    @property
    def physical(self) -> bool:
        """Whether it is played on a real table, watched by a camera."""
        return self.mode == "physical"

    def closes_by_hand(self, side: int) -> bool:
        """Whether a side is asked where its units go that charge, pile in and consolidate: at a real table, unless it
        wants otherwise."""
        wanted = self.asking.seats[side].closing
        return self.physical and not self.is_computer(side) if wanted is None else wanted

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
        return asked[0] if asked is not None and asked[1] == self.last_of({asked[0]}) else None

    def resume(self, draft: Draft | None, clock: Clock | None = None) -> None:
        """Go on with a draft and a clock as they were kept."""
        self._draft = draft or Draft()
        self.clock = clock

    def open_offers(self) -> tuple[Offer, ...]:
        """The offers that still stand: all but those of the clock and the coach lapse with the next choice."""
        return tuple(each for each in self.offers if each.kind in LASTING or each.number == self.number)

    def offer(self, kind: OfferKind) -> Offer | None:
        return next((each for each in self.open_offers() if each.kind == kind), None)

    def withdraw(self, kind: OfferKind) -> None:
        self.offers = tuple(each for each in self.open_offers() if each.kind != kind)

    def make_offer(self, offer: Offer) -> None:
        """Offer something in place of an offer of the same kind."""
        self.withdraw(offer.kind)
        self.offers = (*self.offers, offer)

    def ask(self) -> Prompt | None:
        return self.battle.ask()

    def payer(self) -> int | None:
        """The side whose time runs: that which is asked. None while the computer is, and once the battle is over."""
        prompt = self.battle.ask()
        return None if prompt is None or self.is_computer(prompt.side) else prompt.side

    def due(self) -> Prompt:
        """What has to be answered next. Raises Refusal once the battle is over."""
        prompt = self.battle.ask()
        if prompt is None:
            raise Refusal("over")
        return prompt

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
        if isinstance(choice, Use):
            self._used(events)
        self.let_pass()
        return events

    def _used(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, AbilityUsed):
                self.asking = self.asking.without_question(event.side, event.ability)

    def let_pass(self) -> None:
        """Pass on behalf of a player who does not want to be asked about what is due."""
        prompt = self.battle.ask()
        if prompt is None or "pass" not in prompt.kinds or self.is_computer(prompt.side):
            return
        side, number = prompt.side, self.number
        before = {key: each for key, each in self.asking.asked[side].items() if each.number < number}
        found = weighed(self.battle, prompt, self.asking.seats[side], before)
        turn = (self.battle.state.round, self.battle.state.turn)
        if not found.ask:
            unasked = [Unasked(side, turn, key, name, number) for key, name in found.too_little.items()]
            self.asking = self.asking.with_pass(number, unasked)
            self.answer_without_dice(Pass())
        elif found.worth:
            self.asking = self.asking.with_question(
                side, {key: Asked(turn, number, points) for key, points in found.worth.items()}
            )

    @property
    def passed_last(self) -> bool:
        """Whether the last choice is a pass on a player's behalf."""
        return self.number - 1 in self.asking.passed

    @property
    def last_own(self) -> int:
        """How many choices there are up to the last that somebody made himself: a person, where he plays a computer.

        Nobody goes back over dice or cards of the computer's: where they come first, 0.
        """
        number = self.number
        while number and not self._own(number - 1):
            if number - 1 not in self.asking.passed and not free_to_undo(self.battle.records[number - 1]):
                return 0
            number -= 1
        return number

    def last_of(self, sides: Collection[int]) -> int:
        """How many choices there are up to the last that `sides` may take back, or ask to.

        What the other side says of who takes wounds first is not in the way.
        """
        number = self.last_own
        while number and (number - 1 in self.asking.passed or self._said_by_others(number - 1, sides)):
            number -= 1
        return number

    def _said_by_others(self, number: int, sides: Collection[int]) -> bool:
        choice = self.battle.records[number].choice
        return isinstance(choice, Allocate) and self.cast.sides[choice.unit] not in sides

    def _own(self, number: int) -> bool:
        if number in self.asking.passed:
            return False
        maker = self.maker(number) if self.against_computer else None
        return maker is None or not self.is_computer(maker)

    def maker(self, number: int) -> int | None:
        """The side that made a choice, by how many were before it; None where nobody was asked."""
        record = self.battle.records[number]
        if isinstance(record.choice, Allocate):
            return self.cast.sides[record.choice.unit]
        if isinstance(record.choice, ByHand) and record.choice.side is not None:
            return record.choice.side
        if isinstance(record.choice, ByHand | EndBattle) and self.against_computer:
            # These fit whatever is asked, and no computer makes them.
            return int(self.is_computer(0))
        return self.kept.get(("maker", number), (record,), lambda: self._asked_before(number))

    def _asked_before(self, number: int) -> int | None:
        prompt = self.battle.branch(number).ask()
        return None if prompt is None else prompt.side

    def undo(self, consent: bool, sides: Collection[int] = (0, 1)) -> Record:
        """Take the last own choice of `sides` back, with the passes and the computer's choices after it, and what the
        other side has said of its wounds. It stays in the log.

        Raises Refusal.
        """
        own = self.last_of(sides)
        if not own:
            if self.against_computer and not all(map(free_to_undo, self.battle.records)):
                raise Refusal("dice-since")
            raise Refusal("nothing-to-undo")
        return self._undo_from(own, consent)

    def undo_last(self, consent: bool) -> Record:
        """Take back the last choice of either player, with the passes on a player's behalf after it. Raises Refusal."""
        number = self.number
        while number and number - 1 in self.asking.passed:
            number -= 1
        return self._undo_from(number, consent)

    def _undo_from(self, last: int, consent: bool) -> Record:
        if last and not consent and not all(map(free_to_undo, self.battle.records[last - 1 :])):
            raise Refusal("needs-consent")
        for _ in range(self.number - last):
            self._undo_one(consent)
        record = self._undo_one(consent)
        self.asking = self.asking.until(self.number)
        # Nothing that has lapsed stands again because there are as many choices as then.
        self.offers = tuple(each for each in self.offers if each.kind in LASTING)
        self._draft = msgspec.structs.replace(self._draft, undo=None)
        return record

    def _undo_one(self, consent: bool) -> Record:
        record = self.battle.undo(consent)
        if self.sealing is not None:
            self.sealing = seal.after_undo(self.sealing)
        self.cast.follow(self.battle.state.units)
        return record

    def mark(self) -> Savepoint:
        """Where the match stands. A command that fails goes back there, and leaves nothing behind."""
        return Savepoint(self.number, len(self.battle.undone), self.draft, self.sealing)

    def back_to(self, mark: Savepoint) -> None:
        """Forget every choice since the mark. What was taken back since then stays taken back."""
        self.battle.rewind(mark.number)
        self.cast.follow(self.battle.state.units)
        self.draft, self.sealing = mark.draft, mark.sealing
        self.asking = self.asking.until(self.number)

    def is_computer(self, side: int) -> bool:
        return self.control[side].controller == "ai"

    def computer(self, side: int) -> Control:
        """How the computer commands a side. Raises Refusal where a person commands it."""
        if not self.is_computer(side):
            raise Refusal("not-computer", army=self.cast.armies[side])
        return self.control[side]

    @property
    def between_people(self) -> bool:
        """Whether no computer plays."""
        return not any(self.is_computer(side) for side in (0, 1))

    @property
    def against_computer(self) -> bool:
        """Whether a person plays a computer."""
        return self.is_computer(0) != self.is_computer(1)

    @property
    def computer_agreed(self) -> bool:
        """Whether something was agreed by hand with the computer, which agrees to everything: that earns nothing."""
        choices = (record.choice for record in self.battle.records)
        return self.against_computer and any(isinstance(c, ByHand) and c.ability == AGREED.uid for c in choices)

    @property
    def coached(self) -> bool:
        """Whether the coach may be asked: always where a computer plays, else once both players have agreed."""
        return self.counsel.coach or not self.between_people

    def unit(self, uuid: str) -> int:
        """A unit's index. Raises Refusal for a uuid that names none."""
        try:
            return self._units[uuid]
        except KeyError:
            raise Refusal("unknown-unit") from None

    def army(self, uuid: str) -> int:
        """A side. Raises Refusal for a uuid that names no army."""
        try:
            return self.cast.army_uuids.index(uuid)
        except ValueError:
            raise Refusal("no-such-army") from None

    def miniature_uuid(self, unit: int, miniature: int) -> str:
        return self.cast.uuid("miniature", f"{unit}/{miniature}")

    def miniature(self, unit: int, uuid: str) -> int:
        """A miniature's index within its unit. Raises Refusal for a uuid that names none of it."""
        for index in range(len(self.battle.state.units[unit].places)):
            if self.miniature_uuid(unit, index) == uuid:
                return index
        raise Refusal("no-such-miniature", unit=self.cast.units[unit])

    def weapon(self, unit: int, uuid: str) -> str:
        """A weapon's uid of the engine. Raises Refusal for a uuid that names no weapon of the unit."""
        from highground.engine.steps.armament import arms_of

        for uid in arms_of(self.battle.scene, unit):
            if self.cast.weapon_uuid(uid) == uuid:
                return uid
        raise Refusal("unknown-weapon", unit=self.cast.units[unit])
