"""What happens at a table is taken in, whatever its kind."""

from __future__ import annotations

from typing import get_args

import pytest

from rivertable.core.game import GAMES
from rivertable.table.domain.folding import FOLDS, fold
from rivertable.table.domain.table import Event, EventKind, Table
from rivertable.table.errors import StoreError


def test_every_kind_of_event_can_be_taken_in() -> None:
    assert set(FOLDS) == set(get_args(EventKind))


def test_what_is_out_of_order_is_refused_and_changes_nothing() -> None:
    table = Table("t", bytes(32), GAMES["glassworks"].make_terms(2))
    with pytest.raises(StoreError, match="before the start of its game"):
        fold(table, Event(1, 0.0, "undone", None, {"turns": 1}))
    with pytest.raises(StoreError, match="kind left names no seat"):
        fold(table, Event(1, 0.0, "left", None, {"secret": None}))
    assert (table.version, table.events) == (0, [])
