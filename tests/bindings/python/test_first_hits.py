"""First hits of trajectories, with an index and without: beside `classify` step by step; forms of trajectories."""

import numpy as np
import pytest
import satchel
from hypothesis import given
from hypothesis import strategies as st

from conftest import code_of, may_meet, random_scene, some_filters

BODIES = 12


def walks(rng, lengths, extent=20):
    """A random walk of so many steps for each length: a list of (steps, 3)."""
    starts = rng.uniform(0, extent, (len(lengths), 3))
    return [start + np.cumsum(rng.uniform(-1, 1, (steps, 3)), 0) for start, steps in zip(starts, lengths)]


def some_flags(rng, paths):
    return [rng.random(len(path)) < 0.8 for path in paths]


def one_by_one(scene, movers, obstacles, allowed=lambda mover, body: True):
    """(step, obstacle) of each mover, from `classify`. Movers and obstacles: (shape, path, flags) of each."""
    found = []
    for k, (shape, path, present) in enumerate(movers):
        hit = (-1, satchel.NO_BODY)
        for step in np.flatnonzero(present):
            world = scene.copy()
            own = world.add_body(shape, path[step])
            against = []
            for number, (other, there, flags) in enumerate(obstacles):
                if step < len(there) and flags[step]:
                    against.append((world.add_body(other, there[step]), number))
            against += [(body, len(obstacles) + body) for body in range(BODIES) if allowed(k, body)]
            verdicts = satchel.classify(world, np.array([(own, body) for body, _ in against], np.uint32).reshape(-1, 2))
            if verdicts.any():
                hit = (int(step), against[int(np.argmax(verdicts != 0))][1])
                break
        found.append(hit)
    return found


def rows(hits):
    return list(zip(hits.step.tolist(), hits.obstacle.tolist()))


seeds = st.integers(0, 2**32 - 1)


@given(seeds, st.sampled_from([np.float32, np.float64]))
def test_first_hits_are_those_of_classify_step_by_step(seed, dtype):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, BODIES, dtype, 20)
    car, truck, post = scene.add_box(1.0, 0.5), scene.add_box(2.0, 0.5), scene.add_circle((0, 0), 0.25)
    shapes = rng.choice([car, truck, post], 5)
    paths, obstacles = np.stack(walks(rng, [8] * 5)), np.stack(walks(rng, [8] * 3))
    present, there = rng.random((5, 8)) < 0.8, rng.random((3, 8)) < 0.8
    found = satchel.first_hits(
        scene, shapes, paths, present=present, obstacle_shapes=car, obstacle_poses=obstacles, obstacle_present=there
    )
    of_obstacles = list(zip([car] * 3, obstacles, there))
    assert rows(found) == one_by_one(scene, list(zip(shapes, paths, present)), of_obstacles)
    index = satchel.Index(scene)
    more = dict(obstacle_shapes=[car] * 3, obstacle_poses=obstacles, obstacle_present=there)
    assert np.array_equal(index.first_hits(scene, shapes, paths, present=present, **more), found)
    one = satchel.first_hits(scene, car, paths, present=present, **more)
    assert np.array_equal(one, satchel.first_hits(scene, [car] * 5, paths, present=present, **more))
    assert rows(one) == one_by_one(scene, list(zip([car] * 5, paths, present)), of_obstacles)


@given(seeds, st.sampled_from([np.float32, np.float64]), st.booleans())
def test_trajectories_of_different_lengths(seed, dtype, four_numbers):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, BODIES, dtype, 20)
    car, truck = scene.add_box(1.0, 0.5), scene.add_box(2.0, 0.5)
    paths, obstacles = walks(rng, rng.integers(0, 9, 6)), walks(rng, rng.integers(0, 9, 3))
    present, there = some_flags(rng, paths), some_flags(rng, obstacles)
    want = one_by_one(scene, list(zip([car] * 6, paths, present)), list(zip([truck] * 3, obstacles, there)))
    if four_numbers:
        paths = [np.column_stack([path[:, :2], np.cos(path[:, 2]), np.sin(path[:, 2])]) for path in paths]
    moving = dict(obstacle_shapes=truck, obstacle_poses=obstacles, obstacle_present=there)
    lists = satchel.first_hits(scene, car, paths, present=present, **moving)
    assert rows(lists) == want

    joined, starts = np.concatenate(paths), np.cumsum([0, *map(len, paths)])
    for moving_form in (
        moving,
        dict(obstacle_shapes=[truck] * 3, obstacle_poses=np.concatenate(obstacles), obstacle_present=np.concatenate(there),
             obstacle_starts=np.cumsum([0, *map(len, obstacles)])),
    ):  # fmt: skip
        more = dict(starts=starts, present=np.concatenate(present), **moving_form)
        assert rows(satchel.first_hits(scene, car, joined, **more)) == want
        assert rows(satchel.Index(scene).first_hits(scene, car, joined, **more)) == want
    nested = tuple(path.tolist() for path in paths)
    assert rows(satchel.first_hits(scene, [car] * 6, nested, present=[flags.tolist() for flags in present], **moving)) == want

    # Rows that are filled up with absent steps are the same trajectories.
    steps = max(map(len, paths + obstacles))
    fill = lambda items: np.stack([np.concatenate([x, np.zeros((steps - len(x), *x.shape[1:]))]) for x in items])  # noqa: E731
    filled = dict(present=fill(present) != 0, obstacle_poses=fill(obstacles), obstacle_present=fill(there) != 0)
    assert rows(satchel.first_hits(scene, car, fill(paths), obstacle_shapes=truck, **filled)) == want


