"""Methods of Scene that are written in Python."""

from __future__ import annotations

from typing import Any

from . import _core
from ._core import Scene
from ._outlines import add_outline, add_outlines
from ._page import show
from ._plot import plot
from ._svg import _repr_svg_


def advance(self: Scene, motions: Any, *, threads: int | None = None, progress: Any = None) -> Scene:
    """A copy of the scene at the end of a step: each body moved by its motion (bodies, 3): x, y, angle."""
    end = Scene(self.dtype)
    _core._advance(self, motions, end, threads, progress)
    return end


Scene.add_outline = add_outline  # type: ignore[method-assign]
Scene.add_outlines = add_outlines  # type: ignore[method-assign]
Scene.advance = advance  # type: ignore[method-assign]
Scene.plot = plot  # type: ignore[method-assign]
Scene.show = show  # type: ignore[method-assign]
Scene._repr_svg_ = _repr_svg_  # type: ignore[method-assign]
