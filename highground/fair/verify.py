"""Checks a whole battle: every die, every choice, every reveal; and names the first that is not as it must be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from highground.engine.battle import Battle
from highground.engine.dice import DiceNeeded
from highground.engine.errors import Refusal, ReplayError
from highground.engine.log import Log, replay
from highground.engine.proof import ABSENT, UNDO, DiceRole, Party, Proof, Reveal, canonical, fixed, linked, parties_of
from highground.engine.record import Record, Step, history
from highground.fair.chains import fits
from highground.fair.sealing import setup_print, step_of
from highground.fair.seals import is_sealed, sealed_text
from highground.words import sentence


class LogFault(msgspec.Struct, frozen=True):
    """The first thing that is wrong. `choice` counts all choices ever made, from 1, `roll` the sealed rolls."""

    kind: str
    sentence: str
    choice: int = 0
    roll: int = 0


class Verification(msgspec.Struct, frozen=True):
    """What a check found. `how` is 'proofs' for sealed dice and 'replay' for those of a seed.

    `rolls` are sealed ones; of these `witnessed` had a witness, `by_server` were the server's alone; `own` are the
    choices whose dice players rolled themselves, `undone` those taken back. `notes` say what is no fault and yet worth
    knowing.
    """

    how: str
    choices: int
    rolls: int = 0
    witnessed: int = 0
    by_server: int = 0
    own: int = 0
    undone: int = 0
    dice: int = 0
    fault: LogFault | None = None
    notes: tuple[str, ...] = ()


class Wrong(Exception):
    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence


class Receipt(msgspec.Struct, frozen=True):
    """What a device keeps of a roll: the hash of the statement that it revealed its value for, and as what."""

    fixed: str
    role: DiceRole


def verify(log: Log, receipts: Mapping[int, Receipt] | None = None) -> Verification:
    """Check a log. `receipts` are what one's own device kept, by roll."""
    return _Check(log, receipts or {}).run() if log.sealed else _by_replay(log)


def _by_replay(log: Log) -> Verification:
    """Dice of a seed: playing again has to bring about the same ones."""
    dice = sum(len(each.faces) for record in log.records for each in record.dice)
    own = sum(record.given is not None for record in log.records)
    fault = None
    try:
        replay(log)
    except ReplayError as error:
        fault = LogFault(_kind_of(error), sentence(error), error.choice + 1)
    except Exception as error:  # the file is a stranger's: whatever it breaks, it does not play as recorded
        fault = LogFault("broken", f"The record does not fit: {type(error).__name__}: {error}.")
    return Verification("replay", len(log.records), own=own, undone=len(log.undone), dice=dice, fault=fault)


def _kind_of(error: ReplayError) -> str:
    return "forged-die" if error.code in {"other-dice", "other-number-of-rolls"} else "changed"


