"""Scenes in a browser or a notebook: the page that the tool writes by ``satchel collide --html``."""

from __future__ import annotations

import base64
import html
import json
import os
import tempfile
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from . import _core
from ._core import KeptPairs, Scene
from ._results import Contacts

_types = {"u1": "u8", "u4": "u32", "f4": "f32", "f8": "f64"}
_absent = 0xFFFFFFFF  # the shape of a removed body


def _text(array: Any) -> str:
    array = np.ascontiguousarray(array)
    return f"{_types[array.dtype.str[1:]]}:{base64.b64encode(array.tobytes()).decode()}"


def _starts(lists: list[Any]) -> Any:
    """Where each list begins among all, and the end of the last."""
    return np.cumsum([0, *map(len, lists)], dtype=np.uint32)


def _shapes(scene: Scene) -> dict[str, Any]:
    cores, parts, rings, ring_of = [], [], [], []
    for shape in range(scene.shape_count):
        starts, _ = scene.rings(shape)
        if len(starts) > 1:
            rings += np.split(scene.local_vertices(shape), starts[1:-1])
            ring_of += [shape] * (len(starts) - 1)
        parts.append(scene.parts(shape))
        alone = len(parts[-1]) == 1 and parts[-1][0] == shape
        cores.append(scene.local_vertices(shape) if alone else np.empty((0, 2), scene.dtype))
    none = np.empty(0, np.uint32)
    return {
        "core_start": _starts(cores),
        "core_vertex": np.concatenate([*cores, np.empty((0, 2), scene.dtype)]),
        "core_radius": np.array([scene.radius(shape) for shape in range(scene.shape_count)], scene.dtype),
        "part_start": _starts(parts),
        "part": np.concatenate([*parts, none]).astype(np.uint32),
        "inner_edge": np.empty(0, np.uint8),
        "ring_of": np.array(ring_of, np.uint32),
        "ring_start": _starts(rings),
        "ring_vertex": np.concatenate([*rings, np.empty((0, 2), scene.dtype)]),
    }


def _results(scene: Scene, pairs: Any) -> dict[str, Any]:
    parts = np.empty((len(pairs), 2), np.uint32)
    contacts: Contacts = _core.collide(scene, pairs, parts=parts)
    distances, manifolds = _core.distances(scene, pairs), _core.manifolds(scene, pairs)
    where = np.flatnonzero(manifolds.count)
    points = manifolds.points[where]
    arrays = {
        "pair": pairs,
        "feature": contacts.feature,
        "contact": np.column_stack([contacts.separation, contacts.normal]),
        "distance": np.column_stack([distances.distance, distances.normal, distances.point_a, distances.point_b]),
        "manifold_pair": where.astype(np.uint32),
        "manifold_count": manifolds.count[where].astype(np.uint8),
        "manifold_point": np.concatenate([points["point"], points["separation"][..., np.newaxis]], -1),
        "manifold_id": points["id"],
    }
    if any(len(scene.parts(shape)) > 1 for shape in range(scene.shape_count)):
        arrays["part_pair"] = parts
    return arrays


def page_data(scene: Scene, pairs: Any, motions: Any, steps: Any, name: str, units: str) -> dict[str, Any]:
    """The data of a page: src/page/README.md lists its members."""
    scene.make_parts(np.arange(scene.shape_count))  # which are drawn, and become shapes
    found = pairs is None
    if found:
        pairs = _core.find_pairs(scene)
    elif isinstance(pairs, KeptPairs):
        pairs = pairs.pairs()
    else:
        pairs = _core._as_ids(pairs, "pairs", 2, "(n, 2): a row for each pair")
    shape = np.full(scene.body_slots, _absent, np.uint32)
    pose = np.zeros((scene.body_slots, 4))
    bodies = scene.bodies()
    shape[bodies], pose[bodies] = scene.shapes(), scene.poses()
    arrays = {**_shapes(scene), "shape": shape, "pose": pose, **_results(scene, pairs)}
    if motions is not None:
        _core.sweep(scene, motions, pairs[:0])  # which refuses wrong motions
        moves = np.ascontiguousarray(_core._as_array(motions, "motions"), np.float64)
        if found:  # as far as both bodies of a pair may move
            boxes = scene.bounding_boxes() - np.tile(pose[bodies, :2], 2)
            turns = moves[bodies, 2] != 0
            margin = 2 * np.max(np.abs(moves[bodies, :2]).max(-1) + turns * 2 * np.hypot(*np.abs(boxes).reshape(-1, 2, 2).max(1).T), initial=0)
            pairs = _core.find_pairs(scene, margin=float(np.nextafter(np.float32(margin), np.float32(np.inf))))
        impacts = _core.sweep(scene, moves, pairs)
        meet = impacts.hit
        arrays |= {"motion": moves, "impact_pair": pairs[meet], "impact": np.column_stack([impacts.time, impacts.normal])[meet]}
    if steps is not None:
        arrays["step"] = _core._as_ids(steps, "steps", 0, "(bodies,): the step of each body")
        if arrays["step"].shape != shape.shape:
            raise ValueError(f"steps has the shape {arrays['step'].shape}; give one step for each of {len(shape)} bodies")
    arrays = {key: _text(value) for key, value in arrays.items()}
    return {"version": 1, "name": name, "units": units, "real": scene.dtype.name, "arrays": arrays}


