"""Tournaments: making one, joining it by its link, starting it, its page, and a page for each deal."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field
from starlette.responses import Response

from ....core.errors import RivertableError
from ....core.game import GAMES
from ....core.options import OptionValue
from ...company.days import Parting, parting_of
from ...company.fields import TABLES_FOR_SHARES, deals_needed, difference_seen
from ...company.movement import tables_for
from ...company.ranking import places_at
from ...company.spreads import DIFFERENCES, spread_of
from ...company.tournaments import (
    DEALS_AT_MOST,
    PEOPLE_AT_MOST,
    Round,
    Tournaments,
    Wanted,
    compared,
    standings,
)
from ...domain import documents
from ...domain.table import Table, time_text
from ...errors import WrongStateError
from ...store.company.tournaments import Outcome, Reason, Tournament, TournamentSeat
from ..compression import ReadRoute
from ..context import AS_DIGITS, Context, Shared, json_response
from ..limits import address_of
from ..openapi import answers
from ..requests import Name
from ..requests import Query as QueryDocument
from ..requests import Request as RequestDocument
from ..routes.people import Here

router = APIRouter(tags=["tournaments"], route_class=ReadRoute)

TournamentId = Annotated[
    str, Path(alias="tournament", pattern="^[A-Za-z0-9_-]{22}$", description="The tournament's id.")
]
DealNumber = Annotated[int, Path(alias="deal", ge=1, le=DEALS_AT_MOST, description="The deal, from 1."), AS_DIGITS]

_TABLE_BYTES = 50_000
"""About what a table takes in the store."""


class TournamentRequest(RequestDocument):
    """A tournament to make: so many ``rounds`` of a game for so many at a table; a knock-out has as many as it takes.

    The rounds of a duplicate one are its deals, all played within ``days`` from the start; of the others a round has
    so many days. Each turn may take ``turn_seconds``. With ``has_outside_bots`` programs may join, too.
    """

    name: Name
    kind: Literal["duplicate", "swiss", "knockout"] = "duplicate"
    game: Literal[tuple(GAMES)]  # type: ignore[valid-type]  # the games that there are
    players: Annotated[int, Field(ge=2, le=5)]
    rounds: Annotated[int, Field(ge=1, le=DEALS_AT_MOST)]
    turn_seconds: Annotated[int, Field(ge=60, le=1_209_600)] = 86_400
    days: Annotated[int, Field(ge=1, le=60)] = 14
    has_outside_bots: bool = False


class TournamentJoin(RequestDocument):
    """Joining a tournament; ``is_bot`` says that a program plays."""

    is_bot: bool = False


class LuckQuery(QueryDocument):
    """A tournament to be, of so many ``people``, ``deals`` and ``players`` at a table."""

    game: Annotated[str, Field(pattern=f"^({'|'.join(GAMES)})$")]
    players: Annotated[int, Field(ge=2, le=5), AS_DIGITS]
    deals: Annotated[int, Field(ge=1, le=DEALS_AT_MOST), AS_DIGITS]
    people: Annotated[int, Field(ge=2, le=PEOPLE_AT_MOST["duplicate"]), AS_DIGITS] = 8


class DealsNeeded(documents.Reply):
    """How many deals show a difference of so many points a deal between two people."""

    difference: int
    deals: int


class LuckReply(documents.Reply):
    """What so many deals can show, with 95 % confidence in 80 of 100 tournaments.

    ``seen`` is the difference in points a deal between two people that these deals show. It follows from the measured
    ``deviation`` of a margin, and from how far two who play one deal at one seat correlate; all are null where that was
    not measured.
    """

    tables: int
    deviation: float | None
    correlation: float | None
    seen: float | None
    needed: list[DealsNeeded]


class TournamentPerson(documents.Reply):
    """Somebody who plays, known by ``entry`` everywhere else; null is the name of former people and of filling bots.

    Whoever ``has_left`` plays no more: by their own wish, because they were away, or knocked out.
    """

    entry: int
    name: str | None
    is_bot: bool
    has_left: bool


class TournamentStanding(documents.Reply):
    """Where somebody stands after so many ``deals``.

    ``share`` is the part of the field that was beaten, ``over`` the points a deal over the field, ``plus_minus`` half
    of its 95 % interval. Within a ``group`` nobody is told from its first by more than noise.
    """

    entry: int
    place: int
    group: int
    deals: int
    share: float
    over: float
    plus_minus: float | None


class TournamentDeal(documents.Reply):
    """A deal, the SHA-256 of its key, and for how many tables it waits; the key once it is no longer sealed."""

    deal: int
    commitment: str
    key: str | None
    waiting_for: int


class PairedSeat(documents.Reply):
    """Who sits where in a round; ``points`` and ``place`` once the table has ended."""

    entry: int
    points: int | None
    place: int | None
    outcome: Outcome | None


class TournamentPairing(documents.Reply):
    """A table of a round, and why these people sit there: ``again`` says that nobody else was left to meet.

    Who has a ``bye`` sits out.
    """

    reason: Reason
    table: str | None
    seats: list[PairedSeat]


class TournamentRound(documents.Reply):
    """A round that follows from those before, and until when its results count."""

    round: int
    opened_at: str
    ends_at: str
    pairings: list[TournamentPairing]


class TournamentRank(documents.Reply):
    """Where somebody stands after all rounds that have ended, with what orders equal points, first ``opponents``.

    ``opponents`` is the mean of the opponents' points without the lowest, ``wins`` the share of rounds won, ``over``
    the points over the mean of the table, a round.
    """

    entry: int
    place: int
    points: float
    opponents: float
    wins: float
    over: float
    rounds: int


class TournamentReply(documents.Reply):
    """A tournament: what was said of it, who plays, what it can show, its deals or rounds, and how everybody stands.

    A duplicate one has ``luck``, ``rounds`` and ``standings``; ``ranked_by`` says which figure ranks there: with fewer
    than four tables points over the field. The others have ``pairings`` and a ``ranking``.
    """

    tournament: str
    kind: Literal["duplicate", "swiss", "knockout"]
    name: str
    game: documents.GameName
    players: int
    options: dict[str, OptionValue]
    planned_rounds: int
    turn_seconds: int
    days: int
    has_outside_bots: bool
    state: Literal["open", "playing", "over"]
    made_at: str
    started_at: str | None
    ends_at: str | None
    people: list[TournamentPerson]
    luck: LuckReply | None
    ranked_by: Literal["share", "over"]
    rounds: list[TournamentDeal]
    standings: list[TournamentStanding]
    pairings: list[TournamentRound]
    ranking: list[TournamentRank]


class TournamentParting(documents.Reply):
    """Where a game has left the path of the best one at the same seat: the turn, from 1, and both moves."""

    turn: int
    own: str
    best: str


class TournamentResult(documents.Reply):
    """What came of a deal for somebody, beside the others who had the seat.

    ``table`` and ``parted`` are there once the deal is no longer sealed.
    """

    entry: int
    table_number: int
    seat: int
    outcome: Outcome | None
    points: int | None
    margin: float | None
    share: float
    over: float
    table: str | None
    parted: TournamentParting | None


class TournamentDealReply(documents.Reply):
    """A deal of a tournament: its results once all of its tables have ended."""

    tournament: str
    deal: TournamentDeal
    people: list[TournamentPerson]
    results: list[TournamentResult]


class TournamentLine(documents.Reply):
    """One of a person's tournaments."""

    tournament: str
    name: str
    game: documents.GameName
    players: int
    state: Literal["open", "playing", "over"]
    is_owner: bool


