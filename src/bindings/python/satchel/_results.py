"""The results of questions about pairs, and of push-outs: arrays with attributes."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from ._result_arrays import _field, _ResultArray, _Row


class Verdict(enum.IntEnum):
    """The relation of two bodies, exact for the placed vertices and radii."""

    DISJOINT = 0
    """no point in common"""
    TOUCHING = 1
    """boundaries meet, interiors do not"""
    OVERLAPPING = 2
    """interiors meet"""


class Within(enum.IntEnum):
    """How body a of a pair lies in body b, exact."""

    NO = 0
    """some point of a is no point of b"""
    TOUCHING = 1
    """every point of a is a point of b, and the boundaries have a point in common"""
    INSIDE = 2
    """a lies in the interior of b"""


class FeatureKind(enum.IntEnum):
    """The kind of the feature that decides the normal."""

    EDGE = 0
    VERTEX = 1


class Side(enum.IntEnum):
    """The body of a pair that has the deciding feature."""

    A = 0
    B = 1


class _Features:
    """What `feature` packs: verdict (bits 0-1), kind (2), side (3), index (4-31)."""

    __slots__ = ()
    feature: Any

    @property
    def verdict(self) -> Any:
        """The exact verdict (uint8): DISJOINT, TOUCHING or OVERLAPPING."""
        return (self.feature & 3).astype(np.uint8)

    @property
    def kind(self) -> Any:
        """The kind of the deciding feature (uint8): 0 an edge, 1 a vertex."""
        return ((self.feature >> 2) & 1).astype(np.uint8)

    @property
    def side(self) -> Any:
        """The body that has the deciding feature (uint8): 0 for a, 1 for b."""
        return ((self.feature >> 3) & 1).astype(np.uint8)

    @property
    def index(self) -> Any:
        """The deciding edge, by the index of its first vertex, or the deciding vertex (uint32)."""
        return self.feature >> 4


class _ContactFields(_Features):
    __slots__ = ()

    normal = _field("normal", "Unit vectors, world frame, from body a to body b.")
    separation = _field("separation", "Signed, along the normal. Negative: minus the depth; 0: touching.")
    feature = _field("feature", "Verdict and deciding feature, packed: see verdict, kind, side, index.")

    @property
    def mtv(self) -> Any:
        """The minimum translation vector of a: a translation of a by it ends the overlap. (0, 0) unless they overlap."""
        normal, separation = self.normal, self.separation
        overlapping = (self.feature & 3) == Verdict.OVERLAPPING
        return np.where(overlapping, separation, separation.dtype.type(0))[..., np.newaxis] * normal + normal.dtype.type(0)


class _HitFields:
    __slots__ = ()

    pair = _field("pair", "The two bodies, as given.")
    index = _field("index", "The place of the pair in the list of pairs.")

    @property
    def contact(self) -> Any:
        """The contacts, equal to the results of `collide`."""
        contact = self["contact"]  # type: ignore[index]
        return contact.view(Contacts) if isinstance(contact, np.ndarray) else contact


class _ManifoldFields(_Features):
    __slots__ = ()

    normal = _field("normal", "As in the pair's contact.")
    feature = _field("feature", "As in the pair's contact: see verdict, kind, side, index.")
    count = _field("count", "Number of points: 0, 1 or 2.")
    points = _field("points", "Two points each, of which the first `count` are valid: fields point, separation, id.")


class _PartManifoldFields(_ManifoldFields):
    __slots__ = ()

    pair = _field("pair", "The place of the pair in the list of pairs.")
    parts = _field("parts", "The parts of a and of b that meet; 0 for a body that is no compound.")
    normal = _field("normal", "As in the contact of the two parts.")
    feature = _field("feature", "As in the contact of the two parts: see verdict, kind, side, index.")


class _PushOutFields:
    __slots__ = ()

    translation = _field("translation", "World frame, to be added to the origin; (0, 0) if the body overlaps no candidate.")
    left = _field("left", "How many candidates the body still overlaps then.")

    @property
    def is_shortest(self) -> Any:
        """Whether no shorter translation would do, but for rounding (bool); False: found by rounds."""
        return self["is_shortest"] != 0  # type: ignore[index]


class _DistanceFields(_Features):
    __slots__ = ()

    normal = _field("normal", "Unit vectors from body a to body b.")
    distance = _field("distance", "Signed. Positive: the distance; 0: touching, exactly; negative: minus the depth.")
    feature = _field("feature", "As in the pair's contact: see verdict, kind, side, index.")
    point_a = _field("point_a", "The witness point on a, relative to the origin of a: scene.to_world adds it.")
    point_b = _field("point_b", "The witness point on b, relative to the origin of b: scene.to_world adds it.")


class _OverlapFields:
    __slots__ = ()

    area = _field("area", "The area of the intersection.")
    iou = _field("iou", "Intersection over union, 0 to 1.")
    fraction = _field("fraction", "The intersection divided by the area of body a, 0 to 1.")


class _ImpactFields:
    __slots__ = ()

    time = _field("time", "The time of the first impact, in [0, 1] of the step; 1 if there is none.")
    normal = _field("normal", "Unit vectors from body a to body b at that time; (0, 0) if they do not meet.")

    @property
    def hit(self) -> Any:
        """Whether the bodies meet during the step (bool)."""
        return self["hit"] != 0  # type: ignore[index]


class Contacts(_ContactFields, _ResultArray):
    """The contacts of `collide`: normal, separation, feature; verdict, mtv, kind, side, index."""

    __slots__ = ()


class Contact(_ContactFields, _Row):
    """One contact: an element of an array of results, with the same attributes."""

    __slots__ = ()


class Hits(_HitFields, _ResultArray):
    """The pairs that touch or overlap: pair, index, contact."""

    __slots__ = ()


class Hit(_HitFields, _Row):
    """One hit: an element of an array of results, with the same attributes."""

    __slots__ = ()


class Manifolds(_ManifoldFields, _ResultArray):
    """Contact manifolds: normal, count, points, feature; verdict, kind, side, index."""

    __slots__ = ()


class Manifold(_ManifoldFields, _Row):
    """One manifold: an element of an array of results, with the same attributes."""

    __slots__ = ()


class PartManifolds(_PartManifoldFields, _ResultArray):
    """Manifolds of parts: pair, parts, normal, count, points, feature; verdict, kind, side, index."""

    __slots__ = ()


class PartManifold(_PartManifoldFields, _Row):
    """The manifold of two parts: an element of an array of results, with the same attributes."""

    __slots__ = ()


class PushOuts(_PushOutFields, _ResultArray):
    """The translations of `push_out`: translation, left, is_shortest."""

    __slots__ = ()


class PushOut(_PushOutFields, _Row):
    """The translation of one body: an element of an array of results, with the same attributes."""

    __slots__ = ()


class Distances(_DistanceFields, _ResultArray):
    """Distances: distance, normal, point_a, point_b, feature; verdict, kind, side, index."""

    __slots__ = ()


class Distance(_DistanceFields, _Row):
    """One distance: an element of an array of results, with the same attributes."""

    __slots__ = ()


class Overlaps(_OverlapFields, _ResultArray):
    """The overlaps of `overlaps`: area, iou, fraction."""

    __slots__ = ()


class Overlap(_OverlapFields, _Row):
    """One overlap: an element of an array of results, with the same attributes."""

    __slots__ = ()


class Impacts(_ImpactFields, _ResultArray):
    """The impacts of `sweep`: time, normal, hit."""

    __slots__ = ()


class Impact(_ImpactFields, _Row):
    """One impact: an element of an array of results, with the same attributes."""

    __slots__ = ()
