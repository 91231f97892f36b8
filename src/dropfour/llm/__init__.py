"""Connect Four for language models: prompts, answers, games with exact rewards, and a benchmark.

No model is inside. Adapters for other packages are the modules ``verifiers``, ``textarena`` and
``openenv``, each with an extra of that name.
"""

from typing import TYPE_CHECKING

from dropfour.extras import lazy_names

if TYPE_CHECKING:
    from dropfour.llm.benchmark import Report, Task, run_benchmark, tasks
    from dropfour.llm.game import Step, TextGame
    from dropfour.llm.prompts import NoMove, Style

__all__ = ["NoMove", "Report", "Step", "Style", "Task", "TextGame", "run_benchmark", "tasks"]

__getattr__ = lazy_names(
    __name__,
    {
        "dropfour.llm.benchmark": ("Report", "Task", "run_benchmark", "tasks"),
        "dropfour.llm.game": ("Step", "TextGame"),
        "dropfour.llm.prompts": ("NoMove", "Style"),
    },
)