class OwnSeat(documents.Reply):
    """A seat of a person in a tournament, with the secret that opens it."""

    round: int
    table: str
    seat: int
    secret: str
    is_over: bool
    is_on_turn: bool


class OwnTournament(documents.Reply):
    """What a tournament is to the person: whether it is of their making, their ``entry`` and their seats."""

    tournament: str
    is_owner: bool
    entry: int | None
    seats: list[OwnSeat]


def _tournaments(context: Context) -> Tournaments:
    if context.tournaments is None:
        raise WrongStateError("This server keeps no names.")
    return context.tournaments


def _luck(game: str, players: int, deals: int, people: int) -> LuckReply:
    tables = tables_for(people, players)
    spread = spread_of(game, players)
    deviation = None if spread is None else spread.of_difference(tables)
    return LuckReply(
        tables=tables,
        deviation=None if spread is None else spread.deviation,
        correlation=None if spread is None else spread.correlation,
        seen=None if deviation is None else round(difference_seen(deviation, deals), 1),
        needed=[]
        if deviation is None
        else [DealsNeeded(difference=each, deals=deals_needed(deviation, each)) for each in DIFFERENCES],
    )


def _people(context: Context, tournament: Tournament) -> list[TournamentPerson]:
    entries = _tournaments(context).entries(tournament)
    return [
        TournamentPerson(entry=each.number, name=each.name, is_bot=each.is_bot, has_left=each.withdrawn_at is not None)
        for each in entries
        if each.withdrawn_at is None or tournament.state != "open"
    ]


