"""Arrays of results: NumPy structured arrays of the bytes that the library writes, with computed attributes.

Fields are views of the array; computed attributes are new arrays. Slices, ``array[i]``, ``np.empty_like`` and pickles have
the same attributes.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core


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


def _field(name: str, text: str) -> property:
    return property(lambda self: self.view(np.ndarray)[name] if isinstance(self, np.ndarray) else self[name], doc=text)


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


class _ImagePairFields:
    __slots__ = ()

    pair = _field("pair", "The two bodies, a and b.")
    image = _field("image", "The image of the body with the higher index (of two scenes: of b), in periods along x and y (int32).")


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


class _FoundBodyFields:
    __slots__ = ()

    query = _field("query", "The place of the point or box in the list of the call.")
    body = _field("body", "The body.")


class _RayHitFields:
    __slots__ = ()

    time = _field("time", "The least time at which the ray's point lies in the body; infinity if no body is hit.")
    normal = _field("normal", "The outward normal of the edge through which the ray enters; (0, 0) if no body is hit.")
    body = _field("body", "The body; NO_BODY if none is hit.")


class _FoundRayHitFields(_RayHitFields):
    __slots__ = ()

    query = _field("query", "The place of the ray in the list of the call.")
    body = _field("body", "The body.")


class _NearBodyFields(_DistanceFields):
    __slots__ = ()

    query = _field("query", "The place of the pose in the list of the call.")
    body = _field("body", "The body.")
    point_a = _field("point_a", "The witness point on the query, relative to the origin of its pose.")
    point_b = _field("point_b", "The witness point on the body, relative to its origin: scene.to_world adds it.")


class _FirstHitFields:
    __slots__ = ()

    step = _field("step", "The first step at which the mover touches or overlaps an obstacle; -1 if there is none.")
    obstacle = _field("obstacle", "The obstacle hit: a moving one, or their number plus the index of a fixed body.")


class _ResultArray(np.ndarray):
    """A structured array of results."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        item = super().__getitem__(key)
        if isinstance(item, _ResultArray) and item.dtype != self.dtype:
            return item.view(np.ndarray)  # a field
        return item

    def __repr__(self) -> str:
        names = ", ".join(self.dtype.names or ())
        text = np.array2string(self.view(np.ndarray), threshold=6, edgeitems=2) if self.size else "[]"
        return f"{type(self).__name__}({self.size} of ({names}){self._precision()}):\n{text}"

    def _precision(self) -> str:
        description = str(self.dtype.descr)
        return ", float32" if "f4" in description else ", float64" if "f8" in description else ""


if TYPE_CHECKING:

    class _Void:  # NumPy's type cannot be a base in its stubs
        dtype: Any

        def __getitem__(self, key: Any) -> Any: ...

else:
    _Void = np.void


class _Row(_Void):
    """One result: an element of an array of results, with the same attributes."""

    __slots__ = ()

    def __repr__(self) -> str:
        names = self.dtype.names or ()
        return f"{type(self).__name__}(" + ", ".join(f"{name}={self[name]!r}" for name in names) + ")"


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


