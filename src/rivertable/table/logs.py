"""Logs: one JSON object a line on standard error, for a host to collect. No secret and no address of a person."""

from __future__ import annotations

from typing import Any


def log_settings(level: str) -> dict[str, Any]:
    """Return the settings for :func:`logging.config.dictConfig`; uvicorn's own access log is off, ours has no ids."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s",
                "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {
            "rivertable": {"level": level.upper()},
            "uvicorn": {"level": "WARNING"},
            "uvicorn.access": {"level": "CRITICAL"},
        },
    }
