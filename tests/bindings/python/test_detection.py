"""satchel.detection: every IoU against exact fractions, NMS against its definition, converters against rotation matrices."""

import subprocess
import sys
from fractions import Fraction as F

import numpy as np
import pytest

import satchel
from satchel import detection
from satchel.detection import from_kitti, from_mmdet3d, from_nuscenes, iou, iou3d, iou_bev, nms, nms3d, nms_bev


def exact_points(corners):
    return [(F(float(x)), F(float(y))) for x, y in corners]


def cross(o, p, q):
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def area_of(points):
    return sum(points[k - 1][0] * points[k][1] - points[k][0] * points[k - 1][1] for k in range(len(points))) / 2 if points else F(0)


def clipped(subject, window):
    for k in range(len(window)):
        a, b, left = window[k - 1], window[k], []
        for m in range(len(subject)):
            p, q = subject[m - 1], subject[m]
            side_p, side_q = cross(a, b, p), cross(a, b, q)
            if (side_p < 0) != (side_q < 0):
                t = side_p / (side_p - side_q)
                left.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
            if side_q >= 0:
                left.append(q)
        subject = left
    return subject


def hull_of(points):
    def chain(sequence):
        result = []
        for point in sequence:
            while len(result) > 1 and cross(result[-2], result[-1], point) <= 0:
                result.pop()
            result.append(point)
        return result[:-1]

    points = sorted(set(points))
    return chain(points) + chain(points[::-1])


def expected(corners_a, corners_b, mode="iou"):
    p, q = exact_points(corners_a), exact_points(corners_b)
    common, union_of = area_of(clipped(p, q)), area_of(p) + area_of(q)
    if mode == "iof":
        return common / area_of(p)
    ratio = common / (union_of - common)
    return ratio - 1 + (union_of - common) / area_of(hull_of(p + q)) if mode == "giou" else ratio


def corners_of(rows):
    x, y, w, h, angle = rows.T
    signs = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    local = rows[:, np.newaxis, 2:4] * signs
    cos, sin = np.cos(angle)[:, np.newaxis], np.sin(angle)[:, np.newaxis]
    turned = np.stack([cos * local[..., 0] - sin * local[..., 1], sin * local[..., 0] + cos * local[..., 1]], -1)
    return turned + rows[:, np.newaxis, :2]


def random_boxes(n, seed=1, spread=9.0):
    r = np.random.default_rng(seed)
    return np.stack(
        [r.uniform(-spread, spread, n), r.uniform(-spread, spread, n), r.uniform(0.1, 8, n), r.uniform(0.1, 8, n), r.uniform(-7, 7, n)], 1
    )


# Names of families, what they make of boxes, and the largest error that a caller may see by corners.
FAMILIES = {
    "equal": (lambda a, r: a.copy(), 0),
    "nearly equal": (lambda a, r: a + r.uniform(-1, 1, a.shape) * 1e-9, 1e-13),
    "moved": (lambda a, r: a + r.uniform(-1, 1, a.shape) * [1, 1, 0, 0, 1], 1e-12),
    "inside, in line": (lambda a, r: a * [1, 1, 0.5, 1, 1], 1e-13),
    "inside": (lambda a, r: a * [1, 1, 0.5, 0.5, 1], 1e-13),
    "thin": (lambda a, r: a * [1, 1, 1, 1e-5, 1], 1e-8),
    "a quarter turned": (lambda a, r: a + [0, 0, 0, 0, np.pi / 2], 1e-12),
}


@pytest.mark.parametrize("far", [0.0, 1e6])
@pytest.mark.parametrize("family", FAMILIES)
def test_ious_of_corners_are_those_of_exact_fractions(family, far):
    change, bound = FAMILIES[family]
    rows = random_boxes(80)
    other = corners_of(change(rows, np.random.default_rng(2)) + [far, -far, 0, 0, 0])
    own = corners_of(rows + [far, -far, 0, 0, 0])
    for mode in ("iou", "iof", "giou"):
        want = np.array([float(expected(p, q, mode)) for p, q in zip(own, other)])
        got = iou(own, other, format="corners", mode=mode, aligned=True)
        assert np.abs(got - want).max() <= bound + (1e-12 if mode == "giou" else 0)
        clockwise = iou(own[:, ::-1], other, format="corners", mode=mode, aligned=True)
        assert np.abs(clockwise - want).max() <= bound + (1e-12 if mode == "giou" else 0)


