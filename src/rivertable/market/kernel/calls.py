"""The large rules as other compiled code calls them: where they lie, each compiled once.

Steps of many games at once and whole random games contain them instead: there nothing may come between.
"""

from __future__ import annotations

from ...core.compiling.addresses import call_by_address
from . import rules, scoring
from .turn import legality

decide = call_by_address(rules.decide)
decisions = call_by_address(legality.decisions)
happen = call_by_address(rules.happen)
score = call_by_address(scoring.score)
settle = call_by_address(rules.settle)
