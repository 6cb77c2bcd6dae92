"""What is printed on the cards of River Market: decks as data, read, checked, worded and packed."""

__all__: list[str] = []
