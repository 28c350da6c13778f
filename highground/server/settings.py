"""Settings of a server, read from the environment (`HIGHGROUND_PORT=9000`) or given by the command line.

Without any, one process does everything in one folder: SQLite, jobs and messages inside the server, files beside the
database. `database_url`, `redis_url` and `files_url` put each of them on a server of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal, Self

from fastapi import Depends, Request
from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from highground.server.addresses import reached_at
from highground.server.forwarded import Network, networks

REPOSITORY = Path(__file__).resolve().parents[2]
MEGABYTE = 1_000_000
POSTGRESQL = ("postgres://", "postgresql://")
BEGINNINGS = {
    "database_url": ("postgresql", "postgres://", "sqlite"),
    "redis_url": ("redis://", "rediss://", "unix://"),
    "files_url": ("s3://", "file://", "memory://"),
    "public_url": ("https://", "http://"),
}
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
PREFIX = "HIGHGROUND_"
ALIKE = 0.8
"""How much of a name has to agree with that of a setting for it to be a slip of the keyboard."""


class Settings(BaseSettings):
    """What can be set for a server. Sizes are bytes, times seconds."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore")

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    workers: int = Field(default=1, ge=1, le=64)
    tls: bool = False
    """Serve https, by a certificate of our own unless one is given, and to the local network by default."""
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    data: Path = Path("data")
    web_dist: Path = REPOSITORY / "web" / "dist"
    upload_limit: int = Field(default=50 * MEGABYTE, gt=0)
    open_upload_limit: int = Field(default=12 * MEGABYTE, gt=0)
    """The largest upload of somebody without a login."""
    open_upload_days: float = Field(default=30, gt=0)
    """How long it is kept unless somebody claims it."""
    sockets_each: int = Field(default=50, ge=1)
    """Sockets of one user, and of one network address without a login, that a process keeps open."""
    demo: bool = True
    password_memory: int = Field(default=64 * 1024, ge=64)
    """KiB in which a password is hashed: what makes guessing expensive. Little is for tests alone, which hash a lot."""
    login_days: float = Field(default=30, gt=0)
    login_hours: float = Field(default=12, gt=0)
    public_url: str = ""
    trusted_proxies: Annotated[tuple[Network, ...], NoDecode] = networks("127.0.0.1, ::1")
    """The proxies whose forwarded addresses are believed."""
    rate_limits: bool = True
    witness_seconds: float = 3.0
    """How long a roll waits for the opponent's device before it goes on without a witness."""
    thrower_seconds: float = 8.0
    """How long a call waits for its own device's part of a roll. The choice stays fixed beyond that."""
    battle_seed: int | None = Field(default=None, ge=0, lt=2**63)
    """Every battle's dice come from it, for tests: who knows it knows the dice. None: by chance."""
    oidc_issuer: str = "https://accounts.google.com"
    oidc_client_id: str = ""
    oidc_client_secret: SecretStr = SecretStr("")
    smtp_host: str = ""
    smtp_port: int = Field(default=587, gt=0, le=65535)
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: SecretStr = SecretStr("")
    smtp_from: str = "Highground <no-reply@localhost>"
    log_level: str = "INFO"
    metrics_token: SecretStr = SecretStr("")

    database_url: str = ""
    database_pool: int = Field(default=10, ge=1, le=500)
    """Connections to PostgreSQL that a process keeps; it may open as many again for a while."""
    database_wait: float = Field(default=5.0, gt=0)
    """How long a request waits for a connection, or for another writer on SQLite."""

    redis_url: str = ""
    redis_prefix: str = "highground"
    """In front of every key and channel, so that several sites can share one Redis."""

    jobs: Literal["auto", "inside", "workers"] = "auto"
    """Where jobs run: inside the server, or in `highground worker` (as soon as there is a Redis, by default)."""
    socket_check: float = Field(default=60.0, gt=0)
    """How often a socket is asked again whether it may stay."""
    jobs_at_once: int = Field(default=1, ge=1, le=256)
    """How many jobs one process runs side by side."""
    job_lease: float = Field(default=15.0, gt=0)
    """After so long without a sign of life a job's worker counts as lost, and the job is put back."""

    simulation_battles: int = Field(default=10_000, ge=1, le=10_000)
    """How many battles a simulation may have."""

    thinkers: int = Field(default=1, ge=1, le=64)
    """Processes that decide for the computer; a few more are started while these are busy for long."""
    thinking_seconds: float = Field(default=10.0, gt=0)
    """Longest time for one decision; then its process is killed and a plain legal answer taken."""
    thinker_player: str = "highground.ai.player:AiPlayer"
    """What decides, as `module:name`; for tests."""

    files_url: str = ""
    """`s3://bucket/prefix`, `file:///folder` or `memory:///`; the folder `files` beside the database by default."""
    file_limit: int = Field(default=25 * MEGABYTE, gt=0)
    s3_endpoint: str = ""
    s3_region: str = "us-east-1"
    s3_access_key: SecretStr = SecretStr("")
    s3_secret_key: SecretStr = SecretStr("")

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _proxies_by_address(cls, given: object) -> object:
        return networks(given) if isinstance(given, str) else given

    @field_validator("log_level")
    @classmethod
    def _level_is_known(cls, given: str) -> str:
        if given.upper() not in LOG_LEVELS:
            raise ValueError(f"{given!r} is none of {', '.join(LOG_LEVELS)}")
        return given

    @model_validator(mode="after")
    def _addresses_are_of_their_kinds(self) -> Self:
        """What was given is not repeated: it may hold a password."""
        for name, beginnings in BEGINNINGS.items():
            given: str = getattr(self, name)
            if given and not given.startswith(beginnings):
                known = " or ".join(beginnings)
                raise ValueError(f"{PREFIX}{name.upper()} is an address that begins with {known}")
        if self.files_url.startswith("s3://") and not self.files_url.removeprefix("s3://").strip("/"):
            raise ValueError(f"{PREFIX}FILES_URL names a bucket: s3://bucket/prefix")
        return self

    @model_validator(mode="after")
    def _workers_are_reached_through_redis(self) -> Self:
        if self.jobs == "workers" and not self.redis_url:
            raise ValueError("HIGHGROUND_JOBS=workers needs HIGHGROUND_REDIS_URL, through which workers get their jobs")
        return self

    @model_validator(mode="after")
    def _a_certificate_has_its_key(self) -> Self:
        if (self.tls_certificate is None) != (self.tls_key is None):
            raise ValueError("A certificate and its key are given together, each as a PEM file")
        return self

    @model_validator(mode="after")
    def _https_is_for_the_phones_of_the_network(self) -> Self:
        self.tls = self.tls or self.tls_certificate is not None
        if self.tls and "host" not in self.model_fields_set:
            self.host = "0.0.0.0"
        return self

    @property
    def own_certificate(self) -> bool:
        """Serve by a certificate that this machine made for itself?"""
        return self.tls and self.tls_certificate is None

    @property
    def database(self) -> str:
        """SQLAlchemy's URL: the given one, else an SQLite file in the data folder."""
        for scheme in POSTGRESQL:
            if self.database_url.startswith(scheme):
                return "postgresql+asyncpg://" + self.database_url.removeprefix(scheme)
        return self.database_url or f"sqlite+aiosqlite:///{self.data.resolve() / 'highground.sqlite3'}"

    @property
    def address(self) -> str:
        """Where the server itself is reached, from the local network if it listens to it."""
        return f"{'https' if self.tls else 'http'}://{reached_at(self.host)}:{self.port}"

    @property
    def site(self) -> str:
        """Where people reach the site, for links in letters. Never taken from a request, whose sender may lie."""
        return (self.public_url or self.address).rstrip("/")

    @property
    def jobs_in_workers(self) -> bool:
        return self.jobs == "workers" or (self.jobs == "auto" and bool(self.redis_url))

    @property
    def shared(self) -> bool:
        """May several processes serve the same site with these settings?"""
        return bool(self.redis_url) and self.database.startswith("postgresql")


def mistyped(environment: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Names in the environment that are no setting's but nearly, each with the one that is meant."""
    known = [name.upper() for name in Settings.model_fields]
    for name in environment:
        given = name.removeprefix(PREFIX)
        if given != name and given not in known:
            for meant in get_close_matches(given, known, 1, ALIKE):
                yield name, PREFIX + meant


async def _settings(request: Request) -> Settings:
    return settings_of(request)


def settings_of(request: Request) -> Settings:
    found: Settings = request.app.state.settings
    return found


GivenSettings = Annotated[Settings, Depends(_settings)]
