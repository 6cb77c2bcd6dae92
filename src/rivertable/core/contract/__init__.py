"""What a game declares beside its rules: what is counted and observed, its Rivals, how it is studied."""

__all__: list[str] = []
