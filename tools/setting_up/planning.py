"""What a target of the set-up still needs, as stages in lanes that run side by side."""

from __future__ import annotations

import platform
from functools import partial
from pathlib import Path

from . import system
from .environment import FULL_LOCK, PACKAGE, PLAY_LOCK, Environment
from .pages import Npm, find_npm, is_built
from .stages import SetUpError, Stage
from .system import Part

TARGETS = {
    "play": "what playing needs; then the table opens",
    "client": "what playing needs, with the pages",
    "setup": "what playing and the checks need",
    "test-client": "what playing and the checks need, with the pages and their tools",
    "test": "what playing and the tests need, from pip, npm and the system",
}
"""What can be asked for, named as in the Makefile."""

_CHECKS = ("setup", "test-client", "test")
_CHECKS_OF_PAGES = ("test-client", "test")


def plan(root: Path, target: str, missing: list[Part]) -> list[list[Stage]]:
    """Return the stages that a target needs, none where all is there.

    Args:
        root: the checkout.
        target: one of :data:`TARGETS`.
        missing: the parts of the system to bring.
    """
    environment = Environment(root)
    lock = FULL_LOCK if target in _CHECKS else PLAY_LOCK
    is_sound = environment.is_sound((lock,))
    by_system: list[Stage] = []
    if by_apt := [part for part in missing if not system.is_brought_by_playwright(part)]:
        named = ", ".join(part.commands["apt-get"].split()[-1] for part in by_apt)
        by_system.append(Stage(f"By apt: {named}", lambda stage: system.bring(stage, root, by_apt)))
    lane: list[Stage] = []
    made: list[Stage] = []
    if not is_sound:
        needs_venv = any(part is system.VENV for part in by_apt)
        title = f"Environment .venv with Python {platform.python_version()}"
        made = [Stage(title, environment.make, by_system if needs_venv else [])]
        lane += made
    if not (is_sound and environment.has(lock)):
        what = "playing and the checks need" if lock == FULL_LOCK else "playing needs"
        lane.append(Stage(f"Packages that {what}", lambda stage: environment.install(stage, lock)))
    if not (is_sound and environment.has(PACKAGE)):
        lane.append(Stage("rivertable itself", environment.install_package))
    if len(by_apt) < len(missing):
        python = environment.python
        # It calls apt, too, which does one thing at a time.
        bring = partial(system.bring_by_playwright, root=root, python=python)
        lane.append(Stage("Chromium by Playwright", bring, by_system))
    pages = (
        []
        if target == "setup"
        else _plan_pages(environment, made, [*by_system, *made], has_tools=target in _CHECKS_OF_PAGES)
    )
    return [stages for stages in (by_system, lane, pages) if stages]


def _plan_pages(
    environment: Environment, made: list[Stage], before_node: list[Stage], *, has_tools: bool
) -> list[Stage]:
    root = environment.root
    needs_install = has_tools and not Npm.has_tools(root)
    needs_build = not is_built(root)
    if not (needs_install or needs_build):
        return []
    stages: list[Stage] = []
    # An npm in an environment that is made anew goes with it.
    programs = root / "nowhere" if made else environment.programs
    if find_npm(root, programs) is None:
        programs = environment.programs
        stages.append(Stage("Node, to build the pages", environment.install_node, before_node))

    def build(stage: Stage) -> None:
        found = find_npm(root, programs)
        if found is None:
            raise SetUpError("There is no npm to build the pages with, and the environment brought none.")
        npm = Npm(root, found)
        if needs_install or not npm.is_ready():
            npm.install(stage.command, has_tools=has_tools)
        if needs_build:
            npm.build(stage.command)

    stages.append(Stage("The table's pages", build))
    return stages
