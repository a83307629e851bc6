"""What becomes of arguments: used as they are, converted, or refused with a message that says what came and what is wanted."""

import numpy as np
import pytest
import satchel
import satchel.detection

from conftest import code_of


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint64])
def test_pairs_of_other_integers_are_converted(boxes, pairs, kind):
    assert np.array_equal(satchel.collide(boxes, pairs.astype(kind)), satchel.collide(boxes, pairs))


def test_lists_and_strided_arrays_are_converted(boxes, pairs):
    want = satchel.collide(boxes, pairs)
    assert np.array_equal(satchel.collide(boxes, pairs.tolist()), want)
    assert np.array_equal(satchel.collide(boxes, np.asfortranarray(pairs)), want)
    assert np.array_equal(satchel.collide(boxes, pairs[::-1])[::-1], want)
    assert np.array_equal(satchel.collide(boxes, pairs.byteswap().view(">u4")), want)
    assert len(satchel.collide(boxes, [])) == 0


@pytest.mark.parametrize(
    "wrong, error, words",
    [
        (lambda p: p.T, satchel.Error, ["(2, 3)", "(n, 2)"]),
        (lambda p: p[:, :1], satchel.Error, ["(3, 1)"]),
        (lambda p: p[0], satchel.Error, ["(2,)"]),
        (lambda p: p.astype(float), TypeError, ["float64", "uint32"]),
        (lambda p: p.astype(bool), TypeError, ["bool", "uint32"]),
        (lambda p: p.astype(str), TypeError, ["uint32"]),
        (lambda p: p.astype(object), TypeError, ["object", "uint32"]),
        (lambda p: [[1, 2], [3]], TypeError, ["pairs"]),
        (lambda p: 5, satchel.Error, ["()"]),
        (lambda p: [[0, -1]], satchel.Error, ["pairs[0, 1] is -1", "4294967295"]),
        (lambda p: np.array([[0, 2**32]]), satchel.Error, ["4294967296"]),
        (lambda p: np.array([[0, 2**63]], np.uint64), satchel.Error, [str(2**63)]),
        (lambda p: [[0, 1], [0, 7]], satchel.Error, ["pair 1", "7"]),
    ],
)
def test_wrong_pairs_are_refused(boxes, pairs, wrong, error, words):
    for call in (satchel.collide, satchel.classify, satchel.distances, satchel.find_hits, satchel.manifolds):
        with pytest.raises(error) as info:
            call(boxes, wrong(pairs))
        assert all(word in str(info.value) for word in words), info.value


def test_an_error_has_code_argument_and_index(boxes):
    with pytest.raises(satchel.Error) as info:
        satchel.collide(boxes, [[0, 1], [9, 0]])
    assert (info.value.code, info.value.argument, info.value.index) == ("bad_body", "pairs", 1)
    assert isinstance(info.value, ValueError)
    with pytest.raises(satchel.Error) as info:
        boxes.add_bodies(0, [[0, 0, 0], [0, np.nan, 0]])
    assert (info.value.code, info.value.argument, info.value.index) == ("not_finite", "poses", 1)


def test_floats_that_would_be_rounded_are_refused_with_the_cast():
    scene = satchel.Scene(np.float32)
    with pytest.raises(TypeError, match=r"vertices.astype\(np.float32\)"):
        scene.add_polygon(np.array([[0, 0], [1, 0], [0, 1]], np.float64))
    assert scene.add_polygon([[0, 0], [1, 0], [0, 0.1]]) == 0  # numbers of Python have no precision of their own
    assert scene.add_polygon(np.array([[0, 0], [1, 0], [0, 1]])) == 1  # nor integers


def test_integers_that_no_float_equals_are_refused():
    scene = satchel.Scene(np.float32)
    with pytest.raises(satchel.Error, match="16777217"):
        scene.add_polygon(np.array([[0, 0], [2**24 + 1, 0], [0, 1]]))
    assert satchel.Scene().add_polygon(np.array([[0, 0], [2**24 + 1, 0], [0, 1]])) == 0


