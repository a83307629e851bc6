"""Nothing in, nothing out: every call takes empty arguments, in whatever form and type they come."""

import numpy as np
import pytest
import satchel

NOTHING = [[], (), np.array([]), np.array([], np.int64), np.array([], object), np.empty((0, 2)), np.empty((0, 2), np.uint32)]


@pytest.fixture(params=range(len(NOTHING)))
def no_pairs(request):
    return NOTHING[request.param]


@pytest.mark.parametrize(
    "name", ["collide", "classify", "find_hits", "distances", "manifolds", "part_manifolds", "within", "overlap_areas", "ious", "overlap_measures"]
)
def test_questions_about_no_pairs(boxes, no_pairs, name):
    call = getattr(satchel, name)
    want = call(boxes, [[0, 1]])[:0]
    for found in (call(boxes, no_pairs), call(boxes, boxes, no_pairs)):
        assert len(found) == 0 and found.dtype == want.dtype and type(found) is type(want)


def test_other_calls_about_no_pairs(boxes, no_pairs):
    assert len(satchel.sweep(boxes, np.zeros((3, 3)), no_pairs)) == 0
    pieces, vertices = satchel.intersections(boxes, no_pairs)
    assert pieces.shape == (0, 5) and vertices.shape == (0, 2)


@pytest.mark.parametrize("nothing", [[], np.array([]), np.empty((0, 4)), np.empty((0, 4), np.int64)])
def test_image_pairs(boxes, nothing):
    for name in ("collide", "classify", "find_hits", "distances", "manifolds"):
        assert len(getattr(satchel, name)(boxes, nothing, periods=(10, 10))) == 0


@pytest.mark.parametrize("nothing", [[], (), np.array([]), np.array([], np.float32), np.empty((0, 3)), np.empty((0, 4))])
def test_poses(boxes, nothing):
    before = boxes.body_count
    assert boxes.add_bodies([], nothing).shape == (0,) and boxes.add_bodies(0, nothing).shape == (0,)
    boxes.set_poses(nothing, [])
    assert boxes.body_count == before
    index = satchel.Index(boxes)
    assert len(index.bodies_at_poses(boxes, 0, nothing)) == 0 and len(index.bodies_at_poses(boxes, [], nothing)) == 0
    assert len(index.bodies_at_poses(boxes, 0, nothing, periods=(10, 0))) == 0
    assert len(index.nearest_bodies(boxes, 0, nothing)) == 0
    assert len(index.cast_shapes(boxes, 0, nothing, [])) == 0 and len(index.all_shape_hits(boxes, [], nothing, [])) == 0
    assert len(satchel.first_hits(boxes, 0, nothing, starts=[0])) == 0
    assert len(satchel.trajectory_hits(boxes, 0, nothing, starts=[0])) == 0
    assert len(satchel.clearances(boxes, 0, nothing, starts=[0])) == 0
    assert len(satchel.times_to_collision(boxes, 0, nothing, None, 1, starts=[0])) == 0
    empty = satchel.Scene()
    empty.set_poses(nothing)
    assert len(satchel.sweep(empty, [], [])) == 0 and len(satchel.find_pairs(empty, motions=[])) == 0


@pytest.mark.parametrize("nothing", [[], np.array([]), np.empty((0, 5, 3)), np.empty((0, 0, 4))])
def test_trajectories(boxes, nothing):
    for call in (satchel.first_hits, satchel.Index(boxes).first_hits):
        assert len(call(boxes, [], nothing)) == 0 and len(call(boxes, 0, nothing)) == 0
        hits = call(boxes, 0, [[[9, 9, 0]]], obstacle_shapes=0, obstacle_poses=nothing)
        assert hits.step.tolist() == [-1]


def test_points_boxes_and_rays(boxes):
    index = satchel.Index(boxes)
    for nothing in ([], np.array([]), np.array([], np.int32)):
        for found in (
            satchel.bodies_at_points(boxes, nothing), satchel.bodies_in_boxes(boxes, nothing), satchel.cast_rays(boxes, nothing),
            index.bodies_at_points(boxes, nothing), index.bodies_in_boxes(boxes, nothing), index.cast_rays(boxes, nothing),
            index.rays_blocked(boxes, nothing), index.all_ray_hits(boxes, nothing), satchel.nearest_bodies(boxes, nothing),
            satchel.push_out(boxes, nothing, nothing), satchel.push_out(boxes, nothing, nothing, [0]),
            boxes.to_world(nothing, nothing), boxes.poses(nothing), boxes.shapes(nothing), boxes.bounding_boxes(nothing),
        ):
            assert len(found) == 0
        index.update(boxes, nothing)
        boxes.link_edges(nothing)
        assert boxes.link_shared_edges(nothing) == 0
    empty = satchel.Scene(boxes.dtype)
    assert len(satchel.nearest_bodies(empty, boxes)) == 0 and len(satchel.nearest_bodies(boxes, empty)) == 0


def test_shapes(dtype):
    scene = satchel.Scene(dtype)
    for nothing in ([], np.array([])):
        for ids in (
            scene.add_polygons(nothing), scene.add_polygons(nothing, [0]), scene.add_polygons(nothing, [0], rings=True),
            scene.add_boxes(nothing), scene.add_boxes(nothing, radii=nothing), scene.add_circles(nothing, nothing), scene.add_capsules(nothing, 1),
        ):
            assert ids.shape == (0,) and ids.dtype == np.uint32
    assert scene.shape_count == 0 and satchel.shape_areas(scene).shape == (0,)
    assert satchel.convex_hull([]).shape == (0, 2)


def test_boxes_of_detectors_and_polygons():
    for nothing in ([], np.array([]), np.empty((0, 5)), np.empty((0, 5), np.float32)):
        assert satchel.nms(nothing, [], 0.5).shape == (0,) and satchel.nms(nothing, np.array([]), 0.5, []).shape == (0,)
        assert satchel.scene_of_boxes(nothing).body_count == 0
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    for call, end in ((satchel.intersects, ()), (satchel.iou, ()), (satchel.distance, ()), (satchel.mtv, (2,))):
        assert call([], square).shape == (0, *end) and call(np.empty((0, 4, 2)), square).shape == (0, *end)
        assert call([], []).shape == (0, *end)
    assert len(satchel.make_filters(0)) == 0


def test_nothing_with_another_shape_is_refused(boxes):
    for wrong in (np.empty((0, 3)), np.empty((3, 0)), np.empty((0, 2, 2))):
        with pytest.raises(satchel.Error, match="pairs has shape"):
            satchel.classify(boxes, wrong)
    with pytest.raises(satchel.Error, match="poses has shape"):
        boxes.add_bodies([], np.empty((0, 2)))
    with pytest.raises(satchel.Error, match="pose has shape"):
        boxes.add_body(0, [])
    with pytest.raises(satchel.Error, match="wanted"):
        boxes.add_bodies([0, 0], [])


def test_shapely_of_nothing():
    pytest.importorskip("shapely")
    assert satchel.from_shapely([]).body_count == 0
    scene = satchel.Scene()
    assert satchel.from_shapely(np.array([]), scene=scene).shape == (0,)


def test_pictures_of_nothing(tmp_path):
    satchel.Scene().show(file=tmp_path / "page.html")
    pytest.importorskip("matplotlib").use("Agg")
    scene = satchel.Scene()
    scene.plot()
    scene.plot(satchel.collide(scene, []), [])
