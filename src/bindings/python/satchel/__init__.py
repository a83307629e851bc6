"""Batched overlap tests of convex 2D shapes: exact verdicts, minimum translation vectors, distances, candidate pairs.

A scene holds convex shapes and the bodies that place them; calls take arrays of pairs and return arrays of results.
"""

from __future__ import annotations

from . import _core, _errors

_core._set_error_class(_errors.Error)

from ._core import (  # noqa: E402
    BroadPhase,
    Scene,
    Stats,
    __version__,
    active_isa,
    available_isas,
    bodies_at_points,
    bodies_in_boxes,
    cast_rays,
    classify,
    collide,
    convex_hull,
    describe_routes,
    distances,
    find_hits,
    find_pairs,
    first_hits,
    force_isa,
    intersections,
    ious,
    manifolds,
    overlap_areas,
    overlaps,
    shape_areas,
    sweep,
)
from . import _methods  # noqa: E402, F401
from ._detection import iou, nms, scene_of_boxes  # noqa: E402
from ._elementwise import distance, intersects, mtv  # noqa: E402
from ._errors import Error  # noqa: E402
from ._filters import make_filters  # noqa: E402
from ._outlines import ConvexParts, Ring, clean_ring, convex_parts  # noqa: E402
from ._results import (  # noqa: E402
    Contact,
    Contacts,
    Distance,
    Distances,
    FeatureKind,
    FirstHit,
    FirstHits,
    FoundBodies,
    FoundBody,
    Hit,
    Hits,
    Impact,
    Impacts,
    Manifold,
    Manifolds,
    Overlap,
    Overlaps,
    RayHit,
    RayHits,
    Side,
    Verdict,
    filter_dtype,
)

from ._shapely import from_shapely  # noqa: E402
from ._threads import get_num_threads, num_threads  # noqa: E402

DISJOINT, TOUCHING, OVERLAPPING = Verdict.DISJOINT, Verdict.TOUCHING, Verdict.OVERLAPPING
NO_BODY = 0xFFFFFFFF

__all__ = [
    "BroadPhase",
    "Contact",
    "Contacts",
    "ConvexParts",
    "DISJOINT",
    "Distance",
    "Distances",
    "Error",
    "FeatureKind",
    "FirstHit",
    "FirstHits",
    "FoundBodies",
    "FoundBody",
    "Hit",
    "Hits",
    "Impact",
    "Impacts",
    "Manifold",
    "Manifolds",
    "NO_BODY",
    "OVERLAPPING",
    "Overlap",
    "Overlaps",
    "RayHit",
    "RayHits",
    "Ring",
    "Scene",
    "Side",
    "Stats",
    "TOUCHING",
    "Verdict",
    "__version__",
    "active_isa",
    "available_isas",
    "bodies_at_points",
    "bodies_in_boxes",
    "cast_rays",
    "classify",
    "clean_ring",
    "collide",
    "convex_hull",
    "convex_parts",
    "describe_routes",
    "distance",
    "distances",
    "filter_dtype",
    "find_hits",
    "find_pairs",
    "first_hits",
    "force_isa",
    "from_shapely",
    "get_num_threads",
    "intersections",
    "intersects",
    "iou",
    "ious",
    "make_filters",
    "manifolds",
    "mtv",
    "nms",
    "num_threads",
    "overlap_areas",
    "overlaps",
    "scene_of_boxes",
    "shape_areas",
    "sweep",
]
