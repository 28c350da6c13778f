"""Types that are no models of pydantic, in the description of the API: choices, effects and readings of photos."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import FastAPI
from pydantic import WithJsonSchema

from highground.engine.abilities import AnyEffect
from highground.engine.amendments import AnyAmendment
from highground.engine.choices import Choice
from highground.game.views.values import Json
from highground.vision.found import PhotoReading
from highground.workshop import RuleSet

Schema = dict[str, Any]
"""A part of the description: JSON that follows JSON Schema."""
HERE = "#/components/schemas/"
STANDS_FOR = "x-stands-for"
RENAMED = {"Thing": "SeenThing"}
"""What another type of the API has the name of."""
ONE_FOR_BOTH = ("Json-Input", "Json-Output")
"""FastAPI makes two types of any JSON, since it refers to itself: one for requests, one for answers."""
OTHERS = {
    "Choice": Choice,
    "Effect": AnyEffect,
    "Amendment": AnyAmendment,
    "PhotoReading": PhotoReading,
    "RuleSet": RuleSet,
}


def _as(name: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "object", STANDS_FOR: name})


AsChoice = Annotated[dict[str, Json], _as("Choice")]
AsEffect = Annotated[dict[str, Json], _as("Effect")]
AsAmendment = Annotated[dict[str, Json], _as("Amendment")]
AsRule = Annotated[dict[str, Json], _as("Rule")]
AsRuleSet = Annotated[dict[str, Json], _as("RuleSet")]
AsUnitChange = Annotated[dict[str, Json], _as("UnitChange")]
AsReading = Annotated[dict[str, Json], _as("PhotoReading")]


def install(app: FastAPI) -> None:
    """Have the app's description name these types, and those that they are made of."""
    plain = app.openapi

    def whole() -> Schema:
        if app.openapi_schema is None:
            app.openapi_schema = completed(plain())
        return app.openapi_schema

    # FastAPI's own way: https://fastapi.tiangolo.com/how-to/extending-openapi/
    app.openapi = whole  # type: ignore[method-assign]


def completed(document: Schema) -> Schema:
    """The description with the other types among its components."""
    components: Schema = document["components"]["schemas"]
    found, parts = msgspec.json.schema_components(OTHERS.values(), ref_template="{name}")
    schemas = dict(zip(OTHERS, found, strict=True)) | parts
    choices = _choices()
    names: dict[str, str] = {name: f"{name}Choice" if name in choices else _own_name(name) for name in schemas}
    named: Schema = {names[name]: _with_references(schema, names) for name, schema in schemas.items()}
    named = {name: schema for name, schema in named.items() if schema != {"$ref": HERE + name}}
    if twice := named.keys() & components.keys():
        raise ValueError(f"two types of the API have one name: {sorted(twice)}")
    for name in ONE_FOR_BOTH:
        components["Json"] = components.pop(name, components.get("Json"))
    components |= named
    completed: Schema = _replaced(document, names)
    return completed


def _own_name(name: str) -> str:
    return RENAMED.get(name, name)


def _choices() -> set[str]:
    _, parts = msgspec.json.schema_components([Choice], ref_template="{name}")
    return {name for name, schema in parts.items() if "choice" in schema.get("properties", {})}


def _with_references(schema: Any, names: dict[str, str]) -> Any:
    if isinstance(schema, list):
        return [_with_references(each, names) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": HERE + names[schema["$ref"]]}
    changed = {name: _with_references(value, names) for name, value in schema.items()}
    if "discriminator" in changed:
        mapping = {tag: HERE + names[name] for tag, name in schema["discriminator"]["mapping"].items()}
        changed["discriminator"] = schema["discriminator"] | {"mapping": mapping}
    return changed


def _replaced(value: Any, names: dict[str, str]) -> Any:
    """The same with references in the places of what stands for a type."""
    if isinstance(value, list):
        return [_replaced(each, names) for each in value]
    if not isinstance(value, dict):
        return value
    if STANDS_FOR in value:
        return {"$ref": HERE + names[value[STANDS_FOR]]}
    if value.get("$ref", "").removeprefix(HERE) in ONE_FOR_BOTH:
        return {"$ref": f"{HERE}Json"}
    return {name: _replaced(each, names) for name, each in value.items()}
