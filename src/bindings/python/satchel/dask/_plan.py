"""The plan of a join: what is asked of which input, the tree of tiles, and where its files are.

The plan is one file of the answer's folder, `_plan.json`; tasks read it there, so nothing is sent but its path.
"""

from __future__ import annotations

import functools
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ._answer import read_summary
from ._driver import scratch_name
from ._files import write_json
from ._input import Input
from ._read import Piece
from ._record import begin, plan_name, read_record
from ._tile import Question
from ._tiles import Region, Tree

tiles_name = "_tiles.json"


@dataclass(frozen=True)
class Tile:
    """Tile `number` has the bodies of a section of the order files that meet its region."""

    section: int
    region: Region


@dataclass
class Plan:
    out: str
    sides: list[Input]
    pieces: list[list[Piece]]
    """of each side"""
    question: Question
    tree: Tree
    estimated_pairs: list[float]
    options: dict[str, Any]
    """what decides the answer and how it is divided, as asked"""
    sample_bytes: int
    token: str = ""
    """tells plans of one folder apart"""

    @property
    def is_ordered(self) -> bool:
        """Whether bodies are put into the order of tiles on disk; a single tile reads the input itself."""
        return len(self.tree.regions) > 1

    @property
    def path(self) -> Path:
        return Path(self.out) / plan_name

    def order_path(self, side: int, piece: int) -> Path:
        return Path(self.out) / scratch_name / f"{'left' if side == 0 else 'right'}-{piece:06d}.bodies"

    def id_paths(self, side: int) -> list[Path]:
        return [self.order_path(side, k).with_suffix(".ids") for k in range(len(self.pieces[side]))]

    def tile_path(self, tile: int) -> Path:
        return Path(self.out) / f"tile-{tile:06d}.parquet"


def inputs_of(sides: list[Input]) -> dict[str, dict[str, Any]]:
    return {name: side.as_json() for name, side in zip(("left", "right"), sides)}


def write_plan(plan: Plan) -> Plan:
    """Writes it, and gives it its token."""
    value = begin(
        Path(plan.out),
        "join",
        inputs_of(plan.sides),
        plan.options,
        question=asdict(plan.question),
        sample_bytes=plan.sample_bytes,
        cuts=plan.tree.cuts,
        regions=plan.tree.regions,
        estimated_pairs=plan.estimated_pairs,
        pieces=[[list(asdict(p).values()) for p in pieces] for pieces in plan.pieces],
    )
    return replace(plan, token=value["token"])


@functools.lru_cache(maxsize=8)
def read_plan(out: str, token: str) -> Plan:
    """The plan of a folder, read once a process."""
    value = read_record(out, token)
    return Plan(
        out,
        [Input.of_json(side) for side in value["inputs"].values()],
        [[Piece(*p) for p in pieces] for pieces in value["pieces"]],
        Question(**value["question"]),
        Tree([tuple(c) for c in value["cuts"]], [tuple(r) for r in value["regions"]]),
        value["estimated_pairs"],
        value["options"],
        value["sample_bytes"],
        token,
    )


def missing(plan: Plan) -> list[int]:
    """The tiles whose files are not there."""
    tiles = read_tiles(Path(plan.out)) or [Tile(k, region) for k, region in enumerate(plan.tree.regions)]
    return [k for k, tile in enumerate(tiles) if read_summary(plan.tile_path(k), tile.region) is None]


def write_tiles(out: Path, tiles: list[Tile]) -> None:
    write_json(out / tiles_name, [[t.section, *t.region] for t in tiles])


def read_tiles(out: Path) -> list[Tile] | None:
    path = out / tiles_name
    if not path.exists():
        return None
    return [Tile(section, tuple(region)) for section, *region in json.loads(path.read_text())]
