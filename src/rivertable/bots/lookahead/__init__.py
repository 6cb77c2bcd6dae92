"""Looking ahead: the compiled search, one implementation for all games.

Load it with :func:`rivertable.bots.search.compiled.lookahead`, which puts a game's rules in the place of :mod:`.game`.
"""

__all__: list[str] = []