def test_out_is_written_and_returned(boxes, pairs):
    for call in (satchel.collide, satchel.classify, satchel.distances, satchel.manifolds):
        want = call(boxes, pairs)
        out = np.empty_like(want)
        assert call(boxes, pairs, out=out) is out
        assert np.array_equal(out, want)


def test_out_of_a_list_is_room_for_it(boxes, pairs):
    want = satchel.find_hits(boxes, pairs)
    room = np.empty(9, want.dtype)
    hits = satchel.find_hits(boxes, pairs, out=room)
    assert np.array_equal(hits, want) and np.shares_memory(hits, room)
    found = satchel.find_pairs(boxes, out=np.empty((5, 2), np.uint32))
    assert np.array_equal(found, satchel.find_pairs(boxes))
    with pytest.raises(satchel.Error) as info:
        satchel.find_hits(boxes, pairs, out=room[:1])
    assert info.value.code == "no_room" and "2" in str(info.value)


@pytest.mark.parametrize(
    "wrong, error, words",
    [
        (lambda out: out[:2], satchel.Error, ["(2,)", "(3,)"]),
        (lambda out: out.reshape(3, 1), satchel.Error, ["(3, 1)"]),
        (lambda out: np.zeros(3), TypeError, ["float64"]),
        (lambda out: [0, 0, 0], TypeError, ["list"]),
        (lambda out: np.zeros(6, out.dtype)[::2], satchel.Error, ["C order"]),
        (lambda out: np.frombuffer(bytes(out.nbytes), out.dtype), satchel.Error, ["read-only"]),
    ],
)
def test_a_wrong_out_is_refused(boxes, pairs, wrong, error, words):
    with pytest.raises(error) as info:
        satchel.collide(boxes, pairs, out=wrong(satchel.collide(boxes, pairs)))
    assert all(word in str(info.value) for word in words), info.value


def test_an_out_that_shares_memory_with_pairs_is_refused(dtype):
    scene = satchel.Scene(dtype)
    scene.add_bodies(scene.add_box(1, 1), np.zeros((2, 3)))
    pairs = np.zeros((8, 2), np.uint32)
    with pytest.raises(satchel.Error, match="shares memory"):
        satchel.classify(scene, pairs, out=pairs.view(np.uint8).ravel()[:8])


def test_scenes_of_different_precision_are_refused(pairs):
    with pytest.raises(TypeError, match="float64 and float32"):
        satchel.collide(satchel.Scene(), satchel.Scene(np.float32), pairs[:0])


@pytest.mark.parametrize("wrong", [int, "float16", "nonsense", 3])
def test_a_wrong_dtype_is_refused(wrong):
    with pytest.raises(TypeError, match="np.float64 or np.float32"):
        satchel.Scene(wrong)


def test_what_a_refused_call_leaves(boxes, pairs):
    before = satchel.collide(boxes, pairs)
    revision = boxes.revision
    for refused in (
        lambda: boxes.add_polygons([[0, 0], [1, 0], [1, 1], [2, 2], [3, 3], [4, 4]], [0, 3, 6]),
        lambda: boxes.add_circles([[0, 0], [1, 1]], [1, -1]),
        lambda: boxes.add_boxes([[1, 1], [0, 1]]),
        lambda: boxes.add_bodies([0, 9], [[0, 0, 0], [1, 1, 1]]),
        lambda: boxes.set_poses([[0, 0, 0]]),
        lambda: boxes.set_poses([[5, 5, 5], [0, 0, 0]], [0, 9]),
    ):
        with pytest.raises(satchel.Error):
            refused()
    assert boxes.revision == revision and np.array_equal(satchel.collide(boxes, pairs), before)


