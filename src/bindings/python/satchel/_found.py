"""What is found in a scene: bodies at points, boxes and poses, what rays hit, image pairs, what trajectories hit."""

from __future__ import annotations

import numpy as np

from ._result_arrays import Attribute, Bytes, Doubles, Ids, Integers, Reals, ResultArray, Row, field
from ._results import _DistanceFields, _HitFields


class _ImagePairFields:
    __slots__ = ()

    pair: Attribute[Ids, Ids] = field("pair", "The two bodies, a and b.")
    image: Attribute[Integers, Integers] = field(
        "image", "The image of the body with the higher index (of two scenes: of b), in periods along x and y (int32)."
    )


class _FoundBodyFields:
    __slots__ = ()

    query: Attribute[Ids, np.uint32] = field(
        "query", "The place of the point, box, pose or ray in the list of the call."
    )
    body: Attribute[Ids, np.uint32] = field("body", "The body.")


class _BodyAtPoseFields(_FoundBodyFields):
    __slots__ = ()

    verdict: Attribute[Bytes, np.uint8] = field("verdict", "TOUCHING or OVERLAPPING, as `classify` gives it (uint8).")


class _FoundImageFields(_BodyAtPoseFields):
    __slots__ = ()

    image: Attribute[Integers, Integers] = field(
        "image", "The image of the body that is touched, in periods along x and y from where the body is (int32)."
    )


class _RayHitFields:
    __slots__ = ()

    time: Attribute[Doubles, np.float64] = field(
        "time", "The least time at which the ray's point lies in the body; infinity if no body is hit."
    )
    normal: Attribute[Doubles, Doubles] = field(
        "normal", "The outward normal of the edge through which the ray enters; (0, 0) if no body is hit."
    )
    body: Attribute[Ids, np.uint32] = field("body", "The body; NO_BODY if none is hit.")
    exit: Attribute[Doubles, np.float64] = field(
        "exit", "With exits=True the time at which the ray leaves the body; infinity if no body is hit. Else 0."
    )


class _ShapeHitFields:
    __slots__ = ()

    time: Attribute[Doubles, np.float64] = field("time", "When they meet, in [0, 1] of the motion; 1 if no body is hit.")
    normal: Attribute[Doubles, Doubles] = field(
        "normal", "Unit vectors from the shape to the body at that time; (0, 0) if no body is hit."
    )
    point: Attribute[Doubles, Doubles] = field(
        "point", "Where they meet, relative to the origin of the shape at that time; (0, 0) if no body is hit."
    )
    body: Attribute[Ids, np.uint32] = field("body", "The body; NO_BODY if none is hit.")


class _NearBodyFields(_FoundBodyFields, _DistanceFields):
    __slots__ = ()

    point_a: Attribute[Reals, Reals] = field(
        "point_a", "The witness point on the query, relative to the origin of its pose."
    )
    point_b: Attribute[Reals, Reals] = field(
        "point_b", "The witness point on the body, relative to its origin: scene.to_world adds it."
    )


class _FirstHitFields:
    __slots__ = ()

    step: Attribute[Integers, np.int32] = field(
        "step", "The first step at which the mover touches or overlaps an obstacle; -1 if there is none."
    )
    obstacle: Attribute[Ids, np.uint32] = field(
        "obstacle", "The obstacle hit: a moving one, or their number plus the index of a fixed body."
    )


class _TrajectoryHitFields:
    __slots__ = ()

    trajectory: Attribute[Ids, np.uint32] = field("trajectory", "The mover.")
    step: Attribute[Ids, np.uint32] = field("step", "The step (uint32).")
    obstacle: Attribute[Ids, np.uint32] = field(
        "obstacle", "The obstacle hit: a moving one, or their number plus the index of a fixed body."
    )
    verdict: Attribute[Bytes, np.uint8] = field("verdict", "TOUCHING or OVERLAPPING (uint8).")


class _ClearanceFields(_DistanceFields):
    __slots__ = ()

    step: Attribute[Integers, np.int32] = field(
        "step", "The step at which the mover is nearest to an obstacle; -1 if no obstacle is as near as the limit."
    )
    obstacle: Attribute[Ids, np.uint32] = field(
        "obstacle", "The obstacle, body b of the distance: a moving one, or their number plus the index of a fixed body."
    )


class _CollisionTimeFields:
    __slots__ = ()

    time: Attribute[Doubles, np.float64] = field("time", "From 0 to the horizon; infinity if the mover meets nothing.")
    normal: Attribute[Doubles, Doubles] = field("normal", "From the mover to the obstacle; (0, 0) if it meets nothing.")
    obstacle: Attribute[Ids, np.uint32] = field(
        "obstacle", "The obstacle met: a moving one, or their number plus the index of a fixed body; else NO_BODY."
    )


