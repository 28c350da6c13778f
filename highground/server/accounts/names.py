"""Email addresses, passwords and display names as people type them, and the sentences that refuse a wrong one."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, Field

from highground.server.accounts.passwords import LONGEST, SHORTEST
from highground.server.errors import sentence

LONGEST_NAME = 80
LONGEST_EMAIL = 320
TEXT_DIRECTIONS = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They turn the text around them, so that a name could look like another one."""


def checked_email(text: str) -> str:
    """The address trimmed, its domain in lower case. Nothing is asked of the network."""
    try:
        return validate_email(text.strip(), check_deliverability=False).normalized
    except EmailNotValidError as error:
        raise sentence(f"The email address is not valid: {str(error).rstrip('.')}.") from error


def email_key(text: str) -> str:
    """What addresses are compared by; also for a text that is no address, which then matches nobody."""
    try:
        text = validate_email(text.strip(), check_deliverability=False).normalized
    except EmailNotValidError:
        text = text.strip()
    return text.casefold()


def checked_password(text: str) -> str:
    if len(text) < SHORTEST:
        raise sentence(f"The password must have at least {SHORTEST} characters.")
    if len(text) > LONGEST:
        raise sentence(f"The password may have at most {LONGEST:,} characters.")
    return text


def checked_name(text: str) -> str:
    """A display name with single spaces. It must show something and may not turn the text around it."""
    name = " ".join(text.split())
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise sentence("Please choose a display name.")
    if len(name) > LONGEST_NAME:
        raise sentence(f"The display name may have at most {LONGEST_NAME} characters.")
    if any(character in TEXT_DIRECTIONS or unicodedata.category(character) == "Cc" for character in name):
        raise sentence("The display name holds a character that cannot be shown.")
    return name


Email = Annotated[str, AfterValidator(checked_email), Field(examples=["ada@example.org"], max_length=LONGEST_EMAIL)]
NewPassword = Annotated[str, AfterValidator(checked_password), Field(examples=["correct horse battery"])]
DisplayName = Annotated[str, AfterValidator(checked_name), Field(examples=["Ada"])]
Typed = Annotated[str, Field(max_length=100_000)]
"""What is compared with something stored: never refused for its shape, so that nothing is revealed about it."""
