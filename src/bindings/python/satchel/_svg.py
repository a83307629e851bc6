"""Pictures of scenes as SVG, without another library: what a notebook shows of a scene."""

from __future__ import annotations

import numpy as np

from ._core import Scene
from ._plot import _areas

_limit = 2000  # bodies; more would make a heavy notebook


def body_path(scene: Scene, body: int, origin: tuple[float, float] = (0.0, 0.0)) -> str:
    """The boundary of a body, relative to a point, as the data of an SVG path; y points down, as SVG has it."""
    x, y, c, s = scene.poses([body])[0]
    turned = np.array([[c, s], [-s, c]])
    place = (x - origin[0], y - origin[1])
    rings = (ring[:-1] @ turned + place for area in _areas(scene, scene.shape(body)) for ring in area)
    return "".join("M" + "L".join(f"{px:.9g} {-py:.9g}" for px, py in ring.tolist()) + "Z" for ring in rings)


def _repr_svg_(self: Scene) -> str | None:
    """The bodies, for notebooks; None for a scene without bodies, or with more than 2,000.

    Numbers count from the corner of the picture, as many programs draw in single precision.
    """
    bodies = self.bodies()
    if not 0 < len(bodies) <= _limit:
        return None
    boxes = self.bounding_boxes()
    low, high = boxes[:, :2].min(0), boxes[:, 2:].max(0)
    size = np.maximum(high - low, 1e-9 * max(1.0, float(np.abs(boxes).max())))
    margin = 0.03 * float(size.max())
    origin = (float(low[0]) - margin, float(high[1]) + margin)
    w, h = (size + 2 * margin).tolist()
    scale = min(480 / w, 360 / h)
    paths = "".join(f'<path d="{body_path(self, body, origin)}"><title>body {body}</title></path>' for body in bodies.tolist())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w * scale:.0f}" height="{h * scale:.0f}" viewBox="0 0 {w:.9g} {h:.9g}">'
        f'<g fill="#6f9fc8" fill-opacity="0.5" fill-rule="evenodd" stroke="#3a6f9e" stroke-width="{1 / scale:.4g}">'
        f"{paths}</g></svg>"
    )