class ImagePairs(_ImagePairFields, ResultArray["ImagePair"]):
    """Pairs of a periodic world: pair, image. `find_pairs` makes them, and questions with ``periods=`` take them.

    The body with the higher index (between two scenes: b) is at the image, ``image * periods`` away from where it is; the
    other stands where it is. (b, a) with the opposite image are the same bodies at the same places. In a pair (a, a) the
    second is at the image if image > (0, 0) in lexicographic order; else the first is at the opposite image.
    """

    __slots__ = ()


class ImagePair(_ImagePairFields, Row):
    """One pair of a periodic world: an element of an array of results, with the same attributes."""

    __slots__ = ()


class ImageHits(_ImagePairFields, _HitFields, ResultArray["ImageHit"]):
    """The image pairs that touch or overlap: pair, image, index, contact."""

    __slots__ = ()


class ImageHit(_ImagePairFields, _HitFields, Row):
    """One hit of a periodic world: an element of an array of results, with the same attributes."""

    __slots__ = ()


class FoundBodies(_FoundBodyFields, ResultArray["FoundBody"]):
    """Bodies that contain points, or touch or overlap boxes: query, body."""

    __slots__ = ()


class FoundBody(_FoundBodyFields, Row):
    """One body that was found: an element of an array of results, with the same attributes."""

    __slots__ = ()


class BodiesAtPoses(_BodyAtPoseFields, ResultArray["BodyAtPose"]):
    """Bodies that shapes at poses touch or overlap: query, body, verdict."""

    __slots__ = ()


class BodyAtPose(_BodyAtPoseFields, Row):
    """One body that a shape at a pose touches or overlaps: an element of an array of results, with the same attributes."""

    __slots__ = ()


class FoundImages(_FoundImageFields, ResultArray["FoundImage"]):
    """Images of bodies of a periodic world that shapes at poses touch or overlap: query, body, image, verdict."""

    __slots__ = ()


class FoundImage(_FoundImageFields, Row):
    """One image of a body that was found: an element of an array of results, with the same attributes."""

    __slots__ = ()


class RayHits(_RayHitFields, ResultArray["RayHit"]):
    """What rays hit first: time, normal, body."""

    __slots__ = ()


class RayHit(_RayHitFields, Row):
    """What one ray hits first."""

    __slots__ = ()


class FoundRayHits(_FoundBodyFields, _RayHitFields, ResultArray["FoundRayHit"]):
    """All that rays hit: query, time, normal, body; sorted by query, time, body."""

    __slots__ = ()


class FoundRayHit(_FoundBodyFields, _RayHitFields, Row):
    """One body that a ray hits: an element of an array of results, with the same attributes."""

    __slots__ = ()


class ShapeHits(_ShapeHitFields, ResultArray["ShapeHit"]):
    """What shapes that move meet first: time, normal, point, body."""

    __slots__ = ()


class ShapeHit(_ShapeHitFields, Row):
    """What one shape that moves meets first."""

    __slots__ = ()


class FoundShapeHits(_FoundBodyFields, _ShapeHitFields, ResultArray["FoundShapeHit"]):
    """All that shapes meet while they move: query, time, normal, point, body; sorted by query, time, body."""

    __slots__ = ()


class FoundShapeHit(_FoundBodyFields, _ShapeHitFields, Row):
    """One body that a shape meets: an element of an array of results, with the same attributes."""

    __slots__ = ()


class NearBodies(_NearBodyFields, ResultArray["NearBody"]):
    """The nearest bodies: query, body, and distance, normal, point_a, point_b, feature; verdict, kind, side, index."""

    __slots__ = ()


class NearBody(_NearBodyFields, Row):
    """One of the nearest bodies: an element of an array of results, with the same attributes."""

    __slots__ = ()


class FirstHits(_FirstHitFields, ResultArray["FirstHit"]):
    """The first hits of trajectories: step, obstacle."""

    __slots__ = ()


class FirstHit(_FirstHitFields, Row):
    """The first hit of one trajectory."""

    __slots__ = ()


class TrajectoryHits(_TrajectoryHitFields, ResultArray["TrajectoryHit"]):
    """All hits of trajectories: trajectory, step, obstacle, verdict; sorted by these."""

    __slots__ = ()


class TrajectoryHit(_TrajectoryHitFields, Row):
    """One hit of a trajectory: an element of an array of results, with the same attributes."""

    __slots__ = ()


class Clearances(_ClearanceFields, ResultArray["Clearance"]):
    """The least distances of trajectories: step, obstacle, and distance, normal, point_a, point_b, feature; verdict, ..."""

    __slots__ = ()


class Clearance(_ClearanceFields, Row):
    """The least distance of one trajectory."""

    __slots__ = ()


class CollisionTimes(_CollisionTimeFields, ResultArray["CollisionTime"]):
    """The times to collision of trajectories: time, normal, obstacle; for each pose."""

    __slots__ = ()


class CollisionTime(_CollisionTimeFields, Row):
    """The time to collision of one trajectory at one step."""

    __slots__ = ()
