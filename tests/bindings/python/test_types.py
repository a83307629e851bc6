"""What a type checker and help() say of the package."""

import ast
import inspect
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import satchel

PROGRAM = Path(__file__).with_name("typed_program.py")

# What no docstring of Python may say.
WORDS_OF_CPP = re.compile(
    r"\btry_|\bStatus\b|Scened|std::|::|\.hpp|\bspans?\b|[Ee]xecutor|\bOptions\b|PartPair|\balias|[Aa]ssignment|namespace|move construction"
    r"|\(float\)|\(double|no_memory|body_slots\(\)|\bfalse\b|is true\b|\bnoexcept\b|size\(\)|movers\.\w|obstacles\.\w"
)


def mypy(path, *more, cwd=None):
    pytest.importorskip("mypy")
    cache = ["--cache-dir", str(cwd / "cache")] if cwd else []
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--disable-error-code=import-untyped", *cache, *more, str(path)],
        cwd=cwd, capture_output=True, text=True,
    )


def test_a_program_of_a_user_has_right_types(tmp_path):
    done = mypy(PROGRAM, cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_the_program_runs():
    pytest.importorskip("typing_extensions")
    done = subprocess.run([sys.executable, "-W", "error", PROGRAM], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_wrong_programs_have_errors(tmp_path):
    """Types are there: what is wrong is found."""
    lines = [
        "contacts[0].mtv.nonsense", "contacts.nonsense", "contacts[0].nonsense", "contacts[1:].nonsense",
        "len(contacts[0].separation)", "hits[0].contact.nonsense", "hits.contact[0].nonsense", "scene.plot().nonsense",
        "satchel.nearest_bodies(scene, [[0, 0]])[0].nonsense", "scene.max_threads = 'all'",
    ]
    text = "import satchel\n\nscene = satchel.Scene()\ncontacts = satchel.collide(scene, [])\nhits = satchel.find_hits(scene, [])\n"
    program = tmp_path / "wrong.py"
    program.write_text(text + "\n".join(lines) + "\n")
    done = mypy(program, cwd=tmp_path)
    first = text.count("\n") + 1
    wrong = {int(line) for line in re.findall(r"wrong.py:(\d+): error", done.stdout)}
    missing = [line for k, line in enumerate(lines) if first + k not in wrong and not (".plot" in line and "matplotlib" not in sys.modules)]
    assert missing == [], done.stdout


def functions():
    """(name, function) of the package and of its classes."""
    for name in satchel.__all__:
        value = getattr(satchel, name)
        if isinstance(value, type):
            for method in vars(value):
                if not method.startswith("_") and callable(getattr(value, method)):
                    yield f"{name}.{method}", getattr(value, method)
        elif callable(value):
            yield name, value


@pytest.mark.parametrize("name, function", [pytest.param(name, function, id=name) for name, function in functions()])
def test_help_shows_the_signature(name, function):
    if getattr(type(function), "__module__", "") in ("builtins",) and not hasattr(function, "__nb_signature__"):
        if not inspect.isfunction(function):
            return  # of NumPy
    text = pydoc.plain(pydoc.render_doc(function))
    short = name.split(".")[-1]
    if hasattr(function, "__nb_signature__"):
        shown = [line for line in text.splitlines() if re.match(rf"\s*{short}\(.*\) -> ", line)]
        assert len(shown) >= len(function.__nb_signature__), text
        for line in shown:
            node = ast.parse("def " + line.strip() + ": ...").body[0]
            arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            assert all(a.annotation is not None or a.arg == "self" for a in arguments), line
            assert "object" not in line.replace("Callable[[int, int], object]", "") and "handle" not in line, line
    else:
        assert "->" in text, text


def documented():
    yield from functions()
    for name in satchel.__all__:
        value = getattr(satchel, name)
        if isinstance(value, type):
            yield name, value
            for attribute, member in vars(value).items():
                if isinstance(member, property) or type(member).__name__ in ("getset_descriptor", "nb_static_property"):
                    yield f"{name}.{attribute}", member


@pytest.mark.parametrize("name, thing", [pytest.param(name, thing, id=name) for name, thing in documented()])
def test_docstrings_speak_python(name, thing):
    found = WORDS_OF_CPP.findall(thing.__doc__ or "")
    assert found == [], thing.__doc__


def columns_of(results):
    columns = results.columns()
    for name, column in columns.items():
        assert isinstance(column, np.ndarray) and type(column) is np.ndarray and column.shape == (len(results),), name
        assert column.dtype.names is None
    return columns


def test_columns_are_one_dimensional(boxes, pairs, dtype):
    contacts = satchel.collide(boxes, pairs)
    columns = columns_of(contacts)
    assert list(columns) == ["normal_x", "normal_y", "separation", "verdict", "kind", "side", "feature_index"]
    assert np.array_equal(columns["normal_x"], contacts.normal[:, 0]) and np.array_equal(columns["verdict"], contacts.verdict)
    assert columns["separation"].dtype == dtype and np.array_equal(columns["feature_index"], contacts.index)
    hits = satchel.find_hits(boxes, pairs)
    columns = columns_of(hits)
    assert list(columns)[:3] == ["pair_a", "pair_b", "index"] and np.array_equal(columns["separation"], hits.contact.separation)
    manifolds = satchel.manifolds(boxes, pairs)
    columns = columns_of(manifolds)
    assert np.array_equal(columns["point_x_1"], manifolds.points["point"][:, 1, 0]) and "id_0" in columns and "count" in columns
    distances = columns_of(satchel.distances(boxes, pairs))
    assert {"point_a_x", "point_a_y", "point_b_x", "point_b_y", "distance"} <= set(distances)


def test_all_results_have_columns(boxes, pairs):
    index = satchel.Index(boxes)
    images = satchel.find_pairs(boxes, periods=(50, 50))
    for results, names in (
        (satchel.part_manifolds(boxes, pairs), ["pair", "parts_a", "parts_b"]),
        (satchel.overlap_measures(boxes, pairs), ["area", "iou", "fraction"]),
        (satchel.sweep(boxes, np.ones((3, 3)), pairs), ["time", "normal_x", "normal_y", "point_x", "point_y", "hit"]),
        (satchel.push_out(boxes, [0], [1]), ["translation_x", "translation_y", "left", "is_shortest"]),
        (satchel.first_hits(boxes, 0, np.zeros((2, 3, 3))), ["step", "obstacle"]),
        (satchel.bodies_at_points(boxes, [[0, 0]]), ["query", "body"]),
        (satchel.cast_rays(boxes, [[-9, 0, 1, 0]]), ["time", "normal_x", "normal_y", "body", "exit"]),
        (index.all_ray_hits(boxes, [[-9, 0, 1, 0]]), ["query", "time", "normal_x", "normal_y", "body", "exit"]),
        (index.cast_shapes(boxes, 0, [[0, 0, 0]], [[1, 0, 0]]), ["time", "normal_x", "normal_y", "point_x", "point_y", "body"]),
        (index.all_shape_hits(boxes, 0, [[0, 0, 0]], [[1, 0, 0]]), ["query", "time", "normal_x", "normal_y", "point_x", "point_y", "body"]),
        (index.nearest_bodies(boxes, 0, [[0, 0, 0]]), ["query", "body", "normal_x", "normal_y", "distance"]),
        (images, ["pair_a", "pair_b", "image_x", "image_y"]),
        (satchel.find_hits(boxes, images, periods=(50, 50)), ["pair_a", "pair_b", "image_x", "image_y", "index", "normal_x"]),
        (index.bodies_at_poses(boxes, 0, [[0, 0, 0]], periods=(50, 50)), ["query", "body", "image_x", "image_y", "verdict"]),
        (index.bodies_at_poses(boxes, 0, [[0, 0, 0]]), ["query", "body", "verdict"]),
        (satchel.trajectory_hits(boxes, 0, np.zeros((2, 3, 3))), ["trajectory", "step", "obstacle", "verdict"]),
        (satchel.clearances(boxes, 0, np.zeros((2, 3, 3))), ["step", "obstacle", "normal_x", "normal_y", "distance"]),
        (satchel.times_to_collision(boxes, 0, np.zeros((2, 3, 3)), None, 1)[0], ["time", "normal_x", "normal_y", "obstacle"]),
    ):
        columns = columns_of(results)
        assert list(columns)[: len(names)] == names, type(results)
        assert list(columns_of(results[:0])) == list(columns)
    assert columns_of(satchel.sweep(boxes, np.ones((3, 3)), pairs))["hit"].dtype == bool


def test_pandas_takes_columns(boxes, pairs):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(satchel.collide(boxes, pairs).columns())
    assert frame.shape == (3, 7) and frame.verdict.tolist() == [2, 1, 0]
