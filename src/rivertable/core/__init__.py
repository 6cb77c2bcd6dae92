"""The contract that every game meets: rules kernel, chance, positions, records, errors."""

__all__: list[str] = []
