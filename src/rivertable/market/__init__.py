"""River Market: its cards as data, its rules, its moves and views."""

__all__: list[str] = []
