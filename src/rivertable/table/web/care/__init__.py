"""The routes by which people care for their company, and operators for the house."""

__all__: list[str] = []
