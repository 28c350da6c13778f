"""A walk through set-up, a movement by direct manipulation and the timeline, in browsers that are not Chromium."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import httpx2

from tests.faults.browsers import Browser, opened, pointed
from tests.faults.serving import process
from tests.server.databases import free_port
from tests.server.people import registered

Figures = dict[str, Any]
WAYS = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)]
INCHES = 3
MOVING = "document.querySelector('.game-clock h1')?.textContent.startsWith('Movement')"


def browsers(folder: Path, _count: int, _seed: int) -> Figures:
    """Both browsers, one after the other, each with a site of its own."""
    figures: Figures = {}
    for name in ("firefox", "webkit"):
        with process(folder / f"{name}-site", free_port(), HIGHGROUND_DEMO="0") as (client, _):
            began = time.monotonic()
            with opened(name, folder / name) as browser:
                figures[name] = {"steps": _walk(browser, client), "seconds": round(time.monotonic() - began, 1)}
    return figures


def _walk(browser: Browser, client: httpx2.Client) -> list[str]:
    game = _set_up(browser, client)
    dragged = [f"a unit dragged by {kind}" for kind in ("mouse", "touch") if _moved(browser, client, game, kind)]
    assert "a unit dragged by mouse" in dragged, f"{browser.name}: no unit could be dragged: {dragged}"
    return ["set-up", *dragged, _gone_on(browser, client, game), _timeline(browser, client, game)]


def _timeline(browser: Browser, client: httpx2.Client, game: str) -> str:
    """The log so far, brought to another phase by its slider."""
    where = "document.querySelector('[data-testid=score-board]')?.textContent"
    browser.go(f"{_at(client)}games/{game}/logs")
    browser.until("return document.querySelectorAll('.unit').length > 10")
    before = browser.until(f"return {where}")
    browser.press("input[type=range]", "Phase", share=0.1)
    browser.until(f"return {where} !== {json.dumps(before)}")
    return "the timeline's slider"


def _set_up(browser: Browser, client: httpx2.Client) -> str:
    """From an account to the first movement: quick start by hand, then everybody set up by calls."""
    ada = registered(client)
    client.headers.update(ada.headers)
    browser.go(f"{_at(client)}favicon.svg")
    browser.run(f"localStorage.setItem('access_token', {json.dumps(ada.token)}); return 1")
    named = {"game_name": "The ford", "description": "", "simulation": False}
    game = str(client.post("/api/game/create_new_game", json=named).raise_for_status().json()["game_id"])
    browser.go(f"{_at(client)}games/setup/{game}")
    browser.press("button", "Quick start")
    browser.press("button", "Start Game")
    browser.until("return location.pathname.endsWith('/view')")
    browser.press("button", "Roll for Deployment")
    browser.until(
        "return ![...document.querySelectorAll('button')].some((each) => each.textContent.startsWith('Roll'))"
    )
    # Else the page lets the computer play while calls do.
    browser.go(f"{_at(client)}favicon.svg")
    browser.run("localStorage.setItem('ai-plays', 'buttons'); return 1")
    for _ in range(400):
        state = _state(client, game)
        kinds = state["request"]["kinds"]
        if "move" in kinds and state["request"]["controller"] == "human":
            return game
        _next(client, game, state)
    raise AssertionError("the battle does not come to a movement")


def _at(client: httpx2.Client) -> str:
    return f"{str(client.base_url).rstrip('/')}/"


def _state(client: httpx2.Client, game: str) -> dict[str, Any]:
    return dict(client.get(f"/api/games/{game}/state").raise_for_status().json())


def _next(client: httpx2.Client, game: str, state: dict[str, Any]) -> None:
    """Whatever is due, in the plainest way."""
    request = state["request"]
    kind = request["kinds"][0]
    path, body = {
        "zone": ("update_deployment", {"selecting_army_uuid": request["army_uuid"], "selected_zone_index": 0}),
        "deploy": ("deploy_for_me", {}),
        "roll": ("roll", {"stage": "all"}),
        "pass": ("answer", {"answer": {"choice": "pass"}}),
        "place": ("answer", {"answer": {"choice": "place"}}),
    }.get(kind, ("advance_phase_time", {}))
    if request["controller"] == "ai":
        path, body = "ai_step", {}
    client.post(f"/api/game/{game}/{path}", json=body).raise_for_status()


def _moved(browser: Browser, client: httpx2.Client, game: str, kind: str) -> bool:
    """A unit is pressed on and drawn three inches, in the first direction in which it may stand there."""
    browser.go(f"{_at(client)}game/{game}/view")
    browser.until("return document.querySelector('.unit[data-grab]') !== null")
    for unit in [each for each in _state(client, game)["units"] if each.get("marches")]:
        for way in WAYS:
            if _drawn(browser, unit["uuid"], way, kind) and _is_moved(client, game, unit["uuid"]):
                return True
    return False


def _drawn(browser: Browser, unit: str, way: tuple[float, float], kind: str) -> bool:
    """Whether the unit could be taken hold of; what it was drawn to is for the server to say."""
    browser.run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })); return 1")
    found = browser.run(f"""
        const unit = document.querySelector('[data-unit="{unit}"]');
        const inch = document.querySelector('[data-testid="board"]').getBoundingClientRect().width / 60;
        for (const part of [unit.querySelector('.unit-marker'), ...unit.querySelectorAll('.base')]) {{
            const {{ left, top, width, height }} = part.getBoundingClientRect();
            const at = [left + width / 2, top + height / 2];
            if (unit.contains(document.elementFromPoint(...at))) return [...at, inch];
        }}
        return null;""")
    if not found:
        return False
    x, y, inch = found
    (dx, dy), far = way, INCHES * inch
    browser.act(
        pointed(
            kind, [(x, y), (x + dx * 8, y + dy * 8), (x + dx * far / 2, y + dy * far / 2), (x + dx * far, y + dy * far)]
        )
    )
    return True


def _is_moved(client: httpx2.Client, game: str, unit: str) -> bool:
    end = time.monotonic() + 3
    while time.monotonic() < end:
        armies = _state(client, game)["game_model"]["armies"]
        if any(each["uuid"] == unit and each["movement_action_type"] for army in armies for each in army["units"]):
            return True
        time.sleep(0.2)
    return False


def _gone_on(browser: Browser, client: httpx2.Client, game: str) -> str:
    """The main button ends the movement; who has not moved holds."""
    browser.go(f"{_at(client)}game/{game}/view")
    browser.press(".prompt-main", "On to")
    dialog = "[role=alertdialog] button"
    asked = f"return document.querySelector('{dialog}') ? 'asked' : !{MOVING} && 'on'"
    if browser.until(asked) == "asked":
        browser.press(dialog, "Hold them")
    browser.until(f"return !{MOVING}")
    assert _state(client, game)["game_model"]["phase"] != "movement"
    return "on to the next phase by the main button"
