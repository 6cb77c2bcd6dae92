"""The main states of the client, each reached quickly: for the checks of access and for the screenshots."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from table.clients import Door, Party, Person

from .hands import OFFER, Mouse, Player, wait_until
from .seats import play, seat_link
from .visitors import PATIENCE_MS, Visitor

Begin = Callable[..., Party]
REVIEW_PATIENCE_MS = 400_000
"""A review leaves everything else on a busy machine before it, and may have to be compiled."""
HINT_PATIENCE_MS = 120_000
"""A hint takes a second, on a machine that is not busy."""
HEIGHTS = (3, 5, 2, 4, 2, 1, 1)


@dataclass(frozen=True)
class Stage:
    """A state: what it is called, and how a visitor comes to see it."""

    name: str
    reach: Callable[[Visitor, Begin], None]
    is_main: bool = True
    """Whether pictures of it are taken."""


def _address(path: str) -> Callable[[Visitor, Begin], None]:
    def reach(visitor: Visitor, begin: Begin) -> None:
        visitor.go(path)
        visitor.page.wait_for_load_state("networkidle")

    return reach


def _start_sheet(button: str) -> Callable[[Visitor, Begin], None]:
    def reach(visitor: Visitor, begin: Begin) -> None:
        visitor.go()
        visitor.page.get_by_role("button", name=button).first.click()
        visitor.page.get_by_role("dialog").get_by_role("button", name="Close").wait_for()

    return reach


def _start(visitor: Visitor, begin: Begin) -> None:
    begin("glassworks", ["person", "open"], is_started=False, is_public=True, name="Sunday at the river")
    party = begin("market", ["person", "person"], turns=2)
    visitor.go(seat_link(party, 0))
    visitor.go("/")
    visitor.page.wait_for_load_state("networkidle")


def _lobby(visitor: Visitor, begin: Begin) -> None:
    clock = {"kind": "turn", "seconds": 86_400}
    begin("glassworks", ["person", "open"], is_started=False, is_public=True, name="Sunday at the river")
    begin("market", ["person", "open", "open"], is_started=False, is_public=True, clock=clock)
    visitor.go("/tables").get_by_role("listitem").get_by_text("Sunday at the river").first.wait_for()


def _lobby_without_any(visitor: Visitor, begin: Begin) -> None:
    page = visitor.go("/tables")
    page.get_by_label("Free seats, at least").select_option("4")
    page.get_by_role("link", name="Set up a table").wait_for()


def _waiting(visitor: Visitor, begin: Begin) -> None:
    page = visitor.go("/new/glassworks")
    page.get_by_label("Who sits at Leaf").select_option("open")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_label("Link to the table").wait_for()


def _link(visitor: Visitor, begin: Begin) -> None:
    _waiting(visitor, begin)
    visitor.page.get_by_role("button", name="QR code: Leaf").click()
    visitor.page.get_by_role("img", name="QR code of the link: Leaf").wait_for()


def _joining(visitor: Visitor, begin: Begin) -> None:
    party = begin("market", ["person", "open", "open"], is_started=False)
    visitor.go(f"/t/{party.table}")
    visitor.page.get_by_role("button", name="Sit here").first.wait_for()


def under_way(begin: Begin, game: str, turns: int, seats: int = 3) -> Party:
    """Return a table at which about so many turns were played: with some deals the game is over before.

    There is something to choose: a page would keep an opening hand by itself, and it would be another's turn.
    """
    turns = max(turns, seats) if game == "market" else turns
    choose = random.Random(turns + 1)
    for fewer in range(turns, -1, -3):
        party = begin(game, ["person"] * seats, turns=fewer, seed=turns)
        while (view := party.view())["status"] == "playing":
            if len(_choices(party, view)) > 1:
                return party
            play(party, view["turn"]["seat"], choose)
    raise AssertionError(f"No game of {game} lasts.")


def _choices(party: Party, view: dict[str, Any]) -> list[Any]:
    opening = {"version": view["version"], "decisions": []}
    asked = party.person(view["turn"]["seat"]).door.do("POST", f"{party.path}/draft", opening)
    return list(asked["choices"])


def _at_turn(game: str, turns: int) -> Callable[[Visitor, Begin], Party]:
    def reach(visitor: Visitor, begin: Begin) -> Party:
        party = under_way(begin, game, turns)
        visitor.go(seat_link(party, party.view()["turn"]["seat"]))
        wait_until(visitor.page, lambda now: bool(now.offered))
        return party

    return reach


def _turn(game: str, turns: int) -> Callable[[Visitor, Begin], None]:
    def reach(visitor: Visitor, begin: Begin) -> None:
        _at_turn(game, turns)(visitor, begin)

    return reach


def _draft(game: str, turns: int) -> Callable[[Visitor, Begin], None]:
    def reach(visitor: Visitor, begin: Begin) -> None:
        _at_turn(game, turns)(visitor, begin)
        Player(visitor.page, Mouse(), 2).decide()

    return reach


def _picked(game: str, turns: int) -> Callable[[Visitor, Begin], None]:
    """A turn half decided: the first thing offered is taken up, and what it leads to lights up."""

    def reach(visitor: Visitor, begin: Begin) -> None:
        _at_turn(game, turns)(visitor, begin)
        player = Player(visitor.page, Mouse(), 3)
        player.press(OFFER, player.settle().offered[0])
        player.settle()

    return reach


def _others_turn(game: str, turns: int) -> Callable[[Visitor, Begin], None]:
    def reach(visitor: Visitor, begin: Begin) -> None:
        party = under_way(begin, game, turns)
        visitor.go(seat_link(party, (party.view()["turn"]["seat"] + 1) % 3))
        expect(visitor.page.locator("#actions")).to_contain_text("Waiting for")

    return reach


def _sheet(game: str, button: str) -> Callable[[Visitor, Begin], None]:
    def reach(visitor: Visitor, begin: Begin) -> None:
        _at_turn(game, 5)(visitor, begin)
        # On a phone the help lies in the menu.
        visitor.page.get_by_role("button", name="Menu").click()
        if button != "Menu":
            visitor.page.get_by_role("dialog").get_by_role("button", name=button).click()
        visitor.page.get_by_role("dialog").wait_for()

    return reach


def _typing(visitor: Visitor, begin: Begin) -> None:
    _at_turn("glassworks", 6)(visitor, begin)
    visitor.page.get_by_role("button", name="Type a move or a question").click()
    visitor.page.get_by_label("A move or a question", exact=True).fill("river")
    visitor.page.keyboard.press("Enter")


def _over(game: str) -> Callable[[Visitor, Begin], None]:
    def reach(visitor: Visitor, begin: Begin) -> None:
        party = begin(game, ["person", "person"], turns=400, seed=8)
        visitor.go(seat_link(party, 0))
        visitor.page.get_by_role("region", name="Result").wait_for()

    return reach


def _replay(game: str) -> Callable[[Visitor, Begin], None]:
    def reach(visitor: Visitor, begin: Begin) -> None:
        _over(game)(visitor, begin)
        visitor.page.get_by_role("button", name="Replay").click()
        visitor.page.get_by_role("button", name="One turn back").click()
        visitor.page.get_by_role("button", name="One turn back").click()

    return reach


def _sharing(visitor: Visitor, begin: Begin) -> None:
    _replay("glassworks")(visitor, begin)
    visitor.page.get_by_role("button", name="Link to this position").click()
    visitor.page.get_by_role("img", name="QR code of the link: Link to this position").wait_for()


def _playing_on(visitor: Visitor, begin: Begin) -> None:
    _replay("glassworks")(visitor, begin)
    visitor.page.get_by_role("button", name="Play on from here").click()
    visitor.page.get_by_role("dialog").get_by_label("In the other seats").wait_for()


def _dealing_again(visitor: Visitor, begin: Begin) -> None:
    _over("market")(visitor, begin)
    visitor.page.get_by_role("button", name="Play the same deal").click()
    visitor.page.get_by_role("dialog").get_by_label("In the other seats").wait_for()


def play_deal_again(party: Party, name: str) -> str:
    """Let a person play a party's deal once more to its end, over the API, and return the table."""
    wanted = {"seat": 0, "name": name, "level": "random"}
    made: dict[str, Any] = party.door.do("POST", f"{party.path}/deal", wanted)
    secret = made["seats"][0]["secret"]
    door = Door(*party.door.addresses, secret=secret)
    person = Person(door, made["table"], 0, secret, 5)
    person.play()
    person.close()
    door.close()
    return str(made["table"])


