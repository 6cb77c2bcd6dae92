"""Spaces of Gymnasium for a game: what is observed, and what may be done. Needs the extra ``envs``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.extras import require
from ..core.game import Terms


def make_spaces(terms: Terms) -> tuple[Any, Any]:
    """Return the space of observations and that of actions.

    Raises:
        MissingExtraError: the extra ``envs`` is not installed.
    """
    spaces = require("gymnasium.spaces", "envs")
    low, high = terms.game.observation(terms.components).bounds(terms.players)
    actions = terms.game.first_outcome
    observed = spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (actions,), dtype=np.int8),
        }
    )
    return observed, spaces.Discrete(actions)
