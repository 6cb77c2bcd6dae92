"""What the server counts, in the format of Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """Counters of one server; each server has a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "rivertable_requests", "Requests answered.", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "rivertable_request_seconds",
            "Seconds until the reply begins.",
            ["method", "route"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.events = Counter("rivertable_events", "What happened at tables here.", ["kind"], registry=self.registry)
        self.refusals = Counter("rivertable_refusals", "Requests refused.", ["code"], registry=self.registry)
        self.sockets = Gauge("rivertable_sockets", "Open sockets.", registry=self.registry)
        self.bot_seconds = Histogram(
            "rivertable_bot_seconds", "Seconds a bot thought.", ["level"], buckets=_SECONDS, registry=self.registry
        )
        self.bots_late = Counter("rivertable_bots_late", "Turns in which a bot's time ran out.", registry=self.registry)
        self.tables = Gauge("rivertable_tables", "Tables in the store.", ["status"], registry=self.registry)

    def text(self) -> bytes:
        """Return all of it as Prometheus reads it."""
        return generate_latest(self.registry)
