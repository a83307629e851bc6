"""The results of questions about pairs, and of push-outs: arrays with attributes."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, SupportsInt

import numpy as np

if TYPE_CHECKING:
    from typing_extensions import Self

from ._result_arrays import (
    Attribute,
    Bytes,
    Doubles,
    Flags,
    Ids,
    Reals,
    ResultArray,
    Row,
    Structs,
    computed,
    field,
    indices,
    kinds,
    sides,
    verdicts,
)


if TYPE_CHECKING:

    class _Number(enum.IntEnum):
        """An enumerator is made of any integer: Verdict(contact.verdict)."""

        def __new__(cls, value: SupportsInt) -> Self: ...

else:
    _Number = enum.IntEnum


class Verdict(_Number):
    """The relation of two bodies, exact for the placed vertices and radii."""

    DISJOINT = 0
    """no point in common"""
    TOUCHING = 1
    """boundaries meet, interiors do not"""
    OVERLAPPING = 2
    """interiors meet"""


class Within(_Number):
    """How body a of a pair lies in body b, exact."""

    NO = 0
    """some point of a is no point of b"""
    TOUCHING = 1
    """every point of a is a point of b, and the boundaries have a point in common"""
    INSIDE = 2
    """a lies in the interior of b"""


class FeatureKind(_Number):
    """The kind of the feature that decides the normal."""

    EDGE = 0
    VERTEX = 1


class Side(_Number):
    """The body of a pair that has the deciding feature."""

    A = 0
    B = 1


def _mtv(self: Any) -> Any:
    normal, separation = self.normal, self.separation
    overlapping = (self.feature & 3) == Verdict.OVERLAPPING
    return np.where(overlapping, separation, separation.dtype.type(0))[..., np.newaxis] * normal + normal.dtype.type(0)


def _contact(self: Any) -> Any:
    contact = self["contact"]
    return contact.view(Contacts) if isinstance(contact, np.ndarray) else contact


class _Features:
    """What `feature` packs."""

    __slots__ = ()

    verdict: Attribute[Bytes, np.uint8] = computed(
        lambda self: verdicts(self.feature), "The exact verdict (uint8): DISJOINT, TOUCHING or OVERLAPPING."
    )
    kind: Attribute[Bytes, np.uint8] = computed(
        lambda self: kinds(self.feature), "The kind of the deciding feature (uint8): 0 an edge, 1 a vertex."
    )
    side: Attribute[Bytes, np.uint8] = computed(
        lambda self: sides(self.feature), "The body that has the deciding feature (uint8): 0 for a, 1 for b."
    )
    index: Attribute[Ids, np.uint32] = computed(
        lambda self: indices(self.feature),
        "The deciding edge, by the index of its first vertex, or the deciding vertex (uint32).",
    )


class _ContactFields(_Features):
    __slots__ = ()

    normal: Attribute[Reals, Reals] = field("normal", "Unit vectors, world frame, from body a to body b.")
    separation: Attribute[Reals, np.floating[Any]] = field(
        "separation", "Signed, along the normal. Negative: minus the depth; 0: touching."
    )
    feature: Attribute[Ids, np.uint32] = field(
        "feature", "Verdict and deciding feature, packed: see verdict, kind, side, index."
    )
    mtv: Attribute[Reals, Reals] = computed(
        _mtv, "The minimum translation vector of a: a translation of a by it ends the overlap. (0, 0) unless they overlap."
    )


class _HitFields:
    __slots__ = ()

    pair: Attribute[Ids, Ids] = field("pair", "The two bodies, as given.")
    index: Attribute[Ids, np.uint32] = field("index", "The place of the pair in the list of pairs.")
    contact: Attribute[Contacts, Contact] = computed(_contact, "The contacts, equal to the results of `collide`.")


class _ManifoldFields(_Features):
    __slots__ = ()

    normal: Attribute[Reals, Reals] = field("normal", "As in the pair's contact.")
    feature: Attribute[Ids, np.uint32] = field("feature", "As in the pair's contact: see verdict, kind, side, index.")
    count: Attribute[Ids, np.uint32] = field("count", "Number of points: 0, 1 or 2.")
    points: Attribute[Structs, Structs] = field(
        "points",
        "Two points each, of which the first `count` are valid: fields point, separation, id. An id names the two features that meet, "
        "and stays while they meet: 2 + 4 i + 2^17 j are vertex i of a and vertex j of b; side + 4 i + 2^17 j are vertex i of the body "
        "of this side (0: a) and edge j of the other.",
    )


class _PartManifoldFields(_ManifoldFields):
    __slots__ = ()

    pair: Attribute[Ids, np.uint32] = field("pair", "The place of the pair in the list of pairs.")
    parts: Attribute[Ids, Ids] = field("parts", "The parts of a and of b that meet; 0 for a body that is no compound.")
    normal: Attribute[Reals, Reals] = field("normal", "As in the contact of the two parts.")
    feature: Attribute[Ids, np.uint32] = field(
        "feature", "As in the contact of the two parts: see verdict, kind, side, index."
    )


class _PushOutFields:
    __slots__ = ()

    translation: Attribute[Doubles, Doubles] = field(
        "translation", "World frame, to be added to the origin; (0, 0) if the body overlaps no candidate."
    )
    left: Attribute[Ids, np.uint32] = field("left", "How many candidates the body still overlaps then.")
    is_shortest: Attribute[Flags, np.bool_] = computed(
        lambda self: self["is_shortest"] != 0,
        "Whether no shorter translation would do, but for rounding (bool); False: found by rounds.",
    )


class _DistanceFields(_Features):
    __slots__ = ()

    normal: Attribute[Reals, Reals] = field("normal", "Unit vectors from body a to body b.")
    distance: Attribute[Reals, np.floating[Any]] = field(
        "distance", "Signed. Positive: the distance; 0: touching, exactly; negative: minus the depth."
    )
    feature: Attribute[Ids, np.uint32] = field("feature", "As in the pair's contact: see verdict, kind, side, index.")
    point_a: Attribute[Reals, Reals] = field(
        "point_a", "The witness point on a, relative to the origin of a: scene.to_world adds it."
    )
    point_b: Attribute[Reals, Reals] = field(
        "point_b", "The witness point on b, relative to the origin of b: scene.to_world adds it."
    )


class _OverlapFields:
    __slots__ = ()

    area: Attribute[Reals, np.floating[Any]] = field("area", "The area of the intersection.")
    iou: Attribute[Reals, np.floating[Any]] = field("iou", "Intersection over union, 0 to 1.")
    fraction: Attribute[Reals, np.floating[Any]] = field(
        "fraction", "The intersection divided by the area of body a, 0 to 1."
    )


class _ImpactFields:
    __slots__ = ()

    time: Attribute[Reals, np.floating[Any]] = field(
        "time", "The time of the first impact, in [0, 1] of the step; 1 if there is none."
    )
    normal: Attribute[Reals, Reals] = field(
        "normal", "Unit vectors from body a to body b at that time; (0, 0) if they do not meet."
    )
    point: Attribute[Reals, Reals] = field(
        "point", "Where they meet, relative to the origin of body a at that time; (0, 0) if they do not."
    )
    hit: Attribute[Flags, np.bool_] = computed(lambda self: self["hit"] != 0, "Whether the bodies meet during the step (bool).")


class Contacts(_ContactFields, ResultArray["Contact"]):
    """The contacts of `collide`: normal, separation, feature; verdict, mtv, kind, side, index."""

    __slots__ = ()


class Contact(_ContactFields, Row):
    """One contact: an element of an array of results, with the same attributes."""

    __slots__ = ()


class Hits(_HitFields, ResultArray["Hit"]):
    """The pairs that touch or overlap: pair, index, contact."""

    __slots__ = ()


class Hit(_HitFields, Row):
    """One hit: an element of an array of results, with the same attributes."""

    __slots__ = ()


class Manifolds(_ManifoldFields, ResultArray["Manifold"]):
    """Contact manifolds: normal, count, points, feature; verdict, kind, side, index."""

    __slots__ = ()


class Manifold(_ManifoldFields, Row):
    """One manifold: an element of an array of results, with the same attributes."""

    __slots__ = ()


class PartManifolds(_PartManifoldFields, ResultArray["PartManifold"]):
    """Manifolds of parts: pair, parts, normal, count, points, feature; verdict, kind, side, index."""

    __slots__ = ()


class PartManifold(_PartManifoldFields, Row):
    """The manifold of two parts: an element of an array of results, with the same attributes."""

    __slots__ = ()


class PushOuts(_PushOutFields, ResultArray["PushOut"]):
    """The translations of `push_out`: translation, left, is_shortest."""

    __slots__ = ()


class PushOut(_PushOutFields, Row):
    """The translation of one body: an element of an array of results, with the same attributes."""

    __slots__ = ()


class Distances(_DistanceFields, ResultArray["Distance"]):
    """Distances: distance, normal, point_a, point_b, feature; verdict, kind, side, index."""

    __slots__ = ()


class Distance(_DistanceFields, Row):
    """One distance: an element of an array of results, with the same attributes."""

    __slots__ = ()


class Overlaps(_OverlapFields, ResultArray["Overlap"]):
    """The results of `overlap_measures`: area, iou, fraction."""

    __slots__ = ()


class Overlap(_OverlapFields, Row):
    """One overlap: an element of an array of results, with the same attributes."""

    __slots__ = ()


class Impacts(_ImpactFields, ResultArray["Impact"]):
    """The impacts of `sweep`: time, normal, point, hit."""

    __slots__ = ()


class Impact(_ImpactFields, Row):
    """One impact: an element of an array of results, with the same attributes."""

    __slots__ = ()
