"""Monte Carlo tree search over whole turns, with chance in between.

A node is the start of a turn, and an edge is one of its best turns. Below an edge there are several nodes: one for
each chance outcome sampled so far, and, if hands are hidden, for each way to deal them. The more often an edge is
taken, the more nodes it has (progressive widening). Each is drawn as in the game, so an edge's mean is unbiased. The
n-th draw is the same below all edges of a node (common random numbers), so that edges differ by the turn and less by
luck.

A value is a vector over seats, and each seat takes the edge that is best for itself. The searching seat considers all
of its edges. For another seat, only the edges with the best one-ply values are considered, and more of them with more
visits (progressive unpruning).

(R. Coulom, Efficient selectivity and backup operators in Monte-Carlo tree search, 2006; A. Couetoux et al., Continuous
upper confidence trees, 2011; G. Chaslot et al., Progressive strategies for Monte-Carlo tree search, 2008; edges are
chosen by PUCT, as in D. Silver et al., Mastering the game of Go, 2017.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.compiling.kernel import call_by_address, kernel, kernel_entry, kernel_part, wide
from ...core.states import record_type
from ..search.arguments import SearchSettings
from .game import OWN_TURNS_AHEAD, deal_hidden, finish, is_decided, is_over, new_states, playout
from .network import SEATS_AT_MOST, evaluate_all, evaluate_result
from .turns import SEEN, Integers, Listing, Workspace, follow, follow_best, key_of
from .turns import list_turns_by_address as list_turns

NOBODY = -1
DEPTH_AT_MOST = 64
"""The greatest number of turns that a descent looks ahead."""
DECISIONS_A_TURN = 6
"""Room for the decisions of an edge, on average."""
REPLIES, VISITS_A_REPLY = 2, 16
"""How many edges are considered in a node of another seat than the root's, and after how many visits one more."""
NODES, EDGES, DECISIONS, EVALUATED = 0, 1, 2, 3
"""Indices of ``Tree.used``."""
_GOLDEN, _FIRST_FACTOR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
_SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
_27, _30, _31 = np.uint64(27), np.uint64(30), np.uint64(31)

Floats = np.ndarray[Any, np.dtype[np.float32]]
Numbers = np.ndarray[Any, np.dtype[np.int32]]


NODE = record_type(
    __name__,
    "NODE",
    [
        ("key", np.uint64),  # a hash of the state
        ("luck", np.uint64),  # the seed of what is drawn below
        ("first_edge", np.int32),
        ("edges", np.int32),
        ("visits", np.int32),
        ("next_node", np.int32),  # the next node below the same edge, or NOBODY
        ("weight", np.int32),  # how often chance led here
        ("value", np.float32, SEATS_AT_MOST),  # each seat's value when the node was created
        ("share", np.float32, SEATS_AT_MOST),  # each seat's win share then
        ("score", np.float32, SEATS_AT_MOST),  # the score expected then
    ],
)
"""The start of a turn, or the end of a game; its state lies beside it."""

EDGE = record_type(
    __name__,
    "EDGE",
    [
        ("prior", np.float32),
        ("estimate", np.float32),  # the one-ply value to the seat that takes it
        ("taken", np.int32),
        ("drawn", np.int32),  # how often chance was sampled after it
        ("child", np.int32),  # the first node below, or NOBODY
        ("children", np.int32),
        ("start", np.int32),  # where its decisions begin in ``Tree.decisions``
        ("length", np.int32),
        ("total", np.float32, SEATS_AT_MOST),  # the sum of the values found, by seat
    ],
)
"""A turn that may be taken at a node."""


class Tree(NamedTuple):
    """A search tree, in arrays."""

    states: Any
    words: Any
    """the states as uint32"""
    nodes: Any
    edges: Any
    decisions: Integers
    used: Numbers
    """how many nodes, edges and decisions are in use, and how many different turns were evaluated for them"""
    trail: Numbers
    """shape (2, DEPTH_AT_MOST): the nodes and edges of a descent"""
    found: Floats
    """the evaluation of one position; room for three numbers a seat"""


def nodes_for(descents: int, players: int) -> int:
    """Return room enough for so many descents, with the root and one to spare."""
    return descents * players * OWN_TURNS_AHEAD + 2


def new_tree(nodes: int, kept: int) -> Tree:
    """Return an empty tree with room for so many nodes."""
    states = new_states(nodes)
    return Tree(
        states,
        states.view(np.uint32).reshape(nodes, -1),
        np.zeros(nodes, NODE),
        np.zeros(nodes * kept, EDGE),
        np.zeros(nodes * kept * DECISIONS_A_TURN, np.int16),
        np.zeros(4, np.int32),
        np.zeros((2, DEPTH_AT_MOST), np.int32),
        np.zeros(3 * SEATS_AT_MOST, np.float32),
    )


