"""Preparing a game: board, mission and armies, what is still missing, and the start."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from highground.ai.levels import LEAST_SECONDS, LEVELS, MOST_SECONDS, Level
from highground.ai.measured import MEASURED
from highground.ai.personality import PERSONALITIES
from highground.engine.attached import may_join_beside
from highground.engine.battle import Battle
from highground.engine.errors import Refusal as RuleRefusal
from highground.engine.model import ArmySheet, Layout, Setup, UnitSheet
from highground.engine.naming import numbered
from highground.fair.sealing import begin
from highground.game.match.boards import check_board
from highground.game.match.clock import handed, of_minutes
from highground.game.match.match import USUAL, Control, Match
from highground.packs import load_pack
from highground.server.accounts.tables import User
from highground.server.db.engine import Database
from highground.server.errors import Refusal
from highground.server.games import repository as games
from highground.server.games import summary as summaries
from highground.server.games.access import Access, Need, access_for
from highground.server.games.tables import COMPLETED, SIDES, Game, Seat
from highground.server.play import repository, terms
from highground.server.play.schemas import (
    ArmyChosen,
    BoardPlan,
    Boards,
    Changes,
    Chosen,
    DrawnBoard,
    HeadStart,
    Leader,
    LeaderJoins,
    Led,
    LevelChoice,
    Options,
    Prepared,
    Ready,
    Sample,
    SeatArmy,
    Strength,
    Thing,
)
from highground.server.play.summing import summary_of
from highground.server.play.tables import HostedBattle, Preparation
from highground.server.play.terms import SIDE_NAMES
from highground.server.rosters.service import ruled_roster
from highground.server.tasks import off_the_loop
from highground.words import explain

BEGUN = "This game has begun; its set-up can no longer be changed."
ALREADY = "This game has begun already."
NOT_YOUR_ARMY = "The other army is for its own player to choose."
NOBODY_TO_AGREE = "Only against the computer, or another player, who agrees to it. Invite one, or choose no head start."
SINCE_CHOSEN = "{} since it was set up. Look at the set-up again, then start."
OWN_BOARD = "own"
"""The uid of a board that was drawn for its game."""


@cache
def options() -> Options:
    """What there is to choose from; the same for everybody."""
    pack = load_pack()
    return Options(
        layouts=[Thing(id=uid, name=each.name, description=each.description) for uid, each in pack.layouts.items()],
        missions=[Thing(id=uid, name=each.name, description=each.description) for uid, each in pack.missions.items()],
        secondaries=[Thing(id=s.uid, name=s.name, description=s.description) for s in pack.secondaries if s.fixed],
        samples=[
            Sample(id=slug, name=army.name, faction=army.faction, points=army.points_computed, units=len(army.units))
            for slug, army in pack.armies.items()
        ],
        levels=[_level(each) for each in LEVELS.values()],
        least_seconds=LEAST_SECONDS,
        most_seconds=MOST_SECONDS,
        personalities=[
            Thing(id=p.name, name=p.name.capitalize(), description=p.description) for p in PERSONALITIES.values()
        ],
    )


def _level(level: Level) -> LevelChoice:
    name = level.name.capitalize()
    known = [Strength(**msgspec.to_builtins(each)) for each in MEASURED.get(level.name, ())]
    return LevelChoice(id=level.name, name=name, description=level.description, seconds=level.seconds, measured=known)


@cache
def boards() -> Boards:
    """The layouts to choose from, with what stands on them."""
    return Boards(layouts=[_board(layout) for layout in load_pack().layouts.values()])


def _board(layout: Layout) -> BoardPlan:
    return BoardPlan.model_validate(msgspec.to_builtins(layout) | {"id": layout.uid})


async def shown(session: AsyncSession, user: User, game_id: str) -> Prepared:
    access = await access_for(session, user, game_id, Need.READ)
    return await _view(session, access)


async def change(database: Database, user: User, game_id: str, wanted: Changes) -> Prepared:
    """Board and mission are the owner's to choose, each army its own player's.

    Rosters are read before the transaction begins: a large one takes longer than anybody should wait for the lock.
    """
    async with database.read() as session:
        await _check_change(session, user, game_id, wanted)
        chosen = None if wanted.game is None else _checked(wanted.game)
        armies = [each if each is None else await choice_of(session, user, each) for each in _armies(wanted)]
    async with database.write() as session:
        await games.hold(session, game_id)
        access = await _check_change(session, user, game_id, wanted)
        if chosen is not None:
            await _keep(session, game_id, chosen)
        for side, army in zip(SIDES, armies, strict=True):
            if army is not None:
                await _seat(session, game_id, side, army)
        await session.flush()
        seats = await repository.seats(session, game_id)
        view = await _view(session, access)
        armies_now = (seats[side].army if side in seats else None for side in SIDES)
        access.game.summary = summaries.chosen(armies_now, view.chosen.mode)
        return view


def _armies(wanted: Changes) -> tuple[ArmyChosen | None, ArmyChosen | None]:
    return wanted.army_0, wanted.army_1


async def _check_change(session: AsyncSession, user: User, game_id: str, wanted: Changes) -> Access:
    access = await access_for(session, user, game_id, Need.READ)
    _check_open(access, begun=await repository.battle(session, game_id) is not None)
    if wanted.game is not None:
        await access_for(session, user, game_id, Need.OWN)
    if any(army is not None and side not in access.sides for side, army in enumerate(_armies(wanted))):
        raise Refusal(403, NOT_YOUR_ARMY)
    return access


def _check_open(access: Access, *, begun: bool) -> None:
    if begun or access.game.status == COMPLETED:
        raise Refusal(409, BEGUN)


def _checked(chosen: Chosen) -> Chosen:
    pack = load_pack()
    if chosen.layout not in pack.layouts:
        raise Refusal(422, "There is no such board.")
    if chosen.mission not in pack.missions:
        raise Refusal(422, "There is no such mission.")
    if chosen.board is not None:
        _drawn(chosen.board)
    return chosen


def _drawn(board: DrawnBoard) -> Layout:
    """The board as the rules have it. Raises Refusal with a sentence where no battle could be fought on it."""
    layout = msgspec.convert(board.model_dump() | {"uid": OWN_BOARD}, Layout)
    try:
        check_board(layout)
    except RuleRefusal as refusal:
        said = explain(refusal)
        raise Refusal(422, f"{said.sentence} {said.remedy}".strip()) from refusal
    return layout


async def _keep(session: AsyncSession, game_id: str, chosen: Chosen) -> None:
    known = await repository.chosen(session, game_id)
    if known is None:
        session.add(Preparation(game_id=game_id, chosen=chosen.model_dump()))
    else:
        known.chosen = chosen.model_dump()


async def choice_of(session: AsyncSession, user: User, army: ArmyChosen) -> dict[str, Any]:
    """What is kept of a side's choice. Raises Refusal for what cannot be chosen."""
    if army.personality not in PERSONALITIES:
        raise Refusal(422, f"There is no such personality; there are {', '.join(PERSONALITIES)}.")
    if army.level not in LEVELS:
        raise Refusal(422, f"There is no such level; there are {', '.join(LEVELS)}.")
    if 0 < army.seconds < LEAST_SECONDS:
        raise Refusal(422, f"The computer needs at least {LEAST_SECONDS} seconds for a turn.")
    fixed = {thing.id for thing in options().secondaries}
    if not set(army.fixed_missions) <= fixed:
        raise Refusal(422, "There is no such fixed mission.")
    if len(set(army.fixed_missions)) < len(army.fixed_missions):
        raise Refusal(422, "Choose two different fixed missions.")
    sheet, rules, attached = await sheet_of(session, user, army)
    joined = as_attached(sheet, attached) if army.joined is None else army.joined
    check_joined(sheet, joined)
    leaders = [each.model_dump() for each in leaders_of(sheet)]
    shown = {
        "name": sheet.name,
        "points": sheet.points_computed,
        "leaders": leaders,
        "joined": [each.model_dump() for each in joined],
        "rules": rules,
        "chooser": user.id,
        "sheet": terms.fingerprint_of(sheet),
    }
    return army.model_dump() | shown


