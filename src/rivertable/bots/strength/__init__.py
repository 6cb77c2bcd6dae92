"""How strong players are: the scale of ratings, the levels of bots on it, and a person beside the levels."""

from .games import LevelGame, game_of_record
from .person import PersonStrength, strengths_of

__all__ = ["LevelGame", "PersonStrength", "game_of_record", "strengths_of"]
