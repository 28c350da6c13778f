"""Firefox and WebKit as Debian has them, driven by what they understand themselves.

Firefox speaks WebDriver BiDi at a socket of its own; WebKit's driver speaks WebDriver over HTTP. A walk needs little of
either: a page, a script on it, and fingers.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import httpx2
from websockets.sync.client import connect

from tests.server.databases import free_port

PATIENCE = 60.0
SIZE = {"width": 1280, "height": 860}
PACKAGES = {"firefox": ("firefox-esr",), "webkit": ("webkit2gtk-driver", "xvfb", "xauth")}
PROGRAMS = {"firefox": ("firefox-esr",), "webkit": ("WebKitWebDriver", "Xvfb")}

Actions = list[dict[str, Any]]


def installed(name: str) -> None:
    """Has the browser's programs on the PATH; as root on Debian apt-get fetches what is missing."""
    if all(map(shutil.which, PROGRAMS[name])):
        return
    missing = f"{name} is missing: apt-get install {' '.join(PACKAGES[name])}"
    assert os.geteuid() == 0, missing
    assert shutil.which("apt-get"), missing
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], env=environment, check=False, stdout=DEVNULL)
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES[name]]
    subprocess.run(install, env=environment, check=True, stdout=DEVNULL)


def pointed(kind: str, way: list[tuple[float, float]], holds_ms: int = 0) -> Actions:
    """A press at the first place, drawn along the others, and let go; by `mouse` or `touch`."""
    (x, y), *rest = [(round(x), round(y)) for x, y in way]
    moves: Actions = [{"type": "pointerMove", "x": x, "y": y, "duration": 80} for x, y in rest]
    steps: Actions = [
        {"type": "pointerMove", "x": x, "y": y, "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pause", "duration": holds_ms},
        *moves,
        {"type": "pause", "duration": 60},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}]


class Browser(ABC):
    """A window. `run` gives what an async function's body returns, through JSON."""

    name = ""

    @abstractmethod
    def go(self, url: str) -> None: ...

    @abstractmethod
    def value(self, source: str) -> str: ...

    @abstractmethod
    def act(self, actions: Actions) -> None: ...

    def run(self, body: str) -> Any:
        return json.loads(self.value(body))

    def until(self, body: str, seconds: float = PATIENCE) -> Any:
        """What the body returns as soon as that is neither null, false, nor empty."""
        end = time.monotonic() + seconds
        while not (found := self.run(body)):
            assert time.monotonic() < end, f"{self.name}: still not so after {seconds:.0f} s: {body}"
            time.sleep(0.1)
        return found

    def press(self, selector: str, text: str = "", kind: str = "mouse", share: float = 0.5) -> None:
        """A press on the first element that is shown, enabled, and begins with the text; `share` is how far across."""
        body = f"""
            const labelOf = (each) => each.getAttribute('aria-label') ?? each.labels?.[0]?.textContent;
            const named = (each) => labelOf(each) ?? each.textContent;
            const fits = (each) => named(each).trim().startsWith({json.dumps(text)});
            const shown = (each) => !each.disabled && each.getClientRects().length > 0;
            const all = [...document.querySelectorAll({json.dumps(selector)})];
            const found = all.find((each) => shown(each) && fits(each));
            if (!found) return null;
            found.scrollIntoView({{ block: 'center' }});
            const {{ left, top, width, height }} = found.getBoundingClientRect();
            return [left + width * {share}, top + height / 2];"""
        x, y = self.until(body)
        self.act(pointed(kind, [(x, y)]))


class Firefox(Browser):
    name = "firefox"

    def __init__(self, port: int) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._socket = connect(f"ws://127.0.0.1:{port}/session", max_size=None)
                break
            except OSError:
                assert time.monotonic() < end, "Firefox does not answer"
                time.sleep(0.2)
        self._count = 0
        self._send("session.new", capabilities={})
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]
        self._send("browsingContext.setViewport", context=self._context, viewport=SIZE)

    def _send(self, method: str, **params: Any) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE))
            if answer.get("id") == self._count:
                assert answer["type"] == "success", answer
                return answer["result"]

    def go(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=url, wait="interactive")

    def value(self, source: str) -> str:
        answer = self._send(
            "script.evaluate",
            expression=f"(async () => {{ {source} }})().then((value) => JSON.stringify(value ?? null))",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return str(answer["result"]["value"])

    def act(self, actions: Actions) -> None:
        self._send("input.performActions", context=self._context, actions=actions)


class WebKit(Browser):
    name = "webkit"

    def __init__(self, port: int) -> None:
        self._http = httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._http.get("/status")
                break
            except httpx2.TransportError:
                assert time.monotonic() < end, "WebKit's driver does not answer"
                time.sleep(0.2)
        options = {"binary": _mini_browser(), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._session = self._call("POST", "/session", wanted)["sessionId"]
        self._call("POST", "/window/rect", {"x": 0, "y": 0, **SIZE})

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        at = path if path == "/session" else f"/session/{self._session}{path}"
        answer = self._http.request(method, at, json={} if body is None else body)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def go(self, url: str) -> None:
        self._call("POST", "/url", {"url": url})

    def value(self, source: str) -> str:
        script = f"""
            const done = arguments[arguments.length - 1];
            const said = (value) => done(JSON.stringify(value ?? null));
            (async () => {{ {source} }})().then(said, (why) => said(String(why)));"""
        return str(self._call("POST", "/execute/async", {"script": script, "args": []}))

    def act(self, actions: Actions) -> None:
        self._call("POST", "/actions", {"actions": actions})


def _mini_browser() -> str:
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))
    assert found, "WebKit's MiniBrowser is missing: apt-get install webkit2gtk-driver"
    return str(found[-1])


@contextmanager
def _running(command: list[str], **more: str) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=DEVNULL, stderr=DEVNULL, env=os.environ | more, start_new_session=True)
    try:
        yield
    finally:
        os.killpg(process.pid, 15)
        process.wait(20)


@contextmanager
def opened(name: str, folder: Path) -> Iterator[Browser]:
    """A fresh browser of that name; its files lie in the folder."""
    installed(name)
    port = free_port()
    if name == "firefox":
        profile = folder / "profile"
        profile.mkdir(parents=True)
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(profile)]
        with _running(
            [*command, "--remote-debugging-port", str(port)], HOME=str(folder), MOZ_DISABLE_CONTENT_SANDBOX="1"
        ):
            yield Firefox(port)
        return
    display = f":{port}"
    screen = ["Xvfb", display, "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    own = {"DISPLAY": display, "HOME": str(folder), "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    own |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    with _running(screen), _running(["WebKitWebDriver", f"--port={port}"], **own):
        yield WebKit(port)
