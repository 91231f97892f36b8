"""Work spread over many items: in this process, in local processes, or on a cluster."""

from __future__ import annotations

from dropfour.work.executor import Executor, InlineExecutor


def open_executor(workers: int = 1, cluster: str | None = None) -> Executor:
    """Return an executor on the Dask cluster at the address *cluster*, or else with that many local
    *workers*; a single worker is this process itself."""
    if cluster is not None:
        from dropfour.work.cluster import ClusterExecutor

        return ClusterExecutor(cluster)
    if workers < 1:
        raise ValueError(f"at least 1 worker is needed, not {workers}")
    if workers == 1:
        return InlineExecutor()
    from dropfour.work.processes import ProcessExecutor

    return ProcessExecutor(workers)
