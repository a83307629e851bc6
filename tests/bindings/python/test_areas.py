"""Areas of intersections, IoU and non-maximum suppression, beside shapely and the plain greedy loop."""

import numpy as np
import pytest
import satchel
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import all_pairs


def some_boxes(seed, count):
    random = np.random.default_rng(seed)
    return np.stack(
        [
            random.uniform(0, 20, count),
            random.uniform(0, 20, count),
            random.uniform(0.5, 4, count),
            random.uniform(0.5, 4, count),
            random.uniform(0, 7, count),
        ],
        1,
    )


def polygons_of(boxes):
    cx, cy, w, h, t = boxes.T
    x = np.stack([-w, w, w, -w], 1) / 2
    y = np.stack([-h, -h, h, h], 1) / 2
    c, s = np.cos(t)[:, None], np.sin(t)[:, None]
    return shapely.polygons(np.stack([c * x - s * y + cx[:, None], s * x + c * y + cy[:, None]], -1))


@pytest.mark.parametrize("seed", range(4))
def test_areas_are_those_of_shapely(seed):
    boxes = some_boxes(seed, 60)
    scene, pairs, polygons = satchel.scene_of_boxes(boxes), all_pairs(60), polygons_of(boxes)
    wanted = shapely.area(shapely.intersection(polygons[pairs[:, 0]], polygons[pairs[:, 1]]))
    found = satchel.overlap_measures(scene, pairs)
    assert np.allclose(found.area, wanted, rtol=0, atol=1e-12)
    assert (satchel.overlap_areas(scene, pairs) == found.area).all()
    assert (satchel.ious(scene, pairs) == found.iou).all()
    areas = satchel.shape_areas(scene)
    assert np.allclose(areas, boxes[:, 2] * boxes[:, 3], rtol=1e-14, atol=0)
    assert np.allclose(found.fraction, wanted / areas[pairs[:, 0]], rtol=0, atol=1e-12)
    both = areas[pairs[:, 0]] + areas[pairs[:, 1]] - wanted
    assert np.allclose(found.iou, wanted / both, rtol=0, atol=1e-12)


def test_intersections_are_polygons_of_the_areas():
    scene, pairs = satchel.scene_of_boxes(some_boxes(5, 40)), all_pairs(40)
    pieces, vertices = satchel.intersections(scene, pairs)
    areas = satchel.overlap_areas(scene, pairs)
    assert set(pieces[:, 0]) == set(np.flatnonzero(areas > 0))
    for pair, start, count, *_ in pieces:
        assert np.isclose(shapely.Polygon(vertices[start : start + count]).area, areas[pair], rtol=0, atol=1e-12)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.3, 0.5, 1.0]), st.booleans())
def test_nms_is_the_greedy_loop(seed, threshold, with_classes):
    boxes = some_boxes(seed, 50)
    random = np.random.default_rng(seed)
    scores = random.integers(0, 20, 50) / 20
    classes = random.integers(0, 3, 50)
    pairs = all_pairs(50)
    iou = np.zeros((50, 50))
    iou[pairs[:, 0], pairs[:, 1]] = iou[pairs[:, 1], pairs[:, 0]] = satchel.ious(satchel.scene_of_boxes(boxes), pairs)
    if with_classes:
        iou[classes[:, None] != classes[None]] = 0
    kept = []
    for i in np.argsort(-scores, kind="stable"):
        if all(iou[i, k] <= threshold for k in kept):
            kept.append(int(i))
    assert list(satchel.nms(boxes, scores, threshold, classes if with_classes else None)) == kept


def test_nms_takes_degrees_and_scenes():
    boxes = np.array([[0, 0, 4, 2, 90], [0, 0, 2, 4, 0], [9, 9, 1, 1, 0]], float)
    assert list(satchel.nms(boxes, [0.5, 0.9, 0.1], 0.5, degrees=True)) == [1, 2]
    scene = satchel.scene_of_boxes(boxes, degrees=True)
    assert list(satchel.nms(scene, [0.5, 0.9, 0.1], 0.5)) == [1, 2]
    assert list(satchel.nms(np.zeros((0, 5)), [], 0.5)) == []


