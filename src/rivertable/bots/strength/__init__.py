"""How strong players are: the scale of ratings, the levels of bots on it, and a person beside the levels."""

__all__: list[str] = []
