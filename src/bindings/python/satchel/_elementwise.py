"""Calls without a scene: two arrays of polygons, broadcast against each other as NumPy does."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._core import Scene
from ._errors import Error


def _polygons(value: Any, name: str) -> np.ndarray[Any, Any]:
    array = np.asarray(value)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"{name} has dtype {array.dtype}; wanted numbers")
    if array.ndim < 2 or array.shape[-1] != 2 or array.shape[-2] < 3:
        raise Error(
            f"{name} has shape {array.shape}; wanted (..., K, 2): polygons of K vertices, 3 or more", "wrong_shape", name
        )
    return np.ascontiguousarray(array, dtype=np.float64)


def _counter_clockwise(polygons: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Detectors give corners clockwise: those polygons are reversed. Their first vertex stays the first."""
    x, y = polygons[..., 0], polygons[..., 1]
    x, y = x - x[:, :1], y - y[:, :1]
    clockwise = (x * np.roll(y, -1, 1) - np.roll(x, -1, 1) * y).sum(1) < 0
    if clockwise.any():
        polygons = polygons.copy()
        polygons[clockwise, 1:] = polygons[clockwise, :0:-1]
    return polygons


def _pairs_of(p: Any, q: Any) -> tuple[Scene, np.ndarray[Any, Any], tuple[int, ...]]:
    """A scene of all polygons, and the pairs that broadcasting makes, with their shape."""
    scene = Scene()
    indices = []
    for polygons, name in ((_polygons(p, "p"), "p"), (_polygons(q, "q"), "q")):
        leading, count = polygons.shape[:-2], polygons.shape[-2]
        flat = _counter_clockwise(polygons.reshape(-1, count, 2))
        try:
            shapes = scene.add_polygons(flat)
        except Error as error:
            place = "" if error.index is None or not leading else str([int(i) for i in np.unravel_index(error.index, leading)])
            raise Error(f"{name}{place}: {error}", error.code, name, error.index) from None
        bodies = scene.add_bodies(shapes, np.broadcast_to([0.0, 0, 1, 0], (len(shapes), 4)).copy())
        indices.append(bodies.reshape(leading))
    try:
        a, b = np.broadcast_arrays(*indices)
    except ValueError:
        raise Error(
            f"p holds polygons of shape {indices[0].shape} and q of shape {indices[1].shape}, which do not broadcast",
            "wrong_shape",
            "q",
        ) from None
    return scene, np.stack([a, b], -1).reshape(-1, 2), a.shape


def intersects(p: Any, q: Any) -> Any:
    """Whether convex polygons have a point in common: touching counts. Exact for the numbers as given.

    ``p`` is (..., K, 2), ``q`` (..., L, 2), of any numbers and either winding; the leading axes broadcast. (bool)
    """
    scene, pairs, shape = _pairs_of(p, q)
    return (_core.classify(scene, pairs) != 0).reshape(shape)[()]


def mtv(p: Any, q: Any) -> np.ndarray[Any, Any]:
    """The shortest translations of ``p`` that end the overlap with ``q``; (0, 0) where they do not overlap. (..., 2)

    Arguments as of `intersects`.
    """
    scene, pairs, shape = _pairs_of(p, q)
    return np.asarray(_core.collide(scene, pairs).mtv).reshape(*shape, 2)


def distance(p: Any, q: Any) -> Any:
    """The distances of convex polygons: positive apart, 0 touching (exactly), negative overlapping: minus the depth.

    Arguments as of `intersects`.
    """
    scene, pairs, shape = _pairs_of(p, q)
    return np.asarray(_core.distances(scene, pairs).distance).reshape(shape)[()]
