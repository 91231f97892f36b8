"""Tools for agents: a server for the Model Context Protocol (extra ``mcp``)."""
