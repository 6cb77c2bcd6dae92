"""Deals that many tables play: their keys, which follow from the server's secret, and the tables that play them."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence

from ...core.chance import commitment
from ...core.game import GAMES
from ..domain.agreements import Agreement
from ..domain.deals import SharedDeal, is_sealed
from ..domain.table import Clock
from ..errors import WrongStateError
from ..store.company.deals import Deal
from ..store.server_secrets import ServerSecrets
from ..tables import Plan, SeatPlan, Tables


class SharedDeals:
    """The keys of shared deals, and the tables that play them."""

    def __init__(self, tables: Tables, server_secrets: ServerSecrets) -> None:
        self._tables = tables
        self._secrets = server_secrets

    def new_key(self, name: str, game: str, players: int, rules_hash: str) -> bytes:
        """Return the key of a deal that is known by a name of its own: a day, or the id that it has."""
        text = f"{game}/{players}/{rules_hash}/{name}"
        return hmac.digest(self._secrets.deals_key, text.encode(), "sha256")

    def key_of(self, deal: Deal) -> bytes:
        """Return the key of a deal.

        Raises:
            WrongStateError: the server has lost the secret that it was made of.
        """
        key = self.new_key(deal.day or deal.id, deal.game, deal.players, deal.rules_hash)
        if commitment(key) != deal.commitment:
            raise WrongStateError("The key of this deal is lost, so it cannot be played.")
        return key

    def published_key(self, deal: Deal) -> str | None:
        """Return the key of a deal, hexadecimal, once it is no longer sealed."""
        return None if is_sealed(SharedDeal(deal.id, deal.sealed_until)) else self.key_of(deal).hex()

    def plan(
        self,
        deal: Deal,
        seats: Sequence[SeatPlan],
        *,
        name: str | None = None,
        clock: Clock | None = None,
        agreement: Agreement | None = None,
    ) -> Plan:
        """Return a table at which a deal is to be played."""
        game = GAMES[deal.game]
        options = dict(deal.options)
        components = self._tables.components_of(deal.game, deal.components)
        terms = game.make_terms(deal.players, game.options.make(options.pop("preset"), options), components)
        return Plan(
            terms,
            tuple(seats),
            name=name,
            clock=clock or Clock(),
            agreement=agreement or Agreement(),
            first_seat=deal.first_seat,
            # Nobody is its host: what a host may do would tell of the deal, or take an attempt back.
            host=secrets.token_hex(32),
            seed=self.key_of(deal),
            shared=SharedDeal(deal.id, deal.sealed_until),
            has_fixed_order=True,
        )
