"""The tables of what people do together: the lobby, shared deals, ratings, tournaments, boards to study, clubs."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, String, Table, Text, UniqueConstraint

from ..schema import METADATA

__all__ = [
    "ATTEMPTS",
    "BOARDS",
    "BOARD_MEMBERS",
    "BOARD_OPERATIONS",
    "CLUBS",
    "CLUB_MEMBERS",
    "CLUB_RESULTS",
    "CLUB_TABLES",
    "CONDUCT",
    "DEALS",
    "HOLIDAYS",
    "INVITATIONS",
    "LISTINGS",
    "METADATA",
    "RATED_SEATS",
    "RATINGS",
    "RATING_CHANGES",
    "TOURNAMENTS",
    "TOURNAMENT_ENTRIES",
    "TOURNAMENT_ROUNDS",
    "TOURNAMENT_SEATS",
]

LISTINGS = Table(
    "listing",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("pace", String(8), nullable=False),
    Column("free", Integer, nullable=False),
    Column("language", String(8)),
    Column("edition", String(64), nullable=False),
    Column("preset", String(64), nullable=False),
    Column("is_taught", Boolean, nullable=False),
    Column("active_at", Float, nullable=False),
    Column("ends_at", Float, nullable=False),
    # When whoever keeps a link to the table was told that it is about to be deleted.
    Column("warned_at", Float),
    Column("line", Text, nullable=False),
    # With all that is looked for, so that no line is read that is not told.
    Index(
        "listing_active", "active_at", "table_id", "game", "pace", "free", "language", "is_taught", "edition", "preset"
    ),
    Index("listing_end", "ends_at"),
)
"""The public tables that wait for players, each with its line in the lobby as JSON."""

INVITATIONS = Table(
    "invitation",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("person_id", String(32), primary_key=True),
    Column("invited_by", String(32), nullable=False),
    Column("at", Float, nullable=False),
    Index("invitation_person", "person_id"),
)
"""Who is invited to a table, and by whom."""

HOLIDAYS = Table(
    "holiday",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person_id", String(32), nullable=False),
    Column("from_at", Float, nullable=False),
    Column("until", Float, nullable=False),
    Index("holiday_person", "person_id"),
)
"""From when until when people are away."""

CONDUCT = Table(
    "conduct",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("outcome", String(16), nullable=False),
    Column("bot_turns", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
"""How each person has come to the end of a game, and how many turns a bot took for them."""


DEALS = Table(
    "deal",
    METADATA,
    Column("id", String(40), primary_key=True),
    # The date in UTC of a deal of the day, such as 2026-11-30.
    Column("day", String(10)),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("components", String(64), nullable=False),
    Column("level", String(64), nullable=False),
    Column("first_seat", Integer, nullable=False),
    Column("rules_hash", String(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("opens_at", Float, nullable=False),
    Column("closes_at", Float, nullable=False),
    Column("sealed_until", Float, nullable=False),
    # When it turned out that the rules have changed while it was played, so that it counts for nobody.
    Column("cancelled_at", Float),
    UniqueConstraint("day", "game", "players", name="deal_of_day"),
)
"""Deals that many tables play. The key of each follows from the server's secret and what stands here."""

ATTEMPTS = Table(
    "attempt",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("deal_id", String(40), nullable=False),
    # Whose one attempt that counts it is: a person's id; the table's once the person is erased; else nothing.
    Column("scorer", String(32)),
    Column("begun_at", Float, nullable=False),
    Column("finished_at", Float),
    Column("points", Integer),
    # The points above the mean of the others at the table: by it attempts are compared.
    Column("margin", Float),
    # The share of the bots at the table that it has beaten, with half of the ties.
    Column("beaten", Float),
    UniqueConstraint("deal_id", "scorer", name="attempt_scored"),
    Index("attempt_field", "deal_id", "margin", "scorer"),
    Index("attempt_scorer", "scorer"),
)
"""The tables at which a deal is played, with the result of each that was played to its end in time."""

RATED_SEATS = Table(
    "rated_seat",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person_id", String(32), nullable=False),
    Column("pool", String(48), nullable=False),
    # Of a game that has ended: its number in the order of results, and the place from 1; none where somebody else
    # left so early that the game says nothing.
    Column("number", Integer),
    Column("place", Integer),
    Column("at", Float),
    # What the score is made of, by the game's names of its parts, as JSON; none where the game broke off.
    Column("parts", Text),
    Index("rated_seat_number", "number"),
    Index("rated_seat_person", "person_id"),
)
"""Who sits at tables whose games are rated, and how each has ended: what all ratings follow from."""

