"""Deals and ratings in a store that several processes share: PostgreSQL does what SQLite does."""

from rivertable.core.game import GAMES
from rivertable.table.company.days import Days
from rivertable.table.domain import commands
from rivertable.table.domain.company import Agreement
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
