"""Users, the tokens they are known by, and their identities at other providers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable

SESSION = "session"
RESET = "reset"


class User(DatabaseTable):
    """A person. `email` stands as it was typed, `email_key` is what two addresses are compared by.

    `password_hash` is None for somebody who only logs in through a provider. `email_confirmed`: the person
    was seen to own the address: a provider confirmed it, or a link that was sent there came back.
    """

    __tablename__ = "users"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012 - SQLAlchemy declares it so

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(String(320))
    email_key: Mapped[str] = mapped_column(String(640), unique=True)
    email_confirmed: Mapped[bool] = mapped_column(default=False)
    display_name: Mapped[str] = mapped_column(String(80))
    password_hash: Mapped[str | None] = mapped_column(String(200), default=None)
    created: Mapped[datetime]


class Token(DatabaseTable):
    """Something that proves who one is for a while. Only its SHA-256 is kept. `kind` is `session` or `reset`.

    `remembered` says whether it has the long life or the short one when a new token takes this one's place.
    """

    __tablename__ = "tokens"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[str] = mapped_column(String(16))
    remembered: Mapped[bool] = mapped_column(default=True)
    created: Mapped[datetime]
    expires: Mapped[datetime] = mapped_column(index=True)


class Identity(DatabaseTable):
    """Who a user is at an OpenID Connect provider: `subject` never changes there, an email address may."""

    __tablename__ = "identities"

    issuer: Mapped[str] = mapped_column(String(255), primary_key=True)
    subject: Mapped[str] = mapped_column(String(255), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created: Mapped[datetime]
