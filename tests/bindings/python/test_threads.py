"""Threads, the interpreter lock, interrupts, progress, forks."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import satchel
from satchel import _progress

from conftest import check_is_refused_during, code_of, random_scene


@pytest.fixture(scope="module")
def crowd():
    """A scene and so many pairs that a call takes longer than a reaction to it."""
    scene = random_scene(3, 2000, np.float64, 30)
    return scene, np.tile(satchel.find_pairs(scene), (40, 1))


def run_python(text, **environment):
    """Runs a program of its own; returns what it printed."""
    done = subprocess.run([sys.executable, "-c", text], env={**os.environ, **environment}, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_results_do_not_depend_on_threads(crowd):
    scene, pairs = crowd
    want = satchel.collide(scene, pairs, threads=1)
    for threads in (2, 3, 8):
        assert np.array_equal(satchel.collide(scene, pairs, threads=threads), want)


@pytest.mark.parametrize("wrong, error", [(0, satchel.Error), (-1, satchel.Error), (1.5, TypeError), ("2", TypeError)])
def test_wrong_numbers_of_threads_are_refused(boxes, pairs, wrong, error):
    with pytest.raises(error, match="threads is"):
        satchel.collide(boxes, pairs, threads=wrong)


def test_num_threads_takes_integers_of_any_type():
    for number in (2, np.int64(2), np.uint8(2), np.array(2)):
        with satchel.num_threads(number):
            assert satchel.get_num_threads() == 2
    for wrong in (True, np.float64(2), "2", [2]):
        with pytest.raises(TypeError):
            satchel.num_threads(wrong)
    assert code_of(satchel.num_threads, np.int64(0)) == ("out_of_range", "number", None)


def test_num_threads_nests_and_is_of_its_thread():
    assert satchel.get_num_threads() is None
    seen = []
    with satchel.num_threads(3):
        with satchel.num_threads(1):
            assert satchel.get_num_threads() == 1
        assert satchel.get_num_threads() == 3
        other = threading.Thread(target=lambda: seen.append(satchel.get_num_threads()))
        other.start()
        other.join()
    assert seen == [None] and satchel.get_num_threads() is None
    with pytest.raises(satchel.Error, match="number is 0"):
        satchel.num_threads(0)


@pytest.mark.parametrize("limit", ["block", "scene", "environment", "argument"])
def test_one_thread_is_one_thread_in_calls_that_make_bodies(limit):
    program = f"limit = '{limit}'" + """
import os, pickle
import numpy as np, satchel, satchel.detection as detection
N = 10000  # tasks of some thousand bodies
boxes = np.random.default_rng(1).random((N, 4)) * [3000, 3000, 5, 5] + [0, 0, 1, 1]
scores, turned = boxes[:, 0], np.c_[boxes, boxes[:, 0]]
tall = np.c_[boxes[:, :2], scores, boxes[:, 2:], boxes[:, 3], scores]
p = boxes[:, None, :2] + [[0, 0], [1, 0], [0, 1]]
scene = satchel.Scene()
box = scene.add_box(1, 1)
scene.max_threads = 1 if limit == "scene" else None
if limit == "block":
    satchel.num_threads(1).__enter__()
one = {"threads": 1} if limit == "argument" else {}
calls = {
    "add_bodies": lambda: scene.add_bodies(box, turned[:, [0, 1, 4]]),
    "pickle": lambda: pickle.loads(pickle.dumps(scene)),
    "detection.nms": lambda: detection.nms(boxes, scores, 0.5, format="cxcywh", **one),
    "nms3d": lambda: detection.nms3d(tall, scores, 0.5, **one),
    "giou": lambda: detection.iou(boxes, boxes, format="cxcywh", aligned=True, mode="giou", **one),
    "iou3d": lambda: detection.iou3d(tall, tall, aligned=True, **one),
    "nms": lambda: satchel.nms(turned, scores, 0.5, **one),
    "intersects": lambda: satchel.intersects(p, p[::-1], **one),
    "distance": lambda: satchel.distance(p, p[::-1], **one),
}
names = {"scene": ["add_bodies"], "argument": [name for name in calls if name not in ("add_bodies", "pickle")]}
threads = lambda: len(os.listdir("/proc/self/task"))
before = threads()
for name in names.get(limit, calls):
    calls[name]()
    assert threads() == before, name
