"""Tournaments: making one, joining it by its link, starting it, its page, and a page for each deal."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from ....core.errors import RivertableError
from ....core.game import GAMES
from ...company.days import Parting, parting_of
from ...company.fields import TABLES_FOR_SHARES, deals_needed, difference_seen
from ...company.movement import tables_for
from ...company.ranking import places_at
from ...company.spreads import DIFFERENCES, spread_of
from ...company.tournaments import (
    DEALS_AT_MOST,
    Round,
    Tournaments,
    Wanted,
    compared,
    standings,
)
from ...domain import documents
from ...domain.table import Table, time_text
from ...errors import WrongStateError
from ...store.company.tournaments import Tournament, TournamentSeat
from ..compression import ReadRoute
from ..context import AS_DIGITS, Context, Shared, json_response
from ..limits import address_of
from ..openapi import answers
from ..routes.people import Here
from .tournament_documents import (
    DealsNeeded,
    LuckQuery,
    LuckReply,
    OwnSeat,
    OwnTournament,
    PairedSeat,
    TournamentDeal,
    TournamentDealReply,
    TournamentJoin,
    TournamentLine,
    TournamentPairing,
    TournamentParting,
    TournamentPerson,
    TournamentRank,
    TournamentReply,
    TournamentRequest,
    TournamentResult,
    TournamentRound,
    TournamentStanding,
)

router = APIRouter(tags=["tournaments"], route_class=ReadRoute)

TournamentId = Annotated[
    str, Path(alias="tournament", pattern="^[A-Za-z0-9_-]{22}$", description="The tournament's id.")
]
DealNumber = Annotated[int, Path(alias="deal", ge=1, le=DEALS_AT_MOST, description="The deal, from 1."), AS_DIGITS]

_TABLE_BYTES = 50_000
"""About what a table takes in the store."""


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