def test_every_isa_gives_the_same_bits():
    own, other = random_boxes(60), random_boxes(50, 2)
    volumes = np.insert(np.insert(own, 2, 0.5, 1), 5, 2.0, 1)
    results = []
    try:
        for isa in satchel.available_isas():
            satchel.force_isa(isa)
            results.append([iou(own, other, format="cxcywhr"), iou3d(volumes, volumes), iou(own, other, format="cxcywhr", mode="giou")])
    finally:
        satchel.force_isa("")
    assert all((one[k] == results[0][k]).all() for one in results for k in range(3))


def test_all_formats_say_the_same():
    rows = random_boxes(40)
    want = iou(rows, rows[:30], format="cxcywhr")
    assert want.shape == (40, 30) and (np.diag(want[:30]) == 1).all()
    assert (iou(rows, rows[:30], format="xywhr") == want).all()
    degrees = rows * [1, 1, 1, 1, 180 / np.pi]
    assert np.abs(iou(degrees, degrees[:30], format="cxcywhr", degrees=True) - want).max() < 1e-12
    assert np.abs(iou(corners_of(rows), corners_of(rows[:30]), format="corners") - want).max() < 1e-12
    upright = np.round(rows[:, :4] * 8) / 8 + [0, 0, 0.125, 0.125]
    both_ways = np.hstack([upright[:, :2] - upright[:, 2:] / 2, upright[:, :2] + upright[:, 2:] / 2])
    want = iou(np.hstack([upright, np.zeros((40, 1))]), np.hstack([upright, np.zeros((40, 1))]), format="cxcywhr")
    assert (iou(upright, upright, format="cxcywh") == want).all() and (iou(both_ways, both_ways, format="xyxy") == want).all()
    assert iou([[0, 0, 2, 2]], [[1, 1, 3, 3]], format="xyxy")[0, 0] == 1 / 7
    assert iou([[0, 0, 1, 1]], [[2, 0, 3, 1]], format="xyxy", mode="giou")[0, 0] == pytest.approx(-1 / 3, abs=1e-15)
    # A positive angle turns x towards y: this box reaches (1, 1), not (1, -1).
    needle = [[0.5, 0.5, 2, 0.125, np.pi / 4]]
    assert iou(needle, [[1, 1, 0.5, 0.5, 0]], format="cxcywhr")[0, 0] > 0
    assert iou(needle, [[1, 0, 0.5, 0.5, 0]], format="cxcywhr")[0, 0] == 0


def test_numbers_of_other_types_and_packages():
    rows = random_boxes(10).astype(np.float32)

    class OfAnotherPackage:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **more):
            return self.array.__dlpack__(**more)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    want = iou(rows.astype(np.float64), rows.astype(np.float64), format="cxcywhr")
    assert (iou(OfAnotherPackage(rows), rows, format="cxcywhr") == want).all()
    falling = OfAnotherPackage(np.arange(10.0)[::-1].copy())
    assert (nms(OfAnotherPackage(rows), falling, 0.5, format="cxcywhr") == nms(rows, np.arange(10)[::-1], 0.5, format="cxcywhr")).all()
    assert iou([[0, 0, 2, 2, 0]], [[0, 0, 4, 2, 0]], format="cxcywhr").tolist() == [[0.5]]
    assert np.from_dlpack(want) is not None


def test_pairs_above_a_threshold():
    a, b = random_boxes(60), random_boxes(70, 2)
    dense = iou(a, b, format="cxcywhr")
    for threshold in (0, 0.2):
        pairs = iou(a, b, format="cxcywhr", threshold=threshold)
        i, j = np.nonzero(dense > threshold)
        assert pairs.a.tolist() == i.tolist() and pairs.b.tolist() == j.tolist() and len(pairs) == len(i)
        assert (pairs.iou == dense[i, j]).all()
    of_a = iou(a, b, format="cxcywhr", mode="iof", threshold=0.9)
    assert (of_a.iou == iou(a, b, format="cxcywhr", mode="iof")[of_a.a, of_a.b]).all() and len(of_a)
    many = np.repeat(np.arange(200_000.0)[:, np.newaxis], 5, 1) * [3, 0, 0, 0, 0] + [0, 0, 1, 1, 0.25]
    assert iou(many, many, format="cxcywhr", threshold=0.5).a.tolist() == list(range(200_000))  # 320 GB as a matrix


