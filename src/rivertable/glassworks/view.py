"""Positions and views of River Valley Glassworks.

Everything in this game lies open: a view differs from a position only in what it cannot do, which is to foresee.
"""

from __future__ import annotations

from typing import Self

from ..core.chance import Chance
from ..core.game import Components
from ..core.position import Position, View
from .board import GlassworksBoard
from .pictures import board_text, position_text, svg


class GlassworksPosition(GlassworksBoard, Position):
    """A whole state of River Valley Glassworks."""

    @classmethod
    def from_text(cls, line: str, components: Components | None = None) -> Self:
        """Read the one-line text of a position; ``components`` where it was not the standard edition.

        Raises:
            PositionError: it is no such text, or no possible position.
        """
        return cls(*position_text.read(line, cls.game, components))

    @property
    def text(self) -> str:
        """The whole position in one line, as :meth:`from_text` reads it."""
        return position_text.write(self)

    def __str__(self) -> str:
        return board_text.draw(self)

    def _repr_svg_(self) -> str:
        return svg.draw(self)


class GlassworksView(GlassworksBoard, View):
    """What one seat knows: all but the order in which pieces will be drawn, which nobody holds."""

    @classmethod
    def of(cls, position: Position, viewer: int | None) -> Self:
        """Return a seat's view of a position, a spectator's for None."""
        return cls(position.states, position.terms, viewer)

    def sample(self, chance: Chance | int | None = None) -> GlassworksPosition:
        """Return the one position that can be true."""
        return GlassworksPosition(self.states, self.terms)

    def __str__(self) -> str:
        return board_text.draw(self)

    def _repr_svg_(self) -> str:
        return svg.draw(self)
