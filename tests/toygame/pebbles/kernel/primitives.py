"""The rules as everybody else uses them: the names of :mod:`rivertable.core.engine.game`."""

from .learning import (
    FEATURES,
    LISTED_AT_MOST,
    NETWORK_WIDTH,
    SEAT_BLOCK,
    SEATS_TOLD,
    canonicalize,
    project,
    viewpoint,
    write_features,
    write_lasting,
    write_observation,
)
from .rules import (
    conceal,
    deal_hidden,
    decide,
    decisions,
    happen,
    is_forced,
    is_inside,
    is_over,
    let_chance,
    outcomes,
    score,
    start,
)
from .state import CHOICES_AT_MOST, DRAWN, STATE, VALUES

TURN_AT_MOST, OWN_TURNS_AHEAD = 2, 2
FIRST_OUTCOME, OUTCOMES_END = DRAWN, DRAWN + VALUES
OFTEN_USED = STATE.itemsize
sensible, is_decided = decisions, is_over

write_changing = write_features
