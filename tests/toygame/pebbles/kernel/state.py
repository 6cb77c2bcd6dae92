"""The state of Pebbles as one record, and its numbers."""

from __future__ import annotations

import numpy as np

from rivertable.core.states import record_type, state_type

VALUES, SEATS, COPIES, LAID = 6, 3, 4, 4
"""Values of pebbles, the most players, pebbles of each value, and how many each player lays (P1, P4)."""
DEAL, LAY, REFILL, OVER = 0, 1, 2, 3
"""Phases: chance deals the hands, a player lays a pebble, chance draws the next one, all is over."""
DRAWN = VALUES
"""Decision v lays a pebble of value v + 1; outcome ``DRAWN`` + v draws one."""

CHOICES_AT_MOST = 2 * VALUES
"""Room that a list of decisions or outcomes needs."""

STATE = state_type(
    __name__,
    "STATE",
    [
        ("players", np.int8),
        ("first_seat", np.int8),
        ("seat", np.int8),  # who is on turn; while hands are dealt, who is dealt to
        ("phase", np.int8),
        ("laid", np.int8, SEATS),
        ("held", np.int8, SEATS),
        ("bag", np.int8, VALUES),
        ("hand", np.int8, (SEATS, VALUES)),
        ("row", np.int8, (SEATS, VALUES)),
    ],
)
TERMS = record_type(__name__, "TERMS", [("hand_size", np.int8)])
