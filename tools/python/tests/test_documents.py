"""Python in the documents, run, and what must be true of the package as a whole."""

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import answers
import linesofaction
import stubs

PROJECT = Path(__file__).resolve().parents[3]


def blocks(document):
    return re.findall(r"```python\n(.*?)```", (PROJECT / document).read_text(), flags=re.DOTALL)


def test_python_in_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = blocks("tools/python/README.md")
    assert found
    for block in found:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block, "README.md", "exec"), {})
        assert "a3-b4 win in 15" in printed.getvalue()
        assert len(printed.getvalue().splitlines()) == 6


def test_the_lines_of_the_readme_are_few():
    (block,) = blocks("tools/python/README.md")
    assert len([line for line in block.splitlines() if line.strip()]) <= 5


def test_all_names_are_there_and_explained():
    for name in linesofaction.__all__:
        assert hasattr(linesofaction, name)
        explained = getattr(linesofaction, name).__doc__
        assert name == "__version__" or explained, name


def test_the_stubs_are_those_of_the_native_half():
    found = (Path(linesofaction.__file__).parent / "_native.pyi").read_text(encoding="utf-8")
    assert stubs.made() == found, "run: python tests/stubs.py FILE"


def test_the_stubs_have_the_signatures_of_the_native_half():
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy.stubtest", "linesofaction._native", "--ignore-missing-stub"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_the_types_of_answers_are_those_of_their_schemas():
    found = (Path(linesofaction.__file__).parent / "answers.py").read_text(encoding="utf-8")
    assert answers.made() == found, "run: python tests/answers.py FILE"


def test_the_package_has_its_types():
    assert os.path.exists(Path(linesofaction.__file__).parent / "py.typed")
