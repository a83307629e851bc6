"""The driver of a join. It holds the plan and a few numbers for each tile and each piece of input, and no body."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
from distributed import Client

from .. import _core
from .._errors import Error
from . import _answer, _plan, _record
from ._cluster import Progress, cluster_of
from ._driver import Driver, checked_counts, scratch_name
from ._errors import BadRow, RefusedBody
from ._files import remove_unfinished, write_json
from ._ids import ranges_to_compare
from ._input import Input, Piece, open_input, pieces_of, rows_a_piece
from ._memory import memory_of, task_limits
from ._plan import Plan, Tile
from ._sample import Sample, is_sorted, only, sample_piece, sample_size
from ._stages import check_task, ids_task, join_tile_task, order_task, refine_task
from ._tile import Question
from ._tiles import Tree, plan_tiles


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
    The column ``id`` has integers, each once; without it an id is the row number over all files by name. With ``right``
    pairs are between the two folders, else within ``left``. All workers see these folders under the same paths.

    ``question`` is what is asked of a pair: "contacts": columns a, b, verdict, separation, normal_x, normal_y; "distances":
    distance, normal_x, normal_y, point_a_x, point_a_y, point_b_x, point_b_y; "areas": area, iou. ``keep`` is "hits", or
    "candidates": all pairs whose boxes meet within ``margin`` (the whole gap, in the unit of coordinates). a, b are ids
    (uint64), a < b within one folder; verdict is uint8: 0 disjoint, 1 touching, 2 overlapping. Each file is sorted by (a, b).

    ``client`` runs the tasks; None: Dask's current client or, with ``workers`` or if there is none, processes of this
    machine, each with ``memory_limit`` ("500MB"). A task uses ``threads`` threads. ``tiles`` is their number; None: as many
    as memory asks for. ``max_pairs`` limits the candidate pairs of a tile. ``progress(done, all)`` is called for each task.

    A second call continues what an earlier one left, after any death of workers or driver; files of ``out`` appear whole.
    Returns the manifest, ``out/_manifest.json``: rows, hash (`answer_hash`), bodies, replication, bytes read, pairs of
    tiles, seconds of stages. Raises satchel.Error: BadRow with file and row; other_input, other_options, other_version for
    a folder that was begun otherwise; no_memory with the tile and the limit that would help; too_many_pairs, disk_full.
    """
    asked = _checked(question, keep, margin, tiles, workers, threads, max_pairs)
    sides = [open_input(left, "left", geometry, id)] + (
        [] if right is None else [open_input(right, "right", geometry, id)]
    )
    folder = Path(out).resolve()
    record = _record.begun(folder, "join", _plan.inputs_of(sides), asked)
    if record is not None and (manifest := _record.finished(folder)) is not None:
        shutil.rmtree(folder / scratch_name, ignore_errors=True)
        return manifest
    plan = None if record is None else _plan.read_plan(str(folder), record["token"])
    with cluster_of(client, workers, memory_limit) as running:
        return _Join(running, folder, sides, asked, threads, progress).run(plan)


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


