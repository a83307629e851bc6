"""Offsets and starts of lists in one array: they cover all of it, once, in order, or are refused and nothing is written."""

import numpy as np
import pytest
import satchel

from conftest import code_of

# An outer square of 9, and a hole of 1.
RINGS = np.array([[0, 0], [9, 0], [9, 9], [0, 9], [4, 4], [4, 5], [5, 5], [5, 4]], float)
WRONG = [[0, 4], [4, 8], [0, -4], [0, 4, 12], [0, 9], [1, 4, 8], [0, 6, 4, 8], [0, 4, 8, 7], [8, 4, 0], [0], [8], [], [0, 4, 7]]


def calls(scene):
    """Each call with offsets of eight items: takes the offsets."""
    triangles = RINGS[[0, 1, 2, 3, 4, 7, 6, 5]]
    yield "add_outline", lambda offsets: scene.add_outline(RINGS, offsets), ("ring_offsets",)
    yield "add_polygons", lambda offsets: scene.add_polygons(triangles, offsets), ("offsets",)
    yield "rings", lambda offsets: scene.add_polygons(triangles, offsets, rings=True), ("offsets",)
    yield "convex_parts", lambda offsets: satchel.convex_parts(RINGS, offsets), ("outline", "starts")
    poses = np.arange(24.0).reshape(8, 3)
    yield "first_hits", lambda offsets: satchel.first_hits(scene, 0, poses, starts=offsets), ("starts",)
    obstacles = {"obstacle_shapes": 0, "obstacle_poses": poses}
    yield "obstacles", lambda o: satchel.first_hits(scene, 0, poses, starts=[0, 8], obstacle_starts=o, **obstacles), ("obstacle_starts",)
    yield "Index", lambda offsets: satchel.Index(scene).first_hits(scene, 0, poses, starts=offsets), ("starts",)
    yield "push_out", lambda offsets: satchel.push_out(scene, np.zeros(len(offsets) - 1, int), [1] * 8, offsets), ("offsets", "bodies")


NAMES = [name for name, _, _ in calls(None)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("offsets", WRONG, ids=str)
def test_wrong_offsets_are_refused(boxes, dtype, name, offsets):
    if dtype == np.float32:
        pytest.skip("coordinates are doubles here")
    call, arguments = next((call, arguments) for other, call, arguments in calls(boxes) if other == name)
    if name == "push_out" and len(offsets) < 2:
        pytest.skip("no body, no candidates")
    before = repr(boxes), boxes.revision
    with pytest.raises(satchel.Error) as info:
        call(offsets)
    assert (repr(boxes), boxes.revision) == before
    assert info.value.code in ("bad_starts", "out_of_range", "wrong_shape", "size_mismatch"), info.value
    assert info.value.argument in arguments or info.value.argument in ("points", "candidates"), info.value.argument


@pytest.mark.parametrize("name", NAMES)
def test_right_offsets_are_taken(boxes, dtype, name):
    if dtype == np.float64:
        call = next(call for other, call, _ in calls(boxes) if other == name)
        call([0, 4, 8])
        call(np.array([0, 4, 8], np.int8))


def test_the_text_says_what_is_wrong(boxes):
    scene = satchel.Scene()
    for offsets, words in (
        ([0, 4], ["ring_offsets[1] is 4", "8"]), ([4, 8], ["ring_offsets[0] is 4"]), ([0, 4, 12], ["ring_offsets[1] is 4, then 12"]),
        ([0, -4], ["ring_offsets[1] is -4"]), ([], ["ring_offsets is empty"]),
    ):
        with pytest.raises(satchel.Error) as info:
            scene.add_outline(RINGS, offsets)
        assert all(word in str(info.value) for word in words), info.value
    with pytest.raises(satchel.Error, match="^offset 1: the offsets are wrong; they begin at 0"):
        scene.add_polygons(RINGS, [0, 4])
    with pytest.raises(satchel.Error, match="^offsets: 2 elements expected, 1 given"):
        satchel.push_out(boxes, [0], [1, 2], [0])
    assert scene.shape_count == 0


def test_a_hole_stays_a_hole():
    scene = satchel.Scene()
    shapes = [scene.add_outline(RINGS, [0, 4, 8]), scene.add_box(0.25, 0.25)]
    scene.add_bodies(shapes, [[0, 0, 0], [4.5, 4.5, 0]])
    assert satchel.classify(scene, [[0, 1]]).tolist() == [satchel.DISJOINT]


def test_errors_name_the_points_of_the_rings_as_given():
    """Repeated points are dropped, clockwise rings reversed; errors count as the caller does."""
    outer = [[0, 0], [0, 0], [5, 0], [10, 0], [10, 10], [10, 10], [0, 10], [0, 0]]  # a square: points 1, 5 and 7 are dropped
    crossing = [[8, 4], [8, 5], [8, 6], [12, 6], [12, 4], [8, 4]]  # clockwise
    coords, offsets = np.array(outer + crossing, float), [0, len(outer), len(outer) + len(crossing)]
    with pytest.raises(satchel.Error) as info:
        satchel.Scene().add_outline(coords, offsets)
    text = str(info.value)
    assert (info.value.code, info.value.argument, info.value.index) == ("bad_outline", "coords", None)
    assert text == "ring 0, points 3 to 4, and ring 1, points 2 to 3, at (10, 6): the edges cross"
    outside = np.array(outer + [[20, 20], [20, 21], [21, 21], [21, 20]], float)
    with pytest.raises(satchel.Error, match="^ring 0, points 0 to 2, and ring 1, points 0 to 1, .* lies outside of the outer ring"):
        satchel.Scene().add_outline(outside, [0, len(outer), len(outer) + 4])
    bowtie = np.array([[0, 0], [0, 0], [2, 2], [2, 0], [0, 2]], float)
    with pytest.raises(satchel.Error, match="^ring 0, points 0 to 2, and ring 0, points 3 to 4, at .1, 1.: the edges cross"):
        satchel.Scene().add_outline(bowtie)
    assert code_of(satchel.Scene().add_outline, [[0, 0], [1, 0], [np.nan, 1]])[0] == "not_finite"
