"""Bodies of geometries, whichever form these had: their rings as arrays, and which of them have no area."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ._core import Scene
from ._errors import Error
from ._outlines import skips, taken_of
from ._progress import Progress

Ids: TypeAlias = npt.NDArray[np.uint32]
Places: TypeAlias = npt.NDArray[np.intp]
Added: TypeAlias = "Scene | Ids | tuple[Scene, Places] | tuple[Ids, Places]"

WANTED = "wanted a Polygon or MultiPolygon with area"


class Rings(NamedTuple):
    """Geometries as `Scene.add_outlines` takes them."""

    coords: npt.NDArray[np.float64]
    rings: npt.NDArray[np.integer[Any]]
    polygons: npt.NDArray[np.integer[Any]] | None
    geometries: npt.NDArray[np.integer[Any]] | None


def starts(lengths: Any) -> npt.NDArray[np.int64]:
    """Where lists of these lengths begin, and the end."""
    found = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=found[1:])
    return found


def renamed(text: str, number: int, place: int) -> str:
    """The text of an error about an outline, of the geometry instead."""
    return text.replace(f"outline {number}", f"geometry {place}", 1)


def check(scene: Scene | None, invalid: str, radius: float) -> bool:
    """Whether geometries that are not valid are left out. Raises what is wrong with the arguments."""
    skip = skips(invalid)
    if not (radius == 0 or 2.0**-200 <= radius <= 2.0**200):
        raise Error(f"radius is {radius}; wanted 0, or a number from 2^-200 to 2^200", "bad_radius", "radius")
    if scene is not None and scene.dtype != np.float64:
        raise TypeError("scene has dtype float32, which does not hold the coordinates exactly; wanted one of float64")
    return skip


def add(
    rings: Rings, places: Places | None, scene: Scene | None, skip: bool, trusted: bool, radius: float, progress: Progress | None
) -> Added:
    """Adds a body for each geometry, and returns what `from_shapely` returns.

    ``places`` are the geometries that `rings` has, if some of the caller's are left out.
    """
    made = Scene() if scene is None else scene
    try:
        shapes = made._add_outlines(*rings, True, skip, trusted, False, radius, None, progress)
    except Error as error:
        if error.index is None or error.argument != "coords":
            raise
        text = renamed(str(error), error.index, error.index)
        raise Error(text, error.code, "geometries", error.index) from None
    shapes, taken = taken_of(shapes)
    bodies = made.add_bodies(shapes, np.broadcast_to([0.0, 0, 1, 0], (len(shapes), 4)).copy())
    if not skip:
        return made if scene is None else bodies
    if places is not None:
        taken = places[taken]
    return (made, taken) if scene is None else (bodies, taken)
