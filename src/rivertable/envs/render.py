"""Pictures of a table: as an array of pixels, and in a window. Needs the extra ``render``."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import numpy as np

from ..core.extras import require
from ..core.position import View

MODES = ("human", "rgb_array", "ansi")
"""How an environment can be shown: a window, pixels, text."""


def _pygame() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return require("pygame", "render")


def _picture(view: View) -> Any:
    """Return a view as a surface of pygame."""
    pygame, resvg = _pygame(), require("resvg_py", "render")
    font = Path(pygame.__file__).parent / pygame.font.get_default_font()
    drawing = resvg.svg_to_bytes(
        svg_string=_svg(view), font_files=[str(font)], skip_system_fonts=True, sans_serif_family="FreeSans"
    )
    return pygame.image.load(io.BytesIO(bytes(drawing)))


def _svg(view: View) -> str:
    drawn: Any = view
    text: str = drawn._repr_svg_()
    return text


def pixels(view: View) -> np.ndarray:
    """Return a view as rows of red, green and blue (uint8).

    Raises:
        MissingExtraError: the extra ``render`` is not installed.
    """
    pygame = _pygame()
    shown: np.ndarray = pygame.surfarray.array3d(_picture(view)).transpose(1, 0, 2)
    return shown


class Window:
    """A window that shows a table; it opens when something is shown first."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._screen: Any = None

    def show(self, view: View) -> None:
        """Show what a seat sees.

        Raises:
            MissingExtraError: the extra ``render`` is not installed.
        """
        pygame = _pygame()
        picture = _picture(view)
        if self._screen is None:
            pygame.display.init()
            pygame.display.set_caption(self._title)
        if self._screen is None or self._screen.get_size() != picture.get_size():
            self._screen = pygame.display.set_mode(picture.get_size())
        self._screen.blit(picture, (0, 0))
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Close the window if it is open."""
        if self._screen is not None:
            _pygame().display.quit()
            self._screen = None


class Screen:
    """What shows an environment in the mode it was made with.

    Raises:
        MissingExtraError: pixels or a window are wanted and the extra ``render`` is not installed.
    """

    def __init__(self, mode: str | None, title: str) -> None:
        self.mode = mode
        self._window = Window(title)
        if mode in ("human", "rgb_array"):
            _pygame()
            require("resvg_py", "render")

    def show(self, view: View) -> np.ndarray | str | None:
        """Show a view: give pixels or text, or draw it in the window."""
        if self.mode == "ansi":
            return str(view)
        if self.mode == "rgb_array":
            return pixels(view)
        self._window.show(view)
        return None

    def close(self) -> None:
        """Close the window if there is one."""
        self._window.close()
