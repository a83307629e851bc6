"""The dtypes of results, as a C++ compiler lays them out; handed to the module at import."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core, _found, _results


def _dtype(row: type[Any], fields: list[Any]) -> np.dtype[Any]:
    """As a C++ compiler lays the fields out; elements are of the class `row`."""
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


def _register(name: str, arrays: type[Any], row: type[Any], fields: list[Any]) -> None:
    _core._set_result_type(name, arrays, _dtype(row, fields))


def _register_all() -> None:
    pair = [("pair", "u4", (2,))]
    image_pair = [*pair, ("image", "i4", (2,))]
    found_body = [("query", "u4"), ("body", "u4")]
    body_at_pose = [*found_body, ("verdict", "u1")]
    ray_hit = [("time", "f8"), ("normal", "f8", (2,)), ("body", "u4"), ("exit", "f8")]
    shape_hit = [("time", "f8"), ("normal", "f8", (2,)), ("point", "f8", (2,)), ("body", "u4")]
    for name in ("float32", "float64"):
        real = np.dtype(name)
        vector = (real, (2,))
        contact = _dtype(_results.Contact, [("normal", *vector), ("separation", real), ("feature", "u4")])
        point = np.dtype([("point", *vector), ("separation", real), ("id", "u4")], align=True)
        _core._set_result_type("contact " + name, _results.Contacts, contact)
        _core._set_result_type("hit " + name, _results.Hits, _hit_dtype(_results.Hit, pair, contact))
        _core._set_result_type("image hit " + name, _found.ImageHits, _hit_dtype(_found.ImageHit, image_pair, contact))
        manifold = [("normal", *vector), ("feature", "u4"), ("count", "u4"), ("points", point, (2,))]
        of_parts = [("pair", "u4"), ("parts", "u4", (2,)), *manifold]
        _register("manifold " + name, _results.Manifolds, _results.Manifold, manifold)
        _register("part manifold " + name, _results.PartManifolds, _results.PartManifold, of_parts)
        distance = [("normal", *vector), ("distance", real), ("feature", "u4"), ("point_a", *vector), ("point_b", *vector)]
        _register("distance " + name, _results.Distances, _results.Distance, distance)
        _register("near body " + name, _found.NearBodies, _found.NearBody, [*found_body, *distance])
        overlap = [("area", real), ("iou", real), ("fraction", real)]
        _register("overlap " + name, _results.Overlaps, _results.Overlap, overlap)
        impact = [("time", real), ("normal", *vector), ("point", *vector), ("hit", "u4")]
        _register("impact " + name, _results.Impacts, _results.Impact, impact)
    push_out = [("translation", "f8", (2,)), ("left", "u4"), ("is_shortest", "u4")]
    _register("push out", _results.PushOuts, _results.PushOut, push_out)
    _register("found body", _found.FoundBodies, _found.FoundBody, found_body)
    _register("found image", _found.FoundImages, _found.FoundImage, [*found_body, ("image", "i4", (2,)), ("verdict", "u1")])
    _register("body at pose", _found.BodiesAtPoses, _found.BodyAtPose, body_at_pose)
    _register("image pair", _found.ImagePairs, _found.ImagePair, image_pair)
    _register("ray hit", _found.RayHits, _found.RayHit, ray_hit)
    _register("found ray hit", _found.FoundRayHits, _found.FoundRayHit, [("query", "u4"), *ray_hit])
    _register("shape hit", _found.ShapeHits, _found.ShapeHit, shape_hit)
    _register("found shape hit", _found.FoundShapeHits, _found.FoundShapeHit, [("query", "u4"), *shape_hit])
    first_hit = [("step", "i4"), ("obstacle", "u4")]
    _register("first hit", _found.FirstHits, _found.FirstHit, first_hit)
    trajectory_hit = [("trajectory", "u4"), ("step", "u4"), ("obstacle", "u4"), ("verdict", "u1")]
    _register("trajectory hit", _found.TrajectoryHits, _found.TrajectoryHit, trajectory_hit)
    _register("clearance", _found.Clearances, _found.Clearance, [*first_hit, *distance])
    collision_time = [("time", "f8"), ("normal", "f8", (2,)), ("obstacle", "u4")]
    _register("collision time", _found.CollisionTimes, _found.CollisionTime, collision_time)
    _core._set_result_type("filter", np.ndarray, filter_dtype)


_register_all()
