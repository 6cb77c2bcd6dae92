"""The pages of the laboratory, opened from a file without a network: every plot is there, on a phone and on a desk."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from lab.balance_pages import OTHER, STANDARD, report, sweep_report
from rivertable.lab.balance import report_page, sweep_page

Open = Callable[..., Page]

PAGES: dict[str, tuple[Callable[[], str], int]] = {
    "balance": (lambda: report_page(report(STANDARD)), 8),
    "two settings": (lambda: report_page(report(STANDARD, OTHER)), 8),
    "sweep": (lambda: sweep_page(sweep_report({"1": -5, "3": 0, "5": 4, "7": 9})), 7),
}
"""Each page with the fewest plots that a number of players has."""
SCREENS = [(360, 780), (768, 1024), (1440, 900)]

PLOTS = """() => [...document.querySelectorAll('svg')].filter((plot) => plot.checkVisibility()).map((plot) => {
  const box = plot.getBoundingClientRect()
  const shapes = [...plot.querySelectorAll('line, rect, circle, path, polygon, polyline')]
  const drawn = shapes.filter((shape) => {
    const { width, height } = shape.getBoundingClientRect()
    const style = getComputedStyle(shape)
    return width + height > 0 && (style.fill !== 'none' || style.stroke !== 'none')
  })
  const texts = [...plot.querySelectorAll('text')].map((text) => {
    const { left, right, height } = text.getBoundingClientRect()
    return { said: text.textContent, inside: left >= box.left - 2 && right <= box.right + 2, height }
  })
  return { kind: plot.classList[0], title: plot.querySelector('title').textContent,
           width: box.width, height: box.height, drawn: drawn.length, texts }
})"""
"""Every plot that is seen: its size, how many shapes have a size and a colour, and where its words stand."""
WIDER = """() => [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() &&
  !one.closest('.scroll') && one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((one) => one.outerHTML.slice(0, 80))"""
CONTRAST = """() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number)
  const light = (colour) => channels(colour).map((each) => each / 255)
    .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    .reduce((sum, each, place) => sum + each * [0.2126, 0.7152, 0.0722][place], 0)
  const ground = (one) => {
    const found = getComputedStyle(one).backgroundColor
    return found === 'rgba(0, 0, 0, 0)' && one.parentElement ? ground(one.parentElement) : found
  }
  const words = [...document.querySelectorAll('h1, h2, h3, p, li, th, td, summary, figcaption, dt, dd, svg text')]
  return words.filter((one) => one.checkVisibility()).map((one) => {
    const style = getComputedStyle(one)
    const [a, b] = [light(one.matches('text') ? style.fill : style.color), light(ground(one))].sort((x, y) => y - x)
    return [(a + 0.05) / (b + 0.05), one.textContent.slice(0, 40)]
  }).sort((x, y) => x[0] - y[0])[0]
}"""
"""The words that stand out least from what is behind them, and how much."""


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open a page from a file, in a browser that has no network; whatever it asks for or complains of is a fault."""
    contexts = []
    faults: list[str] = []

    def come(text: str, size: tuple[int, int], **options: Any) -> Page:
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, offline=True, **options)
        contexts.append(context)
        context.on("request", lambda request: request.url.startswith("file:") or faults.append(request.url))
        context.on("console", lambda message: faults.append(message.text))
        page = context.new_page()
        page.goto(file.as_uri())
        return page

    yield come
    for context in contexts:
        context.close()
    assert faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SCREENS, ids=["phone", "tablet", "desk"])
@pytest.mark.parametrize("kind", PAGES)
def test_every_plot_is_seen_without_a_network(opened: Open, kind: str, size: tuple[int, int], scheme: str) -> None:
    make, fewest = PAGES[kind]
    page = opened(make(), size, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    plots = page.evaluate(PLOTS)
    assert len(plots) == page.locator("svg").count()
    tables = 1 if kind == "sweep" else 2
    assert len([plot for plot in plots if plot["kind"] == "plot"]) >= tables * fewest
    for plot in plots:
        least = (280, 60) if plot["kind"] == "plot" else (100, 15)
        assert plot["width"] >= least[0] and plot["height"] >= least[1], plot
        assert plot["drawn"] >= 2, plot
        for text in plot["texts"]:
            assert text["inside"] and text["height"] >= 10, (plot["title"], text)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate(WIDER) == []
    ratio, words = page.evaluate(CONTRAST)
    assert ratio >= 4.5, words


def test_tables_open_without_scripts(opened: Open) -> None:
    page = opened(PAGES["balance"][0](), (360, 780))
    figure = page.locator("figure").first
    assert not figure.locator("table").is_visible()
    figure.locator("summary").click()
    assert figure.locator("table").is_visible()
    assert page.locator("script").count() == 0
