"""Metrics of the server, in the text format of Prometheus."""

from __future__ import annotations

from functools import partial

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

_SECONDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)


class Metrics:
    """The metrics of one application."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        counter = partial(Counter, registry=registry)
        histogram = partial(Histogram, buckets=_SECONDS, registry=registry)
        gauge = partial(Gauge, registry=registry)
        self.requests = counter(
            "dropfour_requests_total",
            "Requests by route and status; 499 is a client that left before the answer.",
            ("route", "status"),
        )
        self.seconds = histogram(
            "dropfour_request_seconds", "Time from a request to the end of its answer.", ("route",)
        )
        self.in_progress = gauge(
            "dropfour_requests_in_progress", "Requests being answered, event streams included."
        )
        self.refused = counter(
            "dropfour_refused_total", "Requests and connections refused by a limit.", ("limit",)
        )
        self.database_errors = counter(
            "dropfour_database_errors_total", "Requests that failed because of the database."
        )
        self.transaction_seconds = histogram(
            "dropfour_transaction_seconds",
            "Time of a transaction; changes of games that arrive together share one.",
        )
        self.lag_seconds = histogram(
            "dropfour_event_loop_lag_seconds",
            "Delay of scheduled work in the event loop, measured ten times a second.",
        )
        self.connections = gauge("dropfour_connections", "Open connections.")
        self.waiting = gauge(
            "dropfour_pool_waiting", "Work that waits for a thread, by pool.", ("pool",)
        )
        self.running = gauge("dropfour_pool_running", "Busy threads by pool.", ("pool",))
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)

    def text(self) -> bytes:
        return generate_latest(self._registry)
