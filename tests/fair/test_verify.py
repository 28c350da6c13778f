"""A battle's log is checked as a whole: what is right passes, and each way to cheat is named."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import cache

import msgspec
import pytest

from highground.engine import log as logs
from highground.engine.battle import Battle
from highground.engine.choices import ChooseZone, RollDice
from highground.engine.dice import DiceNeeded, SealedDice
from highground.engine.errors import Refusal
from highground.engine.log import Log
from highground.engine.proof import Party, Proof, Reveal, canonical, fixed
from highground.engine.record import Given, Record
from highground.fair import sealing as seal
from highground.fair.verify import Receipt, verify
from tests.engine.menagerie import CONVOY, SKIRMISH
from tests.engine.random_play import play_random
from tests.fair.devices import Device, SealedTable, play_sealed
from tests.values import replace


@cache
def played() -> SealedTable:
    return play_sealed(CONVOY, 1)


def resealed(log: Log) -> Log:
    """With the digest that its records have: what a forger who is no fool writes down."""
    return replace(log, digest=Battle.restored(log.setup, 0, log.records, log.undone, True).digest())


def changed(log: Log, number: int, change: Callable[[Record], Record]) -> Log:
    records = [change(record) if i == number else record for i, record in enumerate(log.records)]
    return replace(log, records=tuple(records))


def sealed_choices(log: Log) -> list[int]:
    return [i for i, record in enumerate(log.records) if record.proof is not None]


def test_a_whole_battle_of_two_devices_verifies() -> None:
    table = played()
    report = verify(table.log())
    assert report.fault is None
    assert report.how == "proofs"
    assert report.rolls == table.sealing.rolls == 77
    assert report.witnessed == report.rolls
    assert report.undone == len(table.battle.undone) > 0
    assert report.notes == ()


def test_sealed_dice_never_fall_without_a_proof() -> None:
    battle = Battle(SKIRMISH, 7, sealed=True)
    assert battle.answer_without_dice(RollDice()) is None
    with pytest.raises(DiceNeeded):
        battle.answer(RollDice())
    assert battle.records == []
    assert battle.clone().answer(RollDice()), "a rehearsal has dice of its own"


def test_taken_back_and_made_again_rolls_new_dice() -> None:
    faces = set()
    table = SealedTable(SKIRMISH)
    for _ in range(12):
        table.put(RollDice())
        faces.add(table.battle.records[-1].dice[0].faces)
        table.undo()
    assert len(faces) > 1
    assert verify(table.log()).undone == 12


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 20])
def test_faces_are_even(sides: int) -> None:
    """No face is rarer or commoner than chance allows (chi-squared, p about 0.001), also where 256 is no multiple."""
    faces = [face for i in range(200) for face in SealedDice(bytes([i]) * 32).roll(300, "test", sides)]
    expected = len(faces) / sides
    off = sum((faces.count(face) - expected) ** 2 / expected for face in range(1, sides + 1))
    assert off < {2: 10.8, 3: 13.8, 6: 20.5, 7: 22.5, 20: 43.8}[sides]


def test_a_forged_die_is_named() -> None:
    log = played().log()
    number = sealed_choices(log)[5]

    def forged(record: Record) -> Record:
        first = record.dice[0]
        better = tuple(face % first.sides + 1 for face in first.faces)
        return replace(record, dice=(replace(first, faces=better), *record.dice[1:]))

    report = verify(resealed(changed(log, number, forged)))
    assert report.fault is not None
    assert (report.fault.kind, report.fault.roll) == ("forged-die", proof_of(log, number).roll)


def proof_of(log: Log, number: int) -> Proof:
    proof = log.records[number].proof
    assert proof is not None
    return proof


def test_a_changed_choice_is_named_whether_it_rolls_or_not() -> None:
    log = SealedTable(SKIRMISH)
    log.put(RollDice())
    log.put(ChooseZone(0))
    for _ in range(3):
        play_one(log)
    shown = log.log()
    other = changed(shown, 1, lambda record: replace(record, choice=ChooseZone(1)))
    report = verify(other)
    assert report.fault is not None
    assert report.fault.kind in {"changed-event", "changed-history"}


def play_one(table: SealedTable) -> None:
    """On until the next sealed roll has fallen."""
    from random import Random

    from tests.engine.random_play import _tries

    random, rolls = Random(3), table.sealing.rolls
    while table.sealing.rolls == rolls:
        request = table.battle.ask()
        assert request is not None
        rehearsal = table.battle.clone()
        for choice in _tries(rehearsal, request, random, 0.04):
            try:
                rehearsal.answer(choice)
            except Refusal:
                continue
            table.put(choice)
            break


def test_a_server_that_swaps_the_choice_after_the_reveals_is_named() -> None:
    """It knows every value by then, and writes a statement, dice and events that fit one another."""
    table = SealedTable(SKIRMISH)
    pending = table.fixed(0, RollDice(), None)
    proof = table.revealed(0, pending)
    said = msgspec.json.decode(proof.statement)
    statement = canonical(said | {"number": 0, "choice": {"choice": "roll", "stage": "deployment"}})
    swapped = replace(proof, statement=statement)
    table.battle.answer(RollDice("deployment"), None, swapped)
    report = verify(table.log())
    assert report.fault is not None
    assert report.fault.kind == "forged-seal"


@pytest.mark.parametrize("role", ["witness", "thrower", "server"])
def test_a_missing_or_forged_reveal_is_named(role: str) -> None:
    log = played().log()
    number = sealed_choices(log)[8]

    def without(record: Record) -> Record:
        assert record.proof is not None
        left = tuple(each for each in record.proof.reveals if each.role != role)
        return replace(record, proof=replace(record.proof, reveals=left))

    def forged(record: Record) -> Record:
        assert record.proof is not None
        other = [replace(each, value="00" * 32) if each.role == role else each for each in record.proof.reveals]
        return replace(record, proof=replace(record.proof, reveals=tuple(other)))

    for change, kind in ((without, "missing-reveal"), (forged, "forged-reveal")):
        report = verify(changed(log, number, change))
        assert report.fault is not None
        assert report.fault.kind == kind


def test_a_roll_that_is_left_out_is_named() -> None:
    """A server that rolls until it likes what it sees has to hide a roll for which the devices revealed."""
    table = SealedTable(SKIRMISH)
    dropped = table.fixed(0, RollDice(), None)
    table.revealed(0, dropped)
    table.put(RollDice())
    report = verify(table.log())
    assert report.fault is not None
    assert report.fault.kind == "missing-roll"


def test_a_history_that_was_changed_before_a_roll_is_named() -> None:
    log = played().log()
    undone = log.undone[0]
    gone = [replace(each, serial=each.serial - 1, until=each.until - 1) for each in log.undone[1:]]
    report = verify(replace(log, undone=tuple(gone)))
    assert report.fault is not None, undone


def test_a_key_that_was_exchanged_is_named() -> None:
    log, stranger = played().log(), Device()
    parties = (log.parties[0], Party((0,), stranger.anchor, stranger.key), *log.parties[2:])
    report = verify(replace(log, parties=parties))
    assert report.fault is not None
    assert report.fault.kind == "changed-party"


def test_a_witness_that_the_log_leaves_out_is_shown_by_its_own_receipt() -> None:
    table = SealedTable(SKIRMISH)
    table.witnesses = False
    pending = table.fixed(0, RollDice(), None)
    proof = table.revealed(0, pending)
    table.battle.answer(RollDice(), None, proof)
    assert verify(table.log()).fault is None
    assert verify(table.log()).notes
    report = verify(table.log(), {1: Receipt(fixed(proof.statement), "witness")})
    assert report.fault is not None
    assert report.fault.kind == "missing-reveal"


def test_own_dice_and_rolls_without_a_witness_are_notes() -> None:
    table = SealedTable(SKIRMISH)
    table.put(RollDice(), Given((6, 1)))
    report = verify(table.log())
    assert report.fault is None
    assert (report.own, report.rolls) == (1, 0)
    assert "rolled themselves" in report.notes[-1]


def test_typed_faces_cannot_be_changed_afterwards() -> None:
    table = SealedTable(SKIRMISH)
    table.put(RollDice(), Given((6, 1)))
    table.put(ChooseZone(0))
    play_one(table)
    log = table.log()
    better = changed(log, 0, lambda record: replace(record, given=Given((5, 1)),
                                                    dice=(replace(record.dice[0], faces=(5, 1)),)))  # fmt: skip
    report = verify(better)
    assert report.fault is not None


def test_dice_of_a_seed_are_checked_by_playing_again() -> None:
    log = logs.log_of(play_random(SKIRMISH, 3))
    assert verify(log).fault is None
    assert verify(log).how == "replay"
    first = log.records[0]
    forged = replace(first, dice=(replace(first.dice[0], faces=(6, 1)),))
    if forged == first:
        forged = replace(first, dice=(replace(first.dice[0], faces=(1, 6)),))
    report = verify(replace(log, records=(forged, *log.records[1:])))
    assert report.fault is not None
    assert report.fault.kind == "forged-die"


def test_a_device_is_held_to_its_chain_and_its_key() -> None:
    table = SealedTable(SKIRMISH)
    pending = table.fixed(0, RollDice(), None)
    value, sign = table.devices[1].reveal("witness", pending.statement, pending.roll)
    for wrong in (("00" * 32, sign), (value, "00" * 64), ("no", sign), (value, "")):
        with pytest.raises(Refusal):
            seal.accept(table.sealing, pending, "witness", *wrong)
    mine = table.devices[0].reveal("thrower", pending.statement, pending.roll)
    with pytest.raises(Refusal) as early:
        seal.accept(table.sealing, pending, "thrower", *mine)
    assert early.value.code == "witness-first"


def test_no_player_takes_up_all_places_for_devices() -> None:
    """Else the opponent's next device could witness nothing."""
    sealing, key = SealedTable(SKIRMISH).sealing, Device().key
    with pytest.raises(Refusal, match="too-many-devices"):
        for _ in range(seal.MOST_PARTIES):
            sealing, _ = seal.joined(sealing, 1, (0,), secrets.token_bytes(32).hex(), key)
    other = Device()
    sealing, place = seal.joined(sealing, 2, (1,), other.anchor, other.key)
    assert sealing.users[place] == 2


def test_canonical_text_is_the_same_for_equal_values() -> None:
    assert canonical({"b": 1.0, "a": [0.5, 12.0, "é"]}) == '{"a":[0.5,12,"é"],"b":1}'
    assert canonical(Reveal("server", 0, "ff")) == '{"party":0,"role":"server","seal":"","value":"ff"}'
