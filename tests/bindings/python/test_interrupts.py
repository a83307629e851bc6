"""Every long call hears signals, as Ctrl-C is one, and calls `progress`."""

import inspect
import re
import subprocess
import sys

import numpy as np
import pytest
import satchel

import interrupted_calls


@pytest.mark.parametrize("name", [call.__name__ for call in interrupted_calls.CALLS])
def test_a_signal_ends_a_call(name):
    if name in ("from_shapely", "from_arrow", "find_unsupported", "to_shapely", "made_parts"):
        pytest.importorskip("shapely")
    done = subprocess.run([sys.executable, interrupted_calls.__file__, name], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == interrupted_calls.HEARD_AT_LEAST, "a call that was not ended: minus what it heard"


# Calls without a loop over many items, and such as only read or set one thing.
SHORT = {
    "Error", "Stats", "Ring", "ConvexParts", "ConvexHulls", "num_threads", "get_num_threads", "make_filters", "scene_of_boxes", "active_isa", "available_isas",
    "force_isa", "describe_routes", "shape_areas", "convex_hull",
    "poses_at",
}


def test_every_long_call_takes_progress():
    for name in satchel.__all__:
        call = getattr(satchel, name)
        if name in SHORT or not callable(call) or isinstance(call, type):
            continue
        texts = [text for text, _, _ in call.__nb_signature__] if hasattr(call, "__nb_signature__") else [str(inspect.signature(call))]
        assert all(re.search(r"\bprogress\b", text) for text in texts), name
    for cls, names in (
        (satchel.Scene, ["set_poses", "advance", "add_outline"]), (satchel.BroadPhase, ["find_pairs"]), (satchel.KeptPairs, ["update"]),
        (satchel.Index, ["build", "update", "cast_rays", "bodies_at_points", "bodies_at_poses", "nearest_bodies", "first_hits", "clearances"]),
    ):
        for name in names:
            assert "progress" in getattr(cls, name).__doc__ or "progress" in str(inspect.signature(getattr(cls, name))), name


def test_progress_that_is_no_function_is_refused(boxes, pairs):
    square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    for call in (
        lambda p: satchel.find_pairs(boxes, progress=p), lambda p: satchel.nms([[0, 0, 1, 1, 0]], [1], 0.5, progress=p),
        lambda p: satchel.convex_parts(square, progress=p), lambda p: satchel.clean_ring(square, progress=p),
        lambda p: satchel.Scene().add_outline(square, progress=p), lambda p: satchel.intersects(square, square, progress=p),
        lambda p: satchel.mtv(square, square, progress=p), lambda p: satchel.distance(square, square, progress=p),
        lambda p: satchel.iou(square, square, progress=p), lambda p: satchel.nearest_bodies(boxes, square, progress=p),
        lambda p: satchel.convex_hulls(square, [0, 4], progress=p),
    ):
        call(None)
        with pytest.raises(TypeError, match="progress is 3"):
            call(3)
