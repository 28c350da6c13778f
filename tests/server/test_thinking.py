"""The computer decides in processes of their own, which are fed what is new and ended when they take too long."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import monotonic, sleep

import msgspec
import pytest

from highground.ai.personality import PERSONALITIES
from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.record import Record
from highground.game.commands import computer
from highground.game.commands.commanding import CommandDone, Put, go_on
from highground.game.commands.deciding import FAILED, TOO_SLOW, Charges, Decide, Plain
from highground.game.match.match import Control, Match
from highground.packs import load_pack
from highground.server.settings import Settings
from highground.server.thinking import messages
from highground.server.thinking.process import Mind
from highground.server.thinking.thinkers import Thinkers
from tests.engine.random_play import answer_somehow
from tests.server.conftest import Running, serving
from tests.server.minds import HANGS, Witness, seen
from tests.server.people import registered
from tests.server.staged import battle, hosted, played

PLAYER = Settings().thinker_player
COMPUTERS = (Control("ai"), Control("ai"))
STANDARD, CAUTIOUS = PERSONALITIES["standard"], PERSONALITIES[HANGS]


def mind(name: str) -> str:
    return f"tests.server.minds:{name}"


@asynccontextmanager
async def thinking(
    player: str = PLAYER, seconds: float = 20.0, usual: int = 1, idle: float = 30.0
) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(usual, seconds, player, idle)
    try:
        yield thinkers
    finally:
        await thinkers.close()


def game(seed: int = 5) -> Match:
    pack = load_pack()
    return Match(Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), seed), "g", COMPUTERS)


async def step(thinkers: Thinkers, match: Match) -> str:
    """A step of the computer with decisions of those processes; its rationale."""
    command = computer.step.begin(match)
    now = go_on(match, command)
    while not isinstance(now, CommandDone):
        assert not isinstance(now, Put), "seeded dice are there"
        now = go_on(match, command, await thinkers.answer(match.game_id, match.battle, now))
    return str(now.result.rationale)


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def until_gone(pid: int) -> None:
    deadline = monotonic() + 20
    while not gone(pid):
        assert monotonic() < deadline, "the process is still there"
        sleep(0.02)


async def until_usual(thinkers: Thinkers) -> None:
    """Wait for the one process that is usually there."""
    deadline = monotonic() + 60
    while len(thinkers.pids) != 1:
        assert monotonic() < deadline, thinkers.pids
        await asyncio.sleep(0.02)


async def test_a_battle_goes_as_it_goes_when_it_is_decided_here() -> None:
    there, here = game(), game()
    async with thinking() as thinkers:
        for _ in range(250):
            await step(thinkers, there)
            computer.step(here)
    assert there.battle.digest() == here.battle.digest()


async def test_a_process_knows_each_battle_as_it_is() -> None:
    """Through undos, other choices after them, several games, and games that were read again."""
    random, decide = Random(2), Decide(STANDARD)
    battles = {name: game(seed).battle for seed, name in enumerate(("a", "b", "c"))}
    async with thinking(mind("Witness")) as thinkers:
        for _ in range(120):
            name = random.choice(list(battles))
            there = battles[name]
            for _ in range(random.choice((0, 1, 2, 2, 30))):
                request = there.ask()
                assert request is not None
                answer_somehow(there, request, random)
            for _ in range(min(len(there.records), random.choice((0, 0, 0, 1, 2, 20, 90)))):
                there.undo(consent=True)
            if random.random() < 0.05:
                records = msgspec.json.decode(msgspec.json.encode(there.records), type=list[Record])
                battles[name] = there = Battle.restored(there.setup, there.seed, records)
            answer = await thinkers.answer(name, there, decide)
            assert answer.why == ""
            assert answer.decisions[0].terms == seen(there, STANDARD)


def test_a_game_that_a_process_does_not_know_is_sent_whole() -> None:
    match, process = game(), Mind(Witness)
    for _ in range(10):
        computer.step(match)
    new = tuple(record.events for record in match.battle.records)
    question, setup = Decide(STANDARD), match.battle.setup
    assert process.reply(messages.Ask("g", 4, new[4:], question)) == messages.Unknown()
    assert isinstance(process.reply(messages.Ask("g", 0, new[:6], question, setup)), messages.Answered)
    assert process.reply(messages.Ask("g", 7, new[7:], question)) == messages.Unknown()
    for number in range(messages.GAMES_KEPT):
        process.reply(messages.Ask(str(number), 0, (), question, setup))
    assert process.reply(messages.Ask("g", 6, new[6:], question)) == messages.Unknown()


async def test_more_games_than_a_process_keeps() -> None:
    matches = {str(number): game() for number in range(messages.GAMES_KEPT + 3)}
    async with thinking(mind("Witness")) as thinkers:
        for _ in range(2):
            for name, match in matches.items():
                found = await thinkers.answer(name, match.battle, Decide(STANDARD))
                assert found.decisions[0].terms == seen(match.battle, STANDARD)


async def test_a_decision_that_hangs_in_compiled_code_is_ended() -> None:
    async with thinking(mind("Stuck"), seconds=1.0) as thinkers:
        await thinkers.warm()
        (first,) = thinkers.pids
        match = game()
        answer = await thinkers.answer("g", match.battle, Decide(CAUTIOUS))
        assert (answer.decisions[0].choice, answer.why) == (ch.RollDice(), TOO_SLOW)
        await asyncio.to_thread(until_gone, first)
        assert (await thinkers.answer("g", match.battle, Decide(STANDARD))).why == ""


async def test_other_games_are_decided_while_one_hangs() -> None:
    async with thinking(mind("Stuck"), seconds=15.0, idle=0.1) as thinkers:
        hanging = asyncio.create_task(thinkers.answer("g", game().battle, Decide(CAUTIOUS), 60.0))
        await asyncio.sleep(0)
        for number in range(5):
            assert (await thinkers.answer(str(number), game().battle, Decide(STANDARD))).why == ""
        assert not hanging.done()
        assert len(thinkers.pids) == 2
        hanging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hanging
        await until_usual(thinkers)
        assert (await thinkers.answer("g", game().battle, Decide(STANDARD))).why == ""


async def test_a_question_given_up_while_its_process_starts_leaves_one_for_the_next() -> None:
    async with thinking() as thinkers:
        asked = asyncio.create_task(thinkers.answer("g", game().battle, Decide(STANDARD)))
        await asyncio.sleep(0)
        (first,) = thinkers.pids
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await until_usual(thinkers)
        assert thinkers.pids != {first}


@pytest.mark.parametrize(("player", "why"), [("Broken", FAILED), ("Cheat", FAILED), ("Deadly", FAILED)])
async def test_a_player_that_fails_is_answered_for(player: str, why: str) -> None:
    match = game()
    async with thinking(mind(player)) as thinkers:
        for _ in range(3):
            assert await step(thinkers, match) == why
    assert match.number == 3


async def test_charges_that_are_not_found_in_time_are_none() -> None:
    async with thinking(mind("Nobody")) as thinkers:
        assert (await thinkers.answer("g", game().battle, Charges(STANDARD, (0,)))).decisions == ()
        with pytest.raises(Refusal, match="no-answer-in-time"):
            await thinkers.answer("g", game().battle, Decide(STANDARD))


async def test_a_process_that_was_killed_is_replaced() -> None:
    async with thinking() as thinkers:
        await thinkers.warm()
        for pid in thinkers.pids:
            os.kill(pid, signal.SIGKILL)
        assert (await thinkers.answer("g", game().battle, Plain())).why == ""


async def test_nothing_is_left_when_it_is_closed() -> None:
    async with thinking(mind("Stuck"), usual=2) as thinkers:
        await thinkers.warm()
        pids = thinkers.pids
        assert len(pids) == 2
        hanging = asyncio.create_task(thinkers.answer("g", game().battle, Decide(CAUTIOUS)))
        await asyncio.sleep(0.2)
    with pytest.raises(Refusal):
        await hanging
    assert all(gone(pid) for pid in pids)


ORPHAN = """
import asyncio
from highground.ai.personality import PERSONALITIES
from highground.engine.battle import Battle
from highground.packs import load_pack
from highground.game.commands.deciding import Decide
from highground.server.thinking.thinkers import Thinkers

