"""Pictures of scenes, with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import KeptPairs, Scene, convex_hull
from ._results import Contacts, Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_colours = {Verdict.DISJOINT: "#8a9aa8", Verdict.TOUCHING: "#d9a441", Verdict.OVERLAPPING: "#c8453b"}


def _outline(core: npt.NDArray[np.float64], radius: float) -> npt.NDArray[np.float64]:
    """The boundary of a core with a radius around it, closed, rounded corners as chords."""
    if radius == 0:
        return np.concatenate([core, core[:1]])
    angles = np.linspace(0, 2 * np.pi, 33)[:-1]
    circle = radius * np.stack([np.cos(angles), np.sin(angles)], -1)
    hull = np.asarray(convex_hull((core[:, np.newaxis] + circle).reshape(-1, 2)))
    return np.concatenate([hull, hull[:1]])


def _areas(scene: Scene, shape: int) -> list[list[npt.NDArray[np.float64]]]:
    """The areas that a shape is drawn as: the closed rings of each. An outline is one area, a compound one a part."""
    starts, _ = scene.rings(shape)
    if len(starts) > 1:
        rings = np.split(scene.local_vertices(shape).astype(float), starts[1:-1])
        return [[_outline(ring, 0.0) for ring in rings]]
    return [[_outline(scene.local_vertices(part).astype(float), scene.radius(part))] for part in scene.parts(shape).tolist()]


def _verdicts(bodies: npt.NDArray[np.uint32], contacts: Contacts, pairs: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The worst verdict of each body."""
    worst = np.zeros(int(bodies.max(initial=0)) + 1, np.uint8)
    for side in (0, 1):
        np.maximum.at(worst, pairs[:, side], contacts.verdict)
    return worst[bodies]


def _bodies_of(pairs: KeptPairs | npt.ArrayLike) -> npt.NDArray[np.int64]:
    """The two bodies of each pair, of image pairs, too: (n, 2)."""
    array: npt.NDArray[Any] = pairs.pairs() if isinstance(pairs, KeptPairs) else _core._as_array(pairs, "pairs")
    if array.dtype.names is not None:  # ImagePairs
        array = array["pair"]
    return array.reshape(-1, array.shape[-1] if array.size else 2)[:, :2].astype(np.int64)


def plot(
    self: Scene,
    contacts: Contacts | None = None,
    pairs: KeptPairs | npt.ArrayLike | None = None,
    *,
    ax: Axes | None = None,
    numbers: bool = False,
) -> Axes:
    """Draws the bodies with matplotlib; returns the axes.

    With ``contacts`` of `collide` and the ``pairs`` they are about, bodies that overlap are red, those that only touch
    are yellow, and an arrow from the middle of each overlapping body a shows its minimum translation vector. Of image pairs
    bodies are drawn where they are, not their images. With ``numbers=True`` the index of each body stands in its middle.
    """
    try:
        import matplotlib.pyplot as plt
        from matplotlib.collections import PathCollection
        from matplotlib.path import Path
    except ImportError:
        raise ImportError("scene.plot needs matplotlib: pip install matplotlib") from None
    bodies = self.bodies()
    verdicts = np.zeros(len(bodies), np.uint8)
    of = np.empty((0, 2), np.int64)
    if contacts is not None:
        listed = None if pairs is None else _bodies_of(pairs)
        if listed is None or len(listed) != len(contacts):
            raise ValueError("contacts come with the pairs that they are about: scene.plot(contacts, pairs)")
        of = listed
        verdicts = _verdicts(bodies, contacts, of)
    if ax is None:
        ax = plt.subplots()[1]
    assert ax is not None
    poses, boxes = self.poses(), self.bounding_boxes()
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    paths, colours = [], []
    for k, body in enumerate(bodies.tolist()):
        x, y, c, s = poses[k]
        turned = np.array([[c, s], [-s, c]])
        for rings in _areas(self, self.shape(body)):
            paths.append(Path.make_compound_path(*(Path(ring @ turned + (x, y), closed=True) for ring in rings)))
            colours.append(_colours[Verdict(verdicts[k])])
        if numbers:
            ax.annotate(str(body), middles[k].tolist(), ha="center", va="center", fontsize=8)
    ax.add_collection(PathCollection(paths, facecolors=colours, edgecolors="#30363c", alpha=0.6, linewidths=0.8))
    if contacts is not None and (contacts.verdict == Verdict.OVERLAPPING).any():
        overlapping = contacts.verdict == Verdict.OVERLAPPING
        starts = middles[np.searchsorted(bodies, of[overlapping, 0])]
        moves = contacts.mtv[overlapping]
        ax.quiver(*starts.T, *moves.T, angles="xy", scale_units="xy", scale=1, width=0.004, color="#20262c")
        ax.update_datalim(starts + moves)
    ax.autoscale_view()
    ax.set_aspect("equal")
    return ax
