"""Calls without a scene: two arrays of polygons, broadcast against each other as NumPy does."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import Scene
from ._doubles import doubles
from ._errors import Error
from ._filters import make_filters
from ._outlines import convex_hulls
from ._progress import Progress
from ._threads import limited


def _polygons(value: Any, name: str) -> np.ndarray[Any, Any]:
    array = doubles(value, name)
    if array.size == 0 and array.ndim == 1:  # []
        array = np.empty((0, 3, 2))
    if array.ndim < 2 or array.shape[-1] != 2 or array.shape[-2] < 3:
        raise Error(
            f"{name} has shape {array.shape}; wanted (..., K, 2): polygons of K vertices, 3 or more", "wrong_shape", name
        )
    return array


def _counter_clockwise(polygons: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Detectors give corners clockwise: those polygons are reversed. Their first vertex stays the first."""
    x, y = polygons[..., 0], polygons[..., 1]
    x, y = x - x[:, :1], y - y[:, :1]
    left, right = x * np.roll(y, -1, 1), np.roll(x, -1, 1) * y
    twice = (left - right).sum(1)
    clockwise = twice < 0
    unsure = np.abs(twice) <= polygons.shape[1] * 2.0**-50 * (np.abs(left) + np.abs(right)).sum(1)
    for k in np.flatnonzero(unsure):
        points = [(Fraction(p), Fraction(q)) for p, q in polygons[k].tolist()] if np.isfinite(polygons[k]).all() else []
        clockwise[k] = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(points, points[1:] + points[:1])) < 0
    if clockwise.any():
        polygons = polygons.copy()
        polygons[clockwise, 1:] = polygons[clockwise, :0:-1]
    return polygons


