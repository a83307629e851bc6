"""Rings and concave outlines: what is made of them before they become shapes."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import Scene
from ._errors import Error
from ._progress import Progress


_no_shape = np.uint32(0xFFFFFFFF)


class Ring(NamedTuple):
    """A ring without repeated and collinear vertices, and what was changed to make it."""

    vertices: npt.NDArray[np.floating[Any]]
    """(n, 2); `add_polygon` takes them if `convex`, `convex_parts` in any case"""
    indices: npt.NDArray[np.uint32]
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

    vertices: npt.NDArray[np.floating[Any]]
    starts: npt.NDArray[np.uint32]
    indices: npt.NDArray[np.uint32]
    """vertices[i] is vertex indices[i] of the outline"""
    inner_edges: npt.NDArray[np.uint8]
    """1: the edge that begins at vertices[i] is between two parts"""


class ConvexHulls(NamedTuple):
    """The convex hulls of lists of points: hull k has the vertices [starts[k], starts[k + 1]), as `convex_hull` gives them."""

    vertices: npt.NDArray[np.floating[Any]]
    starts: npt.NDArray[np.uint32]
    areas: npt.NDArray[np.float64]
    """(k,): the area of each hull"""


def convex_hulls(points: npt.ArrayLike, offsets: npt.ArrayLike, *, progress: Progress | None = None) -> ConvexHulls:
    """The convex hull of each of many lists of points, exactly: `convex_hull` of points[offsets[k]:offsets[k + 1]].

    ``points`` is (n, 2), ``offsets`` (k + 1,) says where each list begins, and the end. Errors name the point.
    ``progress(done, all)`` is called after a second.
    """
    return ConvexHulls(*_core._convex_hulls(points, offsets, progress))


def clean_ring(points: npt.ArrayLike, clockwise: bool = False, *, progress: Progress | None = None) -> Ring:
    """A polygon or outline of a ring as files give it: closed or not, either way round, with repeated or collinear points.

    No point is moved; only such points are dropped. ``clockwise=True`` makes a hole for `convex_parts`.
    """
    return Ring(*_core._clean_ring(points, clockwise, progress))


def convex_parts(
    outline: npt.ArrayLike, starts: npt.ArrayLike | None = None, *, progress: Progress | None = None
) -> ConvexParts:
    """Cuts a simple polygon, with or without holes, into convex parts that fill it exactly.

    Ring k has the vertices [starts[k], starts[k + 1]), without a closing vertex: first the outer boundary,
    counter-clockwise, then holes, clockwise. `clean_ring` makes such rings.
    """
    return ConvexParts(*_core._convex_parts(outline, starts, progress))


def outline_parts(
    coords: npt.ArrayLike, ring_offsets: npt.ArrayLike | None = None, *, progress: Progress | None = None
) -> ConvexParts:
    """The convex parts of one outline whose rings are closed or not and run either way round; `indices` are of `coords`."""
    return ConvexParts(*_core._outline_parts(coords, ring_offsets, progress))


@overload
def add_outlines(
    self: Scene, coords: npt.ArrayLike, ring_offsets: npt.ArrayLike, polygon_offsets: npt.ArrayLike | None = None,
    geometry_offsets: npt.ArrayLike | None = None, *, invalid: Literal["raise"] = "raise", trusted: bool = False,
    even_odd: bool = False, threads: int | None = None, progress: Progress | None = None,
) -> npt.NDArray[np.uint32]: ...
@overload
def add_outlines(
    self: Scene, coords: npt.ArrayLike, ring_offsets: npt.ArrayLike, polygon_offsets: npt.ArrayLike | None = None,
    geometry_offsets: npt.ArrayLike | None = None, *, invalid: Literal["skip"], trusted: bool = False,
    even_odd: bool = False, threads: int | None = None, progress: Progress | None = None,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.intp]]: ...
def add_outlines(
    self: Scene,
    coords: npt.ArrayLike,
    ring_offsets: npt.ArrayLike,
    polygon_offsets: npt.ArrayLike | None = None,
    geometry_offsets: npt.ArrayLike | None = None,
    *,
    invalid: Literal["raise", "skip"] = "raise",
    trusted: bool = False,
    even_odd: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[np.uint32] | tuple[npt.NDArray[np.uint32], npt.NDArray[np.intp]]:
    """Adds polygons that may be concave and have holes, one shape each, as `shapely.to_ragged_array` gives them.

    ``coords`` is (n, 2), ``ring_offsets`` says where the rings begin, and the end; ``polygon_offsets`` the same of
    polygons in the rings (None: each ring is one), ``geometry_offsets`` of geometries in the polygons (None: each
    polygon is one). Rings run either way round and in any order, closed or not.

    What is valid is decided exactly: rings may touch in points, and must not cross, overlap or touch themselves.
    What is not raises satchel.Error with the index of the geometry, and both edges in its text, before anything is
    added. ``invalid="skip"`` leaves such geometries out and returns ``(shapes, taken)``: shape i is geometry
    ``taken[i]``. ``trusted=True`` checks numbers alone: rings that are not valid then give wrong answers,
    and as nobody knows how far apart they are, outlines turn by right angles alone, and those with holes are slower.

    With ``even_odd=True`` a geometry that is not valid, because its polygons share borders or overlap, is what an odd
    number of its rings holds: shared borders vanish. Rings that cross between vertices are refused all the same.

    Verdicts, `within`, `relate`, areas, `nms`, distances, `nearest_bodies`, `first_hits`, rays, points, boxes, `find_pairs` and `Index` take
    outlines as they are. Other questions need convex parts. The first of them makes those of all outlines of the scene,
    which takes about a microsecond a vertex; `make_parts` does so ahead of time, or for some shapes. Parts are shapes of
    the scene, so `shape_count` and `revision` grow. An outline that has none (a trusted one that is not valid, a part of more
    than 131,072 vertices) is refused where a question is about it.
    """
    skip = skips(invalid)
    shapes = self._add_outlines(
        coords, ring_offsets, polygon_offsets, geometry_offsets, False, skip, trusted, even_odd, 0.0, threads, progress
    )
    return taken_of(shapes) if skip else shapes


def skips(invalid: str) -> bool:
    """Whether `invalid` asks to leave out what is not valid."""
    if invalid not in ("raise", "skip"):
        raise ValueError(f"invalid is {invalid!r}; wanted 'raise' or 'skip'")
    return invalid == "skip"


def taken_of(shapes: npt.NDArray[np.uint32]) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.intp]]:
    """The shapes that were made, and of which geometries."""
    taken = np.flatnonzero(shapes != _no_shape)
    return shapes[taken], taken


def add_outline(
    self: Scene, coords: npt.ArrayLike, ring_offsets: npt.ArrayLike | None = None, *, progress: Progress | None = None
) -> int:
    """Adds a polygon that may be concave and have holes, as one shape: an outline, or a polygon if it is one convex ring.

    ``coords`` has the vertices of its rings, in any order, ``ring_offsets`` where each begins, and the end: from 0
    to the number of points, not decreasing; one ring needs none. Rings may be closed, run either way round, and
    have repeated or collinear vertices. What is not valid raises satchel.Error, as in `add_outlines`; its text
    counts rings and points as given. An outline whose rings touch or nearly touch can be turned by right angles
    alone.

    A compound of the convex parts of an outline, each a shape, is ``add_compound(add_polygons(parts.vertices,
    parts.starts), parts.inner_edges)`` of what `convex_parts` returns.
    """
    array = _core._as_array(coords, "coords")
    rings = np.array([0, *array.shape[:1]]) if ring_offsets is None else _core._as_array(ring_offsets, "ring_offsets")
    try:
        shapes = self._add_outlines(array, rings, [0, max(rings.size - 1, 0)], None, True, False, False, False, 0.0, None, progress)
    except Error as error:
        if error.index != 0 or error.code == "bad_starts":
            raise
        raise Error(str(error).removeprefix("outline 0: "), error.code, "coords") from None
    return int(shapes[0])
