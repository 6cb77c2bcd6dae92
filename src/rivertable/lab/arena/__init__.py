"""The arena: how strong bots are, measured on the same deals from every seat."""

from .contest import Contest, Result, run, summarise
from .games import PlayedGame, Schedule, Seating

__all__ = ["Contest", "PlayedGame", "Result", "Schedule", "Seating", "run", "summarise"]
