"""The printed cards of River Market: decks read, checked, hashed, varied, worded and packed for the kernel."""

__all__: list[str] = []
