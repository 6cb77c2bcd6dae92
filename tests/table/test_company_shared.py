"""Deals, ratings and boards in a store that several processes share: PostgreSQL does what SQLite does."""

import pytest

from rivertable.core.game import GAMES
from rivertable.table.company.boards import Boards, Source
from rivertable.table.company.days import Days
from rivertable.table.domain import commands
from rivertable.table.domain.agreements import Agreement
from rivertable.table.errors import NoSuchBoardError
from rivertable.table.people import People
from rivertable.table.store.company.ratings import ratings_of, rebuild
from rivertable.table.store.database import Database
from rivertable.table.store.server_secrets import ServerSecrets
from rivertable.table.tables import Plan, SeatPlan, Tables

from .servers import cluster


def test_attempts_and_ratings_in_a_shared_store() -> None:
    with cluster() as found:
        database, secrets = Database(found.database()), ServerSecrets.fresh()
        database.migrate()
        tables = Tables(database, secrets.erasure_key)
        people = People(tables, secrets)
        visitors = [people.arrive("Ada"), people.arrive("Ben")]
        # Two processes publish the same deals.
        days, others = Days(tables, secrets), Days(tables, secrets)
        deal = days.find(days.today(), "market", 2)
        assert others.find(days.today(), "market", 2) == deal
        assert [days.begin(deal, "Ada", visitors[0].person).is_scored for _ in range(2)] == [True, False]
        seats = (SeatPlan("person"), SeatPlan("person"))
        plan = Plan(GAMES["glassworks"].make_terms(2), seats, agreement=Agreement(is_rated=True))
        table_id, _, own = tables.create(plan)
        for number, visitor in enumerate(visitors):
            secret = own[number] or ""
            tables.act(table_id, lambda table, _, k=number, key=secret: commands.join(table, k, key, "x", b""))
            people.keep(visitor, table_id, secret)
        tables.act(table_id, lambda table, _: commands.start(table, None))
        # Who leaves at once has lost; for who stays it is no result.
        tables.act(table_id, lambda table, _: commands.resign(table, 0))
        with database.write() as connection:
            before = [ratings_of(connection, visitor.person.id) for visitor in visitors]
            assert rebuild(connection) == 1
            assert [ratings_of(connection, visitor.person.id) for visitor in visitors] == before
        lost, stayed = before
        assert lost["glassworks-2-live"].mu < 25.0 and stayed == {}
        assert days.field(deal) == days.best(deal) == []
        tables.close()
        database.close()


def test_two_processes_write_on_one_board_in_one_order() -> None:
    with cluster() as found:
        database, secrets = Database(found.database()), ServerSecrets.fresh()
        database.migrate()
        tables = Tables(database, secrets.erasure_key)
        here, there = Boards(tables, secrets), Boards(tables, secrets)
        start = GAMES["glassworks"].position_class.new(players=2, seed=1)
        made = here.create(Source(start), "Openings", "Ada", None)
        ben, _ = there.join(there.open(made.board_id), made.invite, "Ben", None)
        for boards, member, text in ((there, ben, "Why?"), (here, made.member, "See."), (there, ben, "Oh.")):
            boards.act(boards.open(made.board_id), member, "comment", {"node": 0, "text": text}, f"key of {text}")
        again = here.act(here.open(made.board_id), ben, "comment", {"node": 0, "text": "Oh."}, "key of Oh.")
        trees = [boards.open(made.board_id).tree for boards in (here, there)]
        assert trees[0].version == trees[1].version == again.number
        assert trees[0] == trees[1] and trees[0].title == "Openings"
        here.delete(here.open(made.board_id), made.member)
        with pytest.raises(NoSuchBoardError):
            there.open(made.board_id)
        tables.close()
        database.close()