"""
    run_python(program, OPENBLAS_NUM_THREADS="1", **({"SATCHEL_THREADS": "1"} if limit == "environment" else {}))


def test_the_environment_limits_threads():
    assert run_python("import satchel; print(satchel.get_num_threads())", SATCHEL_THREADS="2").strip() == "2"
    text = "import satchel\ntry: satchel.get_num_threads()\nexcept satchel.Error as e: print(e)"
    assert "SATCHEL_THREADS" in run_python(text, SATCHEL_THREADS="many")


def test_other_threads_run_during_a_call(crowd):
    scene, pairs = crowd
    done = threading.Event()

    def work():
        for _ in range(3):
            satchel.collide(scene, pairs, threads=1)
        done.set()

    # A switch interval that no call outlasts: the lock changes hands only where a call gives it up.
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        turns = 0
        while not done.is_set():
            turns += 1
            time.sleep(0)
        thread.join()
    finally:
        sys.setswitchinterval(before)
    assert turns > 10


def test_a_scene_cannot_be_changed_while_a_call_reads_it(crowd):
    scene, pairs = crowd
    check_is_refused_during(lambda: satchel.collide(scene, pairs), lambda: scene.set_pose(0, (0, 0, 0)), "the scene is being read")


def test_a_scene_cannot_be_read_while_a_call_changes_it():
    scene = random_scene(4, 3000, np.float64, 50)
    poses = scene.poses()
    check_is_refused_during(
        lambda: scene.set_poses(poses), lambda: satchel.classify(scene, [[0, 1]]), "the scene is being changed"
    )


def test_an_interrupt_ends_a_call():
    # One call of many seconds: pairs of large polygons.
    text = """
import os, signal, threading, time
import numpy as np, satchel
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have made it ignore interrupts
scene = satchel.Scene()
angles = np.linspace(0, 2 * np.pi, 2001)[:-1]
shape = scene.add_polygon(np.stack([np.cos(angles), np.sin(angles)], -1))
scene.add_bodies(shape, np.random.default_rng(0).uniform(0, 1, (300, 3)))
pairs = np.tile(satchel.find_pairs(scene), (40, 1))
satchel.manifolds(scene, pairs[:10])
def interrupt():
    global sent
    time.sleep(0.5)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    while True: satchel.manifolds(scene, pairs)
except KeyboardInterrupt:
    print("interrupted after", time.perf_counter() - sent)
