"""Bots: they see views only, and answer with a legal move."""

from .levels import LEVELS, Level, kind_of, make_bot
from .names import bots_of, check_bot, network_files, read_bots, split_bots
from .player import Bot
from .rivals import find_rival, is_rival, rivals_of
from .weights import weights_hash

__all__ = [
    "LEVELS",
    "Bot",
    "Level",
    "bots_of",
    "check_bot",
    "find_rival",
    "is_rival",
    "kind_of",
    "make_bot",
    "network_files",
    "read_bots",
    "rivals_of",
    "split_bots",
    "weights_hash",
]
