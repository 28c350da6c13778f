"""Accounts for tests of any feature: somebody registered and logged in."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import httpx2

PASSWORD = "a long enough password"
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Somebody:
    """A person with the headers of their login."""

    id: int
    email: str
    display_name: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


def registered(client: httpx2.Client, name: str = "Ada", password: str = PASSWORD) -> Somebody:
    """Register somebody with an address of their own, and log them in."""
    email = f"{name.lower()}{next(_numbers)}@example.org"
    answer = client.post("/api/auth/register", json={"email": email, "password": password, "display_name": name})
    assert answer.status_code == 201, answer.text
    return logged_in(client, email, password)


def logged_in(client: httpx2.Client, email: str, password: str = PASSWORD, *, remember: bool = True) -> Somebody:
    answer = client.post("/api/auth/login", json={"email": email, "password": password, "remember": remember})
    assert answer.status_code == 200, answer.text
    token = answer.json()["access_token"]
    person = client.get("/api/auth/me", headers={"Authorization": f"Bearer {token}"}).json()["user"]
    return Somebody(person["id"], person["email"], person["display_name"], token)
