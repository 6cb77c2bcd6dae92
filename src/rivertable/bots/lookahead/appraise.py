"""What a position is worth at first sight: if every seat takes the turn that looks best, now or to the end."""

from __future__ import annotations

from typing import Any

from ...core.compiling.addresses import call_by_address
from ...core.compiling.kernel import kernel_entry, wide
from ..search.arguments import Judge, Network
from .calls import finish
from .game import is_over
from .judging import judge_all, judge_result
from .network import SEATS_AT_MOST
from .turns import Desk, follow
from .turns import list_turns as list_turns_entry

list_turns = call_by_address(list_turns_entry)


@kernel_entry
def appraise(
    desk: Desk,
    start: Any,
    terms: Any,
    network: Network,
    judge: Judge,
    generator: Any,
    has_network: bool,
    looked_at_most: int,
    is_chance_due: bool,
    is_to_the_end: bool,
    values: Any,
    shares: Any,
    scores: Any,
) -> None:
    """Appraise ``start[0]`` once for each row of ``shares`` and ``scores`` (float32, shape (rows, SEATS_AT_MOST)).

    It is the start of a turn or the end of a game, or where ``is_chance_due`` the position after a turn: then chance
    acts first, anew for each row. A row gets each seat's share of the win and score: as the network judges the
    position after the best turn, or the result of a game played on to the end, which is always done without a network.
    ``values`` is scratch as :func:`~.network.judge_all` takes it.
    """
    players = wide(start[0].players)
    for row in range(shares.shape[0]):
        desk.states[0] = start[0]
        if is_chance_due:
            finish(desk.states[0], terms[0], generator)
        is_judged = False
        while not is_judged and not is_over(desk.states[0]):
            list_turns(desk, terms, network, judge, has_network, False, looked_at_most)
            follow(desk, terms, desk.turn[desk.order[0]], int(desk.length[desk.order[0]]))
            is_judged = has_network and not is_to_the_end
            if not is_judged:
                finish(desk.states[0], terms[0], generator)
        if is_judged:
            judge_all(desk.states[0], terms[0], network, judge, values)
        else:
            judge_result(desk.states[0], terms[0], values)
        for seat in range(players):
            shares[row, seat] = values[SEATS_AT_MOST + seat]
            scores[row, seat] = values[2 * SEATS_AT_MOST + seat]
