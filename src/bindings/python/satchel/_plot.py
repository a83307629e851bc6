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
    """The boundary of a core with a radius around it, rounded corners as chords."""
    if radius == 0:
        return core
    angles = np.linspace(0, 2 * np.pi, 33)[:-1]
    circle = radius * np.stack([np.cos(angles), np.sin(angles)], -1)
    return np.asarray(convex_hull((core[:, np.newaxis] + circle).reshape(-1, 2)))


def _verdicts(bodies: npt.NDArray[np.uint32], contacts: Contacts, pairs: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The worst verdict of each body."""
    worst = np.zeros(int(bodies.max(initial=0)) + 1, np.uint8)
    for side in (0, 1):
        np.maximum.at(worst, pairs[:, side], contacts.verdict)
    return worst[bodies]


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
    are yellow, and an arrow from the middle of each overlapping body a shows its minimum translation vector. With
    ``numbers=True`` the index of each body stands in its middle.
    """
    try:
        import matplotlib.pyplot as plt
        from matplotlib.collections import PolyCollection
    except ImportError:
        raise ImportError("scene.plot needs matplotlib: pip install matplotlib") from None
    bodies = self.bodies()
    verdicts = np.zeros(len(bodies), np.uint8)
    of = np.empty((0, 2), np.int64)
    if contacts is not None:
        listed = pairs.pairs() if isinstance(pairs, KeptPairs) else None if pairs is None else _core._as_array(pairs, "pairs")
        if listed is None or len(listed) != len(contacts):
            raise ValueError("contacts come with the pairs that they are about: scene.plot(contacts, pairs)")
        of = listed.reshape(-1, 2).astype(np.int64)
        verdicts = _verdicts(bodies, contacts, of)
    if ax is None:
        ax = plt.subplots()[1]
    assert ax is not None
    poses, boxes = self.poses(), self.bounding_boxes()
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    polygons, colours = [], []
    for k, body in enumerate(bodies.tolist()):
        x, y, c, s = poses[k]
        turned = np.array([[c, s], [-s, c]])
        for part in self.parts(self.shape(body)).tolist():
            core = _outline(self.local_vertices(part).astype(float), self.radius(part))
            polygons.append(core @ turned + (x, y))
            colours.append(_colours[Verdict(verdicts[k])])
        if numbers:
            ax.annotate(str(body), middles[k].tolist(), ha="center", va="center", fontsize=8)
    ax.add_collection(PolyCollection(polygons, facecolors=colours, edgecolors="#30363c", alpha=0.6, linewidths=0.8))
    if contacts is not None and (contacts.verdict == Verdict.OVERLAPPING).any():
        overlapping = contacts.verdict == Verdict.OVERLAPPING
        starts = middles[np.searchsorted(bodies, of[overlapping, 0])]
        moves = contacts.mtv[overlapping]
        ax.quiver(*starts.T, *moves.T, angles="xy", scale_units="xy", scale=1, width=0.004, color="#20262c")
        ax.update_datalim(starts + moves)
    ax.autoscale_view()
    ax.set_aspect("equal")
    return ax
