"""The compiled rules of River Valley Glassworks, and what compiled code asks of them."""

__all__: list[str] = []
