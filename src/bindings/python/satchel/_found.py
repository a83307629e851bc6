"""What is found in a scene: bodies at points, boxes and poses, what rays hit, image pairs, first hits of trajectories."""

from __future__ import annotations

from ._result_arrays import _field, _ResultArray, _Row
from ._results import _DistanceFields, _HitFields


class _ImagePairFields:
    __slots__ = ()

    pair = _field("pair", "The two bodies, a and b.")
    image = _field("image", "The image of the body with the higher index (of two scenes: of b), in periods along x and y (int32).")


class _FoundBodyFields:
    __slots__ = ()

    query = _field("query", "The place of the point, box, pose or ray in the list of the call.")
    body = _field("body", "The body.")


class _FoundImageFields(_FoundBodyFields):
    __slots__ = ()

    image = _field("image", "The image of the body that is touched, in periods along x and y from where the body is (int32).")


class _RayHitFields:
    __slots__ = ()

    time = _field("time", "The least time at which the ray's point lies in the body; infinity if no body is hit.")
    normal = _field("normal", "The outward normal of the edge through which the ray enters; (0, 0) if no body is hit.")
    body = _field("body", "The body; NO_BODY if none is hit.")


class _NearBodyFields(_FoundBodyFields, _DistanceFields):
    __slots__ = ()

    point_a = _field("point_a", "The witness point on the query, relative to the origin of its pose.")
    point_b = _field("point_b", "The witness point on the body, relative to its origin: scene.to_world adds it.")


class _FirstHitFields:
    __slots__ = ()

    step = _field("step", "The first step at which the mover touches or overlaps an obstacle; -1 if there is none.")
    obstacle = _field("obstacle", "The obstacle hit: a moving one, or their number plus the index of a fixed body.")


class ImagePairs(_ImagePairFields, _ResultArray):
    """Pairs of a periodic world: pair, image. `find_pairs` makes them, and questions with ``periods=`` take them.

    The body with the higher index (between two scenes: b) is at the image, ``image * periods`` away from where it is; the
    other stands where it is. (b, a) with the opposite image are the same bodies at the same places. In a pair (a, a) the
    second is at the image if image > (0, 0) in lexicographic order; else the first is at the opposite image.
    """

    __slots__ = ()


class ImagePair(_ImagePairFields, _Row):
    """One pair of a periodic world: an element of an array of results, with the same attributes."""

    __slots__ = ()


class ImageHits(_ImagePairFields, _HitFields, _ResultArray):
    """The image pairs that touch or overlap: pair, image, index, contact."""

    __slots__ = ()


class ImageHit(_ImagePairFields, _HitFields, _Row):
    """One hit of a periodic world: an element of an array of results, with the same attributes."""

    __slots__ = ()


class FoundBodies(_FoundBodyFields, _ResultArray):
    """Bodies that contain points, or touch or overlap boxes or shapes at poses: query, body."""

    __slots__ = ()


class FoundBody(_FoundBodyFields, _Row):
    """One body that was found: an element of an array of results, with the same attributes."""

    __slots__ = ()


class FoundImages(_FoundImageFields, _ResultArray):
    """Images of bodies of a periodic world that shapes at poses touch: query, body, image; sorted by these."""

    __slots__ = ()


class FoundImage(_FoundImageFields, _Row):
    """One image of a body that was found: an element of an array of results, with the same attributes."""

    __slots__ = ()


class RayHits(_RayHitFields, _ResultArray):
    """What rays hit first: time, normal, body."""

    __slots__ = ()


class RayHit(_RayHitFields, _Row):
    """What one ray hits first."""

    __slots__ = ()


class FoundRayHits(_FoundBodyFields, _RayHitFields, _ResultArray):
    """All that rays hit: query, time, normal, body; sorted by query, time, body."""

    __slots__ = ()


class FoundRayHit(_FoundBodyFields, _RayHitFields, _Row):
    """One body that a ray hits: an element of an array of results, with the same attributes."""

    __slots__ = ()


class NearBodies(_NearBodyFields, _ResultArray):
    """The nearest bodies: query, body, and distance, normal, point_a, point_b, feature; verdict, kind, side, index."""

    __slots__ = ()


class NearBody(_NearBodyFields, _Row):
    """One of the nearest bodies: an element of an array of results, with the same attributes."""

    __slots__ = ()


class FirstHits(_FirstHitFields, _ResultArray):
    """The first hits of trajectories: step, obstacle."""

    __slots__ = ()


class FirstHit(_FirstHitFields, _Row):
    """The first hit of one trajectory."""

    __slots__ = ()