@pytest.mark.parametrize("name, most", [("max_pairs", 2**32 - 1), ("rounds", 2**32 - 1), ("count", 2**63 - 1), ("bodies", 2**63 - 1)])
def test_wrong_counts_are_named(boxes, name, most):
    index = satchel.Index(boxes)
    calls = {
        "max_pairs": [
            lambda n: satchel.find_pairs(boxes, max_pairs=n), lambda n: satchel.BroadPhase().find_pairs(boxes, boxes, max_pairs=n),
            lambda n: satchel.find_pairs(boxes, periods=(9, 9), max_pairs=n), lambda n: satchel.KeptPairs().update(boxes, index, max_pairs=n),
        ],
        "rounds": [lambda n: satchel.push_out(boxes, [0], [1], rounds=n)],
        "bodies": [lambda n: boxes.reserve(bodies=n)],
        "count": [
            lambda n: satchel.nearest_bodies(boxes, [[0, 0]], n), lambda n: satchel.nearest_bodies(boxes, boxes, n),
            lambda n: index.nearest_bodies(boxes, 0, [[0, 0, 0]], n), lambda n: index.nearest_to_points(boxes, [[0, 0]], count=n),
        ],
    }  # fmt: skip
    for call in calls[name]:
        assert code_of(call, -1) == ("out_of_range", name, None)
        with pytest.raises(satchel.Error, match=f"^{name} is -5; wanted an integer from 0 to {most}$"):
            call(-5)
        for wrong in (1.0, "2", np.zeros(2)):
            with pytest.raises(TypeError, match=f"^{name} is .*; wanted an integer from 0 to {most}"):
                call(wrong)
        call(np.uint8(200))
        if name == "count":
            call(2**70)
        elif name != "bodies":  # memory for as many bodies is not there
            assert code_of(call, most + 1) == ("out_of_range", name, None)


def test_messages_speak_python(boxes):
    for call, words in (
        (lambda: satchel.nms(boxes, [1.0], 0.5), "arrays that belong together"),
        (lambda: boxes.set_pose(0, (0, 0, 2, 0)), "give a rotation, or x, y, angle"),
        (lambda: boxes.set_pose(99, (0, 0, 0)), "below body_slots$"),
        (lambda: boxes.add_circle((1e300, 0), 1) if boxes.dtype == np.float64 else boxes.add_box(1e-60, 1), "float(32|64) scene"),
        (lambda: satchel.convex_parts(np.array([[0.0, 0], [9, 0], [0, 9], [1, 1], [2, 1], [1, 2]]), [0, 3, 6]), "clockwise=True"),
    ):
        with pytest.raises(satchel.Error, match=words) as info:
            call()
        assert "::" not in str(info.value) and "span" not in str(info.value)


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("group", 2**31, satchel.Error),
        ("group", -(2**31) - 1, satchel.Error),
        ("group", [1.9, 1.1], TypeError),
        ("category", 1.5, TypeError),
        ("category", -1, satchel.Error),
        ("mask", [1, -5], satchel.Error),
        ("mask", 2**64, satchel.Error),
        ("mask", [1, 2**64], satchel.Error),
        ("mask", [-2, 2**64 - 1], satchel.Error),
        ("mask", [1.0, 2**63], TypeError),
        ("mask", [None, 2**63], TypeError),
        ("mask", [True, -(2**63) - 1], TypeError),
        ("mask", 1.0, TypeError),
        ("category", [-1, 2**63], satchel.Error),
        ("group", [2**64, 0], satchel.Error),
        ("is_static", "no", TypeError),
    ],
)
def test_filters_are_not_changed_silently(name, value, error):
    with pytest.raises(error, match=name):
        satchel.make_filters(2, **{name: value})
    assert satchel.make_filters(2, mask=-1)["mask"].tolist() == [2**64 - 1] * 2
    assert satchel.make_filters(2, mask=np.array([2**64 - 1, 0], np.uint64))["mask"].tolist() == [2**64 - 1, 0]
    mixed = satchel.make_filters(3, mask=[~1 & 0xFFFFFFFFFFFFFFFF, 1, -1], category=(2**63, 1, np.uint64(2**63 + 1)))
    assert mixed["mask"].tolist() == [2**64 - 2, 1, 2**64 - 1] and mixed["category"].tolist() == [2**63, 1, 2**63 + 1]


