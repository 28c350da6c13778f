"""Settings of a server, read from the environment (`HIGHGROUND_PORT=9000`) or given by the command line."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

REPOSITORY = Path(__file__).resolve().parents[2]
MEGABYTE = 1_000_000


class Settings(BaseSettings):
    """What a server may be told. Sizes are bytes."""

    model_config = SettingsConfigDict(env_prefix="HIGHGROUND_", extra="ignore")

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    data: Path = Path("data")
    database_url: str = ""
    web_dist: Path = REPOSITORY / "web" / "dist"
    upload_limit: int = Field(default=50 * MEGABYTE, gt=0)
    demo: bool = True
    debug: bool = False
    log_level: str = "INFO"

    @property
    def database(self) -> str:
        """SQLAlchemy's URL: the given one, else an SQLite file in the data folder."""
        return self.database_url or f"sqlite+aiosqlite:///{self.data.resolve() / 'highground.sqlite3'}"
