"""The driver of a join. It holds the plan and a few numbers for each tile and each piece of input, and no body."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from distributed import Client

from .. import _core
from . import _answer, _plan, _record
from ._cluster import Progress
from ._driver import Driver
from ._errors import BadRow, NoRow, RefusedShape
from ._files import remove_unfinished, write_json
from ._ids import most_at_once, ranges_to_compare
from ._input import Input
from ._memory import memory_of, task_limits
from ._plan import Plan, Tile
from ._read import Piece, pieces_of, rows_a_piece
from ._sample import Sample, sample_piece, sample_size, shares_of
from ._stages import check_task, ids_task, join_tile_task, order_task, refine_task
from ._tile import Question
from ._tiles import Tree, plan_tiles


class JoinDriver(Driver):
    """One call of `join`."""

    def __init__(
        self, client: Client, out: Path, sides: list[Input], asked: dict[str, Any], threads: int, progress: Progress
    ) -> None:
        super().__init__(client, out, progress)
        self.sides, self.asked, self.threads = sides, asked, threads
        self.divides = asked["tiles"] is None
        self.help = "" if self.divides else ", or more tiles"

    def run(self, plan: Plan | None) -> dict[str, Any]:
        remove_unfinished(self.out)
        self.plan = self.timed("plan", lambda: plan or self._make_plan())
        self.rows = min(self.rows_at_once(pieces) for pieces in self.plan.pieces)
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
        except NoRow as error:
            raise self.with_row(self.sides, self.plan.pieces, error) from None
        except RefusedShape:
            list(self.run_tasks("check", check_task, self._pieces()))  # raises BadRow
            raise

    def _pieces(self) -> dict[int, tuple[str, str, int, int, int]]:
        """The arguments of a task for each piece of the input."""
        plan = self.plan
        work = [(side, k) for side, pieces in enumerate(plan.pieces) for k in range(len(pieces))]
        return {n: (plan.out, plan.token, side, k, self.rows) for n, (side, k) in enumerate(work)}

    def _make_plan(self) -> Plan:
        pieces = [pieces_of(side, rows_a_piece) for side in self.sides]
        bodies = sum(side.body_count for side in self.sides)
        room = self.room.task
        self.rows = min(self.rows_at_once(of_side) for of_side in pieces)
        tree, estimated, sample_bytes = Tree(), np.zeros(1), 0
        if self.asked["tiles"] != 1 and bodies > 1:
            samples = self._sample(pieces, bodies)
            sample_bytes = sum(piece.bytes for of_side in pieces for piece in of_side)
            boxes = [np.concatenate([s.boxes[k] for s in samples]) for k in range(4)]
            scale = bodies / max(1, len(boxes[0]))
            vertices = sum(s.vertex_bytes for s in samples) / 16 / max(1, len(boxes[0]))
            limits = task_limits(bodies, self.worker_count(), room, memory_of(1, vertices))
            tree, estimated = plan_tiles(boxes, scale, self.asked["margin"], self.asked["tiles"], *limits)
            if not self.divides:
                members = np.array([len(rows) for rows in tree.members(boxes, self.asked["margin"])]) * scale
                self._check_room([memory_of(n, n * vertices) + int(70 * p) for n, p in zip(members, estimated)])
        elif not self.divides:
            self._check_room([memory_of(bodies, sum(p.memory for of_side in pieces for p in of_side) / 16)])
        max_pairs = self.asked["max_pairs"] or int(np.clip(room / memory_of(0, 0, 1), 1 << 16, 1 << 28))
        question = Question(self.asked["question"], self.asked["keep"], self.asked["margin"], max_pairs, self.threads)
        plan = Plan(str(self.out), self.sides, pieces, question, tree, estimated.tolist(), self.asked, sample_bytes)
        return _plan.write_plan(plan)

    def _check_room(self, needed: list[int]) -> None:
        """Raises Error if a tile, of a number that was asked for, does not fit into the memory of a worker."""
        most = int(np.argmax(needed))
        self.room.check(f"tile {most} of {len(needed)}", needed[most], self.help)

    def _sample(self, pieces: list[list[Piece]], bodies: int) -> list[Sample]:
        """Samples of the same share of each piece."""
        shares = shares_of(pieces, sample_size(self.asked["tiles"] or bodies // 20_000))
        work = [
            (source.only(piece.file), piece, wanted, self.rows)
            for source, of_side, counts in zip(self.sides, pieces, shares)
            for piece, wanted in zip(of_side, counts)
            if wanted
        ]
        found = dict(self.run_tasks("sample", sample_piece, dict(enumerate(work))))
        return [found[k] for k in sorted(found)]

    def _order(self) -> tuple[list[Tile], list[int]]:
        """Puts the input into the order of tiles: the tiles, and the memory that each needs. What is there is not done again."""
        plan = self.plan
        tiles = _plan.read_tiles(self.out)
        if not plan.is_ordered:
            size = sum(piece.memory for pieces in plan.pieces for piece in pieces)
            whole = memory_of(sum(side.body_count for side in self.sides), size / 16)
            return tiles or [Tile(0, plan.tree.regions[0])], [whole]
        if tiles is not None and not _plan.missing(plan):
            return tiles, [0] * len(tiles)
        work = self._pieces()
        results = self.run_tasks("order", order_task, work, 0, len(work) + len(plan.tree.regions))
        ordered = [result for _, result in results]
        self._compare_ids()
        bodies, vertex_bytes = sum(o.in_tiles for o in ordered), sum(o.vertex_bytes for o in ordered)
        needed = [memory_of(int(b), int(v) / 16, int(p)) for b, v, p in zip(bodies, vertex_bytes, plan.estimated_pairs)]
        if tiles is None:
            tiles = [Tile(k, region) for k, region in enumerate(plan.tree.regions)]
            if self.divides:
                self._divide(tiles, [k for k, size in enumerate(needed) if size > self.room.task])
            else:
                self._check_room([memory_of(int(b), int(v) / 16) for b, v in zip(bodies, vertex_bytes)])
            _plan.write_tiles(self.out, tiles)
        shares = np.bincount([tile.section for tile in tiles], minlength=len(needed))
        return tiles, [needed[tile.section] // int(shares[tile.section]) for tile in tiles]

    def _compare_ids(self) -> None:
        at_once = int(min(most_at_once, self.room.task / 40))
        work = [
            (self.plan.out, self.plan.token, side, low, high)
            for side, source in enumerate(self.sides)
            if source.id is not None
            for low, high in ranges_to_compare(self.plan.id_paths(side), at_once)
        ]
        for _ in self.run_tasks("ids", ids_task, dict(enumerate(work))):
            pass

    def _divide(self, tiles: list[Tile], heavy: list[int]) -> list[int]:
        """Replaces tiles that need more memory than there is by parts of them; returns those that nothing divides."""
        plan, room = self.plan, self.room.task
        work = {k: (plan.out, plan.token, tiles[k], self.rows, room) for k in heavy}
        found = dict(self.run_tasks("refine", refine_task, work))
        for k in sorted(found):
            section, (first, *others) = tiles[k].section, found[k]
            tiles[k] = Tile(section, first)
            tiles += [Tile(section, region) for region in others]
        return [k for k in heavy if len(found[k]) == 1]

    def _join_tiles(self, tiles: list[Tile], needed: list[int]) -> tuple[dict[int, dict[str, Any]], int]:
        """The summaries of all tiles, and how many files of an earlier call there were.

        A tile that turns out to need more memory than its task has is divided, and its parts are tiles as others.
        """
        plan, room = self.plan, self.room
        found = {k: _answer.read_summary(plan.tile_path(k), tile.region) for k, tile in enumerate(tiles)}
        made = {k: summary for k, summary in found.items() if summary is not None}
        pieces, kept = sum(len(p) for p in plan.pieces) if plan.is_ordered else 0, len(made)
        whole: set[int] = set()
        while work := {
            k: (plan.out, plan.token, k, tile, self.rows, room.task if divides else room.most, divides)
            for k, tile in enumerate(tiles)
            if k not in made
            for divides in [self.divides and k not in whole]
        }:
            done, all = pieces + len(made), pieces + len(tiles)
            sizes = dict(enumerate(needed))
            results = dict(self.run_tasks("tile", join_tile_task, work, done, all, lambda k: sizes.get(k, 0)))
            made |= {k: summary for k, summary in results.items() if summary is not None}
            if heavy := [k for k in sorted(results) if results[k] is None]:
                whole |= set(self._divide(tiles, heavy))
                _plan.write_tiles(self.out, tiles)
        return made, kept

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
