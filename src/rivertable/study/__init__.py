"""What is learned from games: review of a finished one, luck and skill, puzzles, the first lesson."""

__all__: list[str] = []
