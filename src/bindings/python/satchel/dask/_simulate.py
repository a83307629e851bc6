"""What a join of so many bodies on so many workers takes, before it is done: tiles by the planner itself, the rest by a model.

A task takes a time for each body, pair, row and section; measured on one core, they are the defaults of `Costs`. Workers take
tasks in order, as Dask's scheduler gives them, all of a stage before the next.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._bodies import Array
from ._memory import Room, memory_of, rows_at_once, task_limits
from ._read import rows_a_batch, rows_a_piece
from ._sample import sample_size
from ._tiles import plan_tiles


@dataclass(frozen=True)
class Costs:
    """Seconds of a core, and bytes; of the bodies that `generate` makes, on AMD Zen 4, files in the page cache."""

    sample_body: float = 0.05e-6
    """reading a body for the sample"""
    order_body: float = 0.43e-6
    """reading, parsing and writing a body"""
    tile_body: float = 0.50e-6
    """reading it again, and putting it into a scene"""
    pair: float = 0.15e-6
    row: float = 0.10e-6
    write_section: float = 45e-6
    read_section: float = 70e-6
    task: float = 4e-3
    """from the end of a task to the next one of the worker"""
    plan: float = 0.3
    input_bytes: float = 103.5
    """of a body"""
    order_bytes: float = 152.0
    answer_bytes: float = 33.0
    """of a row"""
    vertices: float = 5.5
    pairs_a_body: float = 2.51
    rows_a_body: float = 1.805
    driver_bytes: float = 150e6
    driver_bytes_a_task: float = 6e3


def simulate(
    bodies: int,
    workers: int,
    memory_limit: float = 4e9,
    tiles: int | None = None,
    disk_bytes_a_second: float | None = None,
    costs: Costs | None = None,
) -> dict[str, Any]:
    """What `join` takes for so many bodies of `generate`, uniform: tiles, replication, bytes, memory, seconds.

    ``disk_bytes_a_second`` is what all workers together read or write; None: files stay in the page cache.
    """
    c = costs or Costs()
    regions, estimated = _tiles(bodies, workers, memory_limit, tiles, c)
    width = 1.15  # of a box, on the average, at a body a unit of area
    side = np.sqrt(bodies)
    spans = [np.clip(regions[:, 2 + k], 0, side) - np.clip(regions[:, k], 0, side) for k in (0, 1)]
    if len(regions) == 1:
        held = np.array([float(bodies)])
    else:
        # A body is in a tile too if it begins before it and ends within.
        reach = [spans[k] + np.where(np.isfinite(regions[:, k]), width, 0) for k in (0, 1)]
        held = reach[0] * reach[1]
    share = spans[0] * spans[1] / bodies
    pieces = -(-bodies // rows_a_piece)
    room = Room.assumed(int(memory_limit))
    batches = -(-bodies // rows_at_once(room.task, memory_of(1, c.input_bytes / 16), rows_a_batch))
    sections = batches * len(regions)
    order_task = c.order_body * bodies / pieces + c.write_section * sections / pieces
    tile_tasks = (
        c.tile_body * held
        + share * bodies * (c.pair * c.pairs_a_body + c.row * c.rows_a_body)
        + c.read_section * batches
    )
    if len(regions) == 1:  # no order on disk: the tile reads the input
        order, tile_tasks, order_bytes = 0.0, tile_tasks + c.order_body * bodies, 0.0
    else:
        order, order_bytes = makespan(np.full(pieces, order_task), workers, c.task), c.order_bytes * held.sum()
    sample = 0.0 if len(regions) == 1 else c.sample_body * bodies / workers
    moved = (2 if sample else 1) * c.input_bytes * bodies + 2 * order_bytes + c.answer_bytes * c.rows_a_body * bodies
    disk = 0.0 if disk_bytes_a_second is None else moved / disk_bytes_a_second
    join = makespan(tile_tasks, workers, c.task)
    pairs = share * c.pairs_a_body * bodies
    memory = room.worker_of(max(memory_of(h, c.vertices * h, p) for h, p in zip(held, pairs)))
    return {
        "bodies": bodies,
        "workers": workers,
        "tiles": len(regions),
        "replication": float(held.sum() / bodies),
        "pairs": {
            "all": float(pairs.sum()),
            "most": float(pairs.max()),
            "most_over_mean": float(pairs.max() / pairs.mean()),
        },
        "bytes": {
            "input": c.input_bytes * bodies,
            "order": order_bytes,
            "answer": c.answer_bytes * c.rows_a_body * bodies,
        },
        "sections": sections,
        "tasks": pieces + len(regions),
        "worker_bytes": float(memory),
        "driver_bytes": c.driver_bytes + c.driver_bytes_a_task * (pieces + len(regions)),
        "seconds": {
            "plan": c.plan + sample,
            "order": order,
            "tiles": join,
            "disk": disk,
            "all": c.plan + max(sample + order + join, disk),
        },
        "core_seconds": float(sample * workers + order_task * pieces * (len(regions) > 1) + tile_tasks.sum()),
    }


def _tiles(bodies: int, workers: int, memory_limit: float, tiles: int | None, c: Costs) -> tuple[Array, Array]:
    """The regions that the planner makes of a sample of so many uniform bodies."""
    rng = np.random.default_rng(1)
    count = min(bodies, sample_size(tiles or bodies // 20_000))
    x, y = rng.uniform(0, np.sqrt(bodies), (2, count))
    boxes = [x, y, x + 1.27, y + 1.27]
    each = memory_of(1, c.order_bytes / 16)
    limits = task_limits(bodies, workers, Room.assumed(int(memory_limit)).task, each)
    tree, estimated = plan_tiles(boxes, bodies / count, 0.0, tiles, *limits)
    return np.array(tree.regions), estimated


def makespan(tasks: Array, workers: int, between: float) -> float:
    """When the last of the tasks ends, if each worker takes the next task as it gets free."""
    free = [0.0] * workers
    for task in tasks:
        heapq.heapreplace(free, free[0] + float(task) + between)
    return max(free)