print(len(satchel.manifolds(scene, pairs[:10])))
"""
    printed = run_python(text).split()
    assert printed[:2] == ["interrupted", "after"] and float(printed[2]) < 20 and printed[3] == "10"


@pytest.mark.parametrize("answer", [False, np.False_])
def test_progress_is_called_after_a_second_and_can_end_the_call(crowd, answer):
    scene, pairs = crowd
    many = np.tile(pairs, (8, 1))
    seen = []

    def progress(done, all):
        seen.append((done, all))
        return None if len(seen) < 3 else answer

    with pytest.raises(satchel.Error) as info:
        while True:
            many = np.tile(many, (2, 1))
            satchel.distances(scene, many, threads=1, progress=progress)
    assert info.value.code == "cancelled" and len(seen) >= 3 and all(done <= every for done, every in seen)
    assert len(satchel.distances(scene, pairs[:5])) == 5

    def raises(done, all):
        raise KeyError("of the caller")

    with pytest.raises(KeyError, match="of the caller"):
        satchel.distances(scene, many, threads=1, progress=raises)
    with pytest.raises(ValueError, match="ambiguous"):
        satchel.distances(scene, many, threads=1, progress=lambda done, all: np.array([True, False]))


def test_what_progress_returns_counts_by_its_truth_in_loops_of_python(monkeypatch):
    monkeypatch.setattr(_progress, "quiet_time", 0)
    monkeypatch.setattr(_progress, "step_time", 0)
    for answer in (None, True, 1):
        _progress.Steps(lambda done, all: answer, 9).done(1)
    for answer in (False, 0, np.False_):
        assert code_of(_progress.Steps(lambda done, all: answer, 9).done, 1)[0] == "cancelled"


def test_progress_has_to_be_a_function(boxes, pairs):
    with pytest.raises(TypeError, match="progress is 3"):
        satchel.collide(boxes, pairs, progress=3)


def in_child(work):
    """Runs work in a child of a fork; returns whether it ended well in time."""
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            work()
            os._exit(0)
        except BaseException:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_of_a_fork_can_call(crowd):
    scene, pairs = crowd
    want = satchel.collide(scene, pairs)
    index, points = satchel.Index(scene), scene.poses()[:, :2].copy()
    found = index.bodies_at_points(scene, points)

    def work():
        assert np.array_equal(satchel.collide(scene, pairs), want)
        assert np.array_equal(satchel.collide(scene, pairs, threads=4), want)
        assert np.array_equal(index.bodies_at_points(scene, points), found)
        scene.set_poses(scene.poses())
        satchel.find_pairs(scene)
        index.update(scene)
        assert np.array_equal(index.bodies_at_points(scene, points), found)

    assert in_child(work)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_forked_during_a_call_can_change_the_scene(crowd):
    scene, pairs = crowd
    stop = threading.Event()
    thread = threading.Thread(target=lambda: [satchel.collide(scene, pairs) for _ in iter(stop.is_set, True)])
    thread.start()
    try:
        for _ in range(10):
            assert in_child(lambda: (scene.set_poses(scene.poses()), satchel.classify(scene, pairs)))
    finally:
        stop.set()
        thread.join()


def test_a_scene_has_a_limit_of_its_own(boxes, pairs):
    other = boxes.copy()
    assert boxes.max_threads is None
    boxes.max_threads = 3
    assert boxes.max_threads == 3 and boxes.copy().max_threads == 3 and other.max_threads is None
    assert satchel._core._limit_of_call(boxes) == 3 and satchel._core._limit_of_call(other) == 0
    assert satchel._core._limit_of_call(boxes, other) == 3 and satchel._core._limit_of_call(other, boxes) == 3
    other.max_threads = 2
    assert satchel._core._limit_of_call(boxes, other) == 3 and satchel._core._limit_of_call(other, boxes) == 2
    with satchel.num_threads(5):
        assert satchel._core._limit_of_call(boxes) == 5
        with satchel.num_threads(None):
            assert satchel._core._limit_of_call(boxes) == 3
    assert satchel.get_num_threads() is None
    want = satchel.collide(boxes, pairs, threads=1)
    assert np.array_equal(satchel.collide(boxes, pairs), want)
    boxes.max_threads = None
    assert boxes.max_threads is None and satchel._core._limit_of_call(boxes) == 0
    for wrong, error in ((0, satchel.Error), (-1, satchel.Error), (1.5, TypeError), ("2", TypeError)):
        with pytest.raises(error, match="max_threads is"):
            boxes.max_threads = wrong


def test_the_limit_of_a_scene_goes_before_the_environment():
    text = """
import satchel
scene = satchel.Scene()
print(satchel._core._limit_of_call(scene))
scene.max_threads = 3
print(satchel._core._limit_of_call(scene), satchel.get_num_threads())
"""
    assert run_python(text, SATCHEL_THREADS="2").split() == ["2", "3", "2"]
