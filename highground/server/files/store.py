"""Put, get, delete and list files by key; obstore does the work, in whichever store the settings name."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from obstore import delete_async, get_async, list_with_delimiter_async, put_async
from obstore import list as list_files
from obstore.store import LocalStore, MemoryStore, ObjectStore, S3Store

from highground.server.settings import Settings

KEY = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){0,7}")
"""A key: up to eight names with slashes between them, none of which begins with a dot."""


class NoSuchFile(LookupError):
    """There is no file of that key."""


class FileTooLarge(ValueError):
    """The file is larger than `limit` bytes."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"The file is too large: at most {limit / 1_000_000:g} MB are kept.")
        self.limit = limit


class Files:
    """Files of at most `limit` bytes. Keys like `photos/7/3.jpg`; any other raises ValueError."""

    def __init__(self, store: ObjectStore, limit: int) -> None:
        self._store = store
        self.limit = limit

    async def put(self, key: str, data: bytes) -> None:
        """Keep a file, in the place of one with the same key. Raises FileTooLarge."""
        if len(data) > self.limit:
            raise FileTooLarge(self.limit)
        await put_async(self._store, _checked(key), data, use_multipart=False)

    async def get(self, key: str) -> bytes:
        """Raises NoSuchFile."""
        try:
            found = await get_async(self._store, _checked(key))
            return bytes(await found.bytes_async())
        except FileNotFoundError as error:
            raise NoSuchFile(key) from error

    async def delete(self, key: str) -> None:
        """Forget a file; one that is not there is no error."""
        try:
            await delete_async(self._store, _checked(key))
        except FileNotFoundError:
            return

    async def keys(self, folder: str) -> list[str]:
        """The keys of all files below a folder, in order."""
        found: list[str] = []
        async for batch in list_files(self._store, prefix=_checked(folder)):
            found.extend(str(each["path"]) for each in batch)
        return sorted(found)

    async def delete_folder(self, folder: str) -> None:
        """Forget all files below a folder."""
        for key in await self.keys(folder):
            await self.delete(key)

    async def ping(self) -> None:
        """Raises whatever the store says where it cannot be reached."""
        await list_with_delimiter_async(self._store, prefix="ping")


def open_files(settings: Settings) -> Files:
    """The store of the settings. Raises ValueError for an address that names none."""
    return Files(_store(settings), settings.file_limit)


def _store(settings: Settings) -> ObjectStore:
    url = urlsplit(settings.files_url)
    if not settings.files_url or url.scheme == "file":
        folder = Path(url.path) if settings.files_url else settings.data.resolve() / "files"
        return LocalStore(folder, mkdir=True, automatic_cleanup=True)
    if url.scheme == "memory":
        return MemoryStore()
    if url.scheme == "s3" and url.netloc:
        return S3Store(
            url.netloc,
            prefix=url.path.strip("/") or None,
            endpoint=settings.s3_endpoint or None,
            region=settings.s3_region,
            access_key_id=settings.s3_access_key.get_secret_value() or None,
            secret_access_key=settings.s3_secret_key.get_secret_value() or None,
            virtual_hosted_style_request=False,
            client_options={"allow_http": settings.s3_endpoint.startswith("http://")},
        )
    raise ValueError("HIGHGROUND_FILES_URL is s3://bucket/prefix, file:///folder or memory:///.")


def _checked(key: str) -> str:
    if KEY.fullmatch(key) is None:
        raise ValueError(f"{key!r} is no key of a file")
    return key
