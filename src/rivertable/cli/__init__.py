"""The command line: ``rivertable …``."""