@given(seeds, st.sampled_from([np.float32, np.float64]))
def test_a_clearance_is_a_larger_radius(seed, dtype):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, BODIES, dtype, 20)
    car, post = scene.add_box(1.0, 0.5, radius=0.25), scene.add_circle((0, 0), 0.5)
    wide, wide_post = scene.add_box(1.0, 0.5, radius=0.75), scene.add_circle((0, 0), 1.5)
    paths, obstacles = walks(rng, [3, 7, 5, 8]), walks(rng, [8, 2])
    hits = satchel.first_hits(
        scene, car, paths, clearance=0.5, obstacle_shapes=post, obstacle_poses=obstacles, obstacle_clearance=1
    )
    assert np.array_equal(hits, satchel.first_hits(scene, wide, paths, obstacle_shapes=wide_post, obstacle_poses=obstacles))
    fixed = satchel.Index(scene).first_hits(scene, car, paths, clearance=0.5)
    assert np.array_equal(fixed, satchel.first_hits(scene, wide, paths))


def test_a_clearance_is_rounded_up_to_the_precision_of_the_scene(dtype):
    scene = satchel.Scene(dtype)
    car = scene.add_box(1, 1)
    scene.add_body(car, (2.25 + 2.0**-30, 0, 0))
    here = np.zeros((1, 1, 3))
    assert satchel.first_hits(scene, car, here, clearance=0.25).step[0] == -1
    assert satchel.first_hits(scene, car, here, clearance=0.25 + 2.0**-30).step[0] == 0  # a touch
    less = satchel.first_hits(scene, car, here, clearance=0.25 + 2.0**-40).step[0]
    assert less == (0 if dtype == np.float32 else -1)  # the next float32 is 1/4 + 2^-25


@given(seeds)
def test_filters_worlds_and_ignored_bodies_of_an_index(seed):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, BODIES, np.float64, 8)
    car = scene.add_box(1.0, 0.5)
    index = satchel.Index(scene)
    paths, obstacles = walks(rng, [6, 3, 8, 1, 8], 8), walks(rng, [5, 8], 8)
    filters, query_filters = some_filters(rng, BODIES), some_filters(rng, 5)
    worlds, query_worlds = rng.integers(0, 2, BODIES), rng.integers(0, 2, 5)
    ignored = rng.integers(0, BODIES, 5).astype(np.uint32)
    movers = [(car, path, np.ones(len(path), bool)) for path in paths]
    moving = [(car, path, np.ones(len(path), bool)) for path in obstacles]
    more = dict(obstacle_shapes=car, obstacle_poses=obstacles)
    for which, allowed in (
        (dict(filters=filters, query_filters=query_filters), lambda k, b: may_meet(filters[b], query_filters[k])),
        (dict(worlds=worlds, query_worlds=query_worlds), lambda k, b: worlds[b] == query_worlds[k]),
        (dict(ignored=ignored), lambda k, b: b != ignored[k]),
        (dict(ignored=3), lambda k, b: b != 3),
    ):
        assert rows(index.first_hits(scene, car, paths, **more, **which)) == one_by_one(scene, movers, moving, allowed)
    scene.set_pose(0, (*paths[0][0, :2], 0))
    assert code_of(index.first_hits, scene, car, paths) == ("changed_scene", "index", None)
    index.update(scene)
    hits = index.first_hits(scene, car, paths, **more)
    assert np.array_equal(hits, satchel.first_hits(scene, car, paths, **more)) and hits.step[0] == 0
    assert code_of(index.first_hits, scene.copy(), car, paths) == ("other_scene", "index", None)
    assert code_of(index.first_hits, scene, car, paths, ignored=[0, 1])[:2] == ("size_mismatch", "ignored")