class _Join(Driver):
    """One call of `join`."""

    def __init__(
        self, client: Client, out: Path, sides: list[Input], asked: dict[str, Any], threads: int, progress: Progress
    ) -> None:
        super().__init__(client, out, progress)
        self.sides, self.asked, self.threads = sides, asked, threads

    def run(self, plan: Plan | None) -> dict[str, Any]:
        remove_unfinished(self.out)
        self.plan = self.timed("plan", lambda: plan or self._make_plan())
        try:
            summaries, kept = self._work()
        except BadRow:
            self.forget("tile-*.parquet")
            raise
        finally:
            remove_unfinished(self.out)
        manifest = self._manifest(summaries, kept)
        self.clean()
        write_json(self.out / _record.manifest_name, manifest)
        return manifest

    def _work(self) -> tuple[dict[int, dict[str, Any]], int]:
        try:
            tiles, needed = self.timed("order", self._order)
            done: tuple[dict[int, dict[str, Any]], int] = self.timed("tiles", lambda: self._join_tiles(tiles, needed))
            return done
        except RefusedBody:
            list(self.run_tasks("check", check_task, self._pieces()))  # raises BadRow
            raise

    def _pieces(self) -> dict[int, tuple[str, str, int, int]]:
        """The arguments of a task for each piece of the input."""
        plan = self.plan
        work = [(plan.out, plan.token, side, k) for side, pieces in enumerate(plan.pieces) for k in range(len(pieces))]
        return dict(enumerate(work))

    def _make_plan(self) -> Plan:
        pieces = [pieces_of(side, rows_a_piece) for side in self.sides]
        bodies = sum(side.body_count for side in self.sides)
        tree, estimated, sample_bytes, budget = Tree(), np.zeros(1), 0, self.budget()
        if self.asked["tiles"] != 1 and bodies > 1:
            samples, sample_bytes = self._sample(pieces, bodies)
            boxes = [np.concatenate([s.boxes[k] for s in samples]) for k in range(4)]
            sampled = max(1, len(boxes[0]))
            each = memory_of(1, sum(s.vertex_bytes for s in samples) / sampled / 16)
            limits = task_limits(bodies, self.worker_count(), budget, each)
            tree, estimated = plan_tiles(boxes, bodies / sampled, self.asked["margin"], self.asked["tiles"], *limits)
        max_pairs = self.asked["max_pairs"] or int(np.clip(budget / memory_of(0, 0, 1), 1 << 16, 1 << 28))
        question = Question(self.asked["question"], self.asked["keep"], self.asked["margin"], max_pairs, self.threads)
        plan = Plan(str(self.out), self.sides, pieces, question, tree, estimated.tolist(), self.asked, sample_bytes)
        return _plan.write_plan(plan)

    def _sample(self, pieces: list[list[Piece]], bodies: int) -> tuple[list[Sample], int]:
        """Samples of about the same share of each piece, and the bytes that were read for them."""
        share = min(1.0, sample_size(self.asked["tiles"] or bodies // 20_000) / bodies)
        read = 0
        for whole in (False, True):
            work = [
                (only(source, piece.file), piece, max(1, round(share * piece.rows)), whole)
                for source, list_of in zip(self.sides, pieces)
                for piece in list_of
            ]
            found = dict(self.run_tasks("sample", sample_piece, dict(enumerate(work))))
            samples = [found[k] for k in sorted(found)]
            read += sum(s.bytes for s in samples)
            if not is_sorted(samples):
                break
        return samples, read

    def _order(self) -> tuple[list[Tile], list[int]]:
        """Puts the input into the order of tiles: the tiles, and the memory that each needs. What is there is not done again."""
        plan = self.plan
        tiles = _plan.read_tiles(self.out)
        if not plan.is_ordered:
            vertex_bytes = sum(piece.bytes for pieces in plan.pieces for piece in pieces)
            return [Tile(0, plan.tree.regions[0])], [
                memory_of(sum(side.body_count for side in self.sides), vertex_bytes / 16)
            ]
        if tiles is not None and all(plan.tile_path(k).exists() for k in range(len(tiles))):
            return tiles, [0] * len(tiles)
        work = self._pieces()
        results = self.run_tasks("order", order_task, work, 0, len(work) + len(plan.tree.regions))
        ordered = [result for _, result in results]
        self._compare_ids()
        bodies, vertex_bytes = sum(o.in_tiles for o in ordered), sum(o.vertex_bytes for o in ordered)
        needed = [memory_of(int(b), int(v) / 16, int(p)) for b, v, p in zip(bodies, vertex_bytes, plan.estimated_pairs)]
        if tiles is None:
            tiles = self._refined(needed)
            _plan.write_tiles(self.out, tiles)
        shares = np.bincount([tile.section for tile in tiles], minlength=len(needed))
        return tiles, [needed[tile.section] // int(shares[tile.section]) for tile in tiles]

    def _compare_ids(self) -> None:
        work = [
            (self.plan.out, self.plan.token, side, low, high)
            for side, source in enumerate(self.sides)
            if source.id is not None
            for low, high in ranges_to_compare(self.plan.id_paths(side))
        ]
        for _ in self.run_tasks("ids", ids_task, dict(enumerate(work))):
            pass

    def _refined(self, needed: list[int]) -> list[Tile]:
        """The tiles of the tree; those that need more than the budget are divided, unless their number was asked for."""
        tiles = [Tile(k, region) for k, region in enumerate(self.plan.tree.regions)]
        heavy = [k for k, size in enumerate(needed) if size > self.budget()]
        if self.asked["tiles"] is not None or not heavy:
            return tiles
        work = {k: (self.plan.out, self.plan.token, tiles[k], 1 + int(2 * needed[k] / self.budget())) for k in heavy}
        for k, regions in self.run_tasks("refine", refine_task, work):
            tiles[k] = Tile(k, regions[0])
            tiles += [Tile(k, region) for region in regions[1:]]
        return tiles

    def _join_tiles(self, tiles: list[Tile], needed: list[int]) -> tuple[dict[int, dict[str, Any]], int]:
        """The summaries of all tiles, and how many files of an earlier call there were."""
        plan = self.plan
        found = {k: _answer.read_summary(plan.tile_path(k)) for k in range(len(tiles))}
        kept = {k: summary for k, summary in found.items() if summary is not None}
        work = {
            k: (plan.out, plan.token, k, tiles[k], needed[k], self.limit) for k in range(len(tiles)) if k not in kept
        }
        pieces = sum(len(p) for p in plan.pieces) if plan.is_ordered else 0
        done, all = pieces + len(kept), pieces + len(tiles)
        made = dict(self.run_tasks("tile", join_tile_task, work, done, all, lambda k: needed[k]))
        return {k: kept.get(k) or made[k] for k in range(len(tiles))}, len(kept)

    def _manifest(self, summaries: dict[int, dict[str, Any]], kept: int) -> dict[str, Any]:
        plan = self.plan
        each = [summaries[k] for k in sorted(summaries)]
        pairs = np.array([s["pairs"] for s in each], np.float64)
        bodies = sum(side.body_count for side in self.sides)
        read = sum(piece.bytes for pieces in plan.pieces for piece in pieces)
        return {
            "version": _core.__version__,
            **{"left": plan.sides[0].folder, "right": plan.sides[1].folder if len(plan.sides) > 1 else None},
            "options": plan.options,
            "rows": sum(s["rows"] for s in each),
            "hash": _answer.hash_text([tuple(s["hash"]) for s in each]),
            "bodies": [side.body_count for side in self.sides],
            "tiles": len(each),
            "tiles_of_earlier_calls": kept,
            "replication": sum(s["bodies"] for s in each) / max(1, bodies),
            "bytes_read": {"sample": plan.sample_bytes, "input": read, "order": sum(s["bytes"] for s in each)},
            "input_read_times": (plan.sample_bytes + read) / max(1, read),
            "pairs": {
                "all": int(pairs.sum()),
                "most": int(pairs.max()),
                "mean": float(pairs.mean()),
                "most_over_mean": float(pairs.max() / max(pairs.mean(), 1e-300)),
            },
            "seconds": {**self.seconds, "in_tile_tasks": round(sum(s.get("seconds", 0) for s in each), 3)},
        }