async def _seat(session: AsyncSession, game_id: str, side: int, army: dict[str, Any]) -> None:
    seats = await repository.seats(session, game_id)
    seat = seats.get(side) or Seat(game_id=game_id, side=side)
    seat.army = army
    session.add(seat)


def leaders_of(sheet: ArmySheet) -> list[Leader]:
    """The army's leaders, each with the units that it may join."""
    found, names = [], numbered([unit.name for unit in sheet.units])
    for index, leader in enumerate(sheet.units):
        led = [
            Led(unit=i, name=names[i]) for i, unit in enumerate(sheet.units) if i != index and unit.name in leader.leads
        ]
        if led:
            beside = [i for i, other in enumerate(sheet.units) if i != index and may_join_beside(leader, [other])]
            found.append(Leader(leader=index, name=names[index], units=led, beside=beside))
    return found


def as_attached(sheet: ArmySheet, attached: Mapping[str, str]) -> list[LeaderJoins]:
    """The leaders that the roster's file attaches to units, both by uid, without those that may not join."""
    places, joined = {unit.uid: i for i, unit in enumerate(sheet.units)}, list[LeaderJoins]()
    for leader, unit in attached.items():
        if leader not in places or unit not in places:
            continue
        more = [*joined, LeaderJoins(leader=places[leader], unit=places[unit])]
        with suppress(Refusal):
            check_joined(sheet, more)
            joined = more
    return joined


