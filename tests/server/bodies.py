"""The smallest request that an operation of the OpenAPI description takes."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def resolved(document: Json, schema: Json) -> Json:
    """The schema itself, where it stands for one elsewhere in the document."""
    while "$ref" in schema:
        at: Any = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            at = at[part]
        schema = at
    return schema


def smallest(document: Json, schema: Json) -> Any:
    """A value that the schema allows: what is required, the first of what may be chosen."""
    schema = resolved(document, schema)
    for given in ("default", "const"):
        if given in schema:
            return schema[given]
    for options in ("enum", "examples"):
        if options in schema:
            return schema[options][0]
    for options in ("anyOf", "oneOf", "allOf"):
        if options in schema:
            return smallest(document, schema[options][0])
    if schema.get("type") == "object":
        required = schema.get("required", ())
        return {name: smallest(document, schema["properties"][name]) for name in required}
    if "prefixItems" in schema:
        return [smallest(document, each) for each in schema["prefixItems"]]
    if schema.get("type") == "array":
        return [smallest(document, schema["items"])] * schema.get("minItems", 0) if "items" in schema else []
    plain = {"string": "x" * schema.get("minLength", 1), "boolean": False, "null": None}
    return plain.get(str(schema.get("type")), schema.get("minimum", 1))
