"""Pictures of scenes as SVG, without another library: what a notebook shows of a scene."""

from __future__ import annotations

import numpy as np

from ._core import Scene
from ._plot import _areas

_limit = 2000  # bodies; more would make a heavy notebook


def body_path(scene: Scene, body: int) -> str:
    """The boundary of a body as the data of an SVG path; y points down, as SVG has it."""
    x, y, c, s = scene.poses([body])[0]
    turned = np.array([[c, s], [-s, c]])
    rings = (ring[:-1] @ turned + (x, y) for area in _areas(scene, scene.shape(body)) for ring in area)
    return "".join("M" + "L".join(f"{px:.7g} {-py:.7g}" for px, py in ring.tolist()) + "Z" for ring in rings)


def _repr_svg_(self: Scene) -> str | None:
    """The bodies, for notebooks; None for a scene without bodies, or with more than 2,000."""
    bodies = self.bodies()
    if not 0 < len(bodies) <= _limit:
        return None
    boxes = self.bounding_boxes()
    low, high = boxes[:, :2].min(0), boxes[:, 2:].max(0)
    size = np.maximum(high - low, 1e-9 * max(1.0, float(np.abs(boxes).max())))
    margin = 0.03 * float(size.max())
    x, y, w, h = low[0] - margin, -high[1] - margin, size[0] + 2 * margin, size[1] + 2 * margin
    scale = min(480 / w, 360 / h)
    paths = "".join(f'<path d="{body_path(self, body)}"><title>body {body}</title></path>' for body in bodies.tolist())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w * scale:.0f}" height="{h * scale:.0f}" viewBox="{x:.9g} {y:.9g} {w:.9g} {h:.9g}">'
        f'<g fill="#6f9fc8" fill-opacity="0.5" fill-rule="evenodd" stroke="#3a6f9e" stroke-width="{1 / scale:.4g}">'
        f"{paths}</g></svg>"
    )
