"""Metrics of the server, in the text format of Prometheus."""

from __future__ import annotations

import os
from collections.abc import Callable
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
from prometheus_client.multiprocess import MultiProcessCollector

# Several workers share their metrics through files in the folder that this variable names.
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"

_SECONDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)


class Metrics:
    """The metrics of one application, or of all workers if there are several."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        counter = partial(Counter, registry=registry)
        histogram = partial(Histogram, buckets=_SECONDS, registry=registry)
        gauge = partial(Gauge, registry=registry, multiprocess_mode="livesum")
        self._watched: list[tuple[Gauge, Callable[[], float]]] = []
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
        if SHARED_FOLDER not in os.environ:
            ProcessCollector(registry=registry)
            PlatformCollector(registry=registry)

    def watch(self, gauge: Gauge, read: Callable[[], float]) -> None:
        """Set *gauge* to what *read* returns whenever it is read."""
        self._watched.append((gauge, read))

    def refresh(self) -> None:
        """Read all gauges; other workers see what was read last."""
        for gauge, read in self._watched:
            gauge.set(read())

    def text(self) -> bytes:
        self.refresh()
        registry = self._registry
        if SHARED_FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
