"""What is made of a game's kernel: entry points from Python, steps of many games at once, random games.

One source for all games. It is loaded once a game by :class:`rivertable.core.compiling.template.Kernel`, which puts
the game's primitives in the place of :mod:`.game`.
"""

__all__: list[str] = []
