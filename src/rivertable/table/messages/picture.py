"""The board as a picture in a message, as the one who gets it sees it: nothing that is hidden from that seat."""

from __future__ import annotations

import logging
import subprocess
import sys
from dataclasses import dataclass

from ...core.compiling.execution import background
from ..domain.table import Table

_SECONDS = 15.0
_log = logging.getLogger("rivertable.messages")


@dataclass(frozen=True, slots=True)
class Picture:
    """The board as SVG, and in words for who does not see it."""

    svg: str
    words: str


def picture_of(table: Table, seat: int, words: str) -> Picture | None:
    """Return the board as a seat sees it now, and ``words`` with the points in it; None where there is no picture."""
    if table.match is None:
        return None
    view = table.view(table.match.position, seat)
    svg = table.game.pictures.draw_svg(view)
    if svg is None:
        return None
    others = ", ".join(str(total) for other, total in enumerate(view.totals) if other != seat)
    return Picture(svg, words.format(own=view.total(seat), others=others))


def drawn(picture: Picture) -> bytes | None:
    """Return a picture as PNG; None where it could not be drawn.

    It is drawn in a process of its own: in a thread of this one every move would wait for it.
    """
    command = [sys.executable, "-P", "-m", "rivertable.core.rendering"]
    try:
        done: subprocess.CompletedProcess[bytes] = subprocess.run(
            command, input=picture.svg.encode(), capture_output=True, check=True, timeout=_SECONDS, **background()
        )
    except (OSError, subprocess.SubprocessError):
        _log.warning("A message goes without its picture.", exc_info=True)
        return None
    return done.stdout