class _Check:
    """One walk over everything that was chosen and taken back, in order."""

    def __init__(self, log: Log, receipts: Mapping[int, Receipt]) -> None:
        self.log, self.receipts = log, receipts
        self.battle = Battle(log.setup, 0, sealed=True)
        self.link = setup_print(log.setup)
        self.rolls = self.witnessed = self.by_server = self.own = self.dice = 0
        self.missed: list[int] = []

    def run(self) -> Verification:
        fault, made = None, 0
        try:
            for step in self._steps():
                made += not step.undo
                self._step(step)
            self._end()
        except Wrong as wrong:
            fault = LogFault(wrong.kind, wrong.sentence, made, self.rolls)
        except Exception as error:  # a stranger's file
            fault = LogFault("broken", f"The record does not fit: {type(error).__name__}: {error}.", made, self.rolls)
        return Verification(
            "proofs",
            len(self.log.records),
            self.rolls,
            self.witnessed,
            self.by_server,
            self.own,
            len(self.log.undone),
            self.dice,
            fault,
            tuple(self._notes()),
        )

    def _steps(self) -> Iterator[Step]:
        try:
            yield from history(self.log.records, self.log.undone)
        except (KeyError, ValueError, IndexError) as error:
            raise Wrong("missing-choice", "A choice that was made or taken back is missing from the log.") from error

    def _step(self, step: Step) -> None:
        if step.undo:
            if step.record != self.battle.undo(consent=True):
                raise Wrong("changed-choice", "Another choice was taken back than the one that was made.")
            self.link = linked(self.link, UNDO)
            return
        record = step.record
        if record.proof is not None:
            self._proof(record, record.proof, step.number)
        self._play(record)
        self.own += record.given is not None
        self.dice += sum(len(each.faces) for each in record.dice)
        self.link = linked(self.link, step_of(record.choice, record.given))

    def _proof(self, record: Record, proof: Proof, number: int) -> None:
        self.rolls += 1
        if proof.roll != self.rolls:
            raise Wrong("missing-roll", f"Roll {self.rolls} is missing: the log goes on with roll {proof.roll}.")
        said = self._statement(proof)
        expected = {
            "game": self.log.game,
            "roll": self.rolls,
            "number": number,
            "choice": record.choice,
            "given": record.given,
        }
        for field, value in expected.items():
            if canonical(said.get(field)) != canonical(value):
                raise Wrong("changed-choice", f"Roll {self.rolls} was fixed for another {field} than the log has.")
        if said.get("link") != self.link:
            raise Wrong("changed-history", f"What was chosen before roll {self.rolls} was changed afterwards.")
        joined = [party for party in self.log.parties if party.since <= self.rolls]
        if said.get("parties") != parties_of(joined):
            raise Wrong(
                "changed-party", f"Those who took part in roll {self.rolls} are not those who were named in it."
            )
        self._reveals(proof, said)
        self._receipt(proof)

    def _statement(self, proof: Proof) -> dict[str, Any]:
        try:
            said = msgspec.json.decode(proof.statement)
        except msgspec.DecodeError as error:
            raise Wrong("changed-choice", f"The statement of roll {self.rolls} cannot be read.") from error
        if not isinstance(said, dict) or canonical(said) != proof.statement:
            raise Wrong("changed-choice", f"The statement of roll {self.rolls} is not in its proper form.")
        return said

    def _reveals(self, proof: Proof, said: dict[str, Any]) -> None:
        found: dict[str, Reveal] = {each.role: each for each in proof.reveals}
        if len(found) < len(proof.reveals) or "server" not in found:
            raise Wrong("missing-reveal", f"The server's part of roll {self.rolls} is missing.")
        for role in ("witness", "thrower", "server"):
            place, reveal = said.get(role), found.get(role)
            if reveal is None:
                if place is not None:
                    self._missing(proof, role)
                continue
            if reveal.party != place:
                raise Wrong("changed-party", f"Roll {self.rolls} names another {role} than the one who revealed.")
            self._reveal(self._party(place), reveal, proof)
        self.witnessed += "witness" in found
        self.by_server += len(found) == 1

    def _missing(self, proof: Proof, role: str) -> None:
        if role not in proof.missed:
            raise Wrong("missing-reveal", f"The {role}'s part of roll {self.rolls} is missing.")
        self.missed.append(self.rolls)

    def _party(self, place: Any) -> Party:
        if not isinstance(place, int) or not 0 <= place < len(self.log.parties):
            raise Wrong("changed-party", f"Roll {self.rolls} names a party that is not in the log.")
        return self.log.parties[place]

    def _reveal(self, party: Party, reveal: Reveal, proof: Proof) -> None:
        who = f"The {reveal.role}'s part of roll {self.rolls}"
        if not fits(party, self.rolls, reveal.value):
            raise Wrong("forged-reveal", f"{who} is not the value that was fixed beforehand.")
        if reveal.role == "server":
            return
        text = sealed_text(reveal.role, proof.statement, reveal.value, proof.value("witness"))
        if not is_sealed(party.key, text, reveal.seal):
            raise Wrong("forged-seal", f"{who} is not signed for this choice or for what led to it.")

    def _receipt(self, proof: Proof) -> None:
        kept, mine = self.receipts.get(self.rolls), f"Your device revealed its part of roll {self.rolls}"
        if kept is None:
            return
        if kept.fixed != fixed(proof.statement):
            raise Wrong("changed-choice", f"{mine} for another choice.")
        if proof.value(kept.role) == ABSENT:
            raise Wrong("missing-reveal", f"{mine}, and the log leaves it out.")

    def _play(self, record: Record) -> None:
        """The rules, with the dice that the proof makes, bring about what the log says."""
        try:
            events = self.battle.answer(record.choice, record.given, record.proof)
        except DiceNeeded as missing:
            raise Wrong("missing-reveal", "Dice were rolled without a proof of where they come from.") from missing
        except Refusal as refusal:
            raise Wrong(
                "changed-choice", f"The rules do not allow a choice of the log: {sentence(refusal)}"
            ) from refusal
        now = self.battle.records[-1]
        if now.dice != record.dice:
            raise Wrong("forged-die", self._difference(record, now))
        if events != record.events:
            raise Wrong("changed-event", "What came of a choice is not what its dice bring about.")

    def _difference(self, record: Record, now: Record) -> str:
        for logged, true in zip(record.dice, now.dice, strict=False):
            if logged != true:
                return f"{_shown(logged.faces)} was logged for {true.purpose}; the proof makes {_shown(true.faces)}."
        return f"{len(record.dice)} rolls were logged for a choice that takes {len(now.dice)}."

    def _end(self) -> None:
        if self.battle.digest() != self.log.digest:
            raise Wrong("changed-event", "The log's fingerprint is not that of its events.")
        beyond = [roll for roll in self.receipts if roll > self.rolls]
        if beyond:
            raise Wrong("missing-roll", f"Your device revealed its part of roll {min(beyond)}: the log lacks it.")

    def _notes(self) -> Iterator[str]:
        if self.missed:
            rolls = ", ".join(map(str, self.missed[:12])) + (" and more" if len(self.missed) > 12 else "")
            yield f"A device that was to take part did not reveal in time: roll {rolls}."
        alone = self.rolls - self.witnessed
        if alone:
            yield f"{alone} of {self.rolls} rolls had no witness."
        if self.by_server:
            yield f"{self.by_server} rolls were made by the server alone."
        if self.own:
            yield f"{self.own} choices used dice that the players rolled themselves; these cannot be proven."


def _shown(faces: Iterable[int]) -> str:
    return ", ".join(map(str, faces))
