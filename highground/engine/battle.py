"""A battle: a setup, a seed and a list of choices. It asks, takes an answer, and reports what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine.choices import Choice
from highground.engine.dice import Dice, DiceNeeded, GivenDice, NoDice, SealedDice
from highground.engine.digest import chain
from highground.engine.errors import DiceError, Refusal
from highground.engine.events import Event, apply
from highground.engine.model import ArmySheet, Setup
from highground.engine.prompts import Prompt
from highground.engine.proof import Proof, dice_key
from highground.engine.record import Given, Record, Undone, serials
from highground.engine.scene import Scene, TrialPassed
from highground.engine.state import Army, Marker, RollOff, State, Unit
from highground.engine.steps import answer, ask


def opening(setup: Setup) -> State:
    """The state before the first roll: nothing is on the table."""
    units: list[Unit] = []
    for side, army in enumerate(setup.armies):
        units.extend(_muster(army, side, len(units)))
    markers = tuple([Marker() for _ in setup.layout.objectives])
    return State((Army(), Army()), tuple(units), markers, stack=(RollOff(),))


def _muster(army: ArmySheet, side: int, first: int) -> list[Unit]:
    return [
        Unit(
            first + i,
            side,
            tuple([(0.0, 0.0) for _ in sheet.line_up]),
            tuple([0 if each.spare is True else each.profile.wounds for each in sheet.line_up]),
        )
        for i, sheet in enumerate(army.units)
    ]


class Battle:
    """The door to the rules for a person, an AI, a photo, a simulation and a replay alike.

    >>> battle = Battle(setup, seed=7)               # doctest: +SKIP
    >>> battle.ask().kinds                           # doctest: +SKIP
    ('roll',)
    >>> events = battle.answer(RollDice())           # doctest: +SKIP
    """

    __slots__ = ("_before", "_digests", "_serials", "records", "scene", "sealed", "seed", "undone")

    def __init__(self, setup: Setup, seed: int, scene: Scene | None = None, sealed: bool = False) -> None:
        """With `sealed` no die falls without a proof; a `clone` of such a battle is a rehearsal with seeded dice."""
        self.scene = scene if scene is not None else Scene(setup, opening(setup))
        self.seed = seed
        self.sealed = sealed
        self.records: list[Record] = []
        self.undone: list[Undone] = []
        self._serials: list[int] = []
        self._before: list[State] = []
        self._digests: list[bytes] = [b""]

    @classmethod
    def restored(
        cls, setup: Setup, seed: int, records: Sequence[Record], undone: Sequence[Undone] = (), sealed: bool = False
    ) -> Battle:
        """A battle as its records left it. Their events are taken as the facts they are; nothing is decided again."""
        battle = cls(setup, seed, sealed=sealed)
        battle.undone = list(undone)
        battle.follow(records)
        return battle

    def follow(self, records: Sequence[Record]) -> None:
        """Take in more choices as they were made elsewhere. Their events are facts; nothing is decided again."""
        state = self.state
        for record in records:
            self._before.append(state)
            for event in record.events:
                state = apply(state, event)
        self.records.extend(records)
        self._serials = serials(len(self.records), self.undone)
        self.scene.rewind(state)

    @property
    def setup(self) -> Setup:
        return self.scene.setup

    @property
    def state(self) -> State:
        return self.scene.state

    def ask(self) -> Prompt | None:
        """What has to be answered next; None once the battle is over."""
        return ask(self.scene)

    def answer(self, choice: Choice, given: Given | None = None, proof: Proof | None = None) -> tuple[Event, ...]:
        """Take a choice and return its events. Raises Refusal and leaves the battle as it was if it is not allowed.

        `given` holds dice from outside; there must be exactly as many as the choice rolls. `proof` has what sealed
        dice are made of. Raises DiceNeeded where a sealed battle needs dice and there is no proof.
        """
        dice = self._own_dice() if proof is None else SealedDice(dice_key(proof))
        return self._take(choice, given, dice, proof)

    def answer_without_dice(self, choice: Choice, given: Given | None = None) -> tuple[Event, ...] | None:
        """The same for a choice that rolls no dice of its own. None, and nothing has happened, if it would."""
        try:
            return self._take(choice, given, NoDice(), None)
        except DiceNeeded:
            return None

    def answer_with(self, choice: Choice, dice: Dice) -> tuple[Event, ...]:
        """The same with these dice: for battles that are only played on to see what may come of it."""
        return self._take(choice, None, dice, None)

    def allows(self, choice: Choice) -> bool:
        """Whether the choice would be taken now."""
        return self.refusal_of(choice) is None

    def refusal_of(self, choice: Choice) -> Refusal | None:
        """Why the choice would not be taken now; None if it would.

        Nothing happens: whatever the rules check, they check before a choice's first die and first event, and there
        the trial stops.
        """
        scene = self.scene
        dice, events, scene.dice, scene.events = scene.dice, scene.events, NoDice(), []
        scene.trying = True
        try:
            answer(scene, choice)
        except (TrialPassed, DiceNeeded):
            return None
        except Refusal as refusal:
            return refusal
        finally:
            scene.trying, scene.dice, scene.events = False, dice, events
        return None

    def _own_dice(self) -> Dice:
        return NoDice() if self.sealed else Dice(self.seed, len(self.records))

    def _take(self, choice: Choice, given: Given | None, own: Dice, proof: Proof | None) -> tuple[Event, ...]:
        scene, before = self.scene, self.scene.state
        dice = own if given is None else GivenDice(given.faces, given.source, own)
        scene.dice, scene.events = dice, []
        try:
            answer(scene, choice)
            if isinstance(dice, GivenDice):
                dice.finish()
        except DiceError as error:
            scene.rewind(before)
            raise Refusal("wrong-dice", problem=error) from error
        except Refusal as refusal:
            scene.rewind(before)
            if dice.ledger and given is None:
                raise RuntimeError(f"a choice was refused after its dice were rolled: {refusal.code}") from refusal
            raise
        except BaseException:
            scene.rewind(before)
            raise
        record = Record(choice, tuple(dice.ledger), tuple(scene.events), before.events, given, proof)
        self._serials.append(len(self.records) + len(self.undone))
        self.records.append(record)
        self._before.append(before)
        return record.events

    def undo(self, consent: bool = False) -> Record:
        """Take the last choice back, and return what it was. It stays in `undone`.

        Free while it rolled no die and showed nothing hidden; else raises Refusal unless the opponent consents.
        """
        if not self.records:
            raise Refusal("nothing-to-undo")
        record = self.records[-1]
        if not consent and not free_to_undo(record):
            raise Refusal("needs-consent")
        made = len(self.records) + len(self.undone)
        self._drop_last()
        self.undone.append(Undone(self._serials.pop(), made, record, not free_to_undo(record)))
        return record

    def rewind(self, number: int) -> None:
        """Forget every choice after the first `number` as if they had never been made."""
        while len(self.records) > number:
            self._drop_last()
            self._serials.pop()

    def _drop_last(self) -> None:
        self.records.pop()
        del self._digests[len(self.records) + 1 :]
        self.scene.rewind(self._before.pop())

    def clone(self) -> Battle:
        """An independent battle at the same point, with seeded dice of its own where the battle's are sealed."""
        twin = Battle(self.setup, self.seed, self.scene.fork())
        twin.records, twin.undone = self.records.copy(), self.undone.copy()
        twin._before, twin._digests = self._before.copy(), self._digests.copy()
        twin._serials = self._serials.copy()
        return twin

    def branch(self, at: int) -> Battle:
        """An independent battle as it was after its first `at` choices. Raises ValueError beyond the record."""
        if not 0 <= at <= len(self.records):
            raise ValueError(f"there are {len(self.records)} choices, not {at}")
        twin = self.clone()
        if at < len(self.records):
            twin.scene.rewind(self._before[at])
        del twin.records[at:], twin._before[at:], twin._digests[at + 1 :], twin.undone[:]
        twin._serials = list(range(at))
        return twin

    def digest(self) -> str:
        """A fingerprint of every event so far, in order."""
        return self.digested().hex()

    def digested(self) -> bytes:
        """The same as it is kept. Each choice's events are taken in once."""
        for number in range(len(self._digests) - 1, len(self.records)):
            self._digests.append(chain(self._digests[-1], self.records[number].events))
        return self._digests[-1]


HIDDEN = ("SecondaryDrawn", "SecondariesDealt")
"""Events that show somebody what was hidden before."""


def free_to_undo(record: Record) -> bool:
    """Whether a choice may be taken back without asking: it rolled no die and showed nothing."""
    return not record.dice and all(type(event).__name__ not in HIDDEN for event in record.events)


def play(setup: Setup, seed: int, choices: Sequence[tuple[Choice, Given | None]]) -> Battle:
    """The battle that these choices make."""
    battle = Battle(setup, seed)
    for choice, given in choices:
        battle.answer(choice, given)
    return battle
