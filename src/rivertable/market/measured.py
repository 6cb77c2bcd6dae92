"""What was measured of River Market, by the number of players."""

from __future__ import annotations

from ..core.contract.measured import Measured

MEASURED = {
    2: Measured(38, 7.5, 0.14),
    3: Measured(50, 5.3, 0.09),
    4: Measured(59, 5.0, 0.08),
    5: Measured(65),
}
