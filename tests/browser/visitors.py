"""People with a browser of their own: the Chromium of this system, and what every page of every test has to hold."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, WebSocket

from programs import find_chromium

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "client"
STATIC = ROOT / "src" / "rivertable" / "table" / "static"

PATIENCE_MS = 90_000
"""How long anything on a page may take on a busy machine before it counts as missing."""

NO_WIDER = "() => document.documentElement.scrollWidth <= Math.ceil(visualViewport.width * visualViewport.scale)"
"""Whether nothing reaches past the side of the screen; the window of a phone would grow with what does."""

WATCHES = """
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        const one = node?.nodeType === 1 ? node : node?.parentElement
        return `${one?.outerHTML.slice(0, 60)} ${box(previousRect)} -> ${box(currentRect)}`
      })
      window.shifts.push({ value: entry.value, isAfterInput: entry.hadRecentInput, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
"""
"""Runs in every page before its own script: it notes each shift of the layout."""


def words_of(language: str, kind: str = "common", game: str | None = None) -> dict[str, Any]:
    """Return what the client says in a language: words for all games, or those of one."""
    owner = CLIENT / "src" if game is None else CLIENT / "src" / "games" / game
    words: dict[str, Any] = json.loads((owner / "words" / language / f"{kind}.json").read_text("utf-8"))
    return words


def chromium_path() -> str:
    """Return the browser that the tests drive."""
    found = find_chromium()
    assert found, "There is no Chromium: `make test` brings it, or says how to get it."
    return found


def launch(playwright: Playwright) -> Browser:
    """Start the browser."""
    return playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])


def require_client() -> None:
    """Fail where there are no pages to test."""
    assert (STATIC / "index.html").is_file(), "The browser client is not built: run `make client` first."


def play_now(page: Page, title: str) -> None:
    """On the start page begin a game against bots, with what is chosen already."""
    page.get_by_role("article", name=title).get_by_role("button", name="Play now").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Start the game").press("Enter")


class Visitor:
    """One person: a context with its own storage, one page, and a record of what it asked for and complained of.

    Attributes:
        page: the page, as Playwright drives it.
        complaints: errors of the console and of scripts, and requests that leave the table.
    """

    def __init__(self, browser: Browser, address: str, *, width: int = 1280, height: int = 800, **options: Any) -> None:
        """``options`` are those of a browser context; unless they say otherwise motion is reduced and nothing is kept.

        What keeps the pages for later fetches each of their files once more, which is most of a short visit.
        """
        self.address = address
        self.complaints: list[str] = []
        self.addresses: list[str] = []
        self._expected: list[re.Pattern[str]] = [re.compile("registration blocked by Playwright")]
        options = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block", **options}
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.on("request", self._requested)
        self.context.on("console", self._said)
        self.context.on("weberror", lambda fault: self.complaints.append(f"script: {fault.error}"))
        self.context.add_init_script(WATCHES)
        self.page = self._watched(self.context.new_page())
        self.context.on("page", self._watched)

    def _watched(self, page: Page) -> Page:
        page.on("websocket", self._opened)
        return page

    def _check(self, url: str) -> None:
        self.addresses.append(url)
        asked, own = urlsplit(url), urlsplit(self.address)
        is_own = asked.netloc == own.netloc and asked.scheme in ("http", "ws")
        # A blob is made by the page itself: the record that somebody saves.
        if not is_own and not url.startswith(f"blob:{self.address}"):
            self.complaints.append(f"a request left the table: {url}")

    def _requested(self, request: Request) -> None:
        self._check(request.url)

    def _opened(self, socket: WebSocket) -> None:
        self._check(socket.url)

    def _said(self, message: ConsoleMessage) -> None:
        text = f"{message.text} ({message.location.get('url', '')})"
        if message.type in ("error", "warning") and not any(pattern.search(text) for pattern in self._expected):
            self.complaints.append(f"console: {text}")

    def expect(self, pattern: str) -> None:
        """Say which complaint of the console belongs to what follows: a refusal, a network that is cut."""
        self._expected.append(re.compile(pattern))

    def go(self, path: str = "/") -> Page:
        """Open an address of the table, and wait for its page."""
        self.page.goto(self.address + path)
        self.page.get_by_role("main").first.wait_for()
        return self.page

    def shifts(self) -> list[dict[str, Any]]:
        """Return the shifts of the layout since the page was opened."""
        found: list[dict[str, Any]] = self.page.evaluate("window.shifts")
        return found

    def close(self) -> list[str]:
        """Leave, and return the complaints; what was still asked for on the way out is nobody's fault."""
        for page in self.context.pages:
            page.unroute_all(behavior="ignoreErrors")
        self.context.close()
        return self.complaints
