"""All hits, least distances and times to collision of trajectories: beside `classify`, `distances` and `sweep`, step by step."""

import numpy as np
import pytest
import satchel
from hypothesis import given
from hypothesis import strategies as st

from conftest import code_of, random_scene

BODIES = 10
seeds = st.integers(0, 2**32 - 1)


class World:
    """A scene, and movers and obstacles on random walks, some of them absent now and then."""

    def __init__(self, seed, dtype):
        rng = np.random.default_rng(seed)
        self.scene = random_scene(seed, BODIES, dtype, 15)
        car, truck, post = self.scene.add_box(1.0, 0.5), self.scene.add_box(2.0, 0.5), self.scene.add_circle((0, 0), 0.25)
        self.shapes, self.others = rng.choice([car, truck, post], 5), rng.choice([car, truck, post], 3)

        def walks(count):
            return rng.uniform(0, 15, (count, 1, 3)) + np.cumsum(rng.uniform(-1, 1, (count, 6, 3)), 1)

        self.poses, self.obstacle_poses = walks(5), walks(3)
        self.present, self.there = rng.random((5, 6)) < 0.8, rng.random((3, 6)) < 0.8
        self.velocities, self.obstacle_velocities = rng.uniform(-2, 2, (5, 6, 3)), rng.uniform(-2, 2, (3, 6, 3))
        self.arguments = dict(
            present=self.present, obstacle_shapes=self.others, obstacle_poses=self.obstacle_poses, obstacle_present=self.there
        )

    def step(self, step):
        """Scenes of the movers, and of obstacles and fixed bodies; which mover and obstacle each body is; the motions of both."""
        movers, others = self.scene.copy(), self.scene.copy()
        for body in range(BODIES):
            movers.remove_body(body)
        of_body = {movers.add_body(self.shapes[k], self.poses[k, step]): k for k in range(5) if self.present[k, step]}
        names = {body: 3 + body for body in range(BODIES)}
        for k in range(3):
            if self.there[k, step]:
                names[others.add_body(self.others[k], self.obstacle_poses[k, step])] = k
        motions, of_others = np.zeros((movers.body_slots, 3)), np.zeros((others.body_slots, 3))
        for body, k in of_body.items():
            motions[body] = self.velocities[k, step]
        for body, k in names.items():
            if k < 3:
                of_others[body] = self.obstacle_velocities[k, step]
        pairs = np.array([(a, b) for a in of_body for b in names], np.uint32).reshape(-1, 2)
        return movers, others, of_body, names, motions, of_others, pairs


@given(seeds, st.sampled_from([np.float32, np.float64]))
def test_they_are_those_of_the_questions_about_pairs(seed, dtype):
    world = World(seed, dtype)
    rows, nearest, times = [], [(np.inf, -1, satchel.NO_BODY)] * 5, [[(np.inf, satchel.NO_BODY)] * 6 for _ in range(5)]
    for step in range(6):
        movers, others, of_body, names, motions, of_others, pairs = world.step(step)
        verdicts, apart = satchel.classify(movers, others, pairs), satchel.distances(movers, others, pairs).distance
        impacts = satchel.sweep(movers, motions * 1.5, others, of_others * 1.5, pairs)
        for (a, b), verdict, distance, impact in zip(pairs.tolist(), verdicts.tolist(), apart.tolist(), impacts):
            k, name = of_body[a], names[b]
            rows += [(k, step, name, verdict)] if verdict else []
            nearest[k] = min(nearest[k], (distance, step, name))
            if impact.hit:
                times[k][step] = min(times[k][step], (float(impact.time) * 1.5, name))
    index = satchel.Index(world.scene)
    for call, extra in ((satchel, (world.scene,)), (index, (world.scene,))):
        hits = call.trajectory_hits(*extra, world.shapes, world.poses, **world.arguments)
        assert list(zip(*(hits[name].tolist() for name in hits.dtype.names))) == sorted(rows)
        near = call.clearances(*extra, world.shapes, world.poses, **world.arguments)
        assert list(zip(near.distance.tolist(), near.step.tolist(), near.obstacle.tolist())) == nearest
        found = call.times_to_collision(
            *extra, world.shapes, world.poses, world.velocities, 1.5, obstacle_velocities=world.obstacle_velocities, **world.arguments
        )
        assert found.shape == (5, 6)
        assert [list(zip(t.time.tolist(), t.obstacle.tolist())) for t in found] == times


