"""Candidate pairs that are kept: those of boxes that meet, after any history; what has changed; errors; threads."""

import numpy as np
import pytest
import satchel
from hypothesis import given
from hypothesis import strategies as st

from conftest import change, check_is_refused_during, code_of, random_polygons, random_scene


def rows(pairs):
    return [tuple(pair) for pair in pairs.tolist()]


def boxes_that_meet(scene, grown=0.0):
    """By comparing all boxes of bounding_boxes, each enlarged by `grown` (of each body, or of all)."""
    bodies = scene.bodies()
    boxes = scene.bounding_boxes()
    grown = np.broadcast_to(grown, scene.body_slots)[bodies].astype(float)
    low, high = boxes[:, :2] - grown[:, None], boxes[:, 2:] + grown[:, None]
    meet = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(-1)
    return [(int(bodies[i]), int(bodies[j])) for i, j in np.argwhere(np.triu(meet, 1))]


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.float32, np.float64]), st.booleans())
def test_kept_pairs_are_those_of_boxes_after_any_history(seed, dtype, is_sorted):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, 40, dtype, 15)
    shapes = scene.add_polygons(*random_polygons(rng, 5, dtype, 2.0))
    index, kept, known = satchel.Index(scene), satchel.KeptPairs(), set()
    assert len(kept) == 0 and len(kept.pairs()) == 0
    for step in range(8):
        want = boxes_that_meet(scene)
        if step % 2:
            added, ended = kept.update_with_changes(scene, index, sorted=is_sorted)
            assert rows(added) == sorted(set(want) - known) and rows(ended) == sorted(known - set(want))
        else:
            kept.update(scene, index, sorted=is_sorted)
        found = kept.pairs()
        assert (rows(found) if is_sorted else sorted(rows(found))) == want and len(kept) == len(want)
        if is_sorted:
            assert np.array_equal(found, satchel.find_pairs(scene))
        known = set(want)
        change(scene, rng, shapes, 15)
        index.update(scene)


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.float32, np.float64]))
def test_fat_boxes_have_all_pairs_and_near_ones(seed, dtype):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, 40, dtype, 15)
    index, kept = satchel.Index(scene), satchel.KeptPairs(fat=0.25)
    known, unchanged = set(), 0
    for _ in range(8):
        added, ended = kept.update_with_changes(scene, index)
        now = set(rows(kept.pairs()))
        assert set(boxes_that_meet(scene)) <= now <= set(boxes_that_meet(scene, 0.5 + 1e-5))  # 4 fat apart: 2 of each box
        assert set(rows(added)) == now - known and set(rows(ended)) == known - now
        unchanged += now == known
        known = now
        poses = scene.poses(np.arange(40))
        poses[:, :2] += rng.uniform(-0.02, 0.02, (40, 2))
        scene.set_poses(poses)
        index.update(scene)
    assert unchanged >= 6  # bodies stayed in their boxes
    assert repr(kept).startswith("satchel.KeptPairs(fat=0.25): ")
    with pytest.raises(satchel.Error, match="margin"):
        satchel.KeptPairs(fat=-1).update(scene, index)


@given(st.integers(0, 2**32 - 1))
def test_options_may_be_others_in_every_update(seed):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, 40, np.float64, 15)
    index, kept = satchel.Index(scene), satchel.KeptPairs()
    margins, worlds = rng.uniform(0, 1, 40), rng.integers(0, 2, 40)
    is_static = rng.random(40) < 0.5
    motions = np.column_stack([rng.uniform(-3, 3, (40, 2)), np.zeros(40)])
    for more in (
        {}, {"margin": 0.5}, {"margins": margins}, {"worlds": worlds}, {"filters": satchel.make_filters(40, is_static=is_static)},
        {"motions": motions}, {"margins": margins, "worlds": worlds}, {},
    ):  # fmt: skip
        kept.update(scene, index, **more)
        assert np.array_equal(kept.pairs(), satchel.find_pairs(scene, **more))
        scene.set_poses(np.column_stack([rng.uniform(0, 15, (3, 2)), np.zeros(3)]), [1, 2, 3])
        index.update(scene)
    kept.update(scene, index, margins=margins)
    assert rows(kept.pairs()) == boxes_that_meet(scene, margins)
    kept.update(scene, index, worlds=worlds)
    assert rows(kept.pairs()) == [(a, b) for a, b in boxes_that_meet(scene) if worlds[a] == worlds[b]]


def test_questions_take_kept_pairs(dtype):
    scene = random_scene(3, 60, dtype, 15)
    index, kept = satchel.Index(scene), satchel.KeptPairs()
    kept.update(scene, index)
    pairs = kept.pairs()
    assert len(pairs) > 20 and f"{len(pairs)} pairs" in repr(kept) and kept.memory_bytes > 0
    for ask in (satchel.collide, satchel.classify, satchel.find_hits, satchel.distances, satchel.manifolds, satchel.ious):
        want = ask(scene, pairs)
        assert np.array_equal(ask(scene, kept), want)
        assert np.array_equal(ask(scene, kept, out=np.empty_like(want)), want)
    assert np.array_equal(satchel.sweep(scene, np.zeros((60, 3)), kept), satchel.sweep(scene, np.zeros((60, 3)), pairs))
    room = np.empty((len(pairs) + 2, 2), np.uint32)
    assert np.array_equal(kept.pairs(out=room), pairs) and np.shares_memory(kept.pairs(out=room), room)
    assert code_of(kept.pairs, out=room[:3])[0] == "no_room"
    pairs[0] = 9, 9  # a copy
    assert not np.array_equal(kept.pairs(), pairs)


def test_wrong_updates_are_refused(boxes, dtype):
    index, kept = satchel.Index(boxes), satchel.KeptPairs()
    kept.update(boxes, index)
    pairs = kept.pairs()
    assert rows(pairs) == [(0, 1), (0, 2)]
    assert code_of(kept.update, boxes, satchel.Index(boxes.copy())) == ("other_scene", "index", None)
    assert code_of(kept.update, boxes, index, margin=-1.0) == ("bad_margin", "margin", None)
    assert code_of(kept.update, boxes, index, worlds=[0, 1])[:2] == ("size_mismatch", "worlds")
    assert code_of(kept.update, boxes, index, max_pairs=1)[0] == "too_many_pairs"
    boxes.set_pose(1, (50, 0, 0))
    assert code_of(kept.update, boxes, index) == ("changed_scene", "index", None)
    assert np.array_equal(kept.pairs(), pairs)  # as they were
    index.update(boxes)
    added, ended = kept.update_with_changes(boxes, index)
    assert len(added) == 0 and rows(ended) == [(0, 1)]
    other = satchel.Scene(np.float32 if dtype == np.float64 else np.float64)
    with pytest.raises(TypeError, match="make another KeptPairs"):
        kept.update(other, satchel.Index(other))


def test_kept_pairs_cannot_be_updated_while_a_call_reads_them():
    scene = random_scene(8, 3000, np.float64, 60)
    index, kept = satchel.Index(scene), satchel.KeptPairs()
    kept.update(scene, index)
    check_is_refused_during(
        lambda: satchel.distances(scene, kept), lambda: kept.update(scene, index), "the KeptPairs is being read"
    )
