"""Stepping many games at once: compiled, one implementation for all games.

Load it with :func:`rivertable.core.compiling.template.load_for`, which puts a game's rules in the place of
:mod:`.game`.
"""

__all__: list[str] = []
