"""What requests about tournaments say, and what answers tell."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ....core.game import GAMES
from ....core.options import OptionValue
from ...company.tournaments import DEALS_AT_MOST, PEOPLE_AT_MOST
from ...domain import documents
from ...store.company.tournaments import Outcome, Reason
from ..context import AS_DIGITS
from ..requests import Name
from ..requests import Query as QueryDocument
from ..requests import Request as RequestDocument


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
