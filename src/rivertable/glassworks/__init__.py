"""River Valley Glassworks: rules, printed data, positions, moves and pictures."""
