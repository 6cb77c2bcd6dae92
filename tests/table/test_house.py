"""Letting others in the house join: who may, and that the server then answers its network."""

import asyncio
import socket
from pathlib import Path

import httpx
import pytest

from rivertable.core.errors import OptionError
from rivertable.table.house import House, is_this_computer, network_address
from rivertable.table.web.access import Access, check_public_url

from .in_process import running
from .servers import Server, served


@pytest.mark.parametrize(
    ("client", "host", "forwarded", "is_near"),
    [
        ("127.0.0.1", "localhost:8000", None, True),
        ("::1", "[::1]:8000", None, True),
        ("127.0.0.1", "localhost", None, True),
        ("192.168.1.7", "localhost:8000", None, False),
        # A page of another site whose name leads here, and what a proxy passes on.
        ("127.0.0.1", "evil.example:8000", None, False),
        ("127.0.0.1", "localhost:8000", "127.0.0.1", False),
        (None, None, None, False),
        ("unix", "localhost", None, False),
    ],
)
def test_who_sits_at_this_computer(client: str | None, host: str | None, forwarded: str | None, is_near: bool) -> None:
    assert is_this_computer(client, host, forwarded) == is_near


def test_nobody_else_lets_others_in(tmp_path: Path) -> None:
    """The tests ask from 203.0.113.7, by another name."""
    with running(tmp_path) as server:
        server.context.house = House(8000, lambda listening: asyncio.sleep(0))
        assert server.get("/api/house") == {"can_open": False, "address": None}
        assert server.call("POST", "/api/house").status_code == 403
        assert server.context.house.address is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("https://table.example.org", "https://table.example.org"),
        ("HTTPS://Table.Example.org:443/", "https://table.example.org"),
        ("http://192.168.1.7:8000", "http://192.168.1.7:8000"),
        ("http://[2001:db8::7]:80", "http://[2001:db8::7]"),
        ("https://[2001:db8::7]:8443/", "https://[2001:db8::7]:8443"),
        *((bad, None) for bad in ("", "table.example.org", "ftp://a.example", "https://", "https://a.example/table")),
        *((bad, None) for bad in ("https://me@a.example", "https://a.example?x", "https://a.example:x", "https://a b")),
    ],
)
def test_a_public_address_is_an_origin_and_nothing_more(text: str, told: str | None) -> None:
    if told is not None:
        assert check_public_url(text) == told
        return
    with pytest.raises(OptionError, match=r"table\.example\.org"):
        check_public_url(text)


def test_a_public_address_is_told_to_everybody_and_its_pages_are_the_servers_own(tmp_path: Path) -> None:
    with running(tmp_path, access=Access(public_url="https://table.example.org")) as server:
        server.context.house = House(8000, lambda listening: asyncio.sleep(0))
        assert server.get("/api/house") == {"can_open": False, "address": "https://table.example.org"}
        wanted = {"game": "glassworks", "seats": [{"kind": "person"}] * 2}
        for origin, status in (("https://table.example.org", 201), ("https://evil.example.org", 403)):
            assert server.call("POST", "/api/tables", wanted, headers={"Origin": origin}).status_code == status


def test_a_server_answers_its_network_once_it_is_let(tmp_path: Path) -> None:
    found = network_address()
    made = Server(tmp_path)
    with served(made):
        with socket.socket() as probe:
            assert found is None or probe.connect_ex((found, made.port))
        asked = httpx.get(f"{made.address}/api/house").json()
        assert asked == {"can_open": True, "address": None}
        foreign = {"Origin": "https://evil.example"}
        assert httpx.post(f"{made.address}/api/house", headers=foreign).status_code == 403
        opened = httpx.post(f"{made.address}/api/house")
        if found is None:
            assert opened.status_code == 409
            return
        address = opened.json()["address"]
        assert address == f"http://{found}:{made.port}"
        assert httpx.post(f"{made.address}/api/house").json()["address"] == address
        assert httpx.get(f"{address}/livez").status_code == 200
        # Who comes by the network may not let anybody in, and is told nothing.
        assert httpx.get(f"{address}/api/house").json() == {"can_open": False, "address": None}
