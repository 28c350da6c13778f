"""Which game, edition and program a roster tree comes from."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from highground.rosters.tree import Node

EDITIONS = {
    "sys-352e-adc2-7639-d6a9": "10e",
    "sys-352e-adc2-7639-d610": "11e",
    "e51d-b1a3-75fc-dc33": "aos2-3",
    "e51d-b1a3-75fc-dc3g": "aos4",
    "28d4-bd2e-4858-ece6": "hh2",
    "sys-9fe4-1dc3-b7c2-73cf": "hh3",
    "3b7e-7dab-f79f-2e74": "kt2021",
    "a467-5f42-d24c-6e5b": "kt2018",
}
_SHARED_ID = "28ec-711c-d87f-3aeb"  # one id for two editions, which differ in the name
_LINE_10 = {"m", "t", "sv", "w", "ld", "oc"}
PLAYABLE = ("10e", "11e")


class Header(msgspec.Struct, frozen=True):
    name: str
    system: str
    edition: str
    writer: str
    stated: str
    """The total that the file states, as its text; '' without one."""


def read_header(root: Node, name: str) -> Header:
    system = " ".join(root.get("gameSystemName").split())
    return Header(
        name=root.name or name or "Roster",
        system=system,
        edition=edition_of(root, system),
        writer=_writer(root),
        stated=next((cost.get("value") for cost in root.of("cost") if is_points(cost)), root.get("points")),
    )


def is_points(cost: Node) -> bool:
    """Whether a cost is points, whatever padding and spelling its name has."""
    return cost.get("name").strip().casefold() in {"pts", "pt", "points", "point", "point(s)"}


def edition_of(root: Node, system: str) -> str:
    """The edition by the shape of its stat lines, else by the game's id, else by its name; '' when none does."""
    shape = next((found for profile in _profiles(root) if (found := _shape(profile))), "")
    system_id = root.get("gameSystemId")
    if shape == "10e" and EDITIONS.get(system_id) == "11e":
        return "11e"
    if shape:
        return shape
    if system_id in EDITIONS:
        return EDITIONS[system_id]
    folded = system.casefold()
    if system_id == _SHARED_ID:
        return "9e" if "9th" in folded else "8e"
    return next((f"{number}e" for number in (8, 9, 10, 11) if f"{number}th edition" in folded), "")


def _shape(profile: Node) -> str:
    names = {characteristic.get("name").strip() for characteristic in profile.of("characteristic")}
    folded = {name.casefold() for name in names}
    if not folded >= _LINE_10:
        return ""
    return "11e" if "insv" in folded or "Sv" in names else "10e"


def _profiles(node: Node) -> Iterator[Node]:
    yield from node.of("profile")
    for tag in ("force", "category", "selection"):
        for child in node.of(tag):
            yield from _profiles(child)


def _writer(root: Node) -> str:
    if root.get("id") == "40kapp-export":
        return "40k.app"
    generated = root.get("generatedBy")
    if "newrecruit" in generated.casefold():
        return "New Recruit"
    if generated:
        return generated[:60]
    version = root.get("battleScribeVersion")
    return f"BattleScribe {version}"[:60] if version else ""
