"""The page of a scene: its data is that of the calls; a notebook gets a widget."""

import base64
import json
import re
import sys
import types
from importlib import resources

import numpy as np
import pytest
import satchel
from satchel._page import page_data

from conftest import code_of, random_scene

TYPES = {"u8": np.uint8, "u32": np.uint32, "f32": np.float32, "f64": np.float64}


def arrays_of(data):
    """The arrays of a page's data, decoded."""
    return {name: np.frombuffer(base64.b64decode(text.split(":")[1]), TYPES[text.split(":")[0]]) for name, text in data["arrays"].items()}


def test_the_data_is_that_of_the_calls(dtype):
    scene = random_scene(4, 60, dtype, 6)
    capsule, circle = scene.add_capsule((0, 0), (1, 0), 0.3), scene.add_circle((0, 0), 0.5)
    scene.add_bodies([scene.add_compound([0, 1]), capsule, circle], np.array([[1.0, 1, 0], [2, 2, 1], [3, 3, 2]]))
    scene.remove_body(7)
    pairs = satchel.find_pairs(scene)
    data = page_data(scene, None, None, None, "name", "m")
    got = arrays_of(data)
    assert data["real"] == np.dtype(dtype).name and np.array_equal(got["pair"].reshape(-1, 2), pairs)
    contacts, distances, manifolds = satchel.collide(scene, pairs), satchel.distances(scene, pairs), satchel.manifolds(scene, pairs)
    assert np.array_equal(got["feature"], contacts.feature)
    assert np.array_equal(got["contact"].reshape(-1, 3), np.column_stack([contacts.separation, contacts.normal]))
    assert got["contact"].dtype == dtype
    assert np.array_equal(got["distance"].reshape(-1, 7)[:, 5:], distances.point_b)
    where = np.flatnonzero(manifolds.count)
    assert np.array_equal(got["manifold_pair"], where) and len(where) > 20
    assert np.array_equal(got["manifold_point"].reshape(-1, 2, 3)[:, :, 2], manifolds.points["separation"][where])
    assert got["shape"][7] == 0xFFFFFFFF and np.array_equal(np.flatnonzero(got["shape"] != 0xFFFFFFFF), scene.bodies())
    assert np.array_equal(got["pose"].reshape(-1, 4)[scene.bodies()], scene.poses())
    last = scene.shapes()[-3]
    assert list(got["part"][got["part_start"][last] : got["part_start"][last + 1]]) == [0, 1]
    for shape in (0, capsule, circle):
        assert np.array_equal(got["core_vertex"].reshape(-1, 2)[got["core_start"][shape] : got["core_start"][shape + 1]], scene.local_vertices(shape))


def test_outlines_come_with_their_rings_and_parts():
    scene = satchel.Scene()
    frame = np.array([[0, 0], [9, 0], [9, 9], [0, 9], [2, 2], [2, 7], [7, 7], [7, 2]], float)
    shape = scene.add_outline(frame, [0, 4, 8])
    scene.add_bodies(shape, np.array([[0.0, 0, 0], [8, 0, 0]]))
    got = arrays_of(page_data(scene, None, None, None, "", ""))
    assert got["ring_of"].tolist() == [shape, shape] and got["ring_start"].tolist() == [0, 4, 8]
    assert np.array_equal(got["ring_vertex"].reshape(-1, 2), frame) and np.array_equal(got["core_start"][:2], [0, 0])
    parts = got["part"][got["part_start"][shape] : got["part_start"][shape + 1]]
    assert np.array_equal(parts, scene.parts(shape)) and len(parts) >= 4 and got["contact"].reshape(-1, 3)[0, 0] < 0


def test_motions_bring_impacts(boxes):
    motions = np.array([[0, 0, 0], [0, 0, 0.5], [0, 0, 0], [-20, 0, 0.0]])
    boxes.add_body(0, [12, 0, 0])
    got = arrays_of(page_data(boxes, None, motions, None, "", ""))
    assert np.array_equal(got["motion"].reshape(-1, 3), motions)
    meeting = got["impact_pair"].reshape(-1, 2).tolist()
    assert [0, 3] in meeting and [1, 3] in meeting
    impacts = satchel.sweep(boxes, motions, meeting)
    assert impacts.hit.all() and np.array_equal(got["impact"].reshape(-1, 3)[:, 0], impacts.time)


def test_steps_are_one_a_body(boxes):
    assert arrays_of(page_data(boxes, None, None, [3, 3, 4], "", ""))["step"].tolist() == [3, 3, 4]
    with pytest.raises(ValueError, match="one step for each of 3 bodies"):
        boxes.show(steps=[1, 2])


def test_wrong_arrays_are_refused(boxes, pairs):
    for wrong in (np.array([[0, 2**32 + 1]]), [[0, -1]], pairs.T.copy()):
        assert code_of(boxes.show, wrong)[1] == "pairs"
    with pytest.raises(TypeError, match="pairs has dtype float64"):
        boxes.show([[0.7, 1.9]])
    assert code_of(boxes.show, steps=[2**32, 0, 0])[:2] == ("out_of_range", "steps")
    for motions in (np.zeros((2, 3)), np.zeros((4, 3)), np.zeros((3, 2)), np.full((3, 3), np.nan)):
        for which in (None, pairs):
            assert code_of(boxes.show, which, motions=motions)[1] == "motions"
    assert np.array_equal(arrays_of(page_data(boxes, pairs.tolist(), None, None, "", ""))["pair"].reshape(-1, 2), pairs)


def test_a_file_is_a_whole_page(boxes, pairs, tmp_path):
    name = "</script><script>alert(1)</script>"
    path = boxes.show(pairs, file=tmp_path / "page.html", name=name)
    text = path.read_text()
    assert text.count("</script") == 2 and "@" not in text.split("<style>")[0]
    data = json.loads(re.search(r'id="satchel-data">(.*?)</script>', text, re.S)[1])
    assert data["name"] == name and data["version"] == 1
    assert boxes.show().suffix == ".html"


def test_a_live_page_has_the_whole_module(boxes, pairs, tmp_path):
    if not (resources.files("satchel") / "_page" / "live.wasm").is_file():
        with pytest.raises(RuntimeError, match="without the WebAssembly module"):
            boxes.show(pairs, file=tmp_path / "page.html", live=True)
        assert not (tmp_path / "page.html").exists()
        return
    text = boxes.show(pairs, file=tmp_path / "page.html", live=True).read_text()
    assert "blob: 'wasm-unsafe-eval'" in text and "wasm-unsafe-eval" not in boxes.show(pairs).read_text()
    module = json.loads(re.search(r'id="satchel-data">(.*?)</script>', text, re.S)[1])["module"]
    [code] = re.findall(r"^const embedded = '(.*)';$", module, re.M)
    assert base64.b64decode(code).startswith(b"\0asm") and module.endswith("export default load;\n")


def test_a_notebook_gets_a_widget(boxes, pairs, monkeypatch):
    pytest.importorskip("anywidget")
    ipython = types.ModuleType("IPython")
    ipython.get_ipython = lambda: types.SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    widget = boxes.show(pairs, name="widget")
    assert widget.data["name"] == "widget" and "export default" in widget._esm and ".satchel" in widget._css
    monkeypatch.setitem(sys.modules, "anywidget", None)
    assert boxes.show(pairs).suffix == ".html"
