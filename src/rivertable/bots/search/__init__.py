"""Bots that search: what drives the compiled search from Python."""

__all__: list[str] = []
