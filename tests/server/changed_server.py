"""A server whose operator cheats: the real command with some of its parts exchanged.

Which cheat is under way stands in the file `cheat` of its data folder, so that one process shows them all.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from highground.cli import app
from highground.engine.log import Log
from highground.engine.proof import Proof, Reveal
from highground.engine.record import Record
from highground.fair import sealing
from highground.game.match.match import Match
from highground.server.play import report
from tests.values import replace

_honest_proof = sealing.proof_of
_honest_log = report.battle_log


def cheat() -> str:
    return (Path(os.environ["HIGHGROUND_DATA"]) / "cheat").read_text()


def changed_proof(known: sealing.Sealing, pending: sealing.Pending) -> Proof:
    """Dice of the server's choosing: by a value of its own, or without what the witness revealed."""
    proof = _honest_proof(known, pending)
    *others, own = proof.reveals
    if cheat() == "another value":
        return replace(proof, reveals=(*others, Reveal("server", own.party, secrets.token_hex(32))))
    if cheat() == "no witness":
        kept = tuple(each for each in proof.reveals if each.role != "witness")
        return replace(proof, reveals=kept, missed=("witness",))
    return proof


def changed_log(match: Match) -> Log:
    """A log that keeps something to itself."""
    log = _honest_log(match)
    if cheat() == "hidden undo":
        return replace(log, undone=())
    if cheat() == "typed as rolled":
        return replace(log, records=tuple(_as_rolled(record) for record in log.records))
    return log


def _as_rolled(record: Record) -> Record:
    dice = tuple(replace(each, source="rolled") for each in record.dice)
    return replace(record, given=None, dice=dice)


def main() -> None:
    setattr(sealing, "proof_of", changed_proof)  # noqa: B010
    setattr(report, "battle_log", changed_log)  # noqa: B010
    app()
