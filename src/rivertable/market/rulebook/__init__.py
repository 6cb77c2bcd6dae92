"""The rules of *River Market* in the project's own words, one TOML file per section."""

__all__: list[str] = []
