"""What River Market is measured by besides scores and uses: visits, the flow of Goods and Coins, what cards do."""

from .tables import TARGETS, tables
from .tally import count

__all__ = ["TARGETS", "count", "tables"]