def _deal(context: Context, tournament: Tournament, found: Round) -> TournamentDeal:
    deals = _tournaments(context).deals
    deal = _tournaments(context).deal(tournament, found.number)
    return TournamentDeal(
        deal=found.number,
        commitment=deal.commitment,
        key=deals.published_key(deal),
        waiting_for=found.waiting_for,
    )


def _told(context: Context, tournament: Tournament) -> Response:
    is_duplicate, rules = tournament.kind == "duplicate", tournament.rules
    rounds = _tournaments(context).rounds(tournament) if is_duplicate else []
    people = _people(context, tournament)
    luck = _luck(tournament.game, tournament.players, rules["rounds"], max(len(people), 2)) if is_duplicate else None
    return json_response(
        TournamentReply(
            tournament=tournament.id,
            kind=tournament.kind,
            name=tournament.name,
            game=tournament.game,
            players=tournament.players,
            options=rules["options"],
            planned_rounds=rules["rounds"],
            turn_seconds=rules["turn_seconds"],
            days=rules["days"],
            has_outside_bots=rules["has_outside_bots"],
            state=tournament.state,
            made_at=time_text(tournament.made_at),
            started_at=None if tournament.started_at is None else time_text(tournament.started_at),
            ends_at=None if tournament.ends_at is None else time_text(tournament.ends_at),
            people=people,
            luck=luck,
            ranked_by="share" if luck and luck["tables"] >= TABLES_FOR_SHARES else "over",
            rounds=[_deal(context, tournament, found) for found in rounds],
            standings=[documents.copied(TournamentStanding, each) for each in standings(rounds)],
            pairings=[] if is_duplicate else _pairings(context, tournament),
            ranking=[]
            if is_duplicate
            else [documents.copied(TournamentRank, each) for each in _tournaments(context).ranking(tournament)],
        )
    )


def _pairings(context: Context, tournament: Tournament) -> list[TournamentRound]:
    """Return the rounds that have begun, with their tables in the order in which they were paired."""
    opened = _tournaments(context).succession.rounds(tournament)
    seats = {found.number: found.seats for found in _tournaments(context).rounds(tournament)}
    told = []
    for one in opened:
        tables: dict[int, list[TournamentSeat]] = {}
        for seat in seats.get(one.number, []):
            tables.setdefault(seat.number, []).append(seat)
        pairings = [
            TournamentPairing(
                reason=one.reasons[number],
                table=rows[0].table_id,
                seats=_paired_seats(rows),
            )
            for number, rows in tables.items()
        ]
        told.append(
            TournamentRound(
                round=one.number,
                opened_at=time_text(one.opened_at),
                ends_at=time_text(one.ends_at),
                pairings=pairings,
            )
        )
    return told


