"""Scoring a board of the real table: column heights and pieces in overflow in, breakdown out (G34-G40)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..core.errors import DataError
from ..core.game import Terms
from ..core.record import faults_of
from . import documents
from .board import GlassworksBoard
from .kernel.state import COLUMNS, OVER, PIECES_AT_MOST, ROWS, new_states

_ASK_HEIGHTS = f"Heights of the columns from the left, 0 to {ROWS}, parted by spaces (such as 3 5 2 4 2 1 1): "
_ASK_OVERFLOW = "Pieces in overflow: "


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class SheetColumn(_Model):
    """A column: its height; the colour does not matter for the score."""

    height: Annotated[int, Field(ge=0, le=ROWS)]
    colour: documents.ColourName | None = None


class Sheet(_Model):
    """One player's board: columns from the left, pieces in overflow."""

    columns: Annotated[list[SheetColumn], Field(max_length=COLUMNS)]
    overflow: Annotated[int, Field(ge=0, le=PIECES_AT_MOST)] = 0


def board_of(document: Any, terms: Terms) -> GlassworksBoard:
    """Return the board that a sheet says, as seat 0 of a game that is over.

    Raises:
        DataError: the sheet has faults; one sentence each.
    """
    try:
        sheet = Sheet.model_validate(document)
    except ValidationError as error:
        raise DataError("The board cannot be scored:", faults=tuple(faults_of(error, "board"))) from error
    states = new_states(1)
    state = states[0]
    state.players = terms.players
    state.phase = OVER
    state.overflow_count[0] = sheet.overflow
    heights = np.array([column.height for column in sheet.columns], dtype=np.int8)
    used = int(np.flatnonzero(heights).max(initial=-1)) + 1
    if not heights[:used].all():
        empty = int(np.flatnonzero(heights[:used] == 0)[0]) + 1
        raise DataError(
            "The board cannot be scored:",
            faults=(f"Column {empty} is empty, but a column to its right is not: columns fill from the left (G20).",),
        )
    state.height[0, :used] = heights[:used]
    state.columns_used[0] = used
    return GlassworksBoard(states, terms)


def ask(question: Callable[[str], str]) -> Any:
    """Ask for a board question by question.

    Raises:
        DataError: an answer is not what was asked for.
    """
    heights = question(_ASK_HEIGHTS).replace(",", " ").split()
    overflow = question(_ASK_OVERFLOW).strip()
    wrong = [text for text in (*heights, overflow or "0") if not (text.isdecimal() and len(text) < 10)]
    if wrong:
        raise DataError("The board cannot be scored:", faults=(f"{wrong[0]!r} is not a number.",))
    return {"columns": [{"height": int(height)} for height in heights], "overflow": int(overflow or "0")}
