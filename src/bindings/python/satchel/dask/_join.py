"""The call `join`."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
from distributed import Client

from .._errors import Error
from . import _answer, _plan, _record
from ._cluster import Progress, cluster_of
from ._driver import checked_counts, refuse_nested, scratch_name
from ._input import open_input
from ._join_driver import JoinDriver


def join(
    left: str | Path,
    out: str | Path,
    right: str | Path | None = None,
    margin: float = 0.0,
    client: Client | None = None,
    *,
    question: str = "contacts",
    keep: str = "hits",
    tiles: int | None = None,
    workers: int | None = None,
    memory_limit: int | str | None = None,
    threads: int = 1,
    max_pairs: int | None = None,
    id: str = "id",
    geometry: str | None = None,
    progress: Progress = None,
) -> dict[str, Any]:
    """Finds all pairs of bodies that touch or overlap and writes a row for each into Parquet files of the folder ``out``.

    The rows are those of one scene of all bodies, in the order of their ids, bit for bit, whatever tiles and workers are.

    ``left`` is a folder of Parquet files, or one file: polygons in the column ``geometry`` (WKB, or GeoArrow polygons or
    multipolygons; its name, or what GeoParquet's metadata say), or posed bodies in the columns ``shape, x, y, angle`` or
    ``shape, x, y, cos, sin``, where `_shapes.parquet` in the folder has the shapes (`geometry`; null: a circle; `radius`).
    The column ``id`` has integers, each once; without it, or where it has text, an id is the row number over all files by name. With ``right``
    pairs are between the two folders, else within ``left``. All workers see these folders under the same paths. Columns may be
    dictionaries, bytes also views or of fixed size; empty parts of a MultiPolygon are left out. ``out`` may neither be one of
    these folders nor lie in one nor hold one.

    ``question`` is what is asked of a pair: "contacts": columns a, b, verdict, separation, normal_x, normal_y; "distances":
    distance, normal_x, normal_y, point_a_x, point_a_y, point_b_x, point_b_y; "areas": area, iou, summed over the convex parts
    of polygons. ``keep`` is "hits", or "candidates": all pairs whose boxes meet within ``margin`` (the whole gap, in the unit of
    coordinates). a, b are ids (uint64), a < b within one folder; verdict is uint8: 0 disjoint, 1 touching, 2 overlapping. Each
    file is sorted by (a, b).

    ``client`` runs the tasks; None: Dask's current client or, with ``workers`` or if there is none, processes of this
    machine, each with ``memory_limit`` ("500MB"). A task uses ``threads`` threads. ``tiles`` is their number; None: as many
    as memory asks for. ``max_pairs`` limits the candidate pairs of a tile. ``progress(done, all)`` is called for each task;
    ``all`` grows when a tile is divided.

    Tasks stay below the memory at which Dask pauses a worker. A limit with which that cannot be is refused before anything is
    written: no_memory, with the least ``memory_limit`` that would do.

    A second call continues what an earlier one left, after any death of workers or driver; files of ``out`` appear whole, and
    those that are missing from a finished answer are made again.
    Returns the manifest, ``out/_manifest.json``: rows, hash (`answer_hash`), bodies, replication, bytes read, pairs of
    tiles, seconds of stages. Raises satchel.Error: BadRow with file, row and, of a body that only the question refuses, id;
    other_input, other_options, other_version for a folder that was begun otherwise; bad_folder; no_memory; too_many_pairs with
    ids; duplicate_id with files and rows; disk_full.
    """
    folder = Path(out).resolve()
    refuse_nested(folder, left=left, right=right)
    asked = _checked(question, keep, margin, tiles, workers, threads, max_pairs)
    sides = [open_input(left, "left", geometry, id)] + (
        [] if right is None else [open_input(right, "right", geometry, id)]
    )
    record = _record.begun(folder, "join", _plan.inputs_of(sides), asked)
    plan = None if record is None else _plan.read_plan(str(folder), record["token"])
    if plan is not None and (manifest := _record.finished(folder)) is not None and not _plan.missing(plan):
        shutil.rmtree(folder / scratch_name, ignore_errors=True)
        return manifest
    with cluster_of(client, workers, memory_limit) as running:
        return JoinDriver(running, folder, sides, asked, threads, progress).run(plan)


def _checked(
    question: str, keep: str, margin: float, tiles: int | None, workers: int | None, threads: int, max_pairs: int | None
) -> dict[str, Any]:
    if question not in _answer.columns_of:
        raise Error(
            f"question is {question!r}; wanted one of {', '.join(_answer.columns_of)}", "bad_question", "question"
        )
    if keep not in _answer.keeps:
        raise Error(f"keep is {keep!r}; wanted one of {', '.join(_answer.keeps)}", "bad_keep", "keep")
    if not (np.isfinite(margin) and margin >= 0):
        raise Error(f"margin is {margin}; wanted a finite number, 0 or more", "bad_margin", "margin")
    checked_counts(tiles=tiles, workers=workers, threads=threads, max_pairs=max_pairs)
    return {"question": question, "keep": keep, "margin": float(margin), "tiles": tiles, "max_pairs": max_pairs}
