"""SVG drawn as pixels, with the extra ``render``; as a program, one SVG read and written as PNG."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from .errors import require

DRAWING, FONTS = "resvg_py", "pygame"
"""The packages of the extra ``render``: one draws, the other brings a font, which a server may not have."""
_FONT, _FAMILY = "freesansbold.ttf", "FreeSans"


def can_render() -> bool:
    """Return whether the extra ``render`` is installed."""
    return find_spec(DRAWING) is not None and find_spec(FONTS) is not None


def as_png(svg: str) -> bytes:
    """Return an SVG as PNG, a pixel for each of its own; the interpreter does nothing else meanwhile.

    Raises:
        MissingExtraError: the extra ``render`` is not installed.
    """
    resvg = require(DRAWING, "render")
    places = getattr(find_spec(FONTS), "submodule_search_locations", None) or require(FONTS, "render").__path__
    font = str(Path(places[0]) / _FONT)
    drawn = resvg.svg_to_bytes(svg_string=svg, font_files=[font], skip_system_fonts=True, sans_serif_family=_FAMILY)
    return bytes(drawn)


def main() -> None:
    """Read an SVG and write a PNG, out of the way of everything else on this computer."""
    if sys.platform != "win32":
        os.nice(19)
    sys.stdout.buffer.write(as_png(sys.stdin.buffer.read().decode("utf-8")))


if __name__ == "__main__":
    main()