def _deal_results(visitor: Visitor, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"], turns=400, seed=8)
    play_deal_again(party, "Ada")
    visitor.go(seat_link(party, 0))
    visitor.page.get_by_role("region", name="Everybody who played this deal").wait_for()


def _same_deal_menu(visitor: Visitor, begin: Begin) -> None:
    _dealing_again(visitor, begin)
    page = visitor.page
    before = page.url
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.wait_for_url(lambda url: url != before)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_text("so this game is never rated").wait_for()


def _review(game: str) -> Callable[[Visitor, Begin], None]:
    def reach(visitor: Visitor, begin: Begin) -> None:
        _over(game)(visitor, begin)
        visitor.page.get_by_role("button", name="Review").click()
        visitor.page.get_by_role("slider", name="Share of the win over the turns").wait_for(timeout=REVIEW_PATIENCE_MS)

    return reach


def ready_to_hint(begin: Begin, game: str) -> None:
    """Wait until the server has what hints need: a table of its own asks until it is told one."""
    party = begin(game, ["person", "novice"])
    deadline = time.monotonic() + REVIEW_PATIENCE_MS / 1000
    while True:
        view = party.wait_for(lambda now: bool(now["turn"]["seat"] == 0))
        body = {"version": view["version"], "step": "idea"}
        reply = party.person(0).door.ask("POST", f"{party.path}/hint", body)
        if reply.is_success:
            return
        assert "still being prepared" in reply.json()["detail"] and time.monotonic() < deadline, reply.text
        time.sleep(0.25)


def _hinted(game: str) -> Callable[[Visitor, Begin], None]:
    def reach(visitor: Visitor, begin: Begin) -> None:
        ready_to_hint(begin, game)
        party = begin(game, ["person", "novice"], turns=5, seed=8)
        visitor.go(seat_link(party, 0))
        page = visitor.page
        for said in ("The idea: ", "The move: "):
            page.locator("#actions").get_by_role("button", name="Hint", exact=True).click()
            page.get_by_role("region", name="Hint").get_by_text(said).wait_for(timeout=HINT_PATIENCE_MS)

    return reach


def _score_glassworks(visitor: Visitor, begin: Begin) -> None:
    page = visitor.go("/score/glassworks")
    for column, height in enumerate(HEIGHTS, 1):
        page.get_by_role("button", name=f"Column {column}, height {height}:").click()
    for _ in range(2):
        page.get_by_role("button", name="One piece more").click()
    expect(page.locator(".big")).to_have_text("55")


def _score_market(visitor: Visitor, begin: Begin) -> None:
    page = visitor.go("/score/market")
    for place in (0, 4, 7):
        page.get_by_role("group", name="Booths").get_by_role("button").nth(place).click()
    page.wait_for_load_state("networkidle")


def _curtain(visitor: Visitor, begin: Begin) -> None:
    page = visitor.go("/new/market")
    page.get_by_label("Who sits at Anchor").select_option("here")
    page.get_by_role("button", name="Open the table").click()
    wait_until(page, lambda now: now.is_shut or (now.is_mine and bool(now.offered)))
    Player(page, Mouse(), 4).take_turn()
    wait_until(page, lambda now: now.is_shut)


def open_lesson(visitor: Visitor, game: str) -> Page:
    """Open a lesson at a server that may first have to load the rules."""
    visitor.page.request.get(f"{visitor.address}/api/games/{game}/lesson", timeout=PATIENCE_MS)
    return visitor.go(f"/learn/{game}")


def _lesson(game: str, steps: int, wrong: str | None = None) -> Callable[[Visitor, Begin], None]:
    """A lesson after so many steps; ``wrong`` is tapped there."""

    def reach(visitor: Visitor, begin: Begin) -> None:
        page = open_lesson(visitor, game)
        for _ in range(steps):
            page.locator("[data-way=next]").click()
        if wrong is not None:
            page.locator(wrong).click(force=True)

    return reach


def open_puzzle(visitor: Visitor, game: str, puzzle: str | None = None) -> Page:
    """Open a puzzle, without an id that of the day, at a server that may first have to load the rules."""
    asked, api = visitor.page.request, f"{visitor.address}/api/games/{game}"
    known = f"{api}/puzzles/{asked.get(f'{api}/puzzle', timeout=PATIENCE_MS).json()['puzzle']['id']}"
    turn = asked.get(f"{known}/solution").json()["turns"][0]
    asked.post(f"{known}/draft", data={"decisions": []}, timeout=PATIENCE_MS)
    asked.post(f"{known}/draft", data={"text": turn["notation"]}, timeout=PATIENCE_MS)
    page = visitor.go(f"/puzzle/{game}{'' if puzzle is None else f'/{puzzle}'}")
    page.wait_for_load_state("networkidle")
    return page


def _puzzle(game: str, *buttons: str) -> Callable[[Visitor, Begin], None]:
    """A puzzle after buttons of its panel, one after another."""

    def reach(visitor: Visitor, begin: Begin) -> None:
        page = open_puzzle(visitor, game)
        for button in buttons:
            page.get_by_role("button", name=button).click()

    return reach


def _answered(visitor: Visitor, begin: Begin) -> None:
    """A puzzle after some answer, which is hardly ever right."""
    Player(open_puzzle(visitor, "market"), Mouse(), 3).take_turn()


STAGES = [
    Stage("start", _start),
    Stage("play now", _start_sheet("Play now")),
    Stage("rivals", _start_sheet("Rivals")),
    Stage("lobby", _lobby),
    Stage("lobby, no table found", _lobby_without_any, is_main=False),
    Stage("new table", _address("/new/glassworks")),
    Stage("waiting room", _waiting),
    Stage("link", _link, is_main=False),
    Stage("joining", _joining, is_main=False),
    Stage("glassworks, my turn", _turn("glassworks", 18)),
    Stage("glassworks, picked up", _picked("glassworks", 15)),
    Stage("glassworks, draft", _draft("glassworks", 21)),
    Stage("glassworks, another's turn", _others_turn("glassworks", 19)),
    Stage("glassworks, result", _over("glassworks")),
    Stage("glassworks, replay", _replay("glassworks")),
    Stage("glassworks, position shared", _sharing, is_main=False),
    Stage("glassworks, playing on", _playing_on, is_main=False),
    Stage("glassworks, results of a deal", _deal_results, is_main=False),
    Stage("market, same deal", _dealing_again, is_main=False),
    Stage("market, menu of the same deal", _same_deal_menu, is_main=False),
    Stage("glassworks, review", _review("glassworks")),
    Stage("glassworks, hint", _hinted("glassworks")),
    Stage("market, hint", _hinted("market"), is_main=False),
    Stage("market, my turn", _turn("market", 24)),
    Stage("market, picked up", _picked("market", 21)),
    Stage("market, draft", _draft("market", 27)),
    Stage("market, another's turn", _others_turn("market", 25)),
    Stage("market, result", _over("market")),
    Stage("market, replay", _replay("market")),
    Stage("market, review", _review("market")),
    Stage("market, curtain", _curtain, is_main=False),
    Stage("lesson, glassworks", _lesson("glassworks", 1)),
    Stage("lesson, glassworks, rows", _lesson("glassworks", 8), is_main=False),
    Stage("lesson, glassworks, wrong tap", _lesson("glassworks", 2, "[data-tile='2']"), is_main=False),
    Stage("lesson, market", _lesson("market", 2)),
    Stage("lesson, market, confirm", _lesson("market", 4), is_main=False),
    Stage("lesson, market, done", _lesson("market", 14), is_main=False),
    Stage("puzzle, glassworks", _puzzle("glassworks", "Hint")),
    Stage("puzzle, market", _answered),
    Stage("puzzle, glassworks, solution", _puzzle("glassworks", "Solution"), is_main=False),
    Stage("puzzle, market, figures", _puzzle("market", "Solution", "Figures"), is_main=False),
    Stage("puzzle, market, ladder", _puzzle("market", "All puzzles"), is_main=False),
    Stage("menu", _sheet("glassworks", "Menu"), is_main=False),
    Stage("help", _sheet("market", "Help"), is_main=False),
    Stage("typing", _typing, is_main=False),
    Stage("score, glassworks", _score_glassworks),
    Stage("score, market", _score_market),
    Stage("rules", _address("/rules/glassworks")),
    Stage("rules, market", _address("/rules/market"), is_main=False),
    Stage("cards", _address("/cards/market"), is_main=False),
    Stage("pieces", _address("/pieces")),
    Stage("day", _address("/day")),
    Stage("ratings", _address("/ratings")),
    Stage("tournaments", _address("/tournament")),
    Stage("clubs", _address("/club")),
]

SIZED = [
    Stage(f"{game}, {name}", _turn(game, turns))
    for game, moments in (("glassworks", (0, 39)), ("market", (0, 72)))
    for name, turns in zip(("opening", "end"), moments, strict=True)
]
"""For the screenshots alone: how the tables look before anything has come, and when they are full."""
