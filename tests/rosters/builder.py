"""Rosters of our own making, written in each file format. All names and texts are invented here."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any
from xml.sax.saxutils import escape, quoteattr

Tree = dict[str, Any]

TENTH = "sys-352e-adc2-7639-d6a9"
ELEVENTH = "sys-352e-adc2-7639-d610"
NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"
CONTAINERS = {
    "forces": "force",
    "selections": "selection",
    "profiles": "profile",
    "characteristics": "characteristic",
    "rules": "rule",
    "categories": "category",
    "costs": "cost",
}


def profile(name: str, kind: str, **values: str) -> Tree:
    items = [{"name": key.replace("_", "/"), "$text": value} for key, value in values.items()]
    return {"name": name, "typeName": kind, "hidden": False, "characteristics": items}


def line(name: str = "Warden", m: str = '6"', t: str = "4", sv: str = "3+", w: str = "2", **more: str) -> Tree:
    """A stat line of the 10th edition's shape; `insv` makes it one of the 11th's."""
    values = {"M": m, "T": t, "SV": sv, "W": w, "LD": more.get("ld", "6+"), "OC": more.get("oc", "1")}
    if "insv" in more:
        values = {"M": m, "T": t, "Sv": sv, "W": w, "LD": values["LD"], "OC": values["OC"], "InSv": more["insv"]}
    return profile(name, "Unit", **values)


def gun(name: str = "Thorn rifle", keywords: str = "-", **more: str) -> Tree:
    values = {"Range": '24"', "A": "2", "BS": "3+", "S": "4", "AP": "-1", "D": "1", **more, "Keywords": keywords}
    return profile(name, "Ranged Weapons", **values)


def blade(name: str = "Trench blade", keywords: str = "-", **more: str) -> Tree:
    values = {"Range": "Melee", "A": "3", "WS": "3+", "S": "4", "AP": "0", "D": "1", **more, "Keywords": keywords}
    return profile(name, "Melee Weapons", **values)


def ability(name: str, text: str) -> Tree:
    return profile(name, "Abilities", Description=text)


def rule(name: str, text: str = "A text of the rule.") -> Tree:
    return {"name": name, "description": text, "hidden": False}


_LAST = [0]


def selection(name: str, kind: str = "upgrade", number: int | None = 1, *inside: Tree, **more: Any) -> Tree:
    """A selection; what is `inside` goes to profiles, rules or selections by its shape."""
    _LAST[0] += 1
    made: Tree = {"id": more.pop("id", f"id-{_LAST[0]}"), "name": name, "type": kind, "from": "entry"}
    if number is not None:
        made["number"] = number
    points, categories = more.pop("points", None), more.pop("categories", [])
    made.update(more)
    made["profiles"] = [item for item in inside if "typeName" in item or "profileTypeName" in item]
    made["rules"] = [item for item in inside if "description" in item]
    made["selections"] = [item for item in inside if "type" in item]
    made["categories"] = [{"name": item, "primary": index == 0} for index, item in enumerate(categories)]
    if points is not None:
        made["costs"] = [{"name": "pts", "typeId": "p", "value": points}]
    return {key: value for key, value in made.items() if value != []}


def settings(name: str, *chosen: Tree) -> Tree:
    return selection(name, "upgrade", 1, *chosen, categories=["Configuration"])


def force(*selections: Tree, catalogue: str = "Lowlands - Ashen Wardens", **more: Any) -> Tree:
    return {"name": "Muster", "catalogueName": catalogue, "selections": list(selections), **more}


def roster(*selections: Tree, points: float | None = None, system: str = TENTH, **more: Any) -> Tree:
    made: Tree = {
        "id": "roster-1",
        "name": "Border watch",
        "battleScribeVersion": "2.03",
        "gameSystemId": system,
        "gameSystemName": "Some Game",
        **more,
    }
    if points is not None:
        made["costs"] = [{"name": "pts", "typeId": "p", "value": points}]
    made.setdefault("forces", [force(*selections)])
    return made


def squad(name: str = "Warden squad", count: int = 5, *inside: Tree, **more: Any) -> Tree:
    """A unit of one model group, all with rifle and blade, the stat line on the unit."""
    model = selection(
        "Warden",
        "model",
        count,
        selection("Thorn rifle", "upgrade", count, gun()),
        selection("Trench blade", "upgrade", count, blade()),
    )
    more.setdefault("points", 100)
    more.setdefault("categories", ["Infantry", "Faction: Ashen Wardens"])
    return selection(name, "unit", 1, line("Wardens"), model, *inside, **more)


def as_json(tree: Tree) -> bytes:
    return json.dumps({"roster": tree}, ensure_ascii=False).encode()


def as_xml(tree: Tree) -> bytes:
    declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    return (declaration + _element("roster", {**tree, "xmlns": NAMESPACE})).encode()


def _element(tag: str, tree: Tree) -> str:
    attributes, inner = "", ""
    for key, value in tree.items():
        if key == "$text":
            inner += escape(str(value))
        elif isinstance(value, list):
            inner += f"<{key}>{''.join(_element(CONTAINERS[key], item) for item in value)}</{key}>"
        elif key == "description":
            inner += f"<description>{escape(value)}</description>"
        else:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            attributes += f" {key}={quoteattr(text)}"
    return f"<{tag}{attributes}>{inner}</{tag}>"


def zipped(content: bytes, member: str = "Border watch.ros", **others: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in others.items():
            archive.writestr(name, data)
        archive.writestr(member, content)
    return buffer.getvalue()


def as_rosz(tree: Tree) -> bytes:
    return zipped(as_xml(tree))
