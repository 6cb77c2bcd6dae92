"""What positions and their turns are worth, and the service that says so."""

__all__: list[str] = []
