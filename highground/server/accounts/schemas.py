"""The shapes of the account calls."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from highground.server.accounts.names import DisplayName, Email, NewPassword, Typed


class Registration(BaseModel):
    email: Email
    password: NewPassword
    display_name: DisplayName


class Credentials(BaseModel):
    """`remember` chooses the long life of the login."""

    email: Typed
    password: Typed
    remember: bool = True


class Person(BaseModel):
    id: int
    email: str
    display_name: str


class LoggedIn(BaseModel):
    """Send `access_token` as `Authorization: Bearer ...`."""

    access_token: str
    token_type: Literal["bearer"] = "bearer"
    expires_at: datetime


class Me(Person):
    """Who is logged in. `access_token` is there when a new one takes the old one's place, valid until `expires_at`."""

    user: Person
    access_token: str | None = None
    expires_at: datetime


class Forgotten(BaseModel):
    email: Email


class LinkSent(BaseModel):
    """`sent_by` is `log` where the site has no mail server. The same whether there is such an account or not."""

    sent_by: Literal["email", "log"]
    detail: str


class Reset(BaseModel):
    token: Typed
    password: NewPassword


class NewPasswords(BaseModel):
    old_password: Typed
    new_password: NewPassword


class Profile(BaseModel):
    display_name: DisplayName


class Farewell(BaseModel):
    """The password; the email address where the account has none."""

    password: Typed = ""
    email: Typed = ""
