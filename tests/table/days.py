"""A time of day that a test moves."""

from __future__ import annotations

import time

import pytest


class Days:
    """The time of day as the server sees it, which a test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._moved = 0.0
        self._time = time.time
        monkeypatch.setattr(time, "time", lambda: self._time() + self._moved)

    def move(self, seconds: float) -> None:
        self._moved += seconds


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    return Days(monkeypatch)
