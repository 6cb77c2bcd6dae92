"""What care for the house stores: who keeps apart from whom, reports, sanctions, operators' keys, backups made."""

__all__: list[str] = []
