"""Files by key: the local folder and a store in memory (an S3 server is not to be had here)."""

from __future__ import annotations

from pathlib import Path

import pytest
from obstore.exceptions import BaseError

from highground.server.files import Files, FileTooLarge, NoSuchFile, open_files
from highground.server.settings import Settings


@pytest.fixture(params=["folder", "named folder", "memory"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Files:
    urls = {"folder": "", "named folder": f"file://{tmp_path}/deep/er", "memory": "memory:///"}
    return open_files(Settings(data=tmp_path, files_url=urls[request.param], file_limit=1000))


async def test_what_is_put_is_got_until_it_is_deleted(files: Files) -> None:
    await files.ping()
    await files.put("photos/7/a.jpg", b"one")
    await files.put("photos/7/a.jpg", b"two \x00")
    assert await files.get("photos/7/a.jpg") == b"two \x00"
    await files.delete("photos/7/a.jpg")
    await files.delete("photos/7/a.jpg")
    with pytest.raises(NoSuchFile):
        await files.get("photos/7/a.jpg")


async def test_a_folder_is_listed_and_deleted_as_a_whole(files: Files) -> None:
    for key in ("photos/7/b.jpg", "photos/7/a.jpg", "photos/7/more/c.jpg", "photos/70/d.jpg"):
        await files.put(key, key.encode())
    assert await files.keys("photos/7") == ["photos/7/a.jpg", "photos/7/b.jpg", "photos/7/more/c.jpg"]
    await files.delete_folder("photos/7")
    assert await files.keys("photos/7") == []
    assert await files.get("photos/70/d.jpg") == b"photos/70/d.jpg"


async def test_a_file_that_is_too_large_is_refused(files: Files) -> None:
    await files.put("fits", b"x" * 1000)
    with pytest.raises(FileTooLarge, match=r"at most 0\.001 MB"):
        await files.put("large", b"x" * 1001)
    with pytest.raises(NoSuchFile):
        await files.get("large")


@pytest.mark.parametrize("key", ["", "/a", "a/", "a//b", "../a", "a/../b", ".a", "a/.b", "a b", "a\\b", "ä", "a" * 129])
async def test_a_key_never_leads_out_of_its_folder(files: Files, key: str) -> None:
    for call in (files.put(key, b""), files.get(key), files.delete(key), files.keys(key)):
        with pytest.raises(ValueError, match="is no key"):
            await call


async def test_the_local_folder_lies_beside_the_database(tmp_path: Path) -> None:
    await open_files(Settings(data=tmp_path)).put("photos/1.jpg", b"here")
    assert (tmp_path / "files" / "photos" / "1.jpg").read_bytes() == b"here"


def test_an_address_that_is_no_store_is_refused(tmp_path: Path) -> None:
    for url in ("ftp://somewhere", "s3://", "photos"):
        with pytest.raises(ValueError, match=r"HIGHGROUND_FILES_URL (is|names)"):
            open_files(Settings(data=tmp_path, files_url=url))


async def test_a_store_that_cannot_be_reached_says_so(tmp_path: Path) -> None:
    endpoint = "http://127.0.0.1:9"
    settings = Settings(data=tmp_path, files_url="s3://bucket/site", s3_endpoint=endpoint, s3_access_key="a")
    files = open_files(settings.model_copy(update={"s3_secret_key": settings.s3_access_key}))
    with pytest.raises(BaseError):
        await files.ping()
