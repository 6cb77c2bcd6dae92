"""The commands of a person who plays, and who looks at games."""

__all__: list[str] = []