def test_boxes_without_size():
    box, line, point = [0, 0, 2, 2, 0.3], [0, 0, 0, 2, 0.3], [0, 0, 0, 0, 0.3]
    rows = np.array([box, line, point], float)
    assert iou(rows, rows, format="cxcywhr").tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert iou(rows, rows, format="cxcywhr", aligned=True).tolist() == [1, 0, 0]
    giou = iou(rows, rows, format="cxcywhr", mode="giou")
    assert giou[1].tolist() == pytest.approx([0, 0, 0], abs=1e-12)  # hull and union of box and line are the box
    quads = np.array([[[0, 0], [1, 0], [1, 1], [0, 1]], [[0, 0], [1, 1], [2, 2], [3, 3]], [[1, 1]] * 4, [[0, 0], [0.1, 0.3], [0.2, 0.6], [0.1, 0.3]]])
    assert iou(quads, quads, format="corners").diagonal().tolist() == [1, 0, 0, 0]
    assert nms(rows, [0.5, 0.9, 0.7], 0.5, format="cxcywhr").tolist() == [1, 2, 0]
    volumes = np.array([[0, 0, 0, 1, 1, 0, 0], [0, 0, 0, 1, 1, 1, 0], [0, 0, 0, 0, 1, 1, 0]], float)
    assert iou3d(volumes, volumes).tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert nms3d(volumes, [1, 2, 3], 0).tolist() == [2, 1, 0]


@pytest.mark.parametrize("form", ["cxcywhr", "corners", "xyxy"])
def test_no_boxes(form):
    assert iou([], [], format=form).shape == (0, 0)
    assert iou([], [], format=form, aligned=True).shape == (0,)
    assert len(iou([], [], format=form, threshold=0.5)) == 0
    assert nms([], [], 0.5, format=form).tolist() == []
    assert nms3d([], [], 0.5).tolist() == [] and iou3d([], np.zeros((2, 7))).shape == (0, 2)


def random_volumes(n, seed):
    r = np.random.default_rng(seed)
    flat = random_boxes(n, seed, 3)
    return np.stack([flat[:, 0], flat[:, 1], r.uniform(-1, 1, n), flat[:, 2], flat[:, 3], r.uniform(0.1, 3, n), flat[:, 4]], 1)


def expected3d(p, q):
    own, other = (corners_of(box[np.newaxis, [0, 1, 3, 4, 6]])[0] for box in (p, q))
    a, b = exact_points(own), exact_points(other)
    low = max(F(p[2]) - F(p[5]) / 2, F(q[2]) - F(q[5]) / 2)
    high = min(F(p[2]) + F(p[5]) / 2, F(q[2]) + F(q[5]) / 2)
    common = area_of(clipped(a, b)) * max(high - low, 0)
    return float(common / (area_of(a) * F(p[5]) + area_of(b) * F(q[5]) - common))


def test_volumes_against_exact_fractions():
    a, b = random_volumes(25, 4), random_volumes(20, 5)
    want = np.array([[expected3d(p, q) for q in b] for p in a])
    assert (want > 0.05).sum() > 20 and (want == 0).any()
    assert np.abs(iou3d(a, b) - want).max() < 1e-12
    assert np.abs(iou3d(a[:20], b, aligned=True) - want.diagonal()).max() < 1e-12
    pairs = iou3d(a, b, threshold=0.05)
    assert {*zip(pairs.a, pairs.b)} == {*map(tuple, np.argwhere(want > 0.05))}
    assert (iou3d(a, a).diagonal() == 1).all()
    flat = [0, 1, 3, 4, 6]
    assert (iou_bev(a, b) == iou(a[:, flat], b[:, flat], format="cxcywhr")).all()
    assert np.abs(iou_bev(a, a, mode="giou", aligned=True) - 1).max() < 1e-14


def by_definition(matrix, scores, threshold, groups):
    kept = []
    for i in sorted(range(len(scores)), key=lambda k: (-scores[k], k)):
        if all(groups[i] != groups[k] or matrix[i, k] <= threshold for k in kept):
            kept.append(i)
    return kept


