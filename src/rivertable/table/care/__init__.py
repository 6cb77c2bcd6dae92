"""Care for the house: who keeps apart from whom, what is reported, what operators do about it, how the store is."""

__all__: list[str] = []
