"""Pictures of scenes, with matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._core import Scene, convex_hull
from ._results import Contacts, Verdict

_colours = {Verdict.DISJOINT: "#8a9aa8", Verdict.TOUCHING: "#d9a441", Verdict.OVERLAPPING: "#c8453b"}


def _outline(core: np.ndarray[Any, Any], radius: float) -> np.ndarray[Any, Any]:
    """The boundary of a core with a radius around it, rounded corners as chords."""
    if radius == 0:
        return core
    angles = np.linspace(0, 2 * np.pi, 33)[:-1]
    circle = radius * np.stack([np.cos(angles), np.sin(angles)], -1)
    return np.asarray(convex_hull((core[:, np.newaxis] + circle).reshape(-1, 2)))


def plot(self: Scene, contacts: Contacts | None = None, pairs: Any = None, *, ax: Any = None, numbers: bool = False) -> Any:
    """Draws the bodies with matplotlib; returns the axes.

    With ``contacts`` of `collide` and the ``pairs`` they are about, bodies that overlap are red, those that only touch
    are yellow, and an arrow from each overlapping body a shows its minimum translation vector.
    """
    try:
        import matplotlib.pyplot as plt
        from matplotlib.collections import PolyCollection
    except ImportError:
        raise ImportError("scene.plot needs matplotlib: pip install matplotlib") from None
    bodies = self.bodies()
    worst = dict.fromkeys(bodies.tolist(), Verdict.DISJOINT)
    if contacts is not None:
        if pairs is None or len(pairs) != len(contacts):
            raise ValueError("contacts come with the pairs that they are about: scene.plot(contacts, pairs)")
        for (a, b), verdict in zip(np.asarray(pairs).tolist(), contacts.verdict.tolist()):
            worst[a], worst[b] = max(worst[a], Verdict(verdict)), max(worst[b], Verdict(verdict))
    ax = ax if ax is not None else plt.subplots()[1]
    poses = self.poses()
    polygons, colours = [], []
    for body, pose in zip(bodies.tolist(), poses):
        shape = self.shape(body)
        x, y, c, s = pose
        turned = np.array([[c, s], [-s, c]])
        for part in self.parts(shape).tolist():
            core = _outline(self.local_vertices(part).astype(float), self.radius(part))
            polygons.append(core @ turned + (x, y))
            colours.append(_colours[worst[body]])
        if numbers:
            ax.annotate(str(body), (x, y), ha="center", va="center", fontsize=8)
    ax.add_collection(PolyCollection(polygons, facecolors=colours, edgecolors="#30363c", alpha=0.6, linewidths=0.8))
    if contacts is not None and len(contacts):
        overlapping = contacts.verdict == Verdict.OVERLAPPING
        of_body = {body: pose for body, pose in zip(bodies.tolist(), poses)}
        starts = np.array([of_body[a][:2] for a in np.asarray(pairs)[overlapping, 0].tolist()]).reshape(-1, 2)
        moves = contacts.mtv[overlapping]
        ax.quiver(*starts.T, *moves.T, angles="xy", scale_units="xy", scale=1, width=0.004, color="#20262c")
    ax.autoscale_view()
    ax.set_aspect("equal")
    return ax