def _added(scene: Scene, polygons: np.ndarray[Any, Any], given: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Shapes of polygons. Those that rounding has made clockwise or not convex, as they are not in `given`, become their hulls."""
    try:
        return scene.add_polygons(polygons)
    except Error:
        Scene().add_polygons(given)  # raises what is wrong with the polygons as they came
        if scene.dtype == np.float64:
            raise
    count, size = polygons.shape[:2]
    try:
        hulls = convex_hulls(polygons.reshape(-1, 2), size * np.arange(count + 1))
    except Error as error:
        if error.index is None:
            raise
        flat, vertex = divmod(error.index, size)  # the value of the point is relative to another one
        text = re.sub(r"^point \d+: . = \S+: ", f"polygon {flat}: vertex {vertex}: ", str(error))
        raise Error(text, error.code, None, flat) from None
    lengths = hulls.starts[1:].astype(np.int64) - hulls.starts[:-1].astype(np.int64)
    if (lengths < 3).any():
        flat = int(np.argmax(lengths < 3))
        text = f"polygon {flat} has no area after its vertices are rounded to float32; give dtype=np.float64"
        raise Error(text, "collinear", None, flat)
    # Polygons that equal their hull keep the vertex that they begin with. One as long may be the hull of another order.
    is_whole = lengths == size
    hull = hulls.vertices[np.repeat(is_whole, lengths)].reshape(-1, size, 2)
    first = (polygons[is_whole] == hull[:, :1]).all(-1).argmax(1)
    turned = (first[:, np.newaxis] + np.arange(size)) % size
    is_whole[is_whole] = (np.take_along_axis(polygons[is_whole], turned[..., np.newaxis], 1) == hull).all((1, 2))
    coords = np.empty((len(hulls.vertices), 2), polygons.dtype)
    is_kept = np.repeat(is_whole, lengths)
    coords[is_kept], coords[~is_kept] = polygons[is_whole].reshape(-1, 2), hulls.vertices[~is_kept]
    return scene.add_polygons(coords, hulls.starts)


def _scene_of(p: Any, q: Any, threads: int | None, dtype: Any = np.float64) -> tuple[Scene, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """A scene of all polygons, and their bodies, in the shape of the leading axes of p and of q.

    In float32, vertices are relative to a point of the polygon, so that precision does not depend on the place. The hull of what
    rounding has made clockwise or not convex stands for it.
    """
    scene = Scene(dtype)
    indices = []
    for polygons, name in ((_polygons(p, "p"), "p"), (_polygons(q, "q"), "q")):
        leading, count = polygons.shape[:-2], polygons.shape[-2]
        flat = _counter_clockwise(polygons.reshape(-1, count, 2))
        poses = np.zeros((len(flat), 4))
        poses[:, 2] = 1
        given = flat
        if scene.dtype == np.float32 and len(flat):
            poses[:, :2] = (flat[:, 0] + flat[:, count // 2]) / 2
            most = np.finfo(np.float32).max  # out of range, but not infinite
            flat = np.clip(flat - poses[:, np.newaxis, :2], -most, most).astype(np.float32)
        try:
            shapes = _added(scene, flat, given)
        except Error as error:
            place = "" if error.index is None or not leading else str([int(i) for i in np.unravel_index(error.index, leading)])
            raise Error(f"{name}{place}: {error}", error.code, name, error.index) from None
        with limited(threads):
            indices.append(scene.add_bodies(shapes, poses).reshape(leading))
    try:
        np.broadcast_shapes(indices[0].shape, indices[1].shape)
    except ValueError:
        raise Error(
            f"p holds polygons of shape {indices[0].shape} and q of shape {indices[1].shape}, which do not broadcast",
            "wrong_shape",
            "q",
        ) from None
    return scene, indices[0], indices[1]


def _broadcast(in_p: Any, in_q: Any) -> np.ndarray[Any, Any]:
    """A pair of bodies for each element of the broadcast arrays."""
    return np.stack(np.broadcast_arrays(in_p, in_q), -1).reshape(-1, 2)


def _pairs_of(p: Any, q: Any, threads: int | None) -> tuple[Scene, np.ndarray[Any, Any], tuple[int, ...]]:
    """A scene of all polygons, and the pairs that broadcasting makes, with their shape."""
    scene, in_p, in_q = _scene_of(p, q, threads)
    return scene, _broadcast(in_p, in_q), np.broadcast_shapes(in_p.shape, in_q.shape)


def _where_boxes_meet(
    p: Any, q: Any, ask: Callable[..., Any], dtype: Any, precision: Any = np.float64, **run: Any
) -> Any:
    """The answers ask(scene, pairs, threads=, progress=), one number a pair, which are 0 where bounding boxes do not meet.

    If each polygon of ``p`` meets each of ``q``, as in p[:, None], q[None], only the pairs of find_pairs are asked about.
    """
    scene, in_p, in_q = _scene_of(p, q, run["threads"], precision)
    shape = np.broadcast_shapes(in_p.shape, in_q.shape)
    size = int(np.prod(shape))
    if size == 0 or size < 8 * (in_p.size + in_q.size) or size != in_p.size * in_q.size:
        return ask(scene, _broadcast(in_p, in_q), **run).reshape(shape)[()]
    # Bodies of p come first. Those of one polygon array do not meet each other: they are of one negative group.
    group = np.repeat(np.array([-1, -2], np.int32), [in_p.size, in_q.size])
    pairs = _core.find_pairs(scene, filters=make_filters(len(group), group=group), **run)
    # An axis is of p or of q, so the place of a pair in the result is the sum of those of its bodies.
    strides = np.cumprod((1, *shape[:0:-1]))[::-1]
    places = []
    for side in (in_p, in_q):
        axes = np.ogrid[tuple(slice(n) for n in (1,) * (len(shape) - side.ndim) + side.shape)]
        places.append(np.ravel(sum(axis * stride for axis, stride in zip(axes, strides))))
    place = np.concatenate(places)
    answers = np.zeros(size, dtype)
    answers[place[pairs[:, 0]] + place[pairs[:, 1]]] = ask(scene, pairs, **run)
    return answers.reshape(shape)


def intersects(p: Any, q: Any, *, threads: int | None = None, progress: Progress | None = None) -> Any:
    """Whether convex polygons have a point in common: touching counts. Exact for the numbers as given.

    ``p`` is (..., K, 2), ``q`` (..., L, 2), of any numbers and either winding; the leading axes broadcast. (bool)
    """

    def ask(scene: Scene, pairs: Any, **run: Any) -> Any:
        return _core.classify(scene, pairs, **run) != 0

    return _where_boxes_meet(p, q, ask, bool, threads=threads, progress=progress)


def mtv(
    p: Any, q: Any, *, threads: int | None = None, progress: Progress | None = None
) -> npt.NDArray[np.float64]:
    """The shortest translations of ``p`` that end the overlap with ``q``; (0, 0) where they do not overlap. (..., 2)

    Arguments as of `intersects`.
    """
    scene, pairs, shape = _pairs_of(p, q, threads)
    moves = _core.collide(scene, pairs, threads=threads, progress=progress).mtv.astype(np.float64, copy=False)
    return moves.reshape(*shape, 2)


def distance(p: Any, q: Any, *, threads: int | None = None, progress: Progress | None = None) -> Any:
    """The distances of convex polygons: positive apart, 0 touching (exactly), negative overlapping: minus the depth.

    Arguments as of `intersects`.
    """
    scene, pairs, shape = _pairs_of(p, q, threads)
    return np.asarray(_core.distances(scene, pairs, threads=threads, progress=progress).distance).reshape(shape)[()]
