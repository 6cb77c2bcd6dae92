"""Bots: they see views only, and answer with a legal move."""

from .levels import LEVELS, Level, make_bot
from .player import Bot

__all__ = ["LEVELS", "Bot", "Level", "make_bot"]
