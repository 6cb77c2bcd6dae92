"""Asking the processor to fetch memory before it is needed.

Games stepped in turn leave the nearest cache before their next step. A fetch that was asked for while the game before
is stepped costs no waiting.
"""

from __future__ import annotations

from typing import Any

from .kernel import IS_COMPILED, kernel, wide

LINE = 64
"""Bytes that a cache holds or fetches together."""

if IS_COMPILED:
    from .instructions import fetch_line


@kernel
def fetch_ahead(states: Any, row: int, places: Any) -> None:
    """Fetch the lines at some places of a state that is needed soon; a row that is not there does no harm.

    Interpreted it does nothing.
    """
    if IS_COMPILED:
        for place in places:
            fetch_line(states, wide(row * states.itemsize + place))
