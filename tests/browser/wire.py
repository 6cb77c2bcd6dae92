"""What a page's first load takes on the wire: bytes as the browser counts them, and what is asked for only later."""

import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from .visitors import Visitor

BYTES_AT_MOST = 100_000
"""For all that a table needs before its first tap, headers among it."""

NEVER_IDLE = "window.requestIdleCallback = () => 0"
"""What waits until the page stands never comes: it is no part of the first load, on the slowest machine either."""


@dataclass(frozen=True)
class Load:
    """One load of a page with an empty browser, until something is seen."""

    bytes: int
    paths: set[str]
    seconds: float


def load(browser: Browser, address: str, path: str, is_there: str, *, latency_ms: int = 0, **options: Any) -> Load:
    """Open a path of a server until ``is_there`` is seen; every answer takes ``latency_ms`` more."""
    visitor = Visitor(browser, address, **options)
    visitor.context.add_init_script(NEVER_IDLE)
    session = visitor.page.context.new_cdp_session(visitor.page)
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    session.send("Network.enable")
    rates = {"downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency_ms, **rates})
    began = time.perf_counter()
    visitor.page.goto(address + path, wait_until="commit")
    visitor.page.locator(is_there).first.wait_for()
    found = Load(int(sum(sizes)), _paths(visitor), time.perf_counter() - began)
    visitor.close()
    return found


NAMED = "document.querySelectorAll('link[rel=modulepreload], link[rel=stylesheet], script[type=module]').length"
"""How many files the page names, which a browser asks for with cookies."""


def asked_at_once(browser: Browser, address: str, path: str, **options: Any) -> tuple[set[str], int]:
    """Return the paths that a page asks for itself, before any script of the application has come.

    The number says how many of them it names, for the browser to ask for them with cookies.
    """
    visitor = Visitor(browser, address, **options)
    visitor.page.route("**/assets/app-*.js", lambda route: route.abort())
    visitor.page.goto(address + path)
    named = visitor.page.evaluate(NAMED)
    visitor.close()
    return _paths(visitor), named


def _paths(visitor: Visitor) -> set[str]:
    found = (urlsplit(address) for address in visitor.addresses)
    return {one.path for one in found if one.scheme == "http"}