def test_other_forms_of_trajectories_and_limits():
    world = World(3, np.float64)
    scene, flat, starts = world.scene, world.poses.reshape(-1, 3), np.arange(0, 31, 6)
    velocities = world.velocities.reshape(-1, 3)
    rows = satchel.times_to_collision(scene, world.shapes, world.poses, world.velocities, 2.0)
    ragged = satchel.times_to_collision(scene, world.shapes, flat, velocities, 2.0, starts=starts)
    lists = satchel.times_to_collision(scene, world.shapes, list(world.poses), list(world.velocities), 2.0)
    assert np.array_equal(ragged, rows.reshape(-1)) and np.array_equal(lists, ragged)
    still = satchel.times_to_collision(scene, world.shapes, world.poses, None, 2.0)
    assert set(np.unique(still.time)) <= {0.0, np.inf}
    hits = satchel.trajectory_hits(scene, world.shapes, world.poses)
    assert np.array_equal(satchel.trajectory_hits(scene, world.shapes, list(world.poses)), hits)
    ignored = int(hits.obstacle[0])
    left = satchel.Index(scene).trajectory_hits(scene, world.shapes, world.poses, ignored=ignored)
    assert np.array_equal(left, hits[hits.obstacle != ignored]) and len(left) < len(hits)
    apart = world.poses + np.array([40, 0, 0]) * np.array([1, 2, 3, 0, 0])[:, None, None]
    near = satchel.clearances(scene, world.shapes, apart)
    most = float(np.median(near.distance))
    limited = satchel.clearances(scene, world.shapes, apart, max_distance=most)
    inside = near.distance <= most
    assert np.array_equal(limited[inside], near[inside]) and (limited.step[~inside] == -1).all() and not inside.all()
    out = np.empty_like(near)
    assert satchel.clearances(scene, world.shapes, apart, out=out) is out and np.array_equal(out, near)
    assert isinstance(rows[0, 0], satchel.CollisionTime) and isinstance(near[0], satchel.Clearance)
    assert isinstance(hits[0], satchel.TrajectoryHit) and near.itemsize == 72


def test_an_index_leaves_out_what_options_do(dtype):
    world = World(4, dtype)
    scene, index, paths, changed = world.scene, satchel.Index(world.scene), (world.shapes, world.poses), 0
    cases = [([body], dict(ignored=body)) for body in range(BODIES)]
    cases += [(range(1, BODIES, 2), dict(worlds=np.arange(BODIES, dtype=np.uint32) % 2, query_worlds=0))]
    for left_out, options in cases:
        without = scene.copy()
        for body in left_out:
            without.remove_body(body)
        near = index.clearances(scene, *paths, **options)
        assert np.array_equal(near, satchel.clearances(without, *paths))
        times = index.times_to_collision(scene, *paths, world.velocities, 1.5, **options)
        assert np.array_equal(times, satchel.times_to_collision(without, *paths, world.velocities, 1.5))
        assert np.array_equal(index.trajectory_hits(scene, *paths, **options), satchel.trajectory_hits(without, *paths))
        changed += (near != satchel.clearances(scene, *paths)).any()
    assert changed > 1


def test_what_is_refused():
    scene = satchel.Scene()
    box = scene.add_box(1, 1)
    poses = np.zeros((2, 3, 3))
    ask = lambda velocities, horizon=1.0, **more: code_of(  # noqa: E731
        satchel.times_to_collision, scene, box, poses, velocities, horizon, **more
    )
    assert ask(np.zeros((2, 3, 2)))[:2] == ("wrong_shape", "velocities")
    assert ask(np.zeros((2, 2, 3)))[:2] == ("wrong_shape", "velocities")
    assert ask(None, 0.0) == ("bad_distance", "horizon", None)
    wrong = np.zeros((2, 3, 3))
    wrong[1, 0, 0] = np.nan
    assert ask(wrong) == ("not_finite", "velocities", 3)
    others = dict(obstacle_shapes=box, obstacle_poses=poses)
    assert ask(None, obstacle_velocities=wrong, **others) == ("not_finite", "obstacle_velocities", 3)
    wrong[1, 0] = (0, 0, 70)
    assert ask(wrong) == ("bad_angle", "velocities", 3)
    assert code_of(satchel.clearances, scene, box, poses, max_distance=-1.0) == ("bad_distance", "max_distance", None)
    with pytest.raises(TypeError, match="obstacle_velocities"):
        satchel.times_to_collision(scene, box, poses, None, 1.0, obstacle_velocities=wrong)


