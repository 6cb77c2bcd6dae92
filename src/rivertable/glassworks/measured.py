"""What was measured of River Valley Glassworks, by the number of players."""

from __future__ import annotations

from ..core.contract.measured import Measured, read_ladder

_LADDER = read_ladder(__package__)

MEASURED = {
    2: Measured(19, 15.6, 0.07, ladder=_LADDER.get(2, ())),
    3: Measured(29, 11.9, 0.0, ladder=_LADDER.get(3, ())),
    4: Measured(35, 11.4, 0.03, ladder=_LADDER.get(4, ())),
    5: Measured(42, 11.0, 0.03, ladder=_LADDER.get(5, ())),
}
