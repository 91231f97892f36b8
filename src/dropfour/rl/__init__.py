"""Environments for reinforcement learning (extra ``rl``), on every board and for both objectives.

Importing this package registers ``Dropfour-v0`` and ``DropfourSelfPlay-v0`` with Gymnasium. Actions
are columns counted from 0, as in PettingZoo and Gymnasium; everything else in Dropfour counts them
from 1.
"""

from dropfour.extras import needed_by as _needed_by

with _needed_by("an environment", "rl"):
    import gymnasium as _gymnasium  # noqa: F401
    import pettingzoo as _pettingzoo  # noqa: F401

from dropfour.rl.aec import DropfourAEC, aec_env
from dropfour.rl.against import DropfourEnv
from dropfour.rl.against import register_env as _register_env
from dropfour.rl.spaces import observe, tensor_of
from dropfour.rl.vector import VectorEnv

__all__ = ["DropfourAEC", "DropfourEnv", "VectorEnv", "aec_env", "observe", "tensor_of"]

_register_env()