RATING_CHANGES = Table(
    "rating_change",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person_id", String(32), primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("pool", String(48), nullable=False),
    Column("place", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("model", String(48), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Index("rating_change_person", "person_id", "number"),
)
"""What each rated game has made of people's ratings; ``model`` is what it was worked out with."""

RATINGS = Table(
    "rating",
    METADATA,
    Column("pool", String(48), primary_key=True),
    Column("person_id", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("last", Float),
    Index("rating_person", "person_id"),
)
"""What is thought of people's strength by now, a row a pool."""

TOURNAMENTS = Table(
    "tournament",
    METADATA,
    Column("id", String(22), primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("name", String(40), nullable=False),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    # What was said before the start and stays as it was, as JSON.
    Column("rules", Text, nullable=False),
    # Who has made it: a person's id, nothing once the person is erased.
    Column("owner", String(32)),
    Column("made_at", Float, nullable=False),
    Column("started_at", Float),
    # Until when results count.
    Column("ends_at", Float),
    Column("over_at", Float),
    Index("tournament_owner", "owner"),
    Index("tournament_running", "over_at", "started_at"),
)
"""Tournaments: duplicate, Swiss and knock-out ones."""

TOURNAMENT_ENTRIES = Table(
    "tournament_entry",
    METADATA,
    Column("tournament_id", String(22), primary_key=True),
    # From 0: by it pairings know who it is.
    Column("number", Integer, primary_key=True, autoincrement=False),
    # Nothing of a bot that fills a seat, or once a person is erased.
    Column("person_id", String(32)),
    Column("is_bot", Boolean, nullable=False),
    Column("joined_at", Float, nullable=False),
    Column("withdrawn_at", Float),
    Index("tournament_entry_person", "person_id"),
)
"""Who plays in tournaments: people, and the bots that fill their tables."""

TOURNAMENT_SEATS = Table(
    "tournament_seat",
    METADATA,
    Column("tournament_id", String(22), primary_key=True),
    # The round, from 1; in a duplicate one the deal.
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("entry", Integer, nullable=False),
    # The table at which it is played, once that is made.
    Column("table_id", String(32)),
    Column("points", Integer),
    # Points above the mean of the others at the table, of a game that was played to its end in time.
    Column("margin", Float),
    Column("outcome", String(12)),
    Index("tournament_seat_table", "table_id"),
)
"""Who sits at which of a round's tables (``number``, from 0), and what came of it."""

TOURNAMENT_ROUNDS = Table(
    "tournament_round",
    METADATA,
    Column("tournament_id", String(22), primary_key=True),
    # From 1.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("opened_at", Float, nullable=False),
    # Until when results count.
    Column("ends_at", Float, nullable=False),
    # Why each table, by its number, is as it is: a JSON list.
    Column("reasons", Text, nullable=False),
)
"""The rounds of tournaments in which one round follows from those before."""

BOARDS = Table(
    "board",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("components", String(64), nullable=False),
    Column("title", String(80)),
    Column("start", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("table_id", String(32)),
    Column("commitments", Text, nullable=False),
    Column("viewer", Integer),
    Column("invite_hash", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("made_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Index("board_changed", "changed_at"),
    Index("board_components", "components"),
)
"""Boards to study: the first position and the game that was played from it; ``viewer`` has a private one to itself."""

BOARD_MEMBERS = Table(
    "board_member",
    METADATA,
    Column("board_id", String(32), primary_key=True),
    Column("member", Integer, primary_key=True, autoincrement=False),
    Column("key_hash", String(64), nullable=False),
    Column("role", String(16), nullable=False),
    Column("person_id", String(32)),
    # The secret, sealed, by which a person writes there from all devices; nothing where nobody with a name does.
    Column("sealed", LargeBinary),
    Index("board_member_person", "person_id"),
)
"""Who may write on a board; ``person_id`` where somebody with a name does."""

BOARD_OPERATIONS = Table(
    "board_operation",
    METADATA,
    Column("board_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("member", Integer),
    Column("key", String(64)),
    Column("kind", String(16), nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("board_id", "member", "key", name="board_operation_key"),
)
"""What was done at boards, in the server's order."""

CLUBS = Table(
    "club",
    METADATA,
    Column("id", String(22), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("made_at", Float, nullable=False),
)
"""Clubs: groups of people that one joins by a link."""

CLUB_MEMBERS = Table(
    "club_member",
    METADATA,
    Column("club_id", String(22), primary_key=True),
    # From 0: by it results know who it is. Whoever comes back has the same one.
    Column("number", Integer, primary_key=True, autoincrement=False),
    # Nothing once a person is erased.
    Column("person_id", String(32)),
    Column("is_owner", Boolean, nullable=False),
    Column("joined_at", Float, nullable=False),
    Column("left_at", Float),
    # Whether the owner has removed them: then they do not come back.
    Column("is_removed", Boolean, nullable=False),
    Index("club_member_person", "person_id"),
)
"""Who is or was in a club."""

CLUB_TABLES = Table(
    "club_table",
    METADATA,
    Column("club_id", String(22), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("at", Float, nullable=False),
    Index("club_table_table", "table_id"),
)
"""The tables that members have shown to a club: as long as they wait they are listed there, and their results count."""

CLUB_RESULTS = Table(
    "club_result",
    METADATA,
    Column("club_id", String(22), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    # Nothing where no member sat.
    Column("member", Integer),
    Column("game", String(32), nullable=False),
    # From 1; equals share a place.
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Index("club_result_at", "club_id", "at"),
)
"""How the games of a club's tables have ended, a row a seat."""
