"""Messages to people who have asked for them: it is your turn, on your way of hearing of it."""

__all__: list[str] = []
