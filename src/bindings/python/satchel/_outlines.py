"""Rings and concave outlines: what is made of them before they become shapes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._core import Scene
from ._errors import Error


class Ring(NamedTuple):
    """A ring without repeated and collinear vertices, and what was changed to make it."""

    vertices: np.ndarray[Any, Any]
    """(n, 2); `add_polygon` takes them if `convex`, `convex_parts` in any case"""
    indices: np.ndarray[Any, Any]
    """vertices[i] is points[indices[i]]"""
    convex: bool
    closed: bool
    """the last point repeated the first and was dropped"""
    reversed: bool
    """the points ran the other way round"""
    repeated: int
    """points dropped because they equal the point before"""
    collinear: int
    """points dropped because they lie inside a straight edge"""


class ConvexParts(NamedTuple):
    """The convex parts of an outline: part k has the vertices [starts[k], starts[k + 1])."""

    vertices: np.ndarray[Any, Any]
    starts: np.ndarray[Any, Any]
    indices: np.ndarray[Any, Any]
    """vertices[i] is vertex indices[i] of the outline"""
    inner_edges: np.ndarray[Any, Any]
    """1: the edge that begins at vertices[i] is between two parts"""


def clean_ring(points: Any, clockwise: bool = False) -> Ring:
    """A polygon or outline of a ring as files give it: closed or not, either way round, with repeated or collinear points.

    No point is moved; only such points are dropped. ``clockwise=True`` makes a hole for `convex_parts`.
    """
    return Ring(*_core._clean_ring(points, clockwise))


def convex_parts(outline: Any, starts: Any = None) -> ConvexParts:
    """Cuts a simple polygon, with or without holes, into convex parts that fill it exactly.

    Ring k has the vertices [starts[k], starts[k + 1]), without a closing vertex: first the outer boundary,
    counter-clockwise, then holes, clockwise. `clean_ring` makes such rings.
    """
    return ConvexParts(*_core._convex_parts(outline, starts))


def outline_parts(coords: Any, ring_offsets: Any = None, first_ring: int = 0) -> ConvexParts:
    """The convex parts of one outline whose rings are closed or not and run either way round."""
    coords = np.asarray(coords)
    if ring_offsets is None:
        ring_offsets = [0, len(coords)]
    rings = []
    for k, (begin, end) in enumerate(zip(ring_offsets[:-1], ring_offsets[1:])):
        try:
            rings.append(clean_ring(coords[begin:end], clockwise=k > 0).vertices)
        except Error as error:
            which = "the outer ring" if k == 0 else f"hole {k - 1}"
            raise Error(f"{which}: {error}", error.code, "coords", first_ring + k) from None
    starts = np.cumsum([0] + [len(ring) for ring in rings])
    return convex_parts(np.concatenate(rings), starts)


def add_outline(self: Scene, coords: Any, ring_offsets: Any = None) -> int:
    """Adds a polygon that may be concave and have holes, as one shape: a convex polygon, or a compound of convex parts.

    ``coords`` has the vertices of its rings, the outer one first, ``ring_offsets`` where each begins, and the end; one
    ring needs none. Rings may be closed, run either way round, and have repeated or collinear vertices.
    """
    coords = np.asarray(coords)
    if coords.ndim != 2 or coords.shape[1] != 2:
        raise Error(f"coords has shape {coords.shape}; wanted (n, 2)", "wrong_shape", "coords")
    if coords.dtype.kind in "iu":
        coords = coords.astype(self.dtype)
    parts = outline_parts(coords, ring_offsets)
    shapes = self.add_polygons(parts.vertices, parts.starts)
    return int(shapes[0]) if len(shapes) == 1 else self.add_compound(shapes, parts.inner_edges)