def test_finite_numbers_beyond_float32_are_out_of_range(recwarn):
    scene = satchel.Scene(np.float32)
    box = scene.add_box(1, 1)
    scene.add_bodies(box, np.zeros((2, 3)))
    calls = {
        "center": (lambda x: scene.add_circle([x, 0], 1), 0), "vertices": (lambda x: scene.add_polygon([[0, 0], [1, x], [0, 1]]), 1),
        "coords": (lambda x: scene.add_polygons([[[0, 0], [1, 0], [0, 1]], [[0, 0], [1, 0], [0, x]]]), 1), "ends": (lambda x: scene.add_capsules([[[0, 0], [x, 1]]], 1), 0),
        "half_extents": (lambda x: scene.add_boxes([[1, 1], [abs(x), 1]]), 1), "radii": (lambda x: scene.add_circles([[0, 0]], [abs(x)]), 0), "points": (lambda x: scene.add_chain([[0, 0], [x, 1]]), 1),
    }
    for name, (call, row) in calls.items():
        for beyond in (1e39, -1e300):
            assert code_of(call, beyond) == ("out_of_range", name, row)
        assert code_of(call, np.inf)[0] == ("bad_radius" if name == "radii" else "not_finite"), name
    assert code_of(lambda: satchel.find_pairs(scene, margins=[0, 1e39]))[0] == "bad_margin"
    with pytest.raises(satchel.Error, match=r"vertices\[1, 0\] is less than the least float32"):
        scene.add_polygon([[0, 0], [-1e39, 0], [0, 1]])
    with pytest.raises(satchel.Error, match=r"half_extents\[0\] is \(1e-300, -2.5\); wanted"):
        satchel.Scene().add_boxes([[1e-300, -2.5]])


def test_integers_that_no_double_equals_are_refused():
    far = 2**53
    square = np.array([[0, 0], [far, 0], [far, far], [0, far]])
    beside = np.array([[far + 1, 0], [far + 4, 0], [far + 4, 4], [far + 1, 4]])
    with pytest.raises(satchel.Error, match=r"q\[0, 0\] is the integer 9007199254740993"):
        satchel.intersects(square, beside)
    even = np.array([[far + 2, 0], [far + 4, 0], [far + 4, 4], [far + 2, 4]])
    assert not satchel.intersects(square, even)
    with pytest.raises(satchel.Error) as refused:
        satchel.convex_hull(np.array([[0, 0], [far + 1, 0], [0, 1]]))
    assert refused.value.index == 1
    with pytest.raises(satchel.Error):
        satchel.convex_hull(np.array([[2**64 - 1, 0], [0, 0], [0, 1]], np.uint64))
    assert len(satchel.convex_hull(np.array([[2**63, 0], [0, 0], [0, 1]], np.uint64))) == 3
    rows = np.array([[0, 0, 1, 1, 0], [0, far + 1, 1, 1, 0]])
    for call, name in (
        (satchel.scene_of_boxes, "boxes"),
        (lambda r: satchel.detection.iou(rows[:1], r, format="cxcywhr"), "b"),
        (lambda r: satchel.detection.nms(r, [1, 2], 0.5, format="cxcywhr"), "boxes"),
        (lambda r: satchel.poses_at(0, r[:, 1], 0), "y"),
    ):
        assert code_of(call, rows) == ("out_of_range", name, 1)
        with pytest.raises(TypeError, match=f"{name} has dtype .*128"):
            call(rows.astype(np.longdouble))
    assert satchel.poses_at([0, 1], far + 2, 0)[:, 1].tolist() == [far + 2] * 2