def test_few_or_no_trajectories():
    scene = satchel.Scene()
    car = scene.add_box(1, 1)
    scene.add_body(car)
    index = satchel.Index(scene)
    for call in (satchel.first_hits, index.first_hits):
        for none in ([], (), np.zeros((0, 4, 3)), np.zeros((0, 0, 4))):
            assert len(call(scene, car, none)) == 0
        assert len(call(scene, car, np.zeros((0, 3)), starts=[0])) == 0
        for still in ([[], []], np.zeros((2, 0, 3)), [np.zeros((0, 4))] * 2):
            assert rows(call(scene, car, still)) == [(-1, satchel.NO_BODY)] * 2
        assert rows(call(scene, car, np.zeros((0, 3)), starts=[0, 0, 0])) == [(-1, satchel.NO_BODY)] * 2
        for none in ([], np.zeros((0, 7, 3)), np.zeros((0, 2, 3))):
            hits = call(scene, car, np.zeros((1, 2, 3)), obstacle_shapes=car, obstacle_poses=none)
            assert rows(hits) == [(0, 0)]
        out = np.empty_like(call(scene, car, [[[9, 0, 0], [1, 0, 0]], [[9, 9, 0]]]))
        assert call(scene, car, [[[9, 0, 0], [1, 0, 0]], [[9, 9, 0]]], out=out) is out and out.step.tolist() == [1, -1]
        assert code_of(call, scene, car, [[]], out=out) == ("wrong_shape", "out", None)
        poses, starts, present = np.zeros((1, 1, 3)), np.array([0, 1], np.uint32), np.ones(8, np.uint8)
        for shared, arguments in (
            (poses, dict(poses=poses)),
            (starts, dict(poses=np.zeros((1, 3)), starts=starts)),
            (present, dict(poses=np.zeros((1, 8, 3)), present=present[None])),
            (poses, dict(poses=np.ones((1, 1, 3)), obstacle_shapes=car, obstacle_poses=poses)),
        ):
            into = shared.view(np.uint8).reshape(-1)[:8].view(out.dtype)
            assert code_of(call, scene, car, **arguments, out=into) == ("overlap", "out", None)


def test_wrong_trajectories_are_refused():
    scene = satchel.Scene()
    car = scene.add_box(1, 1)
    paths = np.zeros((2, 4, 3))
    ragged = [np.zeros((2, 3)), np.zeros((3, 3))]
    for call in (satchel.first_hits, satchel.Index(scene).first_hits):
        for shapes, poses, more, words in (
            (car, paths[0], {}, "(4, 3)"),
            ([car], paths, {}, "(1,)"),
            (car, paths[..., :2], {}, "(2, 4, 2)"),
            (car, paths, dict(present=np.ones((2, 3), bool)), "(2, 3)"),
            (9, paths, {}, "no shape of this index"),
            (car, paths, dict(obstacle_shapes=car, obstacle_poses=paths[:, :2]), "steps"),
            (car, ragged, dict(obstacle_shapes=car, obstacle_poses=paths[:, :2]), "steps"),
            (car, paths, dict(starts=[0, 8]), "(poses, 3)"),
            (car, paths[0], dict(starts=[]), "(trajectories + 1,)"),
            ([car] * 3, paths[0], dict(starts=[0, 1, 4]), "(2,)"),
            (car, paths[0], dict(starts=[0, 1, 4], present=[True] * 3), "present has shape (3,)"),
            (car, ragged, dict(present=[[True] * 2]), "of which there are 2"),
            (car, ragged, dict(present=[[True] * 2, [True] * 2]), "present[1] has shape (2,); wanted (3,)"),
            (car, [ragged[0], np.zeros((3, 4))], {}, "poses[1] has shape (3, 4)"),
            (car, [ragged[0], np.zeros(3)], {}, "poses[1] has shape (3,)"),
            (car, [[0.0, 0, 0]], {}, "poses[0] has shape (3,)"),
        ):
            with pytest.raises(satchel.Error) as info:
                call(scene, shapes, poses, **more)
            assert words in str(info.value), info.value
        for more, words in (
            (dict(obstacle_shapes=car), "come together"),
            (dict(obstacle_starts=[0]), "obstacle_poses, which is None"),
            (dict(obstacle_present=paths[..., 0]), "obstacle_poses, which is None"),
        ):
            with pytest.raises(TypeError, match=words):
                call(scene, car, paths, **more)
        with pytest.raises(TypeError, match=r"poses\[1\] has dtype complex128"):
            call(scene, car, [ragged[0], ragged[1].astype(complex)])
        narrow = [path.astype(np.float32) for path in ragged]
        assert np.array_equal(call(scene, car, narrow), call(scene, car, [path.astype(np.float64) for path in narrow]))
        with pytest.raises(TypeError, match=r"present\[0\] has dtype float64"):
            call(scene, car, ragged, present=[np.ones(2), np.ones(3, bool)])

        moving = dict(obstacle_shapes=car, obstacle_poses=paths[0])
        assert code_of(call, scene, car, [ragged[0], np.zeros((3, 4))]) == ("wrong_shape", "poses", 1)
        assert code_of(call, scene, car, paths[0], starts=[1, 4]) == ("bad_starts", "starts", 0)
        assert code_of(call, scene, car, paths[0], starts=[0, 3, 2, 4]) == ("bad_starts", "starts", 2)
        assert code_of(call, scene, car, ragged, **moving, obstacle_starts=[0, 5]) == ("bad_starts", "obstacle_starts", 1)
        assert code_of(call, scene, car, paths[0], starts=[0, -1])[0] == "out_of_range"
        for wrong in (-1.0, np.nan, np.inf, 1e300):
            assert code_of(call, scene, car, paths, clearance=wrong) == ("bad_radius", "clearance", 0)
            failed = code_of(call, scene, car, ragged, **moving, obstacle_starts=[0, 4], obstacle_clearance=wrong)
            assert failed == ("bad_radius", "obstacle_clearance", 0)
        two = dict(obstacle_shapes=[car, 7], obstacle_poses=paths)
        assert code_of(call, scene, car, paths, **two) == ("bad_shape", "obstacle_shapes", 1)
        ragged_with_nan = [ragged[0], np.full((3, 3), np.nan)]
        assert code_of(call, scene, car, ragged_with_nan[:1] + [[[0, 0, 0], [1e300, 0, 0]]]) == ("out_of_range", "poses", 3)
        assert code_of(call, scene, car, ragged_with_nan)[0] == "not_finite"
        far = dict(obstacle_shapes=car, obstacle_poses=[ragged[0], [[0, 0, 0], [0, 1e300, 0]]])
        assert code_of(call, scene, car, paths, **far) == ("out_of_range", "obstacle_poses", 3)


