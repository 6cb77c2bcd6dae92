"""The addresses of the API, one module a concern."""

__all__: list[str] = []
