"""Convex hulls of many lists of points, by `convex_hull` of each and by shapely."""

import numpy as np
import pytest
import satchel


def lists(random, dtype):
    """Lists of 0 to 12 points, some of them equal or on one line."""
    sizes = random.integers(0, 13, 400)
    points = random.integers(-5, 6, (sizes.sum(), 2)).astype(dtype)
    points[::3] += random.normal(0, 1, points[::3].shape).astype(dtype)
    return points, np.concatenate([[0], np.cumsum(sizes)])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_hulls_are_those_of_single_calls(dtype):
    points, offsets = lists(np.random.default_rng(1), dtype)
    hulls = satchel.convex_hulls(points, offsets)
    assert hulls.vertices.dtype == dtype and hulls.starts[0] == 0 and len(hulls.starts) == 401
    for k in range(400):
        assert np.array_equal(hulls.vertices[hulls.starts[k] : hulls.starts[k + 1]], satchel.convex_hull(points[offsets[k] : offsets[k + 1]]))
    assert {0, 1, 2} < set(np.diff(hulls.starts).tolist())


def test_areas_are_those_of_shapely():
    shapely = pytest.importorskip("shapely")
    points, offsets = lists(np.random.default_rng(2), np.float64)
    for far in (0, 2**20):  # the area does not lose the digits of the place
        wanted = [shapely.MultiPoint(points[a:b]).convex_hull.area if b > a else 0 for a, b in zip(offsets, offsets[1:])]
        areas = satchel.convex_hulls(points + far, offsets).areas
        assert np.abs(areas - wanted).max() <= (1e-13 if far == 0 else 1e-8) and max(wanted) > 50


def test_what_is_empty_and_what_is_refused():
    for points, offsets in (([], []), ([], [0]), (np.empty((0, 2)), [0, 0, 0])):
        hulls = satchel.convex_hulls(points, offsets)
        assert len(hulls.vertices) == 0 and hulls.areas.tolist() == [0] * max(len(offsets) - 1, 0)
    with pytest.raises(satchel.Error, match="not_finite|finite") as refused:
        satchel.convex_hulls([[0, 0], [1, 1], [0, 1], [np.nan, 0]], [0, 2, 4])
    assert refused.value.index == 3
    for offsets in ([0, 3], [1, 4], [0, 3, 2, 4]):
        with pytest.raises(satchel.Error, match="offsets"):
            satchel.convex_hulls([[0, 0], [1, 1], [0, 1], [2, 0]], offsets)
