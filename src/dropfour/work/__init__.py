"""Work spread over many items: in this process, in local processes, or on a cluster."""
