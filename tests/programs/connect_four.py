"""The task set, under a name that verifiers finds."""

from dropfour.llm.verifiers import ConnectFourEnv, ConnectFourTaskset

__all__ = ["ConnectFourEnv", "ConnectFourTaskset"]
