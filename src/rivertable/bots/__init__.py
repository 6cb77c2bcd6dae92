"""Bots: they see views only, and answer with a legal move."""

from .names import LEVELS, Level, bots_of, check_bot, kind_of, make_bot, network_files, read_bots, split_bots
from .player import Bot, find_rival, is_rival, play_out, play_turn, rivals_of
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
    "play_out",
    "play_turn",
    "read_bots",
    "rivals_of",
    "split_bots",
    "weights_hash",
]
