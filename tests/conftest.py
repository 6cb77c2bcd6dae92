"""What all tests share."""

import gc

import pytest

# What collecting makes stays: looking for garbage in it costs a quarter of its time.
gc.disable()

_ALLOCATIONS = 50_000
"""How many allocations are between two garbage collections; the usual number takes one part in twenty of the tests."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long: what ends with it leaves the other processes without work."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()
    gc.enable()
    gc.set_threshold(_ALLOCATIONS)
