"""The plan of a join: what is asked of which input, the tree of tiles, and where its files are.

The plan is one file of the answer's folder, `_plan.json`; tasks read it there, so nothing is sent but its path.
"""

from __future__ import annotations

import functools
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .. import _core
from .._errors import Error
from ._files import write_json
from ._input import Input, Piece
from ._tile import Question
from ._tiles import Region, Tree

format_number = 1
plan_name, tiles_name, manifest_name, order_name = "_plan.json", "_tiles.json", "_manifest.json", "_order"


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
    token: str
    """tells plans of one folder apart"""

    @property
    def is_ordered(self) -> bool:
        """Whether bodies are put into the order of tiles on disk; a single tile reads the input itself."""
        return len(self.tree.regions) > 1

    @property
    def path(self) -> Path:
        return Path(self.out) / plan_name

    def order_path(self, side: int, piece: int) -> Path:
        return Path(self.out) / order_name / f"{'left' if side == 0 else 'right'}-{piece:06d}.bodies"

    def id_paths(self, side: int) -> list[Path]:
        return [self.order_path(side, k).with_suffix(".ids") for k in range(len(self.pieces[side]))]

    def tile_path(self, tile: int) -> Path:
        return Path(self.out) / f"tile-{tile:06d}.parquet"


def begun(out: Path, sides: list[Input], options: dict[str, Any]) -> Plan | None:
    """The plan of an earlier call that ended early, or None. Raises Error if that call was another one."""
    path = out / plan_name
    if not path.exists():
        if out.exists() and any(not p.name.startswith((".", "_")) for p in out.iterdir()):
            raise Error(
                f"{out} has files, but none of a join; wanted an empty folder or a new one", "bad_folder", "out"
            )
        return None
    value = json.loads(path.read_text())
    advice = "Give another folder, or remove this one"
    if (was := (value["version"], value["format"])) != (_core.__version__, format_number):
        raise Error(
            f"{out} was begun by satchel {was[0]}; this is {_core.__version__}. {advice}", "other_version", "out"
        )
    for name, side, old in zip(("left", "right"), sides, value["sides"]):
        if side.identity != old["identity"] or side.as_json() != Input.of_json(old).as_json():
            what = (
                f"{name} was {old['folder']}"
                if old["folder"] != side.folder
                else f"the files of {side.folder} have changed"
            )
            raise Error(f"{out} was begun with other input: {what}. {advice}", "other_input", "out")
    if len(sides) != len(value["sides"]):
        raise Error(
            f"{out} was begun with {len(value['sides'])} inputs, now there are {len(sides)}. {advice}",
            "other_input",
            "out",
        )
    if different := [k for k in options if options[k] != value["options"].get(k)]:
        k = different[0]
        raise Error(
            f"{out} was begun with {k}={value['options'].get(k)!r}, now it is {options[k]!r}. {advice}",
            "other_options",
            "out",
        )
    return read_plan(str(out), value["token"])


def write_plan(plan: Plan) -> None:
    write_json(
        Path(plan.out) / plan_name,
        {
            "format": format_number,
            "version": _core.__version__,
            "token": plan.token,
            "sides": [side.as_json() for side in plan.sides],
            "options": plan.options,
            "question": asdict(plan.question),
            "sample_bytes": plan.sample_bytes,
            "cuts": plan.tree.cuts,
            "regions": plan.tree.regions,
            "estimated_pairs": plan.estimated_pairs,
            "pieces": [[list(asdict(p).values()) for p in pieces] for pieces in plan.pieces],
        },
    )


@functools.lru_cache(maxsize=8)
def read_plan(out: str, token: str) -> Plan:
    """The plan of a folder, read once a process."""
    value = json.loads((Path(out) / plan_name).read_text())
    if value["token"] != token:
        raise Error(f"the plan of {out} has changed while a call was running", "bad_folder", "out")
    return Plan(
        out,
        [Input.of_json(side) for side in value["sides"]],
        [[Piece(*p) for p in pieces] for pieces in value["pieces"]],
        Question(**value["question"]),
        Tree([tuple(c) for c in value["cuts"]], [tuple(r) for r in value["regions"]]),
        value["estimated_pairs"],
        value["options"],
        value["sample_bytes"],
        token,
    )


def write_tiles(out: Path, tiles: list[Tile]) -> None:
    write_json(out / tiles_name, [[t.section, *t.region] for t in tiles])


def read_tiles(out: Path) -> list[Tile] | None:
    path = out / tiles_name
    if not path.exists():
        return None
    return [Tile(section, tuple(region)) for section, *region in json.loads(path.read_text())]
