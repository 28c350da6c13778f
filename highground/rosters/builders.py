"""JSON of other list builders: names and points, without stat lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from highground.rosters.json_values import dicts, whole, words
from highground.rosters.model import Roster
from highground.rosters.plain import Gear, PlainArmy, PlainGroup, PlainUnit, to_roster
from highground.rosters.report import Report

_NO_STATS = "The file names units but holds no stat lines. Export the roster as .ros, .rosz or New Recruit JSON."
_RANKS = ("characters", "core", "special", "rare", "mercenaries", "allies")


def is_rank_list(value: dict[str, Any]) -> bool:
    """Whether it is a list of the Old World Builder: units by rank, names in several languages."""
    return "army" in value and "game" in value and any(isinstance(value.get(rank), list) for rank in _RANKS)


def read_rank_list(value: dict[str, Any], name: str, report: Report) -> Roster:
    units = [_ranked(unit) for rank in _RANKS for unit in dicts(value.get(rank))]
    return to_roster(
        PlainArmy(
            name=str(value.get("name") or name or "Army list"),
            why_not=_NO_STATS,
            format="old-world-builder-json",
            system=words(value.get("game")),
            writer="Old World Builder",
            faction=words(value.get("army")),
            units=units,
        ),
        report,
    )


def _ranked(unit: dict[str, Any]) -> PlainUnit:
    name = str(unit.get("name_en") or unit.get("id") or "Unit")[:80]
    count = max(1, min(500, whole(unit.get("strength")) or 1))
    return PlainUnit(name, _ranked_points(unit, count), [(name, count)], label=words(unit.get("customName")))


def _ranked_points(unit: dict[str, Any], count: int) -> int:
    """Models at their price, plus what is chosen: options are priced each or, marked perModel, a model."""
    points = (whole(unit.get("points")) or 0) * count
    for kind in ("command", "equipment", "armor", "options", "mounts"):
        for option in dicts(unit.get(kind)):
            if option.get("active"):
                points += (whole(option.get("points")) or 0) * (count if option.get("perModel") else 1)
    chosen = [item for holder in dicts(unit.get("items")) for item in dicts(holder.get("selected"))]
    return points + sum((whole(item.get("points")) or 0) * (whole(item.get("amount")) or 1) for item in chosen)


def is_rosterizer(value: dict[str, Any]) -> bool:
    return isinstance(value.get("snapshot"), dict) and "rulebook" in value


def read_rosterizer(value: dict[str, Any], name: str) -> PlainArmy:
    snapshot = value["snapshot"]
    rulebook = value["rulebook"] if isinstance(value["rulebook"], dict) else {}
    included = list(_included(snapshot))
    units = [_asset_unit(asset) for asset in included if _classed(asset, "Unit")]
    return PlainArmy(
        name=str(snapshot.get("name") or name or "Roster"),
        why_not=_NO_STATS,
        format="rosterizer-json",
        system=words(rulebook.get("game")),
        writer="Rosterizer",
        faction=" + ".join(str(asset.get("name")) for asset in included if _classed(asset, "Faction")),
        detachment=" + ".join(str(asset.get("name")) for asset in included if _classed(asset, "Detachment")),
        stated=_asset_points(snapshot),
        computed=sum(_asset_total(asset) for asset in included),
        units=units,
    )


def _asset_unit(asset: dict[str, Any]) -> PlainUnit:
    name = words(asset.get("name"), "Unit")
    inner = list(_included(asset))
    groups = [
        PlainGroup(str(item.get("name")), whole(item.get("quantity")) or 1, list(_gear(item)))
        for item in inner
        if _classed(item, "Model")
    ]
    gear = list(_gear(asset))
    if not groups:
        groups, gear = [PlainGroup(name, max(1, whole(asset.get("quantity")) or 1), gear)], []
    chosen = [item for item in inner if _classed(item, "Enhancement")]
    return PlainUnit(
        name,
        _asset_total(asset),
        groups=groups,
        gear=gear,
        warlord=any(trait.get("name") == "Warlord" for trait in _included(asset, "traits")),
        enhancements=[(words(item.get("name"), "Enhancement"), _asset_points(item) or 0) for item in chosen],
    )


def _gear(asset: dict[str, Any]) -> Iterator[Gear]:
    for item in _included(asset):
        if not any(_classed(item, kind) for kind in ("Model", "Enhancement", "Unit")):
            yield Gear(words(item.get("name"), "Gear"), whole(item.get("quantity")) or 1)


def _asset_total(asset: dict[str, Any]) -> int:
    return (_asset_points(asset) or 0) + sum(_asset_total(inner) for inner in _included(asset))


def _asset_points(asset: dict[str, Any]) -> int | None:
    stats = asset.get("stats")
    points = stats.get("Points") if isinstance(stats, dict) else None
    return whole(points.get("value")) if isinstance(points, dict) else None


def _included(asset: dict[str, Any], kind: str = "included") -> Iterator[dict[str, Any]]:
    assets = asset.get("assets")
    yield from dicts(assets.get(kind)) if isinstance(assets, dict) else []


def _classed(asset: dict[str, Any], kind: str) -> bool:
    return str(asset.get("item", "")).startswith(f"{kind}§")
