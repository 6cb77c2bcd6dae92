"""The contract that every game meets: rules kernel, chance, positions, records, errors."""
