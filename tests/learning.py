"""Learning needs PyTorch, and two examples a library: where everything is there on purpose, they must be.

A plain set-up does not bring them: they are large.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest


def _needs(*modules: str) -> pytest.MarkDecorator:
    is_missing = any(find_spec(module) is None for module in modules)
    return pytest.mark.skipif(
        is_missing and "RIVERTABLE_NEEDS_TORCH" not in os.environ,
        reason="learning needs the extra train (PyTorch), and two examples the extra learn",
    )


needs_torch = _needs("torch")
needs_sb3 = _needs("torch", "sb3_contrib")
needs_torchrl = _needs("torch", "torchrl")
