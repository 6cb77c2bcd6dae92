"""The table: a web server where people and bots play."""

__all__: list[str] = []
