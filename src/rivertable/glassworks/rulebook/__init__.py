"""The rules of *River Valley Glassworks* in the project's own words, one TOML file per section."""

__all__: list[str] = []
