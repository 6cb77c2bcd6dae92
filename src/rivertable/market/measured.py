"""What was measured of River Market, by the number of players."""

from __future__ import annotations

from ..core.contract.measured import Measured, read_ladder

_LADDER = read_ladder(__package__)

MEASURED = {
    2: Measured(38, 7.5, 0.14, ladder=_LADDER.get(2, ())),
    3: Measured(50, 5.3, 0.09, ladder=_LADDER.get(3, ())),
    4: Measured(59, 5.0, 0.08, ladder=_LADDER.get(4, ())),
    5: Measured(65, ladder=_LADDER.get(5, ())),
}
