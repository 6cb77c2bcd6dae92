"""One module a step."""

__all__: list[str] = []
