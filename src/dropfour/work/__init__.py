"""Work handed out: done here, in local processes, or on a cluster; one way to ask for it."""