@pytest.mark.parametrize("threshold", [0, 0.3, 1])
def test_nms_is_its_definition(threshold):
    r = np.random.default_rng(6)
    rows = np.repeat(random_boxes(40, 7), 6, 0) + r.uniform(-1, 1, (240, 5)) * [0.3, 0.3, 0.05, 0.05, 0.2]
    volumes = np.stack([rows[:, 0], rows[:, 1], r.uniform(-0.3, 0.3, 240), rows[:, 2], rows[:, 3], np.full(240, 2.0), rows[:, 4]], 1)
    scores, classes, images = np.round(r.uniform(0, 1, 240), 2), r.integers(-2, 3, 240), r.integers(5, 8, 240)
    for ask, boxes, matrix, more in (
        (nms, rows, iou(rows, rows, format="cxcywhr"), {"format": "cxcywhr"}),
        (nms_bev, volumes, iou_bev(volumes, volumes), {}),
        (nms3d, volumes, iou3d(volumes, volumes), {}),
    ):
        one = np.zeros(240, int)
        assert ask(boxes, scores, threshold, **more).tolist() == by_definition(matrix, scores, threshold, one)
        assert ask(boxes, scores, threshold, classes=classes, **more).tolist() == by_definition(matrix, scores, threshold, classes)
        both = ask(boxes, scores, threshold, classes=classes, images=images, **more)
        assert both.tolist() == by_definition(matrix, scores, threshold, classes * 100 + images)
        parts = [np.flatnonzero(images == k) for k in (5, 6, 7)]
        of_images = ask([boxes[k] for k in parts], [scores[k] for k in parts], threshold, classes=[classes[k] for k in parts], **more)
        for k, kept in zip(parts, of_images):
            assert k[kept].tolist() == [i for i in both if i in set(k.tolist())]


def test_images_without_boxes_and_classes_of_any_integers():
    rows, volumes = random_boxes(3), random_volumes(3, 1)
    for nothing in ([], np.array([]), np.empty((0, 5)), ()):
        for ask, boxes, more in ((nms, rows, {"format": "cxcywhr"}), (nms_bev, volumes, {}), (nms3d, volumes, {})):
            want = ask(boxes, [3, 1, 2], 1, classes=[0, 1, 0], **more).tolist()
            kept = ask([boxes, nothing], [[3, 1, 2], []], 1, classes=[np.array([0, 1, 0]), np.array([])], **more)
            assert [one.tolist() for one in kept] == [want, []]
            kept = ask([nothing, boxes, nothing], [np.array([]), [3, 1, 2], []], 1, classes=[[], np.array([0, 1, 0], np.uint64), []], **more)
            assert [one.tolist() for one in kept] == [[], want, []]
    assert [one.tolist() for one in nms([np.array([]), []], [[], []], 0.5, classes=[[], []], format="cxcywhr")] == [[], []]
    corners = corners_of(rows)
    assert [len(one) for one in nms([corners, []], [[1, 2, 3], []], 1, format="corners")] == [3, 0]
    box, far = np.array([[0.0, 0, 1, 1, 0]] * 2), np.array([2**63, 2**63 + 1], np.uint64)
    for signed in (np.array([-1, -1]), np.array([-1, -2])):
        kept = nms([box, box], [[1, 2], [1, 2]], 0.5, classes=[signed, far], format="cxcywhr")
        assert [one.tolist() for one in kept] == [[1] if signed[0] == signed[1] else [1, 0], [1, 0]]
    with pytest.raises(TypeError, match="classes has dtype float64; wanted integers"):
        nms([box, box], [[1, 2], [1, 2]], 0.5, classes=[[0, 1], [0.5, 1]], format="cxcywhr")


def test_kitti():
    # The label holds height, width, length, x, y, z, rotation_y. The camera looks along z, y points down.
    label = np.array([[1.5, 1.6, 4.0, 2.0, 1.7, 10.0, 0.3]])
    height, width, length, x, y, z, turn = label[0]
    corners = np.array([[sx * length / 2, sy, sz * width / 2] for sx in (-1, 1) for sy in (0, -height) for sz in (-1, 1)])
    about_y = np.array([[np.cos(turn), 0, np.sin(turn)], [0, 1, 0], [-np.sin(turn), 0, np.cos(turn)]])
    in_camera = corners @ about_y.T + [x, y, z]
    in_lidar = np.stack([in_camera[:, 2], -in_camera[:, 0], -in_camera[:, 1]], 1)
    assert same_corners(from_kitti(label)[0], in_lidar)


def same_corners(row, corners):
    x, y, z, length, width, height, yaw = row
    c, s = np.cos(yaw), np.sin(yaw)
    its = np.array(
        [
            [x + c * a * length / 2 - s * b * width / 2, y + s * a * length / 2 + c * b * width / 2, z + h * height / 2]
            for a in (-1, 1)
            for b in (-1, 1)
            for h in (-1, 1)
        ]
    )
    gaps = np.linalg.norm(its[:, np.newaxis] - corners[np.newaxis], axis=-1)
    return gaps.min(axis=0).max() < 1e-12 and gaps.min(axis=1).max() < 1e-12


