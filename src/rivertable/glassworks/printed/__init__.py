"""The printed data of River Valley Glassworks: read, checked, hashed, varied and packed for the kernel."""

__all__: list[str] = []
