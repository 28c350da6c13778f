"""A user's games as JSON, written by the database itself.

A dashboard of 200 games is asked for again and again; made of rows, objects and models it would take the server three
times as long. The shape is that of `schemas.Games`, which the tests hold against it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    String,
    bindparam,
    case,
    cast,
    func,
    literal,
    literal_column,
    or_,
    select,
)
from sqlalchemy.orm import Session, aliased

from highground.server.accounts.tables import User
from highground.server.games.tables import COMPLETED, Game, Seat

EMPTY = '{"games":[]}'


class _Sqlite:
    """JSON in SQLite, where truth is a number and a moment is text."""

    build = func.json_object
    names = func.group_concat

    @staticmethod
    def gather(column: Any) -> ColumnElement[Any]:
        """`json_group_array` would parse each text again, which takes a fifth of the whole."""
        return literal("[").op("||")(func.group_concat(column, literal(","))).op("||")(literal("]"))

    @staticmethod
    def plain(column: Any) -> ColumnElement[Any]:
        """A JSON column as it is, not as a text within JSON."""
        return func.json(cast(column, String))

    @staticmethod
    def truth(column: Any) -> ColumnElement[Any]:
        return case((column, func.json(literal("true"))), else_=func.json(literal("false")))

    @staticmethod
    def moment(column: Any) -> ColumnElement[Any]:
        return func.replace(cast(column, String), " ", "T").op("||")(literal("Z"))


class _PostgreSQL:
    """JSON in PostgreSQL."""

    build = func.json_build_object
    gather = func.json_agg
    names = func.string_agg

    @staticmethod
    def plain(column: Any) -> Any:
        return column

    @staticmethod
    def truth(column: Any) -> Any:
        return column

    @staticmethod
    def moment(column: Any) -> ColumnElement[Any]:
        utc = func.timezone("UTC", column)
        return func.to_char(utc, literal('YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))


def listed_json(session: Session, user_id: int) -> str:
    """The games that a user owns or has a seat at, newest change first, as the JSON of `schemas.Games`."""
    sqlite = session.get_bind().dialect.name == "sqlite"
    found = session.scalar(_query(sqlite), {"user_id": user_id})
    return EMPTY if found is None else f'{{"games":{found}}}'


def _side(mine: ColumnElement[bool], user_id: Any) -> ColumnElement[Any]:
    """The army that the user alone commands: of an owner the one that is left by who else sits there."""
    here = Seat.game_id == Game.id
    held = select(func.min(Seat.side)).where(here, Seat.user_id == user_id)
    one = case((func.count(Seat.side) == 1, 1 - func.min(Seat.side)))
    left = select(one).where(here, Seat.user_id.is_not(None), Seat.user_id != user_id)
    return case(
        (mine, left.correlate(Game).scalar_subquery()),
        else_=held.correlate(Game).scalar_subquery(),
    )


def _asked(side: ColumnElement[Any], user_id: Any) -> ColumnElement[Any]:
    """Who else has made a rematch of the game in which the seat of this side is still free."""
    again, seat, asker = aliased(Game), aliased(Seat), aliased(User)
    query = (
        select(asker.display_name)
        .join(again, again.owner_id == asker.id)
        .join(seat, (seat.game_id == again.id) & (seat.side == side) & seat.user_id.is_(None))
        .where(again.rematch_of == Game.id, again.owner_id != user_id, again.status != COMPLETED)
        .order_by(again.created, again.id)
        .limit(1)
    )
    return query.correlate(Game).scalar_subquery()


@cache
def _query(sqlite: bool) -> Select[Any]:
    """Made once: putting it together takes longer than running it."""
    dialect = _Sqlite if sqlite else _PostgreSQL
    user_id = bindparam("user_id", type_=Integer)
    mine = Game.owner_id == user_id
    seated = Game.id.in_(select(Seat.game_id).where(Seat.user_id == user_id))
    owner, other = aliased(User), aliased(User)
    others = (
        select(dialect.names(other.display_name, literal(", ")))
        .join(Seat, Seat.user_id == other.id)
        .where(Seat.game_id == Game.id, Seat.user_id != user_id)
        .correlate(Game)
        .scalar_subquery()
    )
    side = _side(mine, user_id)
    fields: dict[str, Any] = {
        "game_id": Game.id,
        "id": Game.id,
        "game_name": Game.name,
        "description": Game.description,
        "simulation": dialect.truth(Game.simulation),
        "status": Game.status,
        "created": dialect.moment(Game.created),
        "updated": dialect.moment(Game.updated),
        "role": case((mine, literal("owner")), else_=literal("opponent")),
        "opponent": case((mine, others), else_=owner.display_name),
        "shared": dialect.truth(Game.shared),
        "side": side,
        "summary": dialect.plain(Game.summary),
        "rematch_by": case((Game.status == COMPLETED, _asked(side, user_id))),
    }
    arguments: list[Any] = []
    for name, value in fields.items():
        arguments += (literal_column(f"'{name}'"), value)
    rows = (
        select(dialect.build(*arguments).label("game"))
        .select_from(Game)
        .outerjoin(owner, owner.id == Game.owner_id)
        .where(or_(mine, seated))
        .order_by(Game.updated.desc(), Game.id)
        .subquery()
    )
    return select(cast(dialect.gather(rows.c.game), String))
