"""Files made to hurt: each gets a sentence of its own, in bounded memory and time."""

from __future__ import annotations

import io
import json
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from highground.rosters import RosterError, read_roster
from highground.rosters.sniff import LARGEST
from tests.rosters.builder import ability, as_json, as_rosz, as_xml, gun, line, roster, selection, squad, zipped

MEGABYTE = 2**20
GOOD = roster(squad("Warden squad", 4, ability("Steady", "They do not run.")), points=100)
XML, ROSZ, JSON = as_xml(GOOD), as_rosz(GOOD), as_json(GOOD)


@contextmanager
def within(megabytes: float, seconds: float = 10.0) -> Iterator[None]:
    """Checks the peak of allocated memory and the processor's time of a block."""
    tracemalloc.start()
    started = time.process_time()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < megabytes * MEGABYTE
        assert time.process_time() - started < seconds
    finally:
        tracemalloc.stop()


def refusal_of(data: bytes) -> str:
    """The sentence that refuses a file; '' when it is read. Any other error is the test's."""
    try:
        read_roster(data)
    except RosterError as refusal:
        return str(refusal)
    return ""


def bomb(megabytes: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.ros", b"<roster>" + b" " * (megabytes * MEGABYTE))
    return buffer.getvalue()


def lying_bomb() -> bytes:
    """A bomb whose directory says that it expands to ten bytes."""
    data = bytearray(bomb(40))
    size = (40 * MEGABYTE + 8).to_bytes(4, "little")
    return bytes(data.replace(size, (10).to_bytes(4, "little")))


def locked() -> bytes:
    data = bytearray(ROSZ)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    return bytes(data)


def many_members() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for number in range(300):
            archive.writestr(f"{number}.ros", b"")
    return buffer.getvalue()


LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE roster [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><roster name="&b;"></roster>'
)
OUTSIDE = b'<!DOCTYPE roster [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="x">&x;</roster>'


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b"   \n\t ", "The file is empty"),
        (bytes(range(256)) * 40, "neither a roster nor text"),
        (b"%PDF-1.7 something", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n....", "a picture"),
        (b"\x1f\x8b\x08\x00", "a gzip archive"),
        (b"\xff\xfe\x00\xd8", "its characters can't be read"),
        (b"PK\x03\x04 and then nothing", "damaged or incomplete"),
        (ROSZ[: len(ROSZ) // 2], "damaged or incomplete"),
        (ROSZ[:60] + b"\x00\x01\x02\x03" + ROSZ[64:], "damaged or incomplete"),
        (zipped(ROSZ), "holds another archive"),
        (zipped(b"PK\x01\x02", "x.txt"), "holds another archive"),
        (zipped(b"", "x.txt", **{"y.txt": b""}), "2 files, none of them a roster"),
        (locked(), "locked by a password"),
        (many_members(), "too many files"),
        (LAUGHS, "declares a document type"),
        (OUTSIDE, "declares a document type"),
        (XML.replace(b"<forces>", b"<forces>&what;"), "XML can't be read at line"),
        (XML[: len(XML) // 2], "ends in the middle"),
        (XML[:-3], "ends in the middle"),
        (b"<", "ends in the middle"),
        (XML.replace(b"</force>", b"</farce>"), "XML can't be read at line"),
        (b'<?xml version="1.0" encoding="no-such-set"?><roster/>', "character set|can't be read"),
        (b"<roster>\xff\xfe\xfa</roster>", "can't be read"),
        (b"<html><body>Login</body></html>", "a web page"),
        (b"<!DOCTYPE html><html></html>", "a web page"),
        (b'\xef\xbb\xbf\n<!doctype html>\n<html lang="en"><head><meta charset="utf-8"></head></html>', "a web page"),
        (b"<!DOCTYPE roster><roster></roster>", "declares a document type"),
        (b'<catalogue name="x"/>', "data file 'x' is of another game"),
        (b"<gpx><trk/></gpx>", "its root is 'gpx'"),
        (b"<selection><roster/></selection>", "its root is 'selection'"),
        (JSON[: len(JSON) // 2], "ends in the middle"),
        (b"{", "ends in the middle"),
        (b'{"roster": nope}', "JSON can't be read at line 1"),
        (b"[1, 2]", "JSON, but no roster"),
        (b'{"some": "thing"}', "of no list builder"),
        (b'{"roster": {"forces": [{"selections": [3, null, "x"]}]}}', "holds no units"),
        (b"[" * 100_000, "nested far deeper|can't be read|ends in the middle"),
        (b'{"roster":' * 500 + b"1" + b"}" * 500, "holds no units"),
        (b'{"roster": {"forces": [' + b'{"forces": [' * 200 + b"]}" * 200 + b"]}}", "nested far deeper"),
        (b"<roster>" + b"<forces>" * 300 + b"</forces>" * 300 + b"</roster>", "nested far deeper"),
        (b"Dear all,\nsee you on Saturday.\n", "no army list"),
    ],
)
def test_each_kind_of_damage_has_its_sentence(data: bytes, sentence: str) -> None:
    with within(80), pytest.raises(RosterError, match=sentence) as refusal:
        read_roster(data)
    assert str(refusal.value)[0].isupper()


@pytest.mark.parametrize("megabytes", [12, 40])
def test_an_archive_that_expands_without_end_is_not_read(megabytes: int) -> None:
    data = bomb(megabytes)
    with within(80), pytest.raises(RosterError, match="expands to far more"):
        read_roster(data)


def test_an_archive_that_lies_about_its_size_is_not_read() -> None:
    data = lying_bomb()
    with within(20), pytest.raises(RosterError):
        read_roster(data)


@pytest.mark.parametrize(
    "unit",
    [b'<selection name="x" type="model"/>', b" " * 30, b"x" * 30, b"<a/>", b'{"type": "model"},'],
)
def test_a_file_of_50_megabytes_is_refused_at_once(unit: bytes) -> None:
    data = (b"{" if unit.startswith(b"{") else b"<roster>") + unit * (50 * MEGABYTE // len(unit))
    with within(1, 1), pytest.raises(RosterError, match="has 50 MB"):
        read_roster(data)


FULL = LARGEST - 200


LARGE: dict[str, Callable[[], bytes]] = {
    "elements": lambda: b"<roster>" + b"<a/>" * (FULL // 4) + b"</roster>",
    "attributes": lambda: b"<roster " + b" ".join(b'a%d=""' % number for number in range(FULL // 12)) + b"/>",
    "name": lambda: b'<roster name="' + b"n" * FULL + b'"/>',
    "text": lambda: b"<roster>" + b"t" * FULL + b"</roster>",
    "open-tag": lambda: b"<" + b"r" * FULL,
    "objects": lambda: b'{"roster": {"forces": [' + b"{}," * (FULL // 3) + b"{}]}}",
    "arrays": lambda: b'{"roster": {"forces": [' + b"[],[[]]," * (FULL // 8) + b"{}]}}",
    "string": lambda: b'{"roster": "' + b"x" * FULL + b'"}',
    "lines": lambda: b"A unit (10 points)\n" * (FULL // 19),
    "letters": lambda: b"a" * FULL,
}
"""Made when they are read: every process that only collects the tests would make them too."""


@pytest.mark.parametrize("name", LARGE)
def test_the_largest_files_that_are_looked_at_stay_bounded(name: str) -> None:
    data = LARGE[name]()
    assert len(data) <= LARGEST
    with within(160, 20), pytest.raises(RosterError):
        read_roster(data)


def test_files_just_below_the_bound_on_parts_stay_bounded() -> None:
    models = b"".join(b'<selection name="m" type="model"/>' for _ in range(95_000))
    data = b"<roster><forces><force><selections>" + models + b"</selections></force></forces></roster>"
    with within(160, 20), pytest.raises(RosterError, match="95000 units"):
        read_roster(data)


@pytest.mark.parametrize(
    "unit",
    [
        selection("Crowd", "unit", 1, line(), selection("One", "model", 10**9)),
        selection("Crowd", "unit", 1, line(), *(selection("One", "model", 900) for _ in range(3))),
        selection("Crowd", "unit", 1, line(), *(selection(f"One {n}", "model", 1) for n in range(200))),
        selection(
            "Crowd", "model", 1, line(), *(selection(f"Gun {n}", "upgrade", 1, gun(f"Gun {n}")) for n in range(300))
        ),
    ],
    ids=["billion", "thousands", "groups", "guns"],
)
def test_numbers_that_cannot_be_right_are_refused(unit: dict[str, object]) -> None:
    with within(40), pytest.raises(RosterError, match=r"far more|can't be right"):
        read_roster(as_json(roster(unit)))


def test_too_many_miniatures_in_all_are_refused() -> None:
    units = [selection("Crowd", "unit", 1, line(), selection("One", "model", 900)) for _ in range(10)]
    with pytest.raises(RosterError, match="more than 5000 miniatures"):
        read_roster(as_json(roster(*units)))


def test_texts_made_to_stall_a_pattern_are_read_quickly() -> None:
    texts = [
        "transport capacity of 1 " * 40_000,
        "^^**" * 200_000,
        "following units: " * 50_000,
        "■ a\n" * 200_000,
    ]
    unit = squad("Warden squad", 4, *(ability("Leader", text) for text in texts))
    with within(80):
        assert read_roster(as_json(roster(unit))).army.playable
    for text in ("++ a [" + " " * 10**6, "++ a [gf 1pts] ++\n" + ",(" * 10**6, "x " * 10**6 + "(1 pts"):
        with within(80), pytest.raises(RosterError):
            read_roster(text.encode())


@pytest.mark.parametrize("odd", ["NaN", "1e999", "-7", "", "many", "3.7", "99999999999999999999"])
def test_odd_numbers_never_escape(odd: str) -> None:
    unit = selection("Warden", "unit", 1, line(), selection("Warden", "model", 2), points=odd)
    unit["selections"][0]["number"] = odd
    sentence = refusal_of(as_xml(roster(unit, points=None)))
    if odd in {"NaN", "1e999", "99999999999999999999"}:
        assert "can't be right" in sentence
    else:
        assert not sentence


WORDS = (
    "roster forces selections profiles characteristics rules categories costs name type number $text value typeName "
    "list units saveVersion snapshot rulebook assets included item army game core quality loadout"
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(WORDS.split()),
            inner,
            max_size=4,
        )
    ),
    max_leaves=25,
)


@settings(max_examples=300)
@given(st.sampled_from([XML, ROSZ, JSON]), st.data())
def test_random_damage_raises_nothing_else(good: bytes, data: st.DataObject) -> None:
    changed = bytearray(good[: data.draw(st.integers(1, len(good)))])
    for place, value in data.draw(
        st.lists(st.tuples(st.integers(0, len(changed) - 1), st.integers(0, 255)), max_size=6)
    ):
        changed[place] = value
    assert refusal_of(bytes(changed)) == refusal_of(bytes(changed)).strip()


@settings(max_examples=300)
@given(VALUES)
def test_any_json_raises_nothing_else(value: object) -> None:
    for data in (json.dumps(value).encode(), json.dumps({"roster": value}).encode()):
        assert refusal_of(data) == refusal_of(data).strip()


@settings(max_examples=200)
@given(st.binary(max_size=400) | st.text(max_size=400).map(str.encode))
def test_any_bytes_raise_nothing_else(data: bytes) -> None:
    assert refusal_of(data)