@kernel_entry
def grow_entry(tree: Tree, work: Workspace, luck: Any) -> int:
    """Create a node for ``work.listing.states[0]``, the start of a turn or the end of a game; NOBODY without room.

    ``luck`` is the seed of everything that is drawn below the node.
    """
    states, terms, settings = work.listing.states, work.terms, work.settings
    node = int(tree.used[NODES])
    if node == tree.nodes.shape[0]:
        return NOBODY
    tree.used[NODES] += 1
    tree.states[node] = states[0]
    tree.nodes[node].key = key_of(tree.words, node)
    tree.nodes[node].luck = luck
    tree.nodes[node].visits = 0
    tree.nodes[node].weight = 1
    tree.nodes[node].next_node = NOBODY
    tree.nodes[node].edges = 0
    tree.nodes[node].first_edge = tree.used[EDGES]
    if is_over(states[0]):
        evaluate_result(states[0], terms[0], tree.found)
    else:
        candidates = settings.root_candidates if node == 0 else settings.node_candidates
        kept = list_turns(work, candidates, node > 0)
        tree.used[EVALUATED] += work.listing.tally[SEEN]
        write_edges(tree, work.listing, node, kept, 1.0 / settings.prior_temperature)
        if settings.has_network:
            follow_best(work)
            evaluate_all(states[0], terms[0], work.network, work.layers, tree.found)
        else:
            states[0] = tree.states[node]
            playout(states[0], terms[0], work.generator, work.listing.lists[0])
            evaluate_result(states[0], terms[0], tree.found)
    for seat in range(wide(tree.states[node].players)):
        tree.nodes[node].value[seat] = tree.found[seat]
        tree.nodes[node].share[seat] = tree.found[SEATS_AT_MOST + seat]
        tree.nodes[node].score[seat] = tree.found[2 * SEATS_AT_MOST + seat]
    return node


grow = call_by_address(grow_entry)


@kernel_part
def write_edges(tree: Tree, listing: Listing, node: int, kept: int, inverse_temperature: float) -> None:
    """Write the kept turns as a node's edges, the best first, as long as there is room."""
    first = int(tree.used[EDGES])
    best = listing.value[listing.order[0]]
    whole = 0.0
    for k in range(kept):
        turn = int(listing.order[k])
        edge = first + k
        length = int(listing.length[turn])
        start = int(tree.used[DECISIONS])
        if start + length > tree.decisions.shape[0] or edge == tree.edges.shape[0]:
            break
        for j in range(length):
            tree.decisions[start + j] = listing.turn[turn, j]
        tree.used[DECISIONS] += length
        tree.edges[edge].start = start
        tree.edges[edge].length = length
        tree.edges[edge].estimate = listing.value[turn]
        tree.edges[edge].prior = np.exp(inverse_temperature * (listing.value[turn] - best))
        whole += tree.edges[edge].prior
        tree.edges[edge].taken = 0
        tree.edges[edge].drawn = 0
        tree.edges[edge].children = 0
        tree.edges[edge].child = NOBODY
        for seat in range(SEATS_AT_MOST):
            tree.edges[edge].total[seat] = 0.0
        tree.nodes[node].edges += 1
        tree.used[EDGES] += 1
    for edge in range(first, first + int(tree.nodes[node].edges)):
        tree.edges[edge].prior /= whole


