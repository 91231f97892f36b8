"""The JSON of requests and responses, as the OpenAPI document describes it; that of live games and
tournaments is in their packages."""
