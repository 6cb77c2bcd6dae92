"""What all tests share."""

import gc

import pytest

# What collecting makes stays: looking for garbage in it costs a quarter of its time.
gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()
    gc.enable()