def test_errors_of_many_shapes_name_the_argument(dtype):
    scene = satchel.Scene(dtype)
    assert code_of(scene.add_circles, [[0, 0], [np.nan, 1]], 1) == ("not_finite", "centers", 1)
    assert code_of(scene.add_circles, [[0, 0], [1, 1]], [1, -1]) == ("bad_radius", "radii", 1)
    ends = [[[0, 0], [1, 0]], [[0, 0], [0, 0]]]
    assert code_of(scene.add_capsules, ends, 1) == ("equal_ends", "ends", 1)
    assert code_of(scene.add_capsules, ends[:1] * 2, [1, -1]) == ("bad_radius", "radii", 1)


def test_numbers_are_checked_before_they_are_rounded(dtype):
    scene = satchel.Scene(dtype)
    box = scene.add_box(1, 1)
    scene.add_bodies(box, np.zeros((2, 3)))
    tiny, motions, index, pairs = -1e-50, np.zeros((2, 3)), satchel.Index(scene), [[0, 1]]
    triangle = np.array([[0, 0], [1, 0], [0, 1]], dtype)
    for call in (
        lambda: scene.add_circle((0, 0), tiny), lambda: scene.add_capsule((0, 0), (1, 0), tiny), lambda: scene.add_box(1, 1, tiny),
        lambda: scene.add_polygon(triangle, tiny), lambda: scene.add_circles([[0, 0]], tiny), lambda: scene.add_circles([[0, 0]], [tiny]),
        lambda: scene.add_polygons([triangle], radii=[tiny]), lambda: scene.add_boxes([[1, 1]], radii=tiny),
    ):
        assert code_of(call)[0] == "bad_radius"
    for call in (
        lambda: satchel.manifolds(scene, pairs, margin=tiny), lambda: satchel.part_manifolds(scene, pairs, margin=tiny),
        lambda: satchel.find_pairs(scene, margin=tiny), lambda: satchel.find_pairs(scene, margins=[0, tiny]),
        lambda: satchel.KeptPairs(fat=tiny).update(scene, index), lambda: satchel.sweep(scene, motions, pairs, tolerance=tiny),
        lambda: index.cast_shapes(scene, box, [[0, 0, 0]], [[1, 0, 0]], tolerance=tiny),
    ):
        assert code_of(call)[0] == "bad_margin"
    for wrong in (tiny, 2.0**30 + 1):
        assert code_of(satchel.sweep, scene, motions, pairs, max_angle=wrong)[0] == "bad_angle"
        assert code_of(index.cast_shapes, scene, box, [[0, 0, 0]], [[1, 0, 0]], max_angle=wrong)[0] == "bad_angle"
    for wrong in (tiny, 1 + 1e-12):
        assert code_of(satchel.nms, scene, [1, 2], wrong)[0] == "bad_threshold"
    assert scene.shape_count == 1
    scene.add_circles([[0, 0]] * 2, [-0.0, 0])
    assert len(satchel.find_pairs(scene, margins=[-0.0, 0])) == 1


def test_an_outline_of_one_number_is_refused():
    scene = satchel.Scene()
    assert code_of(scene.add_outline, 5.0)[:2] == ("wrong_shape", "coords")
    assert code_of(scene.add_outline, [[0, 0], [1, 0], [0, 1]], 3)[:2] == ("wrong_shape", "ring_offsets")


def test_thin_polygons_of_either_winding_are_taken():
    random = np.random.default_rng(5)
    for _ in range(2000):
        a, b = random.uniform(-1, 1, (2, 2))
        thin = np.array([a, a + 0.3 * (b - a), b])
        answers = []
        for ring in (thin, thin[::-1]):
            try:
                answers.append(bool(satchel.intersects(ring, [[0, 0], [1, 0], [0, 1]])))
            except satchel.Error as error:
                answers.append(error.code)
        assert answers[0] == answers[1], thin


def test_empty_lists_of_starts_are_refused():
    scene = satchel.Scene()
    corners, rings = [[0, 0], [2, 0], [0, 2]], [0, 3]
    for name in ("polygon_offsets", "geometry_offsets"):
        with pytest.raises(satchel.Error, match=name):
            scene.add_outlines(corners, rings, **{name: []})