def test_nuscenes_and_mmdet3d():
    yaw, scale = 0.7, 3.0
    turn = np.array([[np.cos(yaw / 2), 0, 0, np.sin(yaw / 2)]]) * scale
    row = from_nuscenes([[1, 2, 3]], [[1.9, 4.5, 1.6]], turn)[0]
    assert row == pytest.approx([1, 2, 3, 4.5, 1.9, 1.6, yaw], abs=1e-15)
    for axis, name in ((1, "roll"), (2, "pitch")):
        tilted = np.array([[1.0, 0, 0, 0], [np.cos(0.01), 0, 0, 0]])
        tilted[1, axis] = np.sin(0.01)
        with pytest.raises(satchel.Error, match=f"box 1 has a {name} of 0.02 radians") as refused:
            from_nuscenes(np.zeros((2, 3)), np.ones((2, 3)), tilted)
        assert (refused.value.code, refused.value.argument, refused.value.index) == ("out_of_range", "rotation", 1)
    with pytest.raises(satchel.Error, match="the quaternion is 0"):
        from_nuscenes([[0, 0, 0]], [[1, 1, 1]], [[0, 0, 0, 0]])
    with pytest.raises(satchel.Error, match="size has 1 rows; wanted 2"):
        from_nuscenes(np.zeros((2, 3)), [[1, 1, 1]], np.ones((2, 4)))
    for length in (1e200, 1e-170, 5e-324):
        row = from_nuscenes([[1, 2, 3]], [[1.9, 4.5, 1.6]], [[length, 0, 0, length]])[0]
        assert row[6] == np.pi / 2
    rows = from_mmdet3d([[1, 2, 0, 4, 2, 1.5, 0.1, 9, 9]])
    assert rows.tolist() == [[1, 2, 0.75, 4, 2, 1.5, 0.1]]


def refusal(call, *arguments, **more):
    with pytest.raises(satchel.Error) as refused:
        call(*arguments, **more)
    return refused.value.code, refused.value.argument, refused.value.index


