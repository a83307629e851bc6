"""The tasks of a join, as workers run them: each reads the plan from disk, and returns little."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._core import Scene
from ._bodies import Array, boxes_of
from ._cluster import out_of_memory
from ._ids import compare
from ._input import Input, read_bodies, shape_table
from ._memory import worker_bytes
from ._order import Ordered, read_tile, write_order
from ._plan import Plan, Tile, read_plan
from ._tile import Side, join_tile
from ._tiles import Region, plan_tiles


def order_task(out: str, token: str, side: int, piece: int) -> Ordered:
    plan = read_plan(out, token)
    return write_order(
        plan.order_path(side, piece), plan.sides[side], plan.pieces[side][piece], plan.tree, plan.question.margin
    )


def check_task(out: str, token: str, side: int, piece: int) -> None:
    """Raises BadRow for the first row of a piece that a scene refuses."""
    plan = read_plan(out, token)
    for _ in read_bodies(plan.sides[side], plan.pieces[side][piece], check=True):
        pass


def ids_task(out: str, token: str, side: int, low: int, high: int) -> None:
    """Raises Error if an id of that range is in two pieces."""
    plan = read_plan(out, token)
    pieces = plan.pieces[side]
    compare(plan.id_paths(side), [plan.sides[side].path(piece.file) for piece in pieces], low, high)


def refine_task(out: str, token: str, tile: Tile, parts: int) -> list[Region]:
    """Regions that divide a tile with more bodies than the plan expected, from the bodies that it has."""
    plan = read_plan(out, token)
    sampled: list[list[Array]] = []
    seen = 0
    for side in range(len(plan.sides)):
        for batch in _batches(plan, side, tile):
            sampled.append([column[seen % 16 :: 16] for column in boxes_of(batch)])
            seen += len(batch)
    boxes = [np.concatenate([b[k] for b in sampled]) for k in range(4)]
    for k in (0, 1):  # a body that begins before the tile counts at its border
        np.clip(boxes[k], tile.region[k], np.nextafter(tile.region[k + 2], -np.inf), out=boxes[k])
    tree, _ = plan_tiles(boxes, 16.0, plan.question.margin, parts, 0, 0)
    return [_both(region, tile.region) for region in tree.regions]


def _both(a: Region, b: Region) -> Region:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def join_tile_task(out: str, token: str, number: int, tile: Tile, needed: int, limit: int | None) -> dict[str, Any]:
    """Joins a tile that needs so many bytes, on a worker with that limit."""
    plan = read_plan(out, token)
    path = plan.tile_path(number)
    if limit is not None and not path.exists() and (total := worker_bytes + needed) > limit:
        raise out_of_memory(f"tile {number}", "does not fit into a worker", total, limit)
    sides = range(len(plan.sides))
    return join_tile(path, plan.path, lambda: [_side(plan, side, tile) for side in sides], tile.region, plan.question)


def _side(plan: Plan, side: int, tile: Tile) -> Side:
    return Side(list(_batches(plan, side, tile)), table_of(plan.sides[side]))


def _batches(plan: Plan, side: int, tile: Tile) -> Any:
    source, pieces = plan.sides[side], plan.pieces[side]
    for k, piece in enumerate(pieces):
        if plan.is_ordered:
            region = tile.region if tile.region != plan.tree.regions[tile.section] else None
            yield from read_tile(plan.order_path(side, k), tile.section, source.is_posed, region, plan.question.margin)
        else:
            yield from read_bodies(source, piece)


def table_of(source: Input) -> Scene | None:
    return shape_table(source.folder, source.identity).scene if source.is_posed else None
