"""Between the network and the application: limits, host names, logs, connections, errors."""
