"""Test data of any size: convex polygons in Parquet files, piece by piece."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
from distributed import Client

from .. import _core
from .._errors import Error
from ._bodies import Array, large_binary
from ._cluster import Progress, cluster_of, run_tasks
from ._files import whole_file

rows_a_file = 250_000
mark = b"satchel.generate"  # a key in the metadata of the schema of each file
kinds = ("uniform", "clustered", "sizes", "line")


def generate(
    out: str | Path,
    bodies: int,
    seed: int = 0,
    kind: str = "uniform",
    client: Client | None = None,
    *,
    workers: int | None = None,
    progress: Progress = None,
) -> None:
    """Writes so many convex polygons of 3 to 8 vertices into the folder ``out``: columns ``id`` and ``geometry`` (WKB).

    Files that an earlier call wrote (``bodies-000000.parquet``, ..., with the key ``satchel.generate`` in the metadata of their schema)
    are removed first. A file of such a name that no call wrote is left alone; if the name is needed, the call is refused.

    They lie in no order, so that a join has to put them into one, and each has about two partners. ``kind`` is "uniform";
    "clustered": around centres, a tenth of them crowded; "sizes": over a range of 10,000; or "line": along one line. Files
    depend on ``bodies``, ``seed`` and ``kind`` alone. Without ``client`` and ``workers`` this process makes them.
    """
    if kind not in kinds:
        raise Error(f"kind is {kind!r}; wanted one of {', '.join(kinds)}", "bad_kind", "kind")
    if bodies < 1:
        raise Error(f"bodies is {bodies}; wanted 1 or more", "out_of_range", "bodies")
    folder = Path(out)
    files = -(-bodies // rows_a_file)
    paths = [folder / f"bodies-{k:06d}.parquet" for k in range(files)]
    old = _generated(folder)
    for path in paths:
        if path not in old and (path.exists() or path.is_symlink()):
            text = f"{path} is in the way: no call of generate wrote it, or one of an older version. Remove it, or give another folder"
            raise Error(text, "bad_folder", "out")
    for path in old:
        path.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    jobs = {k: (str(path), k, bodies, seed, kind) for k, path in enumerate(paths)}
    if client is None and workers is None:
        for k, job in jobs.items():
            write_file(*job)
            if progress is not None:
                progress(k + 1, files)
        return
    with cluster_of(client, workers, None) as running:
        for _ in run_tasks(running, "generate", write_file, jobs, progress, 0, files):
            pass


def _generated(folder: Path) -> set[Path]:
    """The files of a folder that calls of `generate` wrote."""
    named = (path for path in folder.glob("bodies-*.parquet") if re.fullmatch(r"bodies-\d{6,}\.parquet", path.name))
    return {path for path in named if path.is_file() and _is_marked(path)}


def _is_marked(path: Path) -> bool:
    try:
        return mark in (pq.read_schema(path).metadata or {})
    except (pa.ArrowException, OSError):  # no Parquet file, or a broken one
        return False


def write_file(path: str, file: int, bodies: int, seed: int, kind: str) -> None:
    first = file * rows_a_file
    count = min(rows_a_file, bodies - first)
    rng = np.random.default_rng([seed, file])
    centers, radii = _places(np.random.default_rng(seed), rng, count, bodies, kind)
    counts = rng.integers(3, 9, count)
    starts = np.cumsum(counts) - counts
    # Corners on an ellipse, at angles that differ by more than rounding and by less than half a turn.
    turn = np.arange(counts.sum()) - np.repeat(starts, counts) + rng.uniform(-0.35, 0.35, counts.sum())
    angles = 2 * np.pi * turn / np.repeat(counts, counts) + np.repeat(rng.uniform(0, 2 * np.pi, count), counts)
    flat = np.repeat(rng.uniform(0.5, 1, count), counts)
    points = np.stack([np.cos(angles), flat * np.sin(angles)], -1) * np.repeat(radii, counts)[:, None] + np.repeat(
        centers, counts, 0
    )
    ids = np.arange(first, first + count, dtype=np.uint64)
    table = pa.table({"id": ids, "geometry": wkb_of(points, counts)}, metadata={mark: _core.__version__})
    with whole_file(Path(path)) as unfinished:
        pq.write_table(table, unfinished, row_group_size=1 << 17)


def _places(shared: Any, rng: Any, count: int, bodies: int, kind: str) -> tuple[Array, Array]:
    """(centres, radii); a square unit has a body, of area about 1.5, on the average."""
    side = np.sqrt(bodies)
    radii = rng.uniform(0.4, 1.0, count)
    if kind == "line":
        return np.stack([rng.uniform(0, bodies * 0.7, count), np.zeros(count)], -1), radii
    centers = rng.uniform(0, side, (count, 2))
    if kind == "clustered":
        clusters = max(1, bodies // 20_000)
        middle, spread = shared.uniform(0, side, (clusters, 2)), shared.uniform(10, 60, clusters)
        of = rng.integers(0, clusters, count)
        near = rng.random(count) < 0.5
        centers = np.where(near[:, None], middle[of] + rng.normal(0, 1, (count, 2)) * spread[of, None], centers)
    if kind == "sizes":
        radii = 0.05 * np.minimum(rng.pareto(1.6, count) + 1, 1e4)
    return centers, radii


def wkb_of(points: Array, counts: Array) -> Any:
    """Closed rings as WKB polygons."""
    closed = counts + 1
    sizes = 13 + 16 * closed
    data = np.empty(sizes.sum(), np.uint8)
    starts = np.cumsum(sizes) - sizes
    heads = np.zeros(len(counts), [("order", "u1"), ("type", "<u4"), ("rings", "<u4"), ("points", "<u4")])
    heads["order"], heads["type"], heads["rings"], heads["points"] = 1, 3, 1, closed
    is_head = np.zeros(len(data), bool)
    is_head[(starts[:, None] + np.arange(13)).ravel()] = True
    data[is_head] = heads.view(np.uint8)
    first = np.cumsum(counts) - counts
    at = np.arange(closed.sum()) - np.repeat(np.arange(len(counts)), closed)
    ends = np.cumsum(closed) - 1
    at[ends] = first
    data[~is_head] = points[at].view(np.uint8).ravel()
    return large_binary(data, sizes).cast(pa.binary())
