"""XML and JSON rosters as one kind of tree, with bounds on size and depth and without entities."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, NoReturn
from xml.parsers import expat

import msgspec

from highground.rosters.report import RosterError
from highground.rosters.sniff import WHAT_TO_UPLOAD

CONTAINERS = {
    "forces": "force",
    "selections": "selection",
    "profiles": "profile",
    "characteristics": "characteristic",
    "rules": "rule",
    "categories": "category",
    "costs": "cost",
    "costLimits": "costLimit",
    "publications": "publication",
}
_FOLDED = {"description", "customNotes"}
MOST_PARTS = 400_000
"""Tags and attributes, or JSON brackets and commas: forty times those of the largest roster ever met."""
DEEPEST = 64
_BYTE = re.compile(r"\(byte (\d+)\)")
LONGEST_NAME = 120
_CUT_OFF = {3, 5, 6, 20}  # expat: no element, unclosed token, partial character, unclosed CDATA
_TOO_MUCH = "The file is built of far more parts than a roster, so it was not read."
_TOO_DEEP = "The file is nested far deeper than a roster, so it was not read."


class Node:
    """An element: attributes as text, children by their singular tag ('selection', 'profile', ...)."""

    __slots__ = ("attributes", "children", "tag", "text", "values")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: dict[str, list[Node]] = {}
        self.text = ""
        self.values: tuple[tuple[str, str], ...] | None = None

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def of(self, tag: str) -> list[Node]:
        """The children of a tag, in file order."""
        return self.children.get(tag, _NONE)

    def add(self, child: Node) -> None:
        self.children.setdefault(child.tag, []).append(child)

    @property
    def name(self) -> str:
        return _plain(self.attributes.get("name", ""))


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    """A name without needless spaces. It is asked for again and again."""
    return " ".join(name[:LONGEST_NAME].split())


_NONE: list[Node] = []


def _local(tag: str) -> str:
    return tag.rpartition(":")[2] if ":" in tag else tag


class _Builder:
    """Expat's handlers. Container elements are transparent: their children hang on the container's parent."""

    def __init__(self, check: Callable[[str], None], containers: Collection[str], dropped: Collection[str]) -> None:
        self.check = check
        self.containers = containers
        self.dropped = dropped
        self.outside = 0
        """How deep inside a dropped element."""
        self.root: Node | None = None
        self.stack: list[Node] = []
        self.text: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = _local(tag)
        if self.outside or tag in self.dropped:
            self.outside += 1
            return
        if self.root is None:
            self.check(tag)
        if len(self.stack) >= DEEPEST:
            raise RosterError(_TOO_DEEP)
        self.text.clear()
        if tag in self.containers and self.stack:
            self.stack.append(self.stack[-1])
            return
        node = Node(tag, attributes)
        if self.root is None:
            self.root = node
        elif tag not in _FOLDED:
            self.stack[-1].add(node)
        self.stack.append(node)

    def end(self, tag: str) -> None:
        tag = _local(tag)
        if self.outside:
            self.outside -= 1
            return
        node = self.stack.pop()
        if tag in _FOLDED and self.stack:
            self.stack[-1].attributes.setdefault(tag, "".join(self.text))
        elif tag == "characteristic":
            node.text = "".join(self.text) or node.get("value")
        self.text.clear()

    def refuse(self, *_: object) -> NoReturn:
        raise RosterError("The file declares a document type or entities, which no roster does, so it was not read.")


def _check_root(tag: str) -> None:
    if tag in {"catalogue", "gameSystem", "dataIndex"}:
        raise RosterError(f"The file is a list builder's data file ('{tag}'), not a roster. {WHAT_TO_UPLOAD}")
    if tag in {"html", "HTML"}:
        raise RosterError(f"The file is a web page, not a roster. {WHAT_TO_UPLOAD}")
    if tag != "roster":
        raise RosterError(f"The file is XML, but its root is '{tag[:60]}', not 'roster'. {WHAT_TO_UPLOAD}")


def from_xml(
    data: bytes,
    check: Callable[[str], None] = _check_root,
    containers: Collection[str] = CONTAINERS,
    dropped: Collection[str] = (),
    most: int = MOST_PARTS,
) -> Node:
    """The tree of an XML roster; raises RosterError for wrong roots, entities, truncated and malformed files.

    `check` raises for a root that is none; `containers` are transparent, `dropped` left out with all that they hold.
    """
    if data.count(b"<") + data.count(b"=") > most:
        raise RosterError(_TOO_MUCH)
    builder = _Builder(check, containers, dropped)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text.append
    parser.StartDoctypeDeclHandler = builder.refuse
    parser.EntityDeclHandler = builder.refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise RosterError(_xml_sentence(error)) from error
    except (LookupError, ValueError) as error:
        raise RosterError("The file is XML in a character set that can't be read.") from error
    if builder.root is None:
        raise RosterError("The file is XML without any content.")
    return builder.root


def _xml_sentence(error: expat.ExpatError) -> str:
    if error.code in _CUT_OFF:
        return f"The file ends in the middle (line {error.lineno}): it was cut off. Export it or download it again."
    return f"The file is damaged: its XML can't be read at line {error.lineno}, column {error.offset}."


def parse_json(data: bytes, most: int = MOST_PARTS) -> Any:
    """The value of a JSON file of bounded size; raises RosterError for truncated and malformed ones."""
    if data.count(b"{") + data.count(b"[") + data.count(b",") > most:
        raise RosterError(_TOO_MUCH)
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        if "truncated" in str(error):
            raise RosterError("The file ends in the middle: it was cut off. Export it again.") from error
        place = _BYTE.search(str(error))
        where = f" at line {data.count(10, 0, int(place[1])) + 1}" if place else ""
        raise RosterError(f"The file is damaged: its JSON can't be read{where}.") from error
    except UnicodeDecodeError as error:
        raise RosterError("The file is JSON whose characters can't be read.") from error


def from_json(value: dict[str, Any], tag: str = "roster", containers: Mapping[str, str] = CONTAINERS) -> Node:
    """The tree of a roster object, in the shape of the XML's."""
    return _node(tag, value, 0, containers)


def _node(tag: str, value: dict[str, Any], depth: int, containers: Mapping[str, str]) -> Node:
    if depth > DEEPEST:
        raise RosterError(_TOO_DEEP)
    node = Node(tag, {})
    for key, item in value.items():
        if key == "$text":
            node.text = _scalar(item)
        elif type(item) is str:
            node.attributes[key] = item
        elif isinstance(item, list):
            singular = containers.get(key)
            if singular is not None:
                inner = [_node(singular, child, depth + 1, containers) for child in item if type(child) is dict]
                node.children[singular] = [*node.children.get(singular, ()), *inner]
        elif not isinstance(item, dict):
            node.attributes[key] = _scalar(item)
    return node


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


_PLURALS = {singular: plural for plural, singular in CONTAINERS.items()}


def to_plain(node: Node) -> dict[str, Any]:
    """The tree as plain values that `from_json` and `node_of` make a tree of again."""
    made: dict[str, Any] = dict(node.attributes)
    if node.text:
        made["$text"] = node.text
    for tag, children in node.children.items():
        if children and tag in _PLURALS:
            made[_PLURALS[tag]] = [to_plain(child) for child in children]
    return made


def node_of(tag: str, value: dict[str, Any]) -> Node:
    """The tree of plain values, its root under the tag given."""
    return _node(tag, value, 0, CONTAINERS)
