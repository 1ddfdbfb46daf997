"""The notebook of the documents runs from its first cell to its last."""

import os
import pathlib

import nbformat
from nbclient import NotebookClient

NOTEBOOK = pathlib.Path(__file__).parents[3] / "docs" / "python.ipynb"


def test_the_notebook_runs():
    os.environ.setdefault("MULTIGAME_NOTEBOOK", "short")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "keep outputs out of the file"
    NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    printed = notebook.cells[-1].outputs[0].text
    assert printed.startswith("before:")
