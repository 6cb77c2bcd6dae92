"""The compiled rules of River Market, and what compiled code asks of them."""

__all__: list[str] = []