def check_joined(sheet: ArmySheet, pairs: Sequence[LeaderJoins]) -> None:
    """Raises Refusal where a leader joins what it cannot, twice, or where there is no room for it beside another."""
    may = {each.leader: {led.unit for led in each.units} for each in leaders_of(sheet)}
    leaders = [pair.leader for pair in pairs]
    if len(set(leaders)) < len(leaders) or {pair.unit for pair in pairs} & set(leaders):
        raise Refusal(422, "A leader joins one unit, and no leader that has joined another.")
    joined: dict[int, list[UnitSheet]] = {}
    for pair in pairs:
        if pair.unit not in may.get(pair.leader, set()):
            raise Refusal(422, "There is a leader that cannot join that unit: choose another unit for it.")
        others = joined.setdefault(pair.unit, [])
        if not may_join_beside(sheet.units[pair.leader], others):
            raise Refusal(422, "A unit is joined by one leader, or by two where the sheet of one allows the other.")
        others.append(sheet.units[pair.leader])


async def sheet_of(
    session: AsyncSession, user: User, army: ArmyChosen
) -> tuple[ArmySheet, list[str], Mapping[str, str]]:
    """The chosen army with its player's rules, the names of these, and its file's `Roster.attached`.

    Raises Refusal where it cannot be played.
    """
    if army.source == "roster":
        roster, rules = await ruled_roster(session, user, army.id)
        if not roster.army.playable:
            raise Refusal(422, f"{roster.army.name} cannot be played: {roster.army.why_not}")
        return roster.army, rules, roster.attached
    try:
        return load_pack().army(army.id), [], {}
    except LookupError as error:
        raise Refusal(422, "There is no such sample army.") from error


async def _view(session: AsyncSession, access: Access, *, whole: bool = False) -> Prepared:
    """The set-up as a player sees it; `whole` with what the other one has not shown yet."""
    game = access.game
    kept = await repository.chosen(session, game.id)
    chosen = Chosen.model_validate(kept.chosen) if kept is not None else Chosen.first(options(), game.simulation)
    seats = await repository.seats(session, game.id)
    begun = await repository.battle(session, game.id) is not None
    armies = [_army(seats.get(side)) for side in SIDES]
    guests = bool(terms.guests(access))
    ready = _readiness(armies, chosen, access.sides, guests=guests)
    complete, agreed = all(each.ready for each in ready), terms.agreed(access, chosen, seats)
    if guests and not begun:
        ready.append(terms.agreement(access, chosen, seats, complete=complete))
    if not (whole or begun):
        armies = [army if side in access.sides else _hidden(army) for side, army in zip(SIDES, armies, strict=True)]
    return Prepared(
        game_id=game.id,
        game_name=game.name,
        description=game.description,
        begun=begun,
        sides=sorted(access.sides),
        owner=access.role == "owner",
        chosen=chosen,
        armies=armies,
        readiness=ready,
        can_start=not begun and all(each.ready for each in ready),
        terms=terms.named(terms.terms_for(chosen, seats, access.sides)),
        agreed=agreed,
        can_agree=agreed is False and complete and not begun,
        options=options(),
    )


def _army(seat: Seat | None) -> SeatArmy | None:
    """What a side has chosen, without whose roster it is."""
    return None if seat is None or seat.army is None else SeatArmy.model_validate(seat.army)


def _hidden(army: SeatArmy | None) -> SeatArmy | None:
    """Without its fixed missions: both players choose these without knowing the other's."""
    return None if army is None else army.model_copy(update={"fixed_missions": []})


