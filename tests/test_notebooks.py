"""The notebooks in examples/ are stored without outputs, and run from top to bottom."""

import re
from pathlib import Path
from typing import Any

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
# As in conftest.py, but in the kernel.
SHORT_SEARCH = "import dropfour.study.review as _module; _module._PLAN_NODES = 200_000"


class Executed:
    """A notebook after it has run in a kernel of its own."""

    def __init__(self, notebook: Any, folder: Path) -> None:
        self.notebook = notebook
        notebook.cells.insert(0, nbformat.v4.new_code_cell(SHORT_SEARCH))
        resources = {"metadata": {"path": str(folder)}}
        nbclient.NotebookClient(notebook, timeout=300, resources=resources).execute()
        self._outputs: list[dict[str, Any]] = [
            output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs
        ]

    def shown(self, kind: str) -> list[Any]:
        """Return what the cells showed as *kind*, a MIME type."""
        return [output["data"][kind] for output in self._outputs if kind in output.get("data", {})]

    @property
    def printed(self) -> str:
        return "".join(output.get("text", "") for output in self._outputs)


def example(name: str) -> Any:
    return nbformat.read(EXAMPLES / name, as_version=4)


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the kernel from the settings of the person who runs the tests."""
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_stored_without_outputs(path: Path) -> None:
    notebook = example(path.name)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    assert f'"{path.name}"' in Path(__file__).read_text(encoding="utf-8"), "not executed here"


def test_the_first_steps(tmp_path: Path) -> None:
    pytest.importorskip("anywidget")
    executed = Executed(example("first_steps.ipynb"), tmp_path)
    drawings = executed.shown("image/svg+xml")
    assert len(drawings) == 5
    _, analysis, explanation, variation, game = drawings
    assert 'class="best note"' in analysis
    assert 'class="mark"' in explanation
    assert 'class="variation"' in variation
    assert re.search(r"near_the_middle \(red\) against medium", game)
    assert re.search(r"^Red: \d+ mistake", executed.printed, re.MULTILINE)
    assert len(executed.shown("application/vnd.jupyter.widget-view+json")) == 1


def test_a_heuristic_is_rated(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    pytest.importorskip("sqlalchemy")
    executed = Executed(example("heuristic.ipynb"), tmp_path)
    assert len(executed.shown("image/svg+xml")) == 1
    assert re.search(r"^1  open_lines:depth=1 +\+\d+", executed.printed, re.MULTILINE)
    assert "24 of 24 games" in executed.printed


def test_a_board_shows_the_answer_of_an_engine_that_thinks_in_a_thread(tmp_path: Path) -> None:
    pytest.importorskip("anywidget")
    cells = [
        "from dropfour.notebook import Board\nboard = Board(yellow='random:seed=1')\nboard",
        "board.play(4)\nboard.wait(60), board.game.moves",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    executed = Executed(notebook, tmp_path)
    (view,) = executed.shown("application/vnd.jupyter.widget-view+json")
    widgets = executed.notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]
    state = widgets["state"][view["model_id"]]["state"]
    assert executed.shown("text/plain")[-1] == "(True, (4, 3))"
    assert state["state"]["status"] == "random:seed=1 played column 3. Red to move."
    assert "export default" in state["_esm"]
