"""Choosing a new password: by a link that is sent, or by knowing the old one."""

from __future__ import annotations

from datetime import timedelta

from highground.server.accounts import repository, tokens
from highground.server.accounts.access import Login
from highground.server.accounts.names import email_key
from highground.server.accounts.passwords import Passwords
from highground.server.accounts.schemas import NewPasswords, Reset
from highground.server.accounts.tables import RESET, User
from highground.server.db.engine import Database
from highground.server.errors import Refusal
from highground.server.mail import Post
from highground.server.settings import Settings

LIFE = timedelta(hours=1)
NOT_VALID = "This link is no longer valid. Please ask for a new one."
OLD_WRONG = "The old password is wrong."
NO_PASSWORD = "Your account has no password yet. Ask for a link by 'Forgot Password?' to choose one."
DETAILS = {
    "email": "If there is an account with this email address, we have sent it a link. It is valid for one hour.",
    "log": (
        "This site cannot send email. If there is an account with this email address, a link that is valid for one "
        "hour was written to the server's log; please ask the site's operator for it."
    ),
}
SUBJECT = "Choose a new password"
LETTER = """Hello {name},

somebody, hopefully you, asked for a new password for your Highground account. Choose it here within an hour:

{link}

If it was not you, you need not do anything: your password stays as it is.
"""


async def send_link(database: Database, post: Post, settings: Settings, email: str) -> None:
    """Send a link to the account with this address, if any. Called after the answer, which is the same for all."""
    async with database.write() as session:
        user = await repository.find_by_email(session, email_key(email))
        if user is None:
            return
        issued = tokens.issue(user.id, RESET, LIFE)
        session.add(issued.row)
    link = f"{settings.site}/reset/{issued.text}"
    await post.send(user.email, SUBJECT, LETTER.format(name=user.display_name, link=link))


async def reset(database: Database, passwords: Passwords, post: Post, given: Reset) -> None:
    """Set a password by a link, once; all logins of the user end. Raises Refusal with 400."""
    async with database.read() as session:
        found = await repository.find_token(session, given.token, RESET)
    if found is None or found[1].expires <= tokens.now():
        raise Refusal(400, NOT_VALID)
    hashed = await passwords.hash(given.password)
    async with database.write() as session:
        user = await session.get(User, found[0].id)
        if user is None or not await repository.take_token(session, found[1].id):
            raise Refusal(400, NOT_VALID)
        user.password_hash = hashed
        user.email_confirmed = user.email_confirmed or post.way == "email"
        await repository.end_logins(session, user.id)


async def change(database: Database, passwords: Passwords, login: Login, given: NewPasswords) -> None:
    """Set a password by the old one; all other logins end. Raises Refusal with 403 or 409."""
    if login.user.password_hash is None:
        raise Refusal(409, NO_PASSWORD)
    if not await passwords.verify(given.old_password, login.user.password_hash):
        raise Refusal(403, OLD_WRONG)
    hashed = await passwords.hash(given.new_password)
    async with database.write() as session:
        user = await session.get(User, login.user.id)
        if user is not None:
            user.password_hash = hashed
            await repository.end_logins(session, user.id, but=login.token.id)