def test_iou_broadcasts_and_takes_either_winding():
    square = np.array([[0, 0], [2, 0], [2, 2], [0, 2]], float)
    assert satchel.iou(square, square[::-1]) == 1
    assert np.allclose(satchel.iou(square, np.stack([square + 1, square + 5])), [1 / 7, 0])


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_iou_of_all_with_all_is_that_of_each_pair(dtype):
    p = shapely.get_coordinates(polygons_of(some_boxes(1, 30))).reshape(30, 5, 2)[:, :4]
    q = shapely.get_coordinates(polygons_of(some_boxes(2, 40))).reshape(5, 8, 5, 2)[..., ::-1, :][..., :4, :]
    single = np.array([[[satchel.iou(a, b) for b in row] for row in q] for a in p])
    assert (single == 0).any() and (single > 0).any()
    eps = 1e-12 if dtype == np.float64 else 1e-5
    for first, second, axes in (
        (p[:, None, None], q, (0, 1, 2)),
        (p, q[:, :, None], (1, 2, 0)),
        (p[:, None], q[:, None], (1, 0, 2)),
    ):
        found = satchel.iou(first, second, dtype=dtype)
        assert found.dtype == dtype and np.allclose(found, single.transpose(axes), rtol=0, atol=eps)
        assert np.array_equal(satchel.intersects(first, second), satchel.mtv(first, second).any(-1))


def test_single_precision_does_not_depend_on_the_place():
    square = np.array([[0, 0], [2, 0], [2, 2], [0, 2]], float)
    assert satchel.iou(square + 1e7, square + 1e7 + 1, dtype=np.float32) == satchel.iou(square, square + 1, dtype=np.float32)
    boxes = some_boxes(3, 200) + [1e7, 1e7, 0, 0, 0]
    scores = np.random.default_rng(3).permutation(200) / 200
    assert np.array_equal(satchel.nms(boxes, scores, 0.5, dtype=np.float32), satchel.nms(boxes, scores, 0.5))



def test_iou_of_floats_takes_what_rounding_makes_concave():
    rng = np.random.default_rng(1)
    refused = 0
    for _ in range(20):
        angles = np.sort(rng.uniform(0, 2 * np.pi, (2, 600)), 1)
        p = np.stack([np.cos(angles), np.sin(angles)], -1)
        middle = (p[:, :1] + p[:, 300:301]) / 2
        try:
            satchel.Scene(np.float32).add_polygons((p - middle).astype(np.float32))
        except satchel.Error:
            refused += 1
        q = p + [[[0.5, 0]], [[0, 0]]]
        assert np.allclose(satchel.iou(p, q, dtype=np.float32), satchel.iou(p, q), atol=1e-5)
        assert satchel.iou(p, p, dtype=np.float32).tolist() == [1, 1]
    assert refused > 5


