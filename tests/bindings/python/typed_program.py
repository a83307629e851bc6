"""A program of a user, which test_types.py has mypy --strict look at. It runs, too."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import satchel
from typing_extensions import assert_type

Reals = npt.NDArray[np.floating[Any]]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.uint32]
Bytes = npt.NDArray[np.uint8]


def build() -> satchel.Scene:
    scene = satchel.Scene(np.float64)
    box: int = scene.add_box(1, 0.5)
    parts: Ids = scene.add_polygons([[[0, 0], [1, 0], [0, 1]], [[0, 0], [-1, 0], [0, -1]]])
    compound: int = scene.add_compound(parts)
    outline: int = scene.add_outline([[0, 0], [4, 0], [4, 4], [3, 1]], [0, 4], progress=None)
    poses: Doubles = np.array([[0.0, 0, 0], [1.5, 0, 0], [-2, 0, 0], [9, 9, 0]])
    bodies: Ids = scene.add_bodies([box, box, compound, outline], poses)
    scene.max_threads = 2
    limit: int | None = scene.max_threads
    assert limit == 2 and len(bodies) == 4
    return scene


def contacts_of(scene: satchel.Scene, pairs: Ids) -> None:
    contacts = satchel.collide(scene, pairs, threads=1, stats=satchel.Stats(), progress=lambda done, all: None)
    assert_type(contacts, satchel.Contacts)
    assert_type(contacts.normal, Reals)
    assert_type(contacts.separation, Reals)
    assert_type(contacts.feature, Ids)
    assert_type(contacts.verdict, Bytes)
    assert_type(contacts.mtv, Reals)
    assert_type(contacts.kind, Bytes)
    assert_type(contacts.side, Bytes)
    assert_type(contacts.index, Ids)
    assert_type(contacts[0], satchel.Contact)
    assert_type(contacts[1:], satchel.Contacts)
    assert_type(contacts[contacts.separation < 0], satchel.Contacts)
    assert_type(contacts[[0, 1]], satchel.Contacts)
    assert_type(contacts["separation"], npt.NDArray[Any])
    assert_type(contacts.columns(), dict[str, npt.NDArray[Any]])
    for contact in contacts:
        assert_type(contact, satchel.Contact)
        assert_type(contact.normal, Reals)
        assert_type(contact.verdict, np.uint8)
        assert_type(contact.index, np.uint32)
        depth: float = -float(contact.separation)
        assert depth == depth
        moved: Reals = contact.mtv + 1
        assert moved.shape == (2,)
    deepest: float = float(contacts.separation.min())
    assert deepest <= 0
    for (a, b), contact in zip(pairs, contacts):
        print(a, b, satchel.Verdict(contact.verdict).name)
    hits = satchel.find_hits(scene, pairs)
    assert_type(hits, satchel.Hits)
    assert_type(hits.pair, Ids)
    assert_type(hits.index, Ids)
    assert_type(hits.contact, satchel.Contacts)
    assert_type(hits[0].contact, satchel.Contact)
    assert_type(hits[0].contact.separation, np.floating[Any])
    assert_type(satchel.classify(scene, pairs), Bytes)


def other_questions(scene: satchel.Scene, pairs: Ids) -> None:
    distances = satchel.distances(scene, pairs)
    assert_type(distances, satchel.Distances)
    assert_type(distances.distance, Reals)
    assert_type(distances.point_a, Reals)
    assert_type(distances[0], satchel.Distance)
    assert_type(distances[0].distance, np.floating[Any])
    manifolds = satchel.manifolds(scene, pairs, margin=0.1)
    assert_type(manifolds.count, Ids)
    assert_type(manifolds[0], satchel.Manifold)
    assert_type(manifolds[0].count, np.uint32)
    separations: npt.NDArray[Any] = manifolds.points["separation"]
    assert separations.ndim == 2
    part_manifolds = satchel.part_manifolds(scene, pairs)
    assert_type(part_manifolds.pair, Ids)
    assert_type(part_manifolds[:1], satchel.PartManifolds)
    overlaps = satchel.overlap_measures(scene, pairs)
    assert_type(overlaps.iou, Reals)
    assert_type(overlaps[0].area, np.floating[Any])
    assert_type(satchel.within(scene, [[0, 1]]), Bytes)
    impacts = satchel.sweep(scene, np.zeros((scene.body_slots, 3)), pairs)
    assert_type(impacts.hit, npt.NDArray[np.bool_])
    assert_type(impacts[0].hit, np.bool_)
    assert_type(impacts.time, Reals)
    assert_type(impacts.point, Reals)
    pushed = satchel.push_out(scene, 0, [1])
    assert_type(pushed.translation, Doubles)
    assert_type(pushed[0].left, np.uint32)
    assert_type(pushed[0].is_shortest, np.bool_)
    pieces, vertices = satchel.intersections(scene, pairs)
    assert_type(pieces, Ids)
    areas: npt.NDArray[Any] = satchel.overlap_areas(scene, pairs)
    assert areas.shape == (len(pairs),) and vertices.shape[1] == 2


def searches(scene: satchel.Scene) -> None:
    index = satchel.Index(scene)
    points = np.array([[0.0, 0.0], [9, 9]])
    found = satchel.bodies_at_points(scene, points)
    assert_type(found.query, Ids)
    assert_type(found[0].body, np.uint32)
    near = satchel.nearest_bodies(scene, points, count=2, max_distance=50.0)
    assert_type(near, satchel.NearBodies)
    assert_type(near[0], satchel.NearBody)
    assert_type(near.distance, Reals)
    assert_type(satchel.nearest_bodies(scene, scene), satchel.NearBodies)
    nearest = index.nearest_body(scene, 0, (0, 0, 0))
    assert_type(nearest, satchel.NearBody | None)
    if nearest is not None:
        assert_type(nearest.distance, np.floating[Any])
    rays = index.cast_rays(scene, [[-9, 0, 1, 0]])
    assert_type(rays.time, Doubles)
    assert_type(rays[0], satchel.RayHit)
    assert_type(index.cast_ray(scene, (-9, 0), (1, 0)).body, np.uint32)
    assert_type(index.all_ray_hits(scene, [[-9, 0, 1, 0]])[0].query, np.uint32)
    casts = index.cast_shapes(scene, 0, [[0, 0, 0]], [[1, 0, 0]], leaves_start=True)
    assert_type(casts.point, Doubles)
    assert_type(casts[0], satchel.ShapeHit)
    assert_type(index.cast_shape(scene, 0, (0, 0, 0), (1, 0, 0)).body, np.uint32)
    assert_type(index.all_shape_hits(scene, 0, [[0, 0, 0]], [[1, 0, 0]])[0].query, np.uint32)
    images = satchel.find_pairs(scene, periods=(100, 100))
    assert_type(images, satchel.ImagePairs)
    assert_type(images.image, npt.NDArray[np.int32])
    assert_type(satchel.find_hits(scene, images, periods=(100, 100))[0].contact, satchel.Contact)
    assert_type(index.bodies_at_poses(scene, 0, [[0, 0, 0]], periods=(100, 0)).image, npt.NDArray[np.int32])
    hits = satchel.first_hits(scene, 0, np.zeros((1, 3, 3)))
    assert_type(hits.step, npt.NDArray[np.int32])
    assert_type(hits[0].obstacle, np.uint32)
    assert_type(index.bodies_at_poses(scene, 0, [[0, 0, 0]]).verdict, npt.NDArray[np.uint8])
    poses = satchel.poses_at([0.0, 1.0], 0.0, 0.0, reference=(-1.4, 0))
    assert_type(poses, Doubles)
    assert_type(satchel.trajectory_hits(scene, 0, [poses]).verdict, npt.NDArray[np.uint8])
    assert_type(satchel.clearances(scene, 0, [poses], max_distance=5.0)[0].step, np.int32)
    assert_type(satchel.times_to_collision(scene, 0, [poses], None, 2.0).time, Doubles)
    assert_type(satchel.cast_rays(scene, [[-9, 0, 1, 0]], exits=True, from_inside="boundary").exit, Doubles)
    kept = satchel.KeptPairs()
    kept.update(scene, index)
    assert_type(satchel.collide(scene, kept), satchel.Contacts)


def without_a_scene() -> None:
    square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    assert_type(satchel.mtv(square, square + 0.5), Doubles)
    assert_type(satchel.nms([[0, 0, 1, 1, 0]], [0.5], 0.5), Ids)
    ring = satchel.clean_ring(square)
    assert_type(ring.vertices, Reals)
    assert_type(satchel.convex_parts(ring.vertices).starts, Ids)
    assert_type(satchel.make_filters(3), npt.NDArray[np.void])


def pictures(scene: satchel.Scene, pairs: Ids) -> None:
    try:
        import matplotlib

        matplotlib.use("Agg")
    except ImportError:
        return
    axes = scene.plot(satchel.collide(scene, pairs), pairs, numbers=True)
    left, right = axes.get_xlim()
    assert left < right


def geometries() -> None:
    try:
        import shapely
    except ImportError:
        return
    shapes = [shapely.box(0, 0, 1, 1)]
    scene = satchel.from_shapely(shapes)
    assert_type(scene, satchel.Scene)
    assert_type(satchel.from_shapely(shapes, scene=scene), Ids)
    made, taken = satchel.from_shapely(shapes, invalid="skip")
    assert_type(made, satchel.Scene)
    assert_type(taken, npt.NDArray[np.intp])
    bodies, _ = satchel.from_shapely(shapes, scene=scene, invalid="skip")
    assert_type(bodies, Ids)
    column: object = None  # of Arrow
    if column is not None:
        assert_type(satchel.from_arrow(column), satchel.Scene)
        assert_type(satchel.from_arrow(column, scene=scene, invalid="skip"), tuple[Ids, npt.NDArray[np.intp]])
    wrong = satchel.find_unsupported(shapes)
    assert_type(wrong.index, npt.NDArray[np.intp])
    assert_type(wrong.reason, list[str])
    assert_type(satchel.to_shapely(scene, bodies), npt.NDArray[np.object_])
    starts, is_hole = scene.rings(scene.shape(0))
    assert_type(starts, Ids)
    assert_type(is_hole, npt.NDArray[np.bool_])
    kind, coords, offsets = shapely.to_ragged_array(shapes)
    assert_type(scene.add_outlines(coords, *offsets), Ids)


def main() -> None:
    scene = build()
    pairs = satchel.find_pairs(scene)
    assert_type(pairs, Ids)
    contacts_of(scene, pairs)
    other_questions(scene, pairs)
    searches(scene)
    without_a_scene()
    pictures(scene, pairs)
    geometries()
    try:
        satchel.collide(scene, [[0, 99]])
    except satchel.Error as error:
        assert_type(error.code, str)
        assert_type(error.index, int | None)


if __name__ == "__main__":
    main()