def test_absent_poses_may_be_nan():
    """In every form: as (x, y, angle) and (x, y, cos, sin), in one array, by starts, in lists; of movers and of obstacles."""
    scene = satchel.Scene()
    box = scene.add_box(1, 1)
    scene.add_body(box, (5, 5, 0))
    rng = np.random.default_rng(11)
    paths = rng.uniform(0, 10, (30, 8, 3))
    present = rng.random((30, 8)) < 0.6
    four = np.stack([paths[..., 0], paths[..., 1], np.cos(paths[..., 2]), np.sin(paths[..., 2])], -1)
    starts = np.arange(0, 241, 8)
    for poses in (paths, four):
        for hole in (np.nan, np.inf):
            gone = poses.copy()
            gone[~present] = hole
            for call in (satchel.first_hits, satchel.Index(scene).first_hits):
                want = call(scene, box, poses, present=present)
                assert np.array_equal(call(scene, box, gone, present=present), want) and (want.step >= 0).any()
                flat = {"starts": starts, "present": present.ravel()}
                assert np.array_equal(call(scene, box, gone.reshape(240, -1), **flat), want)
                assert np.array_equal(call(scene, box, list(gone), present=list(present)), want)
                other = {"obstacle_shapes": box, "obstacle_present": present}
                want = call(scene, box, poses[:5] + [20, 0, 0] if poses is paths else poses[:5], obstacle_poses=poses, **other)
                movers = poses[:5] + [20, 0, 0] if poses is paths else poses[:5]
                assert np.array_equal(call(scene, box, movers, obstacle_poses=gone, **other), want)


@pytest.mark.parametrize("columns", [3, 4])
def test_a_wrong_pose_is_named_by_trajectory_and_step(columns):
    scene = satchel.Scene()
    box = scene.add_box(1, 1)
    poses = np.zeros((4, 6, columns))
    poses[..., 2] = columns == 4
    wrong = poses.copy()
    wrong[2, 5, 0] = np.nan
    lists = [wrong[0], wrong[1, :2], wrong[2], wrong[3]]
    for arguments, index in (
        ({"poses": wrong}, 17), ({"poses": wrong.reshape(24, columns), "starts": [0, 6, 12, 18, 24]}, 17), ({"poses": lists}, 13),
        ({"poses": wrong, "present": np.ones((4, 6), bool)}, 17),
    ):
        with pytest.raises(satchel.Error, match="movers: body 2, step 5") as info:
            satchel.first_hits(scene, box, **arguments)
        assert (info.value.code, info.value.argument, info.value.index) == ("not_finite", "poses", index)
        of_obstacles = {f"obstacle_{name}": value for name, value in arguments.items()}
        with pytest.raises(satchel.Error, match="obstacles: body 2, step 5") as info:
            satchel.first_hits(scene, box, poses, obstacle_shapes=box, **of_obstacles)
        assert (info.value.code, info.value.argument, info.value.index) == ("not_finite", "obstacle_poses", index)
