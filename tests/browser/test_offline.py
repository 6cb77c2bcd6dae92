"""Without a network: what starts, and what is never kept."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from .conftest import Begin, Visit
from .hands import find_at_last
from .seats import seat_link
from .visitors import STATIC

KEPT = """async () => {
  const found = []
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push([name, new URL(request.url).pathname])
  return found
}"""


def _worker() -> tuple[str, list[str]]:
    text = (STATIC / "sw.js").read_text("utf-8")
    version, assets = re.findall(r"^const (?:VERSION|ASSETS) = (.*)$", text, re.MULTILINE)
    return version.strip("'"), json.loads(assets)


def test_lessons_puzzles_and_scores_start_without_a_connection(visit: Visit, begin: Begin) -> None:
    """Whoever once opened the table keeps its pages and what is the same for all, and nothing of any table."""
    version, assets = _worker()
    party = begin("glassworks", ["person", "novice"])
    visitor = visit(service_workers="allow")
    page = visitor.go(seat_link(party, 0))
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    # Asked through the worker, as every visit but the first.
    visitor.go("/")
    page = visitor.go(seat_link(party, 0))
    expect(page.get_by_role("button", name="Menu")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert {name for name, _ in kept} == {f"rivertable-{version}"}
    paths = {path for _, path in kept}
    assert {"/", *assets} <= paths
    assert not [path for path in paths if "/tables" in path]
    visitor.context.set_offline(True)
    visitor.expect("ERR_INTERNET_DISCONNECTED")
    visitor.expect("WebSocket")
    worker = find_at_last(page, lambda: next(iter(visitor.context.service_workers), None))
    assert worker.evaluate("fetch('/api/tables').then(() => 'answered', () => 'away')") == "away"
    page = visitor.go("/score/market")
    score = page.get_by_role("region", name="Score", exact=True).locator(".big")
    page.get_by_role("button", name="Coins: one more").click(click_count=2)
    expect(score).to_have_text("1 VP")
    page = visitor.go("/score/glassworks")
    page.get_by_role("button", name="Column 1, height 5:").click()
    expect(score).not_to_have_text("0")
    page.get_by_role("button", name="Column 3, height 1:").click()
    expect(page.get_by_text("Column 2 is empty")).to_be_visible()
    for game in ("glassworks", "market"):
        page = visitor.go(f"/learn/{game}")
        expect(page.get_by_role("button", name="Next")).to_be_visible()
        page = visitor.go(f"/puzzle/{game}")
        told = page.locator("header.puzzle [role=status]")
        expect(told).to_contain_text("No connection")
        page.get_by_role("button", name="Choose a turn").click()
        page.get_by_role("dialog").get_by_role("listitem").get_by_role("button").first.click()
        expect(told).to_have_text(re.compile("^(Right!|Wrong:) .*of the win"))
        solution = page.get_by_role("button", name="Solution")
        if (told.text_content() or "").startswith("Wrong"):
            solution.click()
            expect(told).to_contain_text("Best, as marked")
        expect(solution).to_have_count(0)
    expect(visitor.go("/").get_by_role("button", name="Play now").first).to_be_visible()


def test_without_workers_the_page_says_why_it_is_not_kept(visit: Visit) -> None:
    """As over plain http in a network: there a browser has none."""
    visitor = visit()
    visitor.context.add_init_script("delete Navigator.prototype.serviceWorker")
    expect(visitor.go("/").get_by_text("Over plain http, browsers install no page")).to_be_visible()


def test_the_manifest_names_icons_that_are_there() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text("utf-8"))
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert (STATIC / Path(icon["src"]).name).is_file()
