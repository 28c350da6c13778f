"""The newsletter's question and answer."""

from __future__ import annotations

from pydantic import BaseModel

from highground.server.accounts.names import Email


class Subscription(BaseModel):
    email: Email


class Subscribed(BaseModel):
    """`detail` is the sentence for the page."""

    detail: str
