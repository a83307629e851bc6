"""What the tests of the Python package share."""

import contextlib
import threading

import numpy as np
import pytest
import satchel
from hypothesis import settings

settings.register_profile("satchel", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("satchel")


@pytest.fixture(params=[np.float32, np.float64], ids=["float32", "float64"])
def dtype(request):
    return request.param


@pytest.fixture
def boxes(dtype):
    """Three boxes: 0 and 1 overlap by 0.5, 0 and 2 touch, 1 and 2 are apart."""
    scene = satchel.Scene(dtype)
    scene.add_bodies(scene.add_box(1, 0.5), np.array([[0.0, 0, 0], [1.5, 0, 0], [-2, 0, 0]]))
    return scene


@pytest.fixture
def pairs():
    return np.array([[0, 1], [0, 2], [1, 2]], np.uint32)


def all_pairs(bodies):
    """Each two of these bodies, or of so many: (n, 2)."""
    bodies = np.arange(bodies) if isinstance(bodies, int) else np.asarray(bodies)
    a, b = np.triu_indices(len(bodies), 1)
    return np.stack([bodies[a], bodies[b]], -1).astype(np.uint32)


def code_of(call, *arguments, **more):
    """What the error that a call raises says: code, argument, index."""
    with pytest.raises(satchel.Error) as info:
        call(*arguments, **more)
    return info.value.code, info.value.argument, info.value.index


def random_polygons(rng, count, dtype, size=1.0):
    """Convex polygons inscribed in circles: coords and offsets."""
    coords, offsets = [], [0]
    while len(offsets) <= count:
        angles = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 9)))
        gaps = np.diff(np.append(angles, angles[0] + 2 * np.pi))
        if gaps.max() > 3 or gaps.min() < 0.05:
            continue
        coords.append(size * np.stack([np.cos(angles), np.sin(angles)], -1))
        offsets.append(offsets[-1] + len(angles))
    return np.concatenate(coords).astype(dtype), np.array(offsets)


def random_scene(seed, count, dtype, extent):
    rng = np.random.default_rng(seed)
    scene = satchel.Scene(dtype)
    shapes = scene.add_polygons(*random_polygons(rng, count, dtype))
    poses = np.stack([rng.uniform(0, extent, count), rng.uniform(0, extent, count), rng.uniform(0, 7, count)], -1)
    scene.add_bodies(shapes, poses)
    return scene


def placed(scene, body):
    """The placed vertices of a body, in doubles."""
    return scene.poses([body])[0, :2] + scene.placed_offsets(body).astype(float)


def may_meet(a, b):
    """By the rules of make_filters."""
    if a["is_static"] and b["is_static"]:
        return False
    if a["group"] == b["group"] != 0:
        return a["group"] > 0
    return a["category"] & b["mask"] != 0 and b["category"] & a["mask"] != 0


def some_filters(rng, count):
    """Random filters of so many bodies or queries."""
    return satchel.make_filters(
        count, category=rng.integers(1, 4, count), mask=rng.integers(0, 4, count), group=rng.integers(-2, 3, count),
        is_static=rng.random(count) < 0.3,
    )


def change(scene, rng, shapes, extent):
    """Moves, adds, removes or reshapes some bodies, or moves all; returns the bodies that changed."""
    bodies = scene.bodies()
    kind = rng.integers(5)
    some = bodies if kind == 4 else rng.choice(bodies, min(len(bodies), rng.integers(1, 9)), replace=False)
    poses = np.column_stack([rng.uniform(0, extent, (len(some), 2)), rng.uniform(0, 7, len(some))])
    if kind == 1:
        return scene.add_bodies(rng.choice(shapes, len(some)), poses)
    if kind == 2 and len(bodies) > 10:
        for body in some:
            scene.remove_body(body)
    elif kind == 3:
        for body in some:
            scene.set_shape(body, rng.choice(shapes))
    else:
        scene.set_poses(poses, some)
    return some


def check_is_refused_during(work, call, words):
    """That `call` raises RuntimeError with these words while another thread calls `work` again and again; not after that."""
    stop = threading.Event()

    def repeat():
        while not stop.is_set():
            with contextlib.suppress(RuntimeError):  # refused while `call` runs
                work()

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        for _ in range(100000):
            try:
                call()
            except RuntimeError as error:
                assert words in str(error)
                break
        else:
            pytest.fail("never refused")
    finally:
        stop.set()
        thread.join()
    call()


@pytest.fixture(scope="session")
def client():
    """A Dask cluster of two workers, each a process."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(2, threads_per_worker=1, memory_limit="2GB", dashboard_address=None) as cluster,
        distributed.Client(cluster) as made,
    ):
        yield made


@pytest.fixture
def few_rows(monkeypatch):
    """Small files of generated bodies, so that a few thousand are in several."""
    monkeypatch.setattr("satchel.dask._generate.rows_a_file", 1500)