def _asset(name: str) -> str:
    return (resources.files("satchel") / "_page" / name).read_text(encoding="utf-8")


def _live_module() -> str:
    """The library as a module for the page: its script with its bytes, which the package keeps apart because they are smaller so."""
    folder = resources.files("satchel") / "_page"
    try:
        script, wasm = (folder / "live.mjs").read_text(encoding="utf-8"), (folder / "live.wasm").read_bytes()
    except FileNotFoundError:
        raise RuntimeError(
            "this package was built without the WebAssembly module of live pages: wheels have it; from source, make it by "
            "`bash cmake/bootstrap.sh --wasm && cmake --workflow --preset wasm` before `pip install .`") from None
    return script.replace("@bytes@", base64.b64encode(wasm).decode(), 1)


def _in_notebook() -> bool:
    try:
        from IPython import get_ipython  # type: ignore[attr-defined, import-not-found, unused-ignore]
    except ImportError:
        return False
    shell = get_ipython()  # type: ignore[no-untyped-call, unused-ignore]
    return shell is not None and hasattr(shell, "kernel")


def _widget(data: dict[str, Any]) -> Any:
    import anywidget  # type: ignore[import-not-found, import-untyped, unused-ignore]
    import traitlets  # type: ignore[import-not-found, import-untyped, unused-ignore]

    members = {"_esm": _asset("satchel.mjs"), "_css": _asset("page.css"), "data": traitlets.Dict().tag(sync=True)}
    return type("SceneWidget", (anywidget.AnyWidget,), members)(data=data)


def show(
    self: Scene, pairs: Any = None, *, motions: Any = None, steps: Any = None, file: str | os.PathLike[str] | None = None,
    name: str = "scene", units: str = "", live: bool = False,
) -> Any:
    """Shows the scene as a page: bodies by verdict, MTVs, contact points, every number, a list of the pairs.

    ``pairs`` are those of `find_pairs` if none are given; ``motions`` (bodies, 3) add a slider of time with the impacts of
    `sweep`; ``steps`` (bodies) is the step of a recording that each body belongs to, for a slider of steps. In a ``live`` page bodies can be dragged, and the library in the page answers; wheels
    have the module that it needs. Without ``file`` a notebook gets a widget, if anywidget is installed. Elsewhere, and with
    ``file``, the page is a file for a browser, which needs no network; its path is returned.
    """
    data = page_data(self, pairs, motions, steps, name, units)
    if live:
        data["module"] = _live_module()
    if file is None and _in_notebook():
        try:
            return _widget(data)
        except ImportError:
            pass
    if file is None:
        handle, path = tempfile.mkstemp(prefix="satchel-", suffix=".html")
        os.close(handle)
    else:
        path = os.fspath(file)
    begin, rest = _asset("page.html").split("@script_sources@", 1)
    middle, rest = rest.split("@title@", 1)
    script, end = rest.split("@data@", 1)
    text = json.dumps(data).replace("<", "\\u003c")
    sources = " blob: 'wasm-unsafe-eval'" if live else ""
    Path(path).write_text("".join([begin, sources, middle, html.escape(name[:80]), script, text, end]), encoding="utf-8")
    return Path(path)