def _readiness(armies: list[SeatArmy | None], chosen: Chosen, own: Collection[int], *, guests: bool) -> list[Ready]:
    """What is ready and what is missing, in words for the player of the sides `own`."""
    found = [Ready(what="Board and mission", ready=True, detail="Chosen.")]
    for side, army in zip(SIDES, armies, strict=True):
        missing = _missing(army, side in own)
        detail = f"{army.name}, {army.points} points" if army is not None and not missing else missing
        found.append(Ready(what=SIDE_NAMES[side], ready=not missing, detail=detail))
    if chosen.head_start is not None:
        found.append(_head_start(armies, chosen.head_start, guests=guests))
    return found


def _missing(army: SeatArmy | None, own: bool) -> str:
    """What a side has still to choose, for its own player or another; "" if nothing."""
    if army is None:
        return "Choose a sample army or one of your rosters." if own else "The other player chooses it."
    if len(army.fixed_missions) == 1:
        return "Choose a second fixed mission." if own else "The other player is still choosing."
    return ""


def _head_start(armies: list[SeatArmy | None], given: HeadStart, *, guests: bool) -> Ready:
    """A person begins ahead of another, who agrees to it with the rest of the set-up; one who plays both armies has
    nobody to ask."""
    possible = guests or any(army is not None and army.controller == "ai" for army in armies)
    army = armies[given.side]
    name = SIDE_NAMES[given.side] if army is None else army.name
    detail = f"{name} begins {given.points} victory points ahead." if possible else NOBODY_TO_AGREE
    return Ready(what="Head start", ready=possible, detail=detail)


async def agree(database: Database, user: User, game_id: str, seen: str) -> Prepared:
    """A player who does not own the game agrees to its set-up: to the one that `Prepared.terms` named for them."""
    async with database.write() as session:
        await games.hold(session, game_id)
        access = await access_for(session, user, game_id, Need.READ)
        _check_open(access, begun=await repository.battle(session, game_id) is not None)
        own = [side for side in terms.guests(access) if access.holders[side] == user.id]
        if not own:
            raise Refusal(403, terms.OWNER_STARTS)
        before = await _view(session, access)
        if before.terms != seen:
            raise Refusal(409, terms.LOOK_AGAIN)
        _check_complete(before.readiness[:-1])
        seats = await repository.seats(session, game_id)
        for side in own:
            seats[side].agreed = terms.terms_for(before.chosen, seats, access.sides)
        await session.flush()
        return await _view(session, access)


def _check_complete(readiness: Sequence[Ready]) -> None:
    missing = ", ".join(each.what for each in readiness if not each.ready)
    if missing:
        raise Refusal(409, f"The game is not ready: {missing}.")


async def start(
    database: Database, user: User, game_id: str, seed: int | None = None, seen: str | None = None
) -> Match:
    """Begin the battle, with sealed dice, or for tests with those of a seed.

    `seen` is the `Prepared.terms` of the set-up that the caller saw; None where they don't say. Raises Refusal if
    something is missing or has changed, or it has begun.
    """
    async with database.read() as session:
        access = await access_for(session, user, game_id, Need.OWN)
        if access.game.status == COMPLETED or await repository.battle(session, game_id) is not None:
            raise Refusal(409, ALREADY)
        relied_on = await session.run_sync(terms.basis, game_id)
        ready = await _view(session, access, whole=True)
        if seen is not None and seen != ready.terms:
            raise Refusal(409, terms.LOOK_AGAIN)
        _check_complete(ready.readiness)
        chosen = [army for army in ready.armies if army is not None]
        sheets, renewed = await _sheets(session, game_id, chosen)
    if renewed and terms.guests(access):
        await _renew(database, game_id, relied_on, renewed)
    return await _begin(database, game_id, relied_on, partial(_opened, ready, chosen, sheets, game_id, seed))


async def _renew(database: Database, game_id: str, relied_on: object, renewed: Mapping[int, dict[str, Any]]) -> None:
    """Show both players the armies as they have become, and refuse to begin with what one of them has not seen."""
    async with database.write() as session:
        await games.hold(session, game_id)
        if await session.run_sync(terms.basis, game_id) != relied_on:
            raise Refusal(409, terms.LOOK_AGAIN)
        for side, army in renewed.items():
            await _seat(session, game_id, side, army)
    raise Refusal(409, SINCE_CHOSEN.format(terms.have_changed([SIDE_NAMES[side] for side in renewed])))


