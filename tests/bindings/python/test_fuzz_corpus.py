"""The inputs that the fuzzer of the package's readers has kept (tests/fuzz/python_readers.py) hold what it checks."""

import importlib.util
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("geoarrow.pyarrow")
pytest.importorskip("dask")
FUZZ = Path(__file__).resolve().parents[2] / "fuzz"


def test_the_kept_inputs_hold():
    spec = importlib.util.spec_from_file_location("python_readers", FUZZ / "python_readers.py")
    readers = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(readers)
    inputs = sorted((FUZZ / "corpus/python_readers").iterdir())
    assert inputs
    for file in inputs:
        try:
            readers.one_input(file.read_bytes())
        except BaseException as error:
            raise AssertionError(f"{file.name}: {error!r}") from error
