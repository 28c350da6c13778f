"""`make audit` believes no registry that cannot tell."""

from __future__ import annotations

import pytest

from scripts.audit import FOUND, NOT_ASKED, NOTHING, NotAsked, Registry, Weak, audit

WEAK: Weak = {"minimist": ["critical"]}


def refusing() -> Weak:
    raise NotAsked("405 Method Not Allowed")


def test_a_registry_that_shows_is_asked_about_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(Registry("npm", lambda: WEAK, dict)) == NOTHING
    assert audit(Registry("npm", lambda: WEAK, lambda: {"vite": ["high"]})) == FOUND
    assert capsys.readouterr().out == "npm: nothing known of our packages.\nnpm: vite: high\n"


def test_one_that_does_not_tell_is_never_taken_for_good_news(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(Registry("npm", refusing, dict)) == NOT_ASKED
    assert audit(Registry("PyPI", dict, dict)) == NOT_ASKED
    out = capsys.readouterr().out
    assert out.count("NOT CHECKED") == 2
    assert "nothing known" not in out
