"""Pictures of the client's main states at eight sizes and in both themes, into docs/_screens.

Run it by ``make screenshots``; ``--only PART`` takes the states whose name contains PART. ``make pictures`` writes
those of the README and of docs/tour.md, small, into docs/images.
"""

from __future__ import annotations

import argparse
import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.seats import begin  # noqa: E402  # the path to it is set above
from browser.stages import SIZED, STAGES, Stage  # noqa: E402
from browser.visitors import Visitor, launch, require_client  # noqa: E402
from table.clients import Party  # noqa: E402
from table.servers import Server, served  # noqa: E402

SIZES = (
    (360, 640),
    (390, 844),
    (820, 1180),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
    (1440, 900),
)
THEMES = ("light", "dark")
DESK = (1440, 900)
SMALL_DESK = (1280, 800)
PHONE = (390, 844)
PICTURES = (
    ("glassworks", "glassworks, draft", DESK, "light"),
    ("market", "market, my turn", DESK, "light"),
    ("tour-play-now", "play now", SMALL_DESK, "light"),
    ("tour-rivals", "rivals", SMALL_DESK, "light"),
    ("tour-lesson", "lesson, glassworks", SMALL_DESK, "light"),
    ("tour-hint", "glassworks, hint", SMALL_DESK, "light"),
    ("tour-phone", "market, picked up", PHONE, "light"),
    ("tour-dark", "market, draft", SMALL_DESK, "dark"),
    ("tour-end", "glassworks, result", SMALL_DESK, "light"),
    ("tour-review", "glassworks, review", SMALL_DESK, "light"),
    ("tour-puzzle", "puzzle, glassworks", SMALL_DESK, "light"),
    ("tour-cards", "cards", SMALL_DESK, "light"),
)
"""The pictures of the README and of the tour: the file's name, the state, the size and the theme."""
BYTES_AT_MOST = 150_000
SETTLED_MS = 2500
"""How long a state stands before its picture is taken: what is loaded after a table is there by then."""


@contextmanager
def table_open() -> Iterator[tuple[Browser, Server]]:
    """Start a server and a browser for a block."""
    require_client()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, ExitStack() as stack:
        server = Server(Path(folder))
        stack.enter_context(served(server))
        yield launch(playwright), server


def stage_shown(browser: Browser, server: Server, stage: Stage, width: int, height: int, stack: ExitStack) -> Page:
    """Return a page that shows a state."""
    visitor = Visitor(browser, server.address, width=width, height=height, device_scale_factor=1)
    stack.callback(visitor.close)

    def make(*terms: Any, **more: Any) -> Party:
        return stack.enter_context(begin(server.address, *terms, **more))

    stage.reach(visitor, make)
    visitor.page.mouse.move(0, 0)
    return visitor.page


def webp(page: Page, quality: int) -> bytes:
    """Take what the window shows as WebP, which Playwright itself does not write."""
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
    return base64.b64decode(taken["data"])


def write_all(folder: Path, part: str) -> None:
    """Take every main state, or those whose name has a part, at every size and in both themes."""
    folder.mkdir(parents=True, exist_ok=True)
    with table_open() as (browser, server):
        for stage in (*STAGES, *SIZED):
            if part not in stage.name or not (stage.is_main or part):
                continue
            with ExitStack() as stack:
                page = stage_shown(browser, server, stage, *SIZES[-1], stack)
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    for theme in THEMES:
                        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                        page.wait_for_timeout(250)
                        name = stage.name.replace(", ", "-").replace(" ", "-").replace("'", "")
                        page.screenshot(path=folder / f"{name}-{width}x{height}-{theme}.png")


def write_pictures(folder: Path, part: str) -> None:
    """Take the pictures of the documents, or those whose name has a part, as good as their size allows.

    Raises:
        RuntimeError: one is too large at any quality worth having.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with table_open() as (browser, server):
        for name, wanted, size, theme in PICTURES:
            if part not in name:
                continue
            (stage,) = (stage for stage in STAGES if stage.name == wanted)
            with ExitStack() as stack:
                page = stage_shown(browser, server, stage, *size, stack)
                page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                page.wait_for_timeout(SETTLED_MS)
                pictures = (webp(page, quality) for quality in (82, 74, 66, 58))
                small = next((picture for picture in pictures if len(picture) <= BYTES_AT_MOST), None)
            if small is None:
                raise RuntimeError(f"The picture {name} is larger than {BYTES_AT_MOST} bytes.")
            (folder / f"{name}.webp").write_bytes(small)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", metavar="PART")
    parser.add_argument("--pictures", action="store_true")
    asked = parser.parse_args()
    if asked.pictures:
        write_pictures(ROOT / "docs" / "images", asked.only)
    else:
        write_all(ROOT / "docs" / "_screens", asked.only)