@kernel_part
def choose_edge(tree: Tree, node: int, settings: SearchSettings) -> int:
    """Return the edge with the highest upper confidence bound (PUCT) for the seat on turn.

    For another seat than the root's, only the edges with the best one-ply values are considered, and more of them with
    more visits of the node.
    """
    seat = wide(tree.states[node].seat)
    first = int(tree.nodes[node].first_edge)
    count = int(tree.nodes[node].edges)
    if seat != wide(tree.states[0].seat):
        count = min(count, REPLIES + int(tree.nodes[node].visits) // VISITS_A_REPLY)
    scale = settings.c_puct * np.sqrt(float(tree.nodes[node].visits + 1))
    chosen, best = first, -1e9
    for edge in range(first, first + count):
        taken = int(tree.edges[edge].taken)
        if settings.has_network:
            value = (tree.edges[edge].total[seat] + tree.edges[edge].estimate) / (taken + 1)
        elif taken > 0:
            value = tree.edges[edge].total[seat] / taken
        else:
            value = tree.nodes[node].value[seat]
        bound = value + scale * tree.edges[edge].prior / (taken + 1)
        if bound > best:
            chosen, best = edge, bound
    return chosen


@kernel
def luck_of(luck: Any, number: int) -> Any:
    """Return the seed of draw ``number`` below an edge: the same for each edge of a node, never 0.

    (S. Vigna's SplitMix64.)
    """
    mixed = luck + np.uint64(number + 1) * _GOLDEN
    mixed = (mixed ^ (mixed >> _30)) * _FIRST_FACTOR
    mixed = (mixed ^ (mixed >> _27)) * _SECOND_FACTOR
    return (mixed ^ (mixed >> _31)) | np.uint64(1)


@kernel_part
def child_to_visit(tree: Tree, edge: int) -> int:
    """Return the node below an edge with the fewest visits relative to how often chance led there."""
    chosen = int(tree.edges[edge].child)
    node = int(tree.nodes[chosen].next_node)
    while node != NOBODY:
        if tree.nodes[node].visits * tree.nodes[chosen].weight < tree.nodes[chosen].visits * tree.nodes[node].weight:
            chosen = node
        node = int(tree.nodes[node].next_node)
    return chosen


@kernel_part
def same_child(tree: Tree, edge: int, key: Any) -> int:
    """Return the node below an edge that has this key; NOBODY if there is none."""
    node = int(tree.edges[edge].child)
    while node != NOBODY and tree.nodes[node].key != key:
        node = int(tree.nodes[node].next_node)
    return node


@kernel_part
def take_edge(tree: Tree, work: Workspace, edge: int) -> None:
    """Take the turn of an edge in ``work.listing.states[0]``."""
    start = int(tree.edges[edge].start)
    follow(work, tree.decisions[start : start + int(tree.edges[edge].length)], int(tree.edges[edge].length))


@kernel_part
def step_down(tree: Tree, work: Workspace, node: int, edge: int, viewer: int) -> int:
    """Follow an edge from a node, sample a chance outcome, and return the node below.

    A new node is returned as -1 - node; if there is no room for it, NOBODY - nodes. ``viewer`` is the seat at the root
    that does not know what is hidden, or NOBODY.
    """
    states, terms, generator = work.listing.states, work.terms, work.generator
    if tree.edges[edge].children >= 1 + int(work.settings.widening * np.sqrt(float(tree.edges[edge].taken))):
        return child_to_visit(tree, edge)
    luck = luck_of(tree.nodes[node].luck, wide(tree.edges[edge].drawn))
    generator[0] = luck
    tree.edges[edge].drawn += 1
    states[0] = tree.states[node]
    if viewer != NOBODY:
        deal_hidden(states[0], terms[0], viewer, generator)
    take_edge(tree, work, edge)
    if tree.edges[edge].children == 1 and is_decided(states[0]):
        return int(tree.edges[edge].child)
    finish(states[0], terms[0], generator)
    known = same_child(tree, edge, key_of(work.listing.words, 0))
    if known != NOBODY:
        tree.nodes[known].weight += 1
        return known
    made = grow(tree, work, luck)
    if made == NOBODY:
        return child_to_visit(tree, edge) if tree.edges[edge].children > 0 else NOBODY - tree.nodes.shape[0]
    tree.nodes[made].next_node = tree.edges[edge].child
    tree.edges[edge].child = made
    tree.edges[edge].children += 1
    return -1 - made


@kernel_entry
def search(tree: Tree, work: Workspace, viewer: int, count: int) -> int:
    """Descend the tree ``count`` times, and return how many descents were made: fewer if the tree is full.

    A descent creates nodes until the root's seat has been on turn in ``OWN_TURNS_AHEAD`` of them, so the other seats'
    replies are always considered. An empty tree (``tree.used`` is 0) starts at ``work.listing.states[0]``, the
    start of a turn.
    """
    if tree.used[NODES] == 0:
        grow(tree, work, work.generator[0])
    players = wide(tree.states[0].players)
    for done in range(count):
        node, depth, own = 0, 0, 0
        while True:
            edge = choose_edge(tree, node, work.settings)
            tree.trail[0, depth] = node
            tree.trail[1, depth] = edge
            depth += 1
            hidden_from = viewer if node == 0 else NOBODY
            node = step_down(tree, work, node, edge, hidden_from)
            if node < -tree.nodes.shape[0]:
                return done
            is_new = node < 0
            if is_new:
                node = -1 - node
            own += int(is_new and tree.states[node].seat == tree.states[0].seat)
            if own == OWN_TURNS_AHEAD or tree.nodes[node].edges == 0 or depth == DEPTH_AT_MOST:
                break
        tree.nodes[node].visits += 1
        for k in range(depth):
            tree.nodes[tree.trail[0, k]].visits += 1
            tree.edges[tree.trail[1, k]].taken += 1
            for seat in range(players):
                tree.edges[tree.trail[1, k]].total[seat] += tree.nodes[node].value[seat]
    return count


@kernel_entry
def sum_below(tree: Tree, node: int, waiting: Numbers, sums: Any) -> int:
    """Add up the results of all descents that ended at a node or below it, and return how many they are.

    ``sums`` (float64, shape (2, SEATS_AT_MOST), all 0 before) receives win shares and scores; ``waiting`` is scratch
    with room for every node.
    """
    players = wide(tree.states[0].players)
    waiting[0] = node
    count, ends = 1, 0
    while count > 0:
        count -= 1
        node = int(waiting[count])
        first = int(tree.nodes[node].first_edge)
        ended = int(tree.nodes[node].visits)
        for edge in range(first, first + int(tree.nodes[node].edges)):
            ended -= int(tree.edges[edge].taken)
            below = int(tree.edges[edge].child)
            while below != NOBODY:
                waiting[count] = below
                count += 1
                below = int(tree.nodes[below].next_node)
        for seat in range(players):
            sums[0, seat] += ended * tree.nodes[node].share[seat]
            sums[1, seat] += ended * tree.nodes[node].score[seat]
        ends += ended
    return ends
