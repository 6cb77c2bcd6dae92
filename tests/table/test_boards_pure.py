"""The tree of a board, without any server: whoever hears it, in whichever portions, has the same in the end."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivertable.table.domain.boards import MEMBERS_AT_MOST, NODES_AT_MOST, ROOT, Node, Operation, OperationKind, Tree
from rivertable.table.errors import BoardFullError, NotYoursError, TableError, WrongStateError

Wish = tuple[int, OperationKind, dict[str, Any]]
NUMBERS = st.integers(0, 12)
WISHES: st.SearchStrategy[Wish] = st.tuples(
    st.integers(1, 3),
    st.sampled_from(["moved", "removed", "restored", "commented", "drew", "showed", "presents", "renamed", "left"]),
    st.fixed_dictionaries(
        {
            "parent": NUMBERS,
            "node": NUMBERS,
            "what": st.sampled_from(["node", "comment", "arrow"]),
            "id": NUMBERS,
            "member": st.integers(1, 3),
            "title": st.sampled_from(["One", "Other"]),
        }
    ),
)
LAID = {"seat": 0, "decisions": [1], "outcomes": [], "notation": "x", "text": "Why?", "start": "a", "end": None}


def tree() -> Tree:
    return Tree(None, [Node(ROOT, None, None, (), (), "", 0)])


def joined(made: Tree, count: int = 3) -> list[Operation]:
    """The operations by which so many join, the owner first; folded in."""
    done = []
    for number in range(1, count + 1):
        facts = {"name": f"No {number}", "role": "owner" if number == 1 else "writer"}
        done.append(Operation(number, None, "joined", facts, float(number)))
        made.fold(done[-1])
    return done


def carried_out(made: Tree, wishes: list[Wish]) -> list[Operation]:
    """Carry out what is allowed of some wishes, in their order, and return that."""
    done = []
    for member, kind, facts in wishes:
        try:
            made.check(member, kind, LAID | facts)
        except TableError:
            continue
        done.append(Operation(made.version + 1, member, kind, LAID | facts, 0.0))
        made.fold(done[-1])
    return done


def everything(made: Tree) -> dict[str, Any]:
    return {**asdict(made.changes(None)), "shown": made.shown, "presenter": made.presenter, "title": made.title}


@given(
    st.lists(WISHES, max_size=40), st.lists(st.lists(st.booleans(), min_size=40, max_size=40), min_size=3, max_size=3)
)
def test_three_clients_that_hear_in_portions_have_the_server_s_tree(
    wishes: list[Wish], heard: list[list[bool]]
) -> None:
    """Each takes in what has changed since it last heard, whenever that is; what it has twice changes nothing."""
    made = tree()
    joined(made)
    clients: list[dict[str, Any]] = [{"version": None, "items": {}} for _ in heard]

    def hear(client: dict[str, Any]) -> None:
        news = asdict(made.changes(client["version"]))
        for kind, items in news.items():
            for item in items:
                client["items"][kind, item.get("id", item.get("node"))] = item
        client["version"] = made.version

    for place, wish in enumerate(wishes):
        carried_out(made, [wish])
        for client, portions in zip(clients, heard, strict=True):
            if portions[place]:
                hear(client)
    for client in clients:
        hear(client)
        hear(client)
        told = everything(made)
        whole = {
            (kind, item.get("id", item.get("node"))): item for kind in asdict(made.changes(None)) for item in told[kind]
        }
        assert client["items"] == whole


@given(st.lists(WISHES, max_size=40))
def test_the_operations_alone_give_the_tree_again(wishes: list[Wish]) -> None:
    """After a restart as well, where of what was shown only the last is kept; and repeated they change nothing."""
    made = tree()
    done = [*joined(made), *carried_out(made, wishes)]
    last = max((one.number for one in done if one.kind == "showed"), default=0)
    again = tree()
    for operation in (one for one in done if one.kind != "showed" or one.number == last):
        again.fold(operation)
        again.fold(operation)
    told, before = everything(again), everything(made)
    # A node that was shown and then removed leads back to one before it; the last one shown decides where.
    assert {**told, "shown": 0} == {**before, "shown": 0}
    assert made.is_there(made.shown) and again.is_there(again.shown)


@given(st.lists(WISHES, max_size=40))
def test_nobody_but_the_owner_removes_what_is_another_s(wishes: list[Wish]) -> None:
    made = tree()
    joined(made)
    for wish in wishes:
        before = {(type(one).__name__, one.id): (one.member, one.is_removed) for one in _kept(made)}
        for done in carried_out(made, [wish]):
            for one in _kept(made):
                owner, was = before.get((type(one).__name__, one.id), (done.member, one.is_removed))
                assert one.is_removed == was or done.member in (1, owner)


def _kept(made: Tree) -> list[Any]:
    return [*made.nodes, *made.comments.values(), *made.arrows.values()]


def test_what_is_refused() -> None:
    made = tree()
    joined(made)
    lay = LAID | {"parent": ROOT}
    carried_out(made, [(2, "moved", lay), (3, "moved", lay | {"parent": 1}), (2, "commented", {"node": 2})])
    refused: list[tuple[int, OperationKind, dict[str, Any], type[TableError], str]] = [
        (2, "removed", {"what": "node", "id": 1}, NotYoursError, "somebody else's"),
        (3, "removed", {"what": "comment", "id": made.version}, NotYoursError, "somebody else's"),
        (1, "removed", {"what": "node", "id": ROOT}, WrongStateError, "first position"),
        (1, "removed", {"what": "comment", "id": 1}, WrongStateError, "no such thing"),
        (1, "restored", {"what": "node", "id": 1}, WrongStateError, "done already"),
        (2, "showed", {"node": 1}, NotYoursError, "else presents"),
        (2, "presents", {"member": 2}, NotYoursError, "else presents"),
        (2, "renamed", {"title": "x"}, NotYoursError, "whoever made"),
        (2, "moved", lay | {"parent": 9}, WrongStateError, "no such thing"),
    ]
    for member, kind, facts, error, words in refused:
        with pytest.raises(error, match=words):
            made.check(member, kind, facts)
    carried_out(made, [(1, "removed", {"what": "node", "id": 1}), (2, "left", {})])
    with pytest.raises(WrongStateError):
        made.check(3, "moved", lay | {"parent": 2})
    with pytest.raises(NotYoursError, match="have left"):
        made.check(2, "commented", {"node": ROOT})


def test_a_board_says_when_it_is_full() -> None:
    made = tree()
    joined(made, MEMBERS_AT_MOST)
    with pytest.raises(BoardFullError, match=f"{MEMBERS_AT_MOST} people"):
        made.check(None, "joined", {"name": "One more", "role": "writer"})
    lay = LAID | {"parent": ROOT}
    carried_out(made, [(2, "moved", lay)] * (NODES_AT_MOST - 1))
    assert len(made.nodes) == NODES_AT_MOST
    with pytest.raises(BoardFullError, match=f"{NODES_AT_MOST} positions"):
        made.check(2, "moved", lay)
    made.check(2, "commented", {"node": 7})
