"""The description of the API, which the web client is generated from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from typer.testing import CliRunner

from highground.cli import app
from tests.server.description import STORED


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    result = CliRunner().invoke(app, ["openapi"])
    assert result.exit_code == 0
    assert STORED.read_text() == result.stdout, "web/openapi.json is stale: run 'make client'"
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def operations(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(f"{verb} {path}", one) for path, verbs in document["paths"].items() for verb, one in verbs.items()]


def test_the_stored_description_is_fresh(described: dict[str, Any]) -> None:
    assert operations(described)


def test_every_call_has_a_name_a_text_and_its_errors(described: dict[str, Any]) -> None:
    for name, operation in operations(described):
        assert operation["operationId"].isidentifier(), name
        assert operation["description"], name
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                schema = answer["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
                assert "detail" in described["components"]["schemas"][schema]["required"], f"{name} {status}"


# API-1, OPEN-31
def test_every_call_stands_below_api(described: dict[str, Any]) -> None:
    """But for what stands beside it: the sign of life, and pictures that open in a tab of their own."""
    beside = {"/healthz", "/debug/{file}"}
    assert all(path.startswith("/api/") for path in described["paths"] if path not in beside)


KINDS = {"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"}


def untyped(schema: Any, at: str) -> Iterator[str]:
    """Where a schema, or a part of it, allows anything at all."""
    if not isinstance(schema, dict) or not KINDS & schema.keys():
        yield at
        return
    if schema.get("type") == "array" and not {"items", "prefixItems"} & schema.keys():
        yield f"{at}[]"
    more = schema.get("additionalProperties")
    if schema.get("type") == "object" and (more is True or (more is None and "properties" not in schema)):
        yield f"{at}{{}}"
    for name, part in schema.get("properties", {}).items():
        yield from untyped(part, f"{at}.{name}")
    lists = (schema.get(kind, ()) for kind in ("anyOf", "oneOf", "allOf", "prefixItems"))
    for part in (more, schema.get("items"), *(each for parts in lists for each in parts)):
        if part is not None and part is not True and part is not False:
            yield from untyped(part, f"{at}[]")


def schemas(document: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    yield from document["components"]["schemas"].items()
    for name, operation in operations(document):
        for parameter in operation.get("parameters", ()):
            yield f"{name} ?{parameter['name']}", parameter["schema"]
        for at, part in (("request", operation.get("requestBody", {})), *operation["responses"].items()):
            for media, content in part.get("content", {}).items():
                if "json" in media:
                    yield f"{name} {at}", content.get("schema")


def test_nothing_is_without_a_type(described: dict[str, Any]) -> None:
    assert [each for at, schema in schemas(described) for each in untyped(schema, at)] == []


def test_what_has_no_type_is_found() -> None:
    for schema in ({}, {"title": "X"}, {"type": "object"}, {"type": "array"}, {"type": "array", "items": {}}):
        assert list(untyped(schema, "X")), schema
    assert not list(untyped({"type": "object", "properties": {"x": {"type": "integer"}}}, "X"))
