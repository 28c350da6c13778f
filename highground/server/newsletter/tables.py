"""The newsletter's readers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable


class Subscriber(DatabaseTable):
    """An address that asked for the newsletter, with or without an account. `email_key` is what is compared."""

    __tablename__ = "subscribers"

    email_key: Mapped[str] = mapped_column(String(640), primary_key=True)
    email: Mapped[str] = mapped_column(String(320))
    created: Mapped[datetime]
