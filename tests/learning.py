"""Learning needs PyTorch, which a plain set-up does not bring: where everything is there on purpose, it must be."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

needs_torch = pytest.mark.skipif(
    find_spec("torch") is None and "RIVERTABLE_NEEDS_TORCH" not in os.environ,
    reason="learning needs the extra train (PyTorch)",
)
