"""Answers held against the description of the API: what it says is there, and nothing else is."""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from typing import Any

import httpx2
import jsonschema_rs
import orjson

from tests.conftest import REPOSITORY

Schema = dict[str, Any]
STORED = REPOSITORY / "web" / "openapi.json"
HERE = "#/components/schemas/"


@cache
def document() -> Schema:
    """As it is stored, which test_openapi.py holds against the server: to make it takes each process two seconds."""
    found: Schema = json.loads(STORED.read_text())
    return found


@cache
def components() -> Schema:
    """The types of the API; an object has no field but those that are named, unless it says otherwise."""
    closed: Schema = {name: _closed(schema) for name, schema in document()["components"]["schemas"].items()}
    return closed


def _closed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    more = {"additionalProperties": False} if "properties" in schema and "additionalProperties" not in schema else {}
    return {name: _closed(value) for name, value in schema.items()} | more


@lru_cache(maxsize=512)
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    """Of one of the types of the API, by its name."""
    return _validator({"$ref": HERE + name})


def _validator(schema: Schema) -> jsonschema_rs.Draft202012Validator:
    return _made(json.dumps(schema))


@cache
def _made(schema: str) -> jsonschema_rs.Draft202012Validator:
    """Most answers share a type, and to make a validator takes some milliseconds."""
    return jsonschema_rs.Draft202012Validator({**json.loads(schema), "components": {"schemas": components()}})


@lru_cache(maxsize=4096)
def _of_answer(method: str, path: str, status: str) -> jsonschema_rs.Draft202012Validator | None:
    described = document()["paths"].get(path, {}).get(method, {}).get("responses", {}).get(status, {})
    schema = described.get("content", {}).get("application/json", {}).get("schema")
    return None if schema is None else _validator(_closed(schema))


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    """Every path of the API, those with the fewest names in them first."""
    found = sorted(document()["paths"], key=lambda path: (path.count("{"), -len(path)))
    return [(re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) + "$"), path) for path in found]


class Client(httpx2.Client):
    """Holds every answer against the description, but those that are read bit by bit."""

    def send(self, request: httpx2.Request, *, stream: bool = False, **more: Any) -> httpx2.Response:
        response = super().send(request, stream=stream, **more)
        if not stream:
            check(response)
        return response


def check(response: httpx2.Response) -> None:
    """Fails where an answer's status or its JSON is not what the description says."""
    path = next((path for pattern, path in _paths() if pattern.match(response.request.url.path)), None)
    if path is None:
        return
    method, status = response.request.method.lower(), str(response.status_code)
    described = document()["paths"][path].get(method)
    assert described is None or status in described["responses"], f"{method} {path}: no word of {status}"
    expected = _of_answer(method, path, status)
    if expected is not None and response.headers.get("Content-Type", "").startswith("application/json"):
        fits(expected, orjson.loads(response.content), f"{method} {path}")


def fits(expected: jsonschema_rs.Draft202012Validator, document: Any, what: str) -> None:
    wrong = [
        f"{'/'.join(map(str, each.instance_path))}: {each.message[:300]}" for each in expected.iter_errors(document)
    ]
    assert not wrong, f"{what} is not what the description says: {wrong[:5]}"
