"""The tables of tournaments: they themselves, who plays in them, and who sits where in each round."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table, Text

from ..schema import METADATA

__all__ = ["METADATA", "TOURNAMENTS", "TOURNAMENT_ENTRIES", "TOURNAMENT_ROUNDS", "TOURNAMENT_SEATS"]

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
