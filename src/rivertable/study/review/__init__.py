"""The review of a finished game: its marks, its luck, its sentences and its summary."""

__all__: list[str] = []