def _paired_seats(rows: list[TournamentSeat]) -> list[PairedSeat]:
    has_ended = all(row.outcome is not None for row in rows)
    places = places_at(rows) if has_ended else [None] * len(rows)
    return [
        PairedSeat(entry=row.entry, points=row.points if has_ended else None, place=place, outcome=row.outcome)
        for row, place in zip(rows, places, strict=True)
    ]


@router.get("/luck", **answers(LuckReply))
def luck(wanted: Annotated[LuckQuery, Query()]) -> Response:
    """Return what a duplicate tournament to be could show, and how many deals it would take."""
    return json_response(_luck(wanted.game, wanted.players, wanted.deals, wanted.people))


@router.post("/me/tournaments", **answers(TournamentReply, 401, 409, status=201))
def make(wanted: TournamentRequest, context: Shared, request: Request, visitor: Here) -> Response:
    """Make a tournament; whoever knows its id may join it."""
    found = _tournaments(context)
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    terms = GAMES[wanted.game].make_terms(wanted.players)
    made = found.make(
        visitor,
        Wanted(
            wanted.kind,
            wanted.name,
            terms,
            wanted.rounds,
            wanted.turn_seconds,
            wanted.days,
            wanted.has_outside_bots,
        ),
    )
    response = _told(context, made)
    response.status_code = 201
    return response


@router.get("/me/tournaments", **answers(list[TournamentLine], 401, 409))
def mine(context: Shared, visitor: Here) -> Response:
    """Return the tournaments that the person has made or plays in, the newest first."""
    found = _tournaments(context)
    lines = [
        TournamentLine(
            tournament=each.id,
            name=each.name,
            game=each.game,
            players=each.players,
            state=each.state,
            is_owner=found.is_owner(each, visitor),
        )
        for each in found.of(visitor)
    ]
    return json_response(lines)


@router.get("/tournaments/{tournament}", **answers(TournamentReply, 404, 409))
def page(tournament_id: TournamentId, context: Shared) -> Response:
    """Return a tournament as everybody may know it."""
    return _told(context, _tournaments(context).find(tournament_id))


@router.get("/tournaments/{tournament}/deals/{deal}", **answers(TournamentDealReply, 404, 409))
def deal_page(tournament_id: TournamentId, number: DealNumber, context: Shared) -> Response:
    """Return a deal of a tournament, with all results once everybody has played it."""
    tournaments = _tournaments(context)
    tournament = tournaments.find(tournament_id)
    deal = tournaments.deal(tournament, number)
    found = tournaments.rounds(tournament)[number - 1]
    told = _deal(context, tournament, found)
    is_open = tournaments.deals.published_key(deal) is not None
    partings = _partings(context, found) if is_open else {}
    results = [
        TournamentResult(
            entry=one.entry,
            table_number=seat.number,
            seat=seat.seat,
            outcome=seat.outcome,
            points=seat.points,
            margin=one.margin,
            share=one.share,
            over=one.over,
            table=seat.table_id if is_open else None,
            parted=None
            if (parting := partings.get(seat.entry)) is None
            else TournamentParting(turn=parting.turn, own=parting.own, best=parting.best),
        )
        for seat, one in zip(found.seats, compared(found), strict=False)
    ]
    return json_response(
        TournamentDealReply(tournament=tournament.id, deal=told, people=_people(context, tournament), results=results)
    )


def _partings(context: Context, found: Round) -> dict[int, Parting]:
    """Return where each game has left the path of the best one at the same seat, by entry."""
    best: dict[int, tuple[float, str]] = {}
    for seat in found.seats:
        if seat.margin is not None and seat.table_id is not None:
            best[seat.seat] = max(best.get(seat.seat, (float("-inf"), "")), (seat.margin, seat.table_id))
    partings = {}
    opened: dict[str, Table | None] = {}

    def table(table_id: str) -> Table | None:
        if table_id not in opened:
            try:
                opened[table_id] = context.tables.open(table_id)
            except RivertableError:
                opened[table_id] = None  # it was deleted, or cannot be read: then there is no path to tell of
        return opened[table_id]

    for seat in found.seats:
        if seat.table_id is None or seat.seat not in best or best[seat.seat][1] == seat.table_id:
            continue
        own, other = table(seat.table_id), table(best[seat.seat][1])
        if own is not None and other is not None and (parting := parting_of(own, other)) is not None:
            partings[seat.entry] = parting
    return partings


