"""The tasks of a join, as workers run them: each reads the plan from disk, and returns little."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

from .._core import Scene
from ._bodies import Array, boxes_of
from ._errors import NoMemory
from ._ids import compare
from ._input import Input
from ._memory import memory_of, task_limits
from ._order import Ordered, read_tile, write_order
from ._plan import Plan, Tile, read_plan
from ._read import read_bodies, shape_table
from ._tile import Budget, Side, join_tile
from ._tiles import Region, meets, plan_tiles

most_boxes = 1 << 14  # by which a tile is divided


def order_task(out: str, token: str, side: int, piece: int, rows: int) -> Ordered:
    plan = read_plan(out, token)
    path, source = plan.order_path(side, piece), plan.sides[side]
    return write_order(path, source, side, plan.pieces[side][piece], plan.tree, plan.question.margin, rows)


def check_task(out: str, token: str, side: int, piece: int, rows: int) -> None:
    """Raises BadRow for the first row of a piece that a scene refuses."""
    plan = read_plan(out, token)
    for _ in read_bodies(plan.sides[side], plan.pieces[side][piece], rows, check=True):
        pass


def ids_task(out: str, token: str, side: int, low: int, high: int) -> None:
    """Raises NoRow if an id of that range is in two pieces."""
    compare(read_plan(out, token).id_paths(side), side, low, high)


def refine_task(out: str, token: str, tile: Tile, rows: int, room: int) -> list[Region]:
    """Regions that divide a tile, by some of the bodies that it has, into parts that take `room` bytes; one: nothing divides it."""
    plan = read_plan(out, token)
    parts: list[list[Array]] = []
    every, seen, size = 1, 0, 0
    for side in range(len(plan.sides)):
        for batch in _batches(plan, side, tile, rows):
            parts.append([column[-seen % every :: every] for column in boxes_of(batch)])
            seen += len(batch)
            size += batch.nbytes
            if sum(len(p[0]) for p in parts) > most_boxes:
                whole = [np.concatenate([p[k] for p in parts]) for k in range(4)]
                parts, every = [[column[::2] for column in whole]], 2 * every
    boxes = [np.concatenate([p[k] for p in parts]) for k in range(4)] if parts else [np.empty(0)] * 4
    for k in (0, 1):  # a body that begins before the tile counts at its border
        np.clip(boxes[k], tile.region[k], np.nextafter(tile.region[k + 2], -np.inf), out=boxes[k])
    limits = task_limits(seen, 1, room, memory_of(1, size / 16 / max(1, seen)))
    limits = min(limits[0], plan.question.max_pairs), limits[1]
    tree, _ = plan_tiles(boxes, float(every), plan.question.margin, None, *limits)
    if len(tree.regions) == 1:  # it has more than these tell
        tree, _ = plan_tiles(boxes, float(every), plan.question.margin, 4, *limits)
    return [_both(region, tile.region) for region in tree.regions]


def _both(a: Region, b: Region) -> Region:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def join_tile_task(
    out: str, token: str, number: int, tile: Tile, rows: int, room: int, divides: bool
) -> dict[str, Any] | None:
    """Joins a tile by a task that may take `room` bytes. None: it takes more, and may be divided (`divides`)."""
    plan = read_plan(out, token)
    budget = Budget(room, divides, f"tile {number}")

    def load(budget: Budget) -> list[Side]:
        return [_side(plan, side, tile, rows, budget) for side in range(len(plan.sides))]

    return join_tile(plan.tile_path(number), plan.path, load, tile.region, plan.question, budget)


def _side(plan: Plan, side: int, tile: Tile, rows: int, budget: Budget) -> Side:
    batches = []
    for batch in _batches(plan, side, tile, rows):
        budget.add(batch)
        if budget.bodies <= budget.room:
            batches.append(batch)
    if budget.bodies > budget.room:
        raise NoMemory(f"{budget.name}, with its bodies alone,", budget.bodies)
    return Side(batches, table_of(plan.sides[side]), side)


def _batches(plan: Plan, side: int, tile: Tile, rows: int) -> Iterator[Any]:
    source, pieces, margin = plan.sides[side], plan.pieces[side], plan.question.margin
    region = tile.region if tile.region != plan.tree.regions[tile.section] else None
    for k, piece in enumerate(pieces):
        if plan.is_ordered:
            yield from read_tile(plan.order_path(side, k), tile.section, source.is_posed, region, margin)
            continue
        for batch in read_bodies(source, piece, rows):
            yield batch if region is None else batch.filter(pa.array(meets(boxes_of(batch), region, margin)))


def table_of(source: Input) -> Scene | None:
    return shape_table(source.folder, source.identity).scene if source.is_posed else None
