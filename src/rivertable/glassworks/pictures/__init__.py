"""Positions of River Valley Glassworks as text, as SVG and in sentences."""

from .boards import STYLES, draw_svg, draw_text
from .position_text import read_text, write_text
from .sentences import (
    describe_changes,
    describe_decision,
    describe_move,
    describe_question,
    explain_score,
    group_of_decision,
)

__all__ = [
    "STYLES",
    "describe_changes",
    "describe_decision",
    "describe_move",
    "describe_question",
    "draw_svg",
    "draw_text",
    "explain_score",
    "group_of_decision",
    "read_text",
    "write_text",
]