@router.get("/me/tournaments/{tournament}", **answers(OwnTournament, 401, 404, 409))
def own(tournament_id: TournamentId, context: Shared, visitor: Here) -> Response:
    """Return what a tournament is to the person: the seats, with the secrets that open them."""
    tournaments = _tournaments(context)
    tournament = tournaments.find(tournament_id)
    entries = tournaments.entries(tournament)
    mine = next((each for each in entries if each.person_id == visitor.person.id and each.withdrawn_at is None), None)
    secrets = tournaments.seat_secrets(visitor) if mine is not None and tournament.state != "open" else {}
    seats = []
    for found in tournaments.rounds(tournament):
        for seat in found.seats:
            if mine is None or seat.entry != mine.number or seat.table_id is None:
                continue
            secret = secrets.get((seat.table_id, seat.seat))
            if secret is not None:
                seats.append(
                    OwnSeat(
                        round=found.number,
                        table=seat.table_id,
                        seat=seat.seat,
                        secret=secret,
                        is_over=seat.outcome is not None,
                        is_on_turn=_is_on_turn(context, seat.table_id, seat.seat),
                    )
                )
    return json_response(
        OwnTournament(
            tournament=tournament.id,
            is_owner=tournaments.is_owner(tournament, visitor),
            entry=None if mine is None else mine.number,
            seats=seats,
        )
    )


def _is_on_turn(context: Context, table_id: str, seat: int) -> bool:
    try:
        return context.tables.open(table_id).to_move == seat
    except RivertableError:
        return False  # it was deleted, or cannot be read


@router.post("/me/tournaments/{tournament}/join", **answers(TournamentReply, 401, 404, 409))
def join(wanted: TournamentJoin, tournament_id: TournamentId, context: Shared, visitor: Here) -> Response:
    """Join a tournament that has not started; a Swiss one also until half of its rounds have begun, or once more."""
    tournaments = _tournaments(context)
    tournaments.join(tournaments.find(tournament_id), visitor, is_bot=wanted.is_bot)
    return _told(context, tournaments.find(tournament_id))


@router.post("/me/tournaments/{tournament}/leave", **answers(TournamentReply, 401, 404, 409))
def leave(tournament_id: TournamentId, context: Shared, visitor: Here) -> Response:
    """Leave a tournament that has not started; a Swiss one or a knock-out plays on without the person."""
    tournaments = _tournaments(context)
    tournaments.leave(tournaments.find(tournament_id), visitor)
    return _told(context, tournaments.find(tournament_id))


@router.post("/me/tournaments/{tournament}/start", **answers(TournamentReply, 401, 403, 404, 409))
def start(tournament_id: TournamentId, context: Shared, request: Request, visitor: Here) -> Response:
    """Start a tournament that the person has made: seats are drawn and all tables begin."""
    tournaments = _tournaments(context)
    tournament = tournaments.find(tournament_id)
    joined = len(_people(context, tournament))
    rounds = tournament.rules["rounds"] if tournament.kind == "duplicate" else 1
    tables = tables_for(joined, tournament.players) * rounds
    context.buckets.take("stored", address_of(request.scope), context.limits.stored, _TABLE_BYTES * tables)
    started = tournaments.start(tournament, visitor)
    for found in tournaments.rounds(started):
        for table_id in {seat.table_id for seat in found.seats if seat.table_id is not None}:
            context.makers.note(table_id, address_of(request.scope))
    return _told(context, started)
