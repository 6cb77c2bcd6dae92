"""WCAG 2.2 AA as far as a machine can tell, in every main state, in both themes; in the long form at every width."""

from typing import Any

import pytest

from extent import IS_LONG

from .conftest import Begin, Visit
from .stages import STAGES, Stage
from .visitors import CLIENT

WIDTHS = {320: 1800, 768: 1600, 1440: 1200}
"""Each with a height at which the bar at the foot of the window lies over nothing: axe does not scroll."""

RUN_AXE = """async (hasColoursOnly) => {
  const found = await axe.run(document, {
    resultTypes: ['violations'],
    ...(hasColoursOnly
      ? { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
      : { rules: { 'target-size': { enabled: true } } }),
  })
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) =>
    `${node.target.join(' ')} ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''}`).join(' | ')}`)
}"""
NEXT_FRAME = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
OVERHANG = """() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const isClipped = (element) => element !== null && element !== document.body
    && (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement))
  const isOut = (element) => element.getBoundingClientRect().right > clientWidth + 0.5 && !isClipped(element)
  const out = [...document.body.querySelectorAll('*')].filter(isOut)
  return out.slice(0, 4).map((element) => element.outerHTML.slice(0, 90))
}"""


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, from the client's development dependencies."""
    path = CLIENT / "node_modules" / "axe-core" / "axe.min.js"
    assert path.is_file(), "axe-core is not installed: run `make test-client` first."
    return path.read_text("utf-8")


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_axe_finds_nothing_and_nothing_sticks_out(visit: Visit, begin: Begin, axe: str, stage: Stage) -> None:
    visitor = visit(width=1440, height=900)
    stage.reach(visitor, begin)
    page = visitor.page
    page.evaluate(axe)
    faults: list[Any] = []
    # The second theme has other colours and nothing else: what they do not decide was seen in the first.
    for theme, has_colours_only, checked in (("light", False, (320, 1440)), ("dark", True, (768,))):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(NEXT_FRAME)
            if width in checked or IS_LONG:
                faults += [f"{theme} {width}: {violation}" for violation in page.evaluate(RUN_AXE, has_colours_only)]
            if overhang := page.evaluate(OVERHANG):
                faults.append(f"{theme} {width}: too wide: {overhang}")
    assert not faults, "\n".join(faults)
