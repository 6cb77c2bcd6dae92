"""Positions of River Market as text, as SVG and in sentences."""

from .board_text import STYLES
from .board_text import draw as draw_text
from .position_text import read as read_text
from .position_text import write as write_text
from .sentences import changes as describe_changes
from .sentences import decision as describe_decision
from .sentences import group as group_of_decision
from .sentences import move as describe_move
from .sentences import question as describe_question
from .sentences import score as explain_score
from .svg import draw as draw_svg

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