class ImagePairs(_ImagePairFields, _ResultArray):
    """Pairs of a periodic world: pair, image. `find_pairs` makes them, and questions with ``periods=`` take them.

    The body with the higher index (between two scenes: b) is at the image, ``image * periods`` away from where it is; the
    other stands where it is. (b, a) with the opposite image are the same bodies at the same places. Of a pair (a, a) the
    second is at the image if image > (0, 0) in lexicographic order, else the first at the opposite image.
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


class FoundBodies(_FoundBodyFields, _ResultArray):
    """Bodies that contain points or meet boxes: query, body."""

    __slots__ = ()


class FoundBody(_FoundBodyFields, _Row):
    """One body that was found: an element of an array of results, with the same attributes."""

    __slots__ = ()


class RayHits(_RayHitFields, _ResultArray):
    """What rays hit first: time, normal, body."""

    __slots__ = ()


class RayHit(_RayHitFields, _Row):
    """What one ray hits first."""

    __slots__ = ()


class FoundRayHits(_FoundRayHitFields, _ResultArray):
    """All that rays hit: query, time, normal, body; sorted by query, time, body."""

    __slots__ = ()


class FoundRayHit(_FoundRayHitFields, _Row):
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


def _dtype(row: type[Any], fields: list[Any]) -> np.dtype[Any]:
    """As a C++ compiler lays the fields out."""
    return np.dtype((row, np.dtype(fields, align=True)))


def _hit_dtype(row: type[Any], pair: list[Any], contact: Any) -> Any:
    """A pair and its contact. A dtype with a class of its own has lost its alignment, so the layout is that of plain fields."""
    fields_of_contact: Any = {name: contact.fields[name] for name in contact.names}
    plain = np.dtype(fields_of_contact, align=True)
    listed: Any = [*pair, ("index", "u4")]
    layout = np.dtype([*listed, ("contact", plain)], align=True)
    fields: Any = layout.fields
    formats: Any = [field[1:] if len(field) == 3 else field[1] for field in listed] + [contact]
    offsets = [fields[name][1] for name in fields]
    exact: Any = (row, {"names": list(fields), "formats": formats, "offsets": offsets, "itemsize": layout.itemsize})
    return np.dtype(exact)


contact_dtype: dict[str, np.dtype[Any]] = {}
filter_dtype = np.dtype([("category", "u8"), ("mask", "u8"), ("group", "i4"), ("is_static", "?")], align=True)


def _register() -> None:
    pair = [("pair", "u4", (2,))]
    image_pair = [*pair, ("image", "i4", (2,))]
    ray_hit = [("time", "f8"), ("normal", "f8", (2,)), ("body", "u4")]
    for name in ("float32", "float64"):
        real = np.dtype(name)
        vector = (real, (2,))
        contact = _dtype(Contact, [("normal", *vector), ("separation", real), ("feature", "u4")])
        point = np.dtype([("point", *vector), ("separation", real), ("id", "u4")], align=True)
        contact_dtype[name] = contact
        _core._set_result_type("contact " + name, Contacts, contact)
        _core._set_result_type("hit " + name, Hits, _hit_dtype(Hit, pair, contact))
        _core._set_result_type("image hit " + name, ImageHits, _hit_dtype(ImageHit, image_pair, contact))
        manifold = [("normal", *vector), ("feature", "u4"), ("count", "u4"), ("points", point, (2,))]
        of_parts = [("pair", "u4"), ("parts", "u4", (2,)), *manifold]
        _core._set_result_type("manifold " + name, Manifolds, _dtype(Manifold, manifold))
        _core._set_result_type("part manifold " + name, PartManifolds, _dtype(PartManifold, of_parts))
        distance = [("normal", *vector), ("distance", real), ("feature", "u4"), ("point_a", *vector), ("point_b", *vector)]
        _core._set_result_type("distance " + name, Distances, _dtype(Distance, distance))
        near = [("query", "u4"), ("body", "u4"), *distance]
        _core._set_result_type("near body " + name, NearBodies, _dtype(NearBody, near))
        _core._set_result_type(
            "overlap " + name, Overlaps, _dtype(Overlap, [("area", real), ("iou", real), ("fraction", real)])
        )
        _core._set_result_type("impact " + name, Impacts, _dtype(Impact, [("time", real), ("normal", *vector), ("hit", "u4")]))
    push_out = [("translation", "f8", (2,)), ("left", "u4"), ("is_shortest", "u4")]
    _core._set_result_type("push out", PushOuts, _dtype(PushOut, push_out))
    _core._set_result_type("found body", FoundBodies, _dtype(FoundBody, [("query", "u4"), ("body", "u4")]))
    _core._set_result_type("image pair", ImagePairs, _dtype(ImagePair, image_pair))
    _core._set_result_type("ray hit", RayHits, _dtype(RayHit, ray_hit))
    _core._set_result_type("found ray hit", FoundRayHits, _dtype(FoundRayHit, [("query", "u4"), *ray_hit]))
    _core._set_result_type("first hit", FirstHits, _dtype(FirstHit, [("step", "i4"), ("obstacle", "u4")]))
    _core._set_result_type("filter", np.ndarray, filter_dtype)


_register()
