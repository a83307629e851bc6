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
    manifolds,
    sweep,
)
from . import _methods  # noqa: E402, F401
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