async def main():
    pack = load_pack()
    battle = Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), 5)
    thinkers = Thinkers(1, 600.0, "tests.server.minds:Stuck")
    await thinkers.warm()
    asking = asyncio.create_task(thinkers.answer("g", battle, Decide(PERSONALITIES["cautious"])))
    await asyncio.sleep(0.5)
    print(*thinkers.pids, flush=True)
    await asking

asyncio.run(main())
"""


def test_a_process_that_hangs_ends_with_a_server_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert not gone(pid)
        server.kill()
        until_gone(pid)


@pytest.fixture
def hanging(settings: Settings, tmp_path: Path) -> Iterator[Running]:
    own = {"data": tmp_path, "thinker_player": mind("Stuck"), "thinking_seconds": 10.0}
    with serving(settings.model_copy(update=own)) as running:
        yield running


def test_other_games_are_played_while_a_decision_hangs(hanging: Running) -> None:
    """The one that hangs is answered for once its time is over, and says so."""
    ada = registered(hanging.client, "Ada")
    match = played(battle(), lambda match: match.now >= (1, 1, "movement"))
    stuck = hosted(hanging, ada, match, (Control("ai", personality=HANGS), Control("ai", personality=HANGS)))
    usual = hosted(hanging, ada, match, COMPUTERS)
    number = usual.did("ai_step")["number"]  # its process is there before the other one hangs
    assert number == match.number + 1
    answers: list[str] = []
    asking = threading.Thread(target=lambda: answers.append(stuck.did("ai_step")["ai_rationale"]))
    asking.start()
    sleep(0.5)
    for _ in range(5):
        assert usual.did("ai_step")["ai_rationale"] != TOO_SLOW
        assert stuck.state()["number"] == match.number
    assert answers == []
    asking.join()
    assert answers == [TOO_SLOW]
    assert stuck.state()["number"] == match.number + 1
