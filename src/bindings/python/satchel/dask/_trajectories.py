"""First hits of more trajectories than one machine has memory or time for."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
from distributed import Client

from .. import _core
from .._core import Scene
from .._doubles import doubles
from .._errors import Error
from .._threads import limited
from . import _record
from ._bodies import Array
from ._cluster import Progress, cluster_of
from ._driver import Driver, checked_counts, refuse_nested
from ._errors import BadRow, NoRow
from ._files import remove_unfinished, whole_file, write_json
from ._input import Input, open_input
from ._memory import memory_of
from ._read import pieces_of, read_bodies, rows_a_batch, rows_a_piece
from ._scene import scene_of
from ._stages import table_of

moving = 1 << 63  # added to the index of a moving obstacle
bytes_a_chunk = 64_000_000


def first_hits(
    world: Scene | str | Path,
    mover: Any,
    trajectories: Any,
    out: str | Path,
    client: Client | None = None,
    *,
    radius: float = 0.0,
    obstacle: Any = None,
    obstacle_trajectories: Any = None,
    chunk: int | None = None,
    workers: int | None = None,
    memory_limit: int | str | None = None,
    threads: int = 1,
    progress: Progress = None,
) -> dict[str, Any]:
    """Finds the first step at which each trajectory touches or overlaps a body of the world, as `satchel.first_hits` does.

    ``world`` is a scene, or a folder of bodies as `join` takes; a worker reads it once. ``mover`` (k, 2) has the vertices of the convex
    polygon that moves, counter-clockwise (or (1, 2), (2, 2): a circle, a capsule), with ``radius`` around it. ``trajectories`` is
    (n, steps, 3): x, y, angle, or (n, steps, 4): x, y, cos, sin: the path of a .npy file, which workers read piece by piece; a dask array,
    whose blocks of trajectories are the tasks; or an array, which is written into ``out`` first. ``obstacle`` and
    ``obstacle_trajectories`` (m, steps, 3 or 4) are moving obstacles of one shape.

    Writes Parquet files into ``out``: ``trajectory``, its number; ``step`` (int32), -1 if there is no hit; ``obstacle`` (uint64), null, or
    the id of the body (of a scene: its index), or 2^63 + k for moving obstacle k, with which ids are below 2^63. A task has ``chunk``
    trajectories. A second call continues what an earlier one left; another input is refused. A row of the world or a trajectory that is
    refused leaves nothing in ``out``. Returns the manifest.
    """
    checked_counts(chunk=chunk, workers=workers, threads=threads)
    if (obstacle is None) != (obstacle_trajectories is None):
        raise TypeError("obstacle and obstacle_trajectories come together")
    folder = Path(out).resolve()
    refuse_nested(
        folder,
        world=world if isinstance(world, (str, Path)) else None,
        trajectories=trajectories if isinstance(trajectories, (str, Path)) else None,
    )
    empty = Scene(world.dtype if isinstance(world, Scene) else np.float64)
    shape = _added(empty, mover, radius, "mover")
    things: dict[str, Any] = {"mover": (empty.local_vertices(shape), float(radius)), "obstacle": None}
    array = _checked(trajectories)
    if obstacle is not None:
        other = _added(empty, obstacle, 0.0, "obstacle")
        others = doubles(obstacle_trajectories, "obstacle_trajectories")
        with _named("obstacle_trajectories", "obstacle_trajectories"):
            _core.first_hits(empty, other, others, threads=threads)
            none = np.empty((0, *array.shape[1:]))  # has the steps alone
            _core.first_hits(empty, shape, none, obstacle_shapes=[other] * len(others), obstacle_poses=others)
        things["obstacle"] = empty.local_vertices(other), others
    bodies = None if isinstance(world, Scene) else open_input(world, "world")
    inputs = {
        "world": _told("a scene", pickle.dumps(world)) if bodies is None else bodies.as_json(),
        "movers": _told("arrays", pickle.dumps(things)),
        "trajectories": _identity(trajectories, array),
    }
    if not isinstance(trajectories, (str, Path)) and not hasattr(trajectories, "dask"):
        with _named("trajectories", "trajectories"):
            _core.first_hits(empty, shape, array, threads=threads)
    record = _record.begun(folder, "first_hits", inputs, {"chunk": chunk})
    if record is not None and (manifest := _record.finished(folder)) is not None:
        if all(_path(folder, k).exists() for k in range(manifest["files"])):
            return manifest
    with cluster_of(client, workers, memory_limit) as running:
        driver = _Trajectories(running, folder, progress)
        driver.check_world(bodies)
        driver.keep(trajectories)
        if record is None:
            with whole_file(folder / "_world.pickle") as unfinished:
                unfinished.write_bytes(pickle.dumps((world if bodies is None else bodies, things, threads)))
            size = driver.chunk_size(trajectories, chunk)
            record = _record.begin(folder, "first_hits", inputs, {"chunk": chunk}, size=size)
        try:
            return driver.run(record, trajectories)
        except Error as error:
            if bodies is not None and isinstance(error, NoRow):
                error = driver.with_row([bodies], [pieces_of(bodies, rows_a_piece)], error)
            if isinstance(error, BadRow) or error.argument == "trajectories":
                driver.forget("hits-*.parquet")
            raise error from None


@contextlib.contextmanager
def _named(what: str, argument: str, first: int = 0) -> Iterator[None]:
    """Errors of the block are about an argument from its item `first` on, and say of what they are."""
    try:
        yield
    except Error as error:
        index = None if error.index is None else first + error.index
        raise Error(f"{what}: {error}", error.code, argument, index) from None
    except TypeError as error:
        raise TypeError(f"{what}: {error}") from None


def _told(folder: str, data: bytes) -> dict[str, str]:
    return {"folder": folder, "identity": hashlib.sha256(data).hexdigest()}


def _checked(trajectories: Any) -> Any:
    """The array: of a file, without reading it; a dask array as it is. Raises an error for a type or a shape that no call takes."""
    if isinstance(trajectories, (str, Path)):
        array = _opened(Path(trajectories))
    else:
        array = trajectories if hasattr(trajectories, "dask") else _core._as_array(trajectories, "trajectories")
    doubles(np.empty(0, array.dtype), "trajectories")
    if len(array.shape) != 3 or array.shape[2] not in (3, 4) or any(n != n for n in array.shape):  # Dask says NaN for unknown
        text = f"trajectories has shape {array.shape}; wanted (n, steps, 3): x, y, angle, or (n, steps, 4): x, y, cos, sin"
        raise Error(text, "wrong_shape", "trajectories")
    return array


def _opened(path: Path) -> Any:
    wanted = "wanted a .npy file of an array of numbers"
    if not path.exists():
        raise Error(f"trajectories is {path}, which does not exist; {wanted}", "no_file", "trajectories")
    try:
        array = np.load(path, mmap_mode="r")
    except (ValueError, EOFError) as error:
        raise Error(f"trajectories is {path}; {wanted}: {error}", "bad_file", "trajectories") from None
    if not isinstance(array, np.ndarray):
        raise Error(f"trajectories is {path}, which has several arrays; {wanted}", "bad_file", "trajectories")
    return array


def _identity(trajectories: Any, array: Any) -> dict[str, str]:
    if isinstance(trajectories, (str, Path)):
        path = Path(trajectories)
        status = path.stat()
        return {"folder": str(path.resolve()), "identity": f"{status.st_size} {status.st_mtime_ns} {array.shape}"}
    if hasattr(trajectories, "dask"):
        return {"folder": "a dask array", "identity": f"{array.name} {array.shape} {array.chunks}"}
    return _told("an array", array.tobytes() + repr(array.shape).encode())


class _Trajectories(Driver):
    def check_world(self, bodies: Input | None) -> None:
        """Raises Error if the world does not fit into the memory of a worker."""
        if bodies is not None:
            size = sum(piece.memory for piece in pieces_of(bodies, rows_a_piece))
            self.room.check(f"the world of {bodies.body_count} bodies", memory_of(bodies.body_count, size / 16))

    def keep(self, trajectories: Any) -> None:
        """Writes an array where workers read it."""
        path = self.out / "_trajectories.npy"
        if not isinstance(trajectories, (str, Path)) and not hasattr(trajectories, "dask") and not path.exists():
            with whole_file(path) as unfinished, unfinished.open("wb") as file:
                np.save(file, np.asarray(trajectories))

    def chunk_size(self, trajectories: Any, chunk: int | None) -> int:
        """Trajectories a task; 0: as the dask array has them."""
        if chunk is not None or hasattr(trajectories, "dask"):
            return chunk or 0
        array = np.load(self._file(trajectories), mmap_mode="r")
        fair: int = -(-len(array) // (4 * self.worker_count()))
        most = min(bytes_a_chunk, self.room.task // 8)
        return max(1, min(int(most // max(1, array[:1].nbytes)), fair))

    def _file(self, trajectories: Any) -> Path:
        if isinstance(trajectories, (str, Path)):
            return Path(trajectories).resolve()
        return self.out / "_trajectories.npy"

    def forget(self, answer: str) -> None:
        super().forget(answer)
        for name in ("_world.pickle", "_trajectories.npy"):
            (self.out / name).unlink(missing_ok=True)

    def run(self, record: dict[str, Any], trajectories: Any) -> dict[str, Any]:
        remove_unfinished(self.out)
        firsts, work = self._work(trajectories, record["size"], record["token"])
        count = len(firsts)
        self.timed("first_hits", lambda: list(self.run_tasks("first_hits", hits_task, work, count - len(work), count)))
        steps = [pq.read_table(_path(self.out, k), columns=["step"])["step"].to_numpy() for k in range(count)]
        manifest = {
            **{
                "version": record["version"],
                "trajectories": sum(map(len, steps)),
                "hits": int(sum((s >= 0).sum() for s in steps)),
            },
            **{"files": count, "files_of_earlier_calls": count - len(work), "seconds": self.seconds},
        }
        write_json(self.out / _record.manifest_name, manifest)
        (self.out / "_trajectories.npy").unlink(missing_ok=True)
        return manifest

    def _work(self, trajectories: Any, size: int, token: str) -> tuple[list[int], dict[int, tuple[Any, ...]]]:
        """The first trajectory of each chunk, and a task for each that has no file."""
        out = str(self.out)
        if hasattr(trajectories, "dask"):
            own = "auto" if trajectories.nbytes else -1  # Dask has no automatic chunks of arrays without elements
            array = trajectories.rechunk({0: size or own, 1: -1, 2: -1})
            firsts = [int(f) for f in np.cumsum([0, *array.chunks[0]])[:-1]]
            left = [k for k in range(len(firsts)) if not _path(self.out, k).exists()]
            blocks = array.to_delayed().ravel()
            futures = self.client.compute([blocks[k] for k in left])  # type: ignore[no-untyped-call]
            return firsts, {k: (out, token, k, firsts[k], future) for k, future in zip(left, futures)}
        path = self._file(trajectories)
        firsts = list(range(0, len(np.load(path, mmap_mode="r")), size))
        left = [k for k in range(len(firsts)) if not _path(self.out, k).exists()]
        return firsts, {k: (out, token, k, firsts[k], (str(path), firsts[k] + size)) for k in left}


def _path(out: Path, k: int) -> Path:
    return out / f"hits-{k:06d}.parquet"


@functools.lru_cache(maxsize=2)
def _world(out: str, token: str) -> tuple[Scene, Array, int, Any, int]:
    """(scene, ids of its bodies, shape of the mover, moving obstacles, threads), read once a process."""
    with limited(1):
        world, things, threads = pickle.loads((Path(out) / "_world.pickle").read_bytes())
    if isinstance(world, Input):
        rows = min(rows_a_batch, max(1 << 10, world.body_count // 8))
        batches = [b for piece in pieces_of(world, rows_a_piece) for b in read_bodies(world, piece, rows, check=True)]
        with limited(threads):
            scene, ids = scene_of(batches, table_of(world))
    else:
        scene, ids = world.copy(), np.arange(world.body_slots, dtype=np.uint64)
    vertices, radius = things["mover"]
    mover = _added(scene, vertices, radius, "mover")
    obstacles: dict[str, Any] = {}
    if things["obstacle"] is not None:
        if len(ids) and ids[-1] >= moving:
            raise NoRow(0, int(ids[-1]), "wanted ids below 2^63: 2^63 + k is moving obstacle k", "out_of_range")
        vertices, poses = things["obstacle"]
        shapes = np.full(len(poses), _added(scene, vertices, 0.0, "obstacle"), np.uint32)
        obstacles = {"obstacle_shapes": shapes, "obstacle_poses": np.ascontiguousarray(poses)}
    return scene, ids, mover, obstacles, threads


def _added(scene: Scene, vertices: Any, radius: float, name: str) -> int:
    """The shape of vertices, in the scene, which refuses what it would refuse of anyone."""
    given: Any = vertices if isinstance(vertices, (list, tuple)) else np.asanyarray(vertices)
    count = len(given) if np.ndim(given) else 0
    with _named(name, name):
        if count == 1:
            return scene.add_circle(given[0], radius)
        if count == 2:
            return scene.add_capsule(given[0], given[1], radius)
        return scene.add_polygon(given, radius)


def hits_task(out: str, token: str, k: int, first: int, what: Any) -> None:
    """Writes the first hits of a chunk: of a block, or of rows of a .npy file."""
    path = _path(Path(out), k)
    if path.exists():
        return
    scene, ids, mover, obstacles, threads = _world(out, token)
    poses = what if isinstance(what, np.ndarray) else np.load(what[0], mmap_mode="r")[first : what[1]]
    about = f"of the trajectories from {first}"
    with _named(about, "trajectories", first):  # of an integer that no double equals, the index is that of a trajectory
        poses = doubles(poses, "trajectories")
    with _named(about, "trajectories", first * poses.shape[1]):
        hits = _core.first_hits(scene, mover, poses, threads=threads, **obstacles)
    found = hits.step >= 0
    index = hits.obstacle.astype(np.int64)
    count = len(obstacles.get("obstacle_shapes", ()))
    bodies = np.where(found & (index >= count), index - count, 0)
    named = ids[bodies] if len(ids) else np.zeros(len(index), np.uint64)
    named = np.where(index < count, np.uint64(moving) + index.astype(np.uint64), named)
    columns = {
        "trajectory": pa.array(np.arange(first, first + len(found), dtype=np.uint64)),
        "step": pa.array(np.ascontiguousarray(hits.step, np.int32)),
        "obstacle": pa.array(named, mask=~found),
    }
    with whole_file(path) as unfinished:
        pq.write_table(pa.table(columns), unfinished)
        _record.read_record(out, token)  # raises if the call that wants this has forgotten it
