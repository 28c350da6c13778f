"""The description of the API, which the web client is generated from."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from highground.cli import app
from tests.conftest import REPOSITORY

STORED = REPOSITORY / "web" / "openapi.json"


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
