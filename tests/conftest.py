"""What all tests share."""

import gc
from pathlib import Path

import pytest

import rivertable

# What collecting makes stays: looking for garbage in it costs a quarter of its time.
gc.disable()

_ALLOCATIONS = 50_000
"""How many allocations are between two garbage collections; the usual number takes one part in twenty of the tests."""


def pytest_configure() -> None:
    """Refuse to test another copy of the program than the one that the tests lie beside."""
    sources = Path(__file__).resolve().parents[1] / "src"
    found = Path(rivertable.__file__).resolve().parents[1]
    if found != sources:
        raise pytest.UsageError(f"The tests of {sources.parent} would test the program in {found}: see PYTHONPATH.")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long: what ends with it leaves the other processes without work."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()
    gc.enable()
    gc.set_threshold(_ALLOCATIONS)
