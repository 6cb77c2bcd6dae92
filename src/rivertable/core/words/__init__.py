"""Words: sentences with values in them, and values as the text of a file."""

__all__: list[str] = []