async def _begin(database: Database, game_id: str, relied_on: object, make: Callable[[], tuple[Match, bytes]]) -> Match:
    """`relied_on` is the `terms.basis` on which the battle was made ready; if it has changed since, it is refused."""
    match, setup = await off_the_loop(make)
    began, summary = datetime.now(UTC), summary_of(match)
    if match.clock is not None:
        match.clock = handed(match.clock, match.payer(), began)

    def write(session: Session) -> None:
        session.execute(select(Game.id).where(Game.id == game_id).with_for_update())
        if session.get(HostedBattle, game_id) is not None:
            raise Refusal(409, ALREADY)
        if terms.basis(session, game_id) != relied_on:
            raise Refusal(409, terms.LOOK_AGAIN)
        repository.begin(session, match, setup, match.battle.seed, began, summary)

    try:
        await database.do(write)
    except IntegrityError as error:
        raise Refusal(409, ALREADY) from error
    return match


def _opened(
    ready: Prepared, chosen: Sequence[ArmyChosen], sheets: list[ArmySheet], game_id: str, seed: int | None
) -> tuple[Match, bytes]:
    """The battle before its first roll, with its setup as it is stored."""
    setup = _setup(ready, chosen, sheets)
    sealing = begin(game_id, setup, secrets.token_bytes(32)) if seed is None else None
    battle = Battle(setup, seed or 0, sealed=sealing is not None)
    match = Match(battle, game_id, (_control(chosen[0]), _control(chosen[1])), sealing)
    match.asking = USUAL
    match.mode = ready.chosen.mode
    match.own_dice = all(each.own_dice or each.controller == "ai" for each in chosen)
    match.hand_agreed = any(each.hand_agreed and each.controller == "human" for each in chosen)
    if ready.chosen.clock_minutes is not None:
        match.clock = of_minutes(ready.chosen.clock_minutes)
    return match, repository.packed(setup)


async def _sheets(
    session: AsyncSession, game_id: str, chosen: Sequence[ArmyChosen]
) -> tuple[list[ArmySheet], dict[int, dict[str, Any]]]:
    """Both armies as they are; of those that have changed since they were chosen, by side, the choice made again."""
    seats = await repository.seats(session, game_id)
    sheets, renewed = [], {}
    for side, army in enumerate(chosen):
        kept = seats[side].army
        assert kept is not None
        chooser = await session.get(User, kept["chooser"])
        if chooser is None:
            raise Refusal(409, f"The player who chose the {SIDE_NAMES[side].lower()} has left: choose an army again.")
        sheets.append((await sheet_of(session, chooser, army))[0])
        check_joined(sheets[-1], army.joined or [])
        # Of an army that was chosen before fingerprints were kept, nobody knows whether it has changed.
        if kept.get("sheet") not in {None, terms.fingerprint_of(sheets[-1])}:
            renewed[side] = await choice_of(session, chooser, ArmyChosen.model_validate(kept))
    return sheets, renewed


def _setup(ready: Prepared, chosen: Sequence[ArmyChosen], sheets: list[ArmySheet]) -> Setup:
    fixed = (tuple(chosen[0].fixed_missions), tuple(chosen[1].fixed_missions))
    joined = [
        (first + pair.leader, first + pair.unit)
        for first, army in zip((0, len(sheets[0].units)), chosen, strict=True)
        for pair in army.joined or []
    ]
    board = ready.chosen.layout if ready.chosen.board is None else _drawn(ready.chosen.board)
    given = ready.chosen.head_start
    ahead = (0, 0) if given is None else (given.points, 0) if given.side == 0 else (0, given.points)
    setup = load_pack().setup(sheets[0], sheets[1], board, ready.chosen.mission, fixed, tuple(joined), ahead)
    a, b = (each or _left_to_the_computer(setup, chosen[side], side) for side, each in enumerate(fixed))
    return replace(setup, fixed=(a, b))


def _left_to_the_computer(setup: Setup, army: ArmyChosen, side: int) -> tuple[str, ...]:
    """The fixed missions that a computer takes where nobody chose any for it; none if it draws, as a person does."""
    if army.controller != "ai":
        return ()
    return LEVELS[army.level].player(army.personality, army.intensity).missions(setup, side)


def _control(army: ArmyChosen) -> Control:
    return Control(army.controller, army.player, army.personality, army.intensity, army.level, army.seconds)