def test_wrong_input_is_named():
    rows = random_boxes(3)
    for bad in (np.nan, np.inf):
        wrong = rows.copy()
        wrong[2, 1] = bad
        assert refusal(iou, rows, wrong, format="cxcywhr") == ("not_finite", "b", 2)
    wrong = rows.copy()
    wrong[1, 3] = -1
    assert refusal(iou, wrong, rows, format="cxcywhr") == ("out_of_range", "a", 1)
    assert refusal(iou, [[0, 0, 1, 1], [2, 0, 1, 1]], [[0, 0, 1, 1]], format="xyxy") == ("out_of_range", "a", 1)
    concave = [[[0, 0], [2, 0], [0.5, 0.5], [0, 2]]]
    flat = [[[0, 0], [1, 0], [2, 0], [3, 0]]]
    assert refusal(iou, flat + concave, flat, format="corners") == ("not_convex", "a", 1)
    assert refusal(iou, rows, rows, format="cxcywh") == ("wrong_shape", "a", None)
    assert refusal(iou, rows, rows, format="xywh") == ("unknown_value", "format", None)
    assert refusal(iou, rows, rows, format="cxcywhr", mode="diou") == ("unknown_value", "mode", None)
    assert refusal(iou, rows, rows[:2], format="cxcywhr", aligned=True) == ("size_mismatch", "b", None)
    assert refusal(iou, rows, rows, format="cxcywhr", threshold=1.5) == ("out_of_range", "threshold", None)
    assert refusal(iou, rows, rows, format="cxcywhr", threshold=0.5, aligned=True) == ("unknown_value", "threshold", None)
    assert refusal(iou, rows, rows, format="cxcywhr", threshold=0.5, mode="giou") == ("unknown_value", "threshold", None)
    assert refusal(iou3d, np.ones((1, 7)), np.ones((1, 7)), format="xyz") == ("unknown_value", "format", None)
    assert refusal(iou3d, np.ones((1, 7)), -np.ones((1, 7))) == ("out_of_range", "b", 0)
    assert refusal(nms, rows, [1, 2], 0.5, format="cxcywhr") == ("size_mismatch", "scores", None)
    for bad in (np.nan, np.inf, -np.inf):
        for call, given, more in ((nms, rows, {"format": "cxcywhr"}), (nms_bev, np.ones((3, 7)), {}), (nms3d, np.ones((3, 7)), {})):
            assert refusal(call, given, [1, bad, 2], 0.5, **more) == ("not_finite", "scores", 1), (call, bad)
            assert refusal(call, given, np.array([1, 2, bad], np.float16), 1, **more) == ("not_finite", "scores", 2), (call, bad)
        assert refusal(nms, [rows, rows], [[1, 2, 3], [4, bad, 5]], 0.5, format="cxcywhr") == ("not_finite", "scores", 4)
    with pytest.raises(satchel.Error, match="scores: score 1 is inf; give every box a finite number"):
        nms(rows, [1, np.inf, 2], 0.5, format="cxcywhr")
    assert refusal(nms, rows, [1, 2, 3], -0.5, format="cxcywhr") == ("out_of_range", "threshold", None)
    assert refusal(nms, rows, [1, 2, 3], 0.5, classes=[1], format="cxcywhr") == ("size_mismatch", "classes", None)
    assert refusal(nms, [rows, rows], [[1, 2, 3]], 0.5, format="cxcywhr") == ("size_mismatch", "scores", None)
    assert refusal(nms, [rows], [[1, 2]], 0.5, format="cxcywhr") == ("size_mismatch", "scores", 0)
    assert refusal(nms, [rows], [[1, 2, 3]], 0.5, images=[1], format="cxcywhr") == ("unknown_value", "images", None)
    with pytest.raises(TypeError, match="classes has dtype float64; wanted integers"):
        nms(rows, [1, 2, 3], 0.5, classes=[0.5, 1, 2], format="cxcywhr")
    wrong = rows.copy()
    wrong[1, 4] = 1e12
    assert refusal(iou, wrong, rows, format="cxcywhr") == ("out_of_range", "a", 1)
    assert refusal(iou3d, np.insert(rows, [2, 4], 1, 1), np.insert(wrong, [2, 4], 1, 1)) == ("out_of_range", "b", 1)
    with pytest.raises(satchel.Error, match="^boxes: box 1: angle"):
        satchel.scene_of_boxes(wrong)
    assert refusal(nms, flat + concave, [1, 2], 1, format="corners") == ("not_convex", "boxes", 1)
    masked = np.ma.masked_array(np.ones((2, 7)), np.eye(2, 7, 1))
    assert refusal(from_mmdet3d, masked) == ("masked", "boxes", 0)
    with pytest.raises(TypeError, match="a has dtype"):
        iou(np.array([["a"] * 5]), rows, format="cxcywhr")


@pytest.mark.parametrize(
    "a, b",
    [
        ([160, 153, 230, 23, 37], [190, 127, 80, 21, 46]),
        (
            [296.6620178222656, 458.73883056640625, 23.515729904174805, 47.677001953125, -0.08795166015625],
            [296.66201, 458.73882, 23.51573, 47.67702, -0.087951],
        ),
        ([1010.5, 860.00012207, 12.20655537, 48.82622528, -55.00798035], [1022, 870.49993896, 10.81665134, 43.26660919, -56.30992889]),
        (
            [824.6421183672817, 280.28737007069833, 565, 140, -177.80506896972656],
            [567.3310438828003, 270.42527355719545, 275, 50, 92.19493103027344],
        ),
        ([672.4067, 290.7776, 791.0275, 38.9333, 34.1454],) * 2,
    ],
)
def test_boxes_of_reports(a, b):
    """Boxes of which detectors' operators have given IoUs far from the truth."""
    rows = np.array([a, b], float)
    own, other = corners_of(rows * [1, 1, 1, 1, np.pi / 180])
    assert iou(rows[:1], rows[1:], format="cxcywhr", degrees=True)[0, 0] == pytest.approx(float(expected(own, other)), abs=1e-12)


def test_a_box_far_from_zero():
    far = np.array([[1e6 + 0.25, 1e6, 0.5, 0.25, 0.1]])
    assert iou(far, far, format="cxcywhr")[0, 0] == 1
    assert iou(far, far * [1, 1, 0.5, 1, 1], format="cxcywhr")[0, 0] == pytest.approx(0.5, abs=1e-15)


def test_it_is_optional():
    script = "import sys, satchel; assert 'satchel.detection' not in sys.modules; import satchel.detection; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)
    assert all(getattr(detection, name).__doc__ for name in detection.__all__)