def test_poses_at_a_reference_point():
    rng = np.random.default_rng(1)
    x, y, angle = rng.uniform(-9, 9, (3, 4, 5))
    poses = satchel.poses_at(x, y, angle, reference=(-1.4, 0.25))
    assert poses.shape == (4, 5, 4)
    cos, sin = poses[..., 2], poses[..., 3]
    assert np.allclose(poses[..., 0] + cos * -1.4 - sin * 0.25, x) and np.allclose(poses[..., 1] + sin * -1.4 + cos * 0.25, y)
    plain = satchel.poses_at(x, y, angle)
    assert np.array_equal(plain[..., :2], np.stack([x, y], -1)) and np.array_equal(plain[..., 2:], poses[..., 2:])
    assert satchel.poses_at([1, 2], 3, 0).tolist() == [[1, 3, 1, 0], [2, 3, 1, 0]]
    assert satchel.poses_at(1, 2, 0).shape == (4,)
    assert code_of(satchel.poses_at, [0, np.nan], 0, 0)[0] == "not_finite"
    assert code_of(satchel.poses_at, 0, 0, 0, reference=(np.inf, 0))[:2] == ("not_finite", "reference")


def test_shapes_at_poses_touch_or_overlap(dtype):
    scene = satchel.Scene(dtype)
    box = scene.add_box(0.5, 0.5)
    scene.add_bodies(box, [[0, 0, 0], [1, 0, 0], [3, 0, 0]])
    index = satchel.Index(scene)
    met = index.bodies_at_poses(scene, box, [[0.5, 0, 0], [2, 0, 0], [0, 1, 0]])
    rows = list(zip(met.query.tolist(), met.body.tolist(), met.verdict.tolist()))
    assert rows == [(0, 0, 2), (0, 1, 2), (1, 1, 1), (1, 2, 1), (2, 0, 1), (2, 1, 1)]
    assert met[met.verdict == satchel.TOUCHING].query.tolist() == [1, 1, 2, 2]


def test_rays_leave_and_begin_inside(dtype):
    scene = satchel.Scene(dtype)
    scene.add_body(scene.add_compound([scene.add_box(1, 1), scene.add_polygon([[1, -1], [3, -1], [3, 1], [1, 1]])]), (0, 0, 0))
    rays = [[-3, 0, 1, 0], [0, 0, 2, 0], [0, 0, 0, 1, 0.5], [9, 9, 1, 0]]
    rays = [ray if len(ray) == 5 else [*ray, np.inf] for ray in rays]
    index = satchel.Index(scene)
    hits = satchel.cast_rays(scene, rays, exits=True)
    assert hits.time.tolist() == [2, 0, 0, np.inf] and hits.exit.tolist() == [6, 1.5, 1, np.inf]
    assert np.array_equal(index.cast_rays(scene, rays, exits=True), hits)
    assert satchel.cast_rays(scene, rays).exit.tolist() == [0, 0, 0, 0]
    inside = index.cast_rays(scene, rays, from_inside="boundary")
    assert inside.time.tolist() == [2, 1.5, np.inf, np.inf] and inside.normal[1].tolist() == [1, 0]
    assert index.rays_blocked(scene, rays, from_inside="boundary").tolist() == [True, True, False, False]
    assert index.rays_blocked(scene, rays).tolist() == [True, True, True, False]
    all_hits = index.all_ray_hits(scene, rays, from_inside="boundary", exits=True)
    assert all_hits.time.tolist() == [2, 1.5] and all_hits.exit.tolist() == [6, 1.5]
    assert index.cast_ray(scene, (0, 0), (-1, 0), from_inside="boundary").time == 1
    assert index.ray_blocked(scene, (0, 0), (-1, 0), 0.5, from_inside="boundary") is False
    assert code_of(index.cast_rays, scene, rays, from_inside="edge")[:2] == ("unknown_value", "from_inside")
