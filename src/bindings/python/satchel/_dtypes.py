"""The dtypes of results, as a C++ compiler lays them out; handed to the module at import."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._found import (
    FirstHit,
    FirstHits,
    FoundBodies,
    FoundBody,
    FoundImage,
    FoundImages,
    FoundRayHit,
    FoundRayHits,
    ImageHit,
    ImageHits,
    ImagePair,
    ImagePairs,
    NearBodies,
    NearBody,
    RayHit,
    RayHits,
)
from ._results import (
    Contact,
    Contacts,
    Distance,
    Distances,
    Hit,
    Hits,
    Impact,
    Impacts,
    Manifold,
    Manifolds,
    Overlap,
    Overlaps,
    PartManifold,
    PartManifolds,
    PushOut,
    PushOuts,
)


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
    found_image = [("query", "u4"), ("body", "u4"), ("image", "i4", (2,))]
    _core._set_result_type("found image", FoundImages, _dtype(FoundImage, found_image))
    _core._set_result_type("image pair", ImagePairs, _dtype(ImagePair, image_pair))
    _core._set_result_type("ray hit", RayHits, _dtype(RayHit, ray_hit))
    _core._set_result_type("found ray hit", FoundRayHits, _dtype(FoundRayHit, [("query", "u4"), *ray_hit]))
    _core._set_result_type("first hit", FirstHits, _dtype(FirstHit, [("step", "i4"), ("obstacle", "u4")]))
    _core._set_result_type("filter", np.ndarray, filter_dtype)


_register()
