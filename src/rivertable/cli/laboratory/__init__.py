"""The commands of a person who measures bots and games."""

__all__: list[str] = []
