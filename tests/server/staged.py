"""Battles that have come to a moment, put onto a running server as if they had been played there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from highground.engine.battle import Battle
from highground.game.commands import computer
from highground.game.match.match import Asking, Control, Match
from highground.packs import load_pack
from highground.server.db.engine import Database
from highground.server.play import repository
from highground.server.play.keeping import keep, made_ready
from highground.server.play.match_cache import CachedMatch as CachedTable
from tests.server.conftest import Running
from tests.server.databases import awaited
from tests.server.people import Somebody
from tests.server.tables import made
from tests.server.test_play import Table

COMPUTERS = (Control("ai"), Control("ai"))
PEOPLE = (Control(), Control())
ASK_EVERYTHING = Asking()
SEED = 9
"""Always the same battle: what it has in store does not hang on luck."""


def battle(seed: int = SEED) -> Match:
    """Two sample armies under the computer's hands, before anything was rolled."""
    pack = load_pack()
    return Match(Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), seed), "played here", COMPUTERS)


def played(match: Match, until: Callable[[Match], bool]) -> Match:
    """Played on until a moment has come."""
    while not until(match):
        computer.step(match)
    return match


def hosted(
    server: Running,
    owner: Somebody,
    match: Match,
    control: tuple[Control, Control] = PEOPLE,
    *,
    simulation: bool = False,
    asking: Asking = ASK_EVERYTHING,
) -> Table:
    """The battle as far as it has come as a new game of the owner's, commanded as `control` says.

    Its players are asked about every reaction unless `asking` says otherwise.
    """
    game_id = made(server.client, owner, simulation=simulation)
    here = Match(match.battle, game_id, control)
    here.asking = asking

    async def write() -> None:
        database = Database(server.settings.database)
        setup, began = repository.packed(match.battle.setup), datetime.now(UTC)
        table = CachedTable(here, [], 0)
        await database.do(lambda session: repository.begin(session, here, setup, SEED, began))
        start = here.mark()._replace(number=0, undone=0)
        await keep(database, table, made_ready(table, start, None), None)
        await database.close()

    awaited(write())
    return Table(server.client, owner, game_id)


def commanded(server: Running, table: Table, control: str) -> None:
    """Have both armies commanded by people ('human') or by computers ('ai') from now on."""
    both = f'[{{"controller": "{control}"}}, {{"controller": "{control}"}}]'
    server.write(f"UPDATE battles SET control = '{both}' WHERE game_id = '{table.game_id}'")
    server.matches.forget()