def test_iou_of_floats_takes_what_rounding_turns_over():
    rng = np.random.default_rng(2)
    refused = {}
    for size in (3, 4, 5, 6):
        angles = np.sort(rng.uniform(0, 2 * np.pi, (3000, size)), 1)
        thin = np.stack([np.cos(angles), np.sin(angles) * rng.choice([3e-8, 1e-7, 1e-6], (3000, 1))], -1)
        turn = rng.uniform(0, 6, 3000)
        p = np.einsum("nij,nkj->nki", np.moveaxis([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], 2, 0), thin)
        middle = (p[:, :1] + p[:, size // 2 :][:, :1]) / 2
        kept, reasons = [], []
        for polygon, rounded in zip(p, (p - middle).astype(np.float32)):
            try:
                satchel.Scene().add_polygons(polygon[np.newaxis])
            except satchel.Error:
                continue
            hull = satchel.convex_hull(rounded)
            if len(hull) < 3:
                continue
            kept.append(polygon)
            reasons.append("")
            try:
                satchel.Scene(np.float32).add_polygons(rounded[np.newaxis])
            except satchel.Error as error:
                reasons[-1] = f"{error.code} {len(hull) == size}"
                refused[reasons[-1]] = refused.get(reasons[-1], 0) + 1
        assert any(reasons)
        kept = np.array(kept)
        assert (satchel.iou(kept, kept, dtype=np.float32) == 1).all()
        one = kept[next(k for k, why in enumerate(reasons) if why)]
        alone = [satchel.iou(polygon, one, dtype=np.float32) for polygon in kept[:200]]
        assert np.array_equal(satchel.iou(kept[:200], one, dtype=np.float32), alone)
    assert refused["clockwise True"] > 50 and refused["not_convex True"] > 50


def test_iou_of_floats_names_the_polygon_that_is_out_of_range():
    box = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    for factor in (1e30, 1e38, 1e45):
        for more in (0, 7):
            p = np.array([box, box * factor] + [box] * more)
            for q in (p, p.reshape(1, -1, 4, 2)):
                place = "[1]" if q is p else "[0, 1]"
                with pytest.raises(satchel.Error) as info:
                    satchel.iou(box, q, dtype=np.float32)
                assert str(info.value).startswith(f"q{place}: polygon 1: vertex 0: a number is out of range;")
                assert (info.value.code, info.value.argument, info.value.index) == ("out_of_range", "q", 1)
    with pytest.raises(satchel.Error, match=r"^p: polygon 0: vertex 0: a number is out of range;"):
        satchel.iou(box * 1e30, box, dtype=np.float32)


def test_iou_of_floats_says_what_rounding_does():
    sliver = np.array([[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1 - 1e-12], [1 / 3, 1 / 3]]])
    assert satchel.iou(sliver, sliver).tolist() == [1, 1]
    with pytest.raises(satchel.Error, match=r"^p\[1\]: polygon 1 has no area after its vertices are rounded to float32; give dtype=np.float64") as info:
        satchel.iou(sliver, sliver, dtype=np.float32)
    assert info.value.argument == "p" and info.value.index == 1
    arrow = np.array([[[0, 0], [2, 0], [1, 0.5], [1, 2]]], float)
    for dtype in (np.float32, np.float64):  # not of rounding
        with pytest.raises(satchel.Error, match="concave"):
            satchel.iou(sliver[:1], arrow, dtype=dtype)


def test_what_is_wrong_is_named():
    with pytest.raises(satchel.Error, match=r"boxes has shape \(2, 4\); wanted \(n, 5\)"):
        satchel.nms(np.zeros((2, 4)), [1, 2], 0.5)
    with pytest.raises(satchel.Error, match="box 1: width"):
        satchel.nms([[0, 0, 1, 1, 0], [0, 0, 0, 1, 0]], [1, 2], 0.5)
    boxes = some_boxes(1, 2)
    for scores, threshold, code in (([1, np.nan], 0.5, "not_finite"), ([1, 2], 1.5, "bad_threshold"), ([1], 0.5, "size_mismatch")):
        with pytest.raises(satchel.Error) as error:
            satchel.nms(boxes, scores, threshold)
        assert error.value.code == code
    scene = satchel.Scene()
    cross = scene.add_compound([scene.add_box(3, 1), scene.add_box(1, 3)])
    scene.add_bodies(cross, np.zeros((2, 3)))
    with pytest.raises(satchel.Error, match="pair 0 names body 0") as error:
        satchel.overlap_areas(scene, [[0, 1]])
    assert error.value.code == "overlapping_parts"


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_scores_are_compared_as_given(dtype):
    """In double precision, whatever that of the scene: a greedy loop over the sorted scores keeps the same boxes."""
    same = np.array([[0.0, 0, 2, 1, 0]] * 2)
    for scores in ([0.5, 0.5 + 1e-12], [1e39, 2e39], [-1e300, 1e300], [0.1, np.nextafter(0.1, 1)], [1e-320, 2e-320], [2**53 - 1, 2**53]):
        assert satchel.nms(same, scores, 0.5, dtype=dtype).tolist() == [1], scores
        assert satchel.nms(same, np.array(scores[::-1]), 0.5, dtype=dtype).tolist() == [0], scores
        assert satchel.nms(same, [scores[0]] * 2, 0.5, dtype=dtype).tolist() == [0]
    assert satchel.nms(same, np.array([0.25, 0.5], np.float32), 0.5, dtype=dtype).tolist() == [1]
    boxes = some_boxes(5, 300)
    scores = 0.5 + 1e-13 * np.random.default_rng(6).permutation(300)
    order = np.argsort(-scores, kind="stable")
    ranks = np.empty(300)
    ranks[order] = np.arange(300)[::-1]
    want = satchel.nms(boxes, ranks, 0.3, dtype=dtype)
    assert np.array_equal(satchel.nms(boxes, scores, 0.3, dtype=dtype), want) and len(want) < 300
    for wrong in (np.nan, np.inf):
        with pytest.raises(satchel.Error, match="score 1"):
            satchel.nms(same, [0.5, wrong], 0.5, dtype=dtype)
    with pytest.raises(satchel.Error, match="scores: 2 elements"):
        satchel.nms(same, [0.5], 0.5, dtype=dtype)
