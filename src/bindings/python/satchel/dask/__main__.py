"""The command: python -m satchel.dask join | generate | simulate. Exit status as the tool's: 0 done, 1 usage, 2 bad input or failure."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from dask.utils import parse_bytes

from .._errors import Error
from . import _answer, _generate
from ._generate import generate
from ._join import join
from ._simulate import simulate


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        self.print_usage(sys.stderr)
        self.exit(1, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m satchel.dask", description="Joins of Parquet folders of bodies on a Dask cluster.")
    commands = parser.add_subparsers(dest="command", required=True)
    join_ = commands.add_parser(
        "join",
        help="pairs of bodies that touch or overlap",
        description="A second call continues what an earlier one left.",
    )
    join_.add_argument("--left", required=True, metavar="FOLDER", help="Parquet files of polygons or posed bodies")
    join_.add_argument("--right", metavar="FOLDER", help="pairs between left and right; without it, within left")
    join_.add_argument("--out", required=True, metavar="FOLDER", help="where the answer is written")
    join_.add_argument("--workers", type=int, metavar="N", help="processes of this machine; default: one a core")
    join_.add_argument("--scheduler", metavar="ADDRESS", help="run on this Dask cluster instead")
    join_.add_argument("--tiles", type=int, metavar="N", help="number of tiles; default: as memory asks for")
    join_.add_argument(
        "--memory-limit", metavar="SIZE", help="of a worker, as 500MB; default: its share of the machine"
    )
    join_.add_argument("--threads", type=int, default=1, metavar="N", help="threads of a task")
    join_.add_argument("--question", choices=list(_answer.columns_of), default="contacts")
    join_.add_argument(
        "--keep",
        choices=_answer.keeps,
        default="hits",
        help="candidates: also pairs whose boxes meet within the margin",
    )
    join_.add_argument("--margin", type=float, default=0.0, metavar="GAP")
    join_.add_argument("--max-pairs", type=int, metavar="N", help="limit of the candidate pairs of a tile")
    join_.add_argument("--id", default="id", metavar="COLUMN")
    join_.add_argument("--geometry", metavar="COLUMN")
    make = commands.add_parser("generate", help="test data")
    make.add_argument("--bodies", type=int, required=True, metavar="N")
    make.add_argument("--seed", type=int, default=0, metavar="S")
    make.add_argument("--out", required=True, metavar="FOLDER")
    make.add_argument("--kind", choices=_generate.kinds, default="uniform")
    make.add_argument("--workers", type=int, metavar="N", help="processes of this machine; default: this one alone")
    paper = commands.add_parser(
        "simulate", help="what a join would take", description="Estimates a join of uniform bodies, as generate makes them."
    )
    paper.add_argument("--bodies", type=float, required=True, metavar="N")
    paper.add_argument("--workers", type=int, required=True, metavar="N")
    paper.add_argument("--memory-limit", default="4GB", metavar="SIZE")
    paper.add_argument("--tiles", type=int, metavar="N")
    paper.add_argument(
        "--disk", type=float, metavar="BYTES", help="that all workers together read or write in a second"
    )
    return parser


class _Bar:
    """A line of progress on a terminal, after a second."""

    def __init__(self) -> None:
        self.begun, self.drawn = time.monotonic(), 0.0

    def __call__(self, done: int, all: int) -> None:
        now = time.monotonic()
        if now - self.begun > 1 and (now - self.drawn > 0.1 or done == all) and sys.stderr.isatty():
            self.drawn = now
            print(
                f"\r[{'#' * (40 * done // max(1, all)):40}] {done} of {all} tasks",
                end="\n" if done == all else "",
                file=sys.stderr,
                flush=True,
            )


def _join(a: argparse.Namespace) -> None:
    from distributed import Client

    options = {
        k: getattr(a, k)
        for k in ("question", "keep", "tiles", "workers", "memory_limit", "threads", "max_pairs", "id", "geometry")
    }
    if a.scheduler is None:
        manifest = join(
            a.left, a.out, a.right, a.margin, progress=_Bar(), **(options | {"workers": a.workers or _cores()})
        )
    else:
        with Client(a.scheduler) as client:  # type: ignore[no-untyped-call]
            manifest = join(a.left, a.out, a.right, a.margin, client, progress=_Bar(), **options)
    print(json.dumps(manifest, indent=1))


def _cores() -> int:
    import os

    return len(os.sched_getaffinity(0))


def main(arguments: list[str] | None = None) -> int:
    a = _parser().parse_args(arguments)
    try:
        if a.command == "join":
            _join(a)
        elif a.command == "simulate":
            limit = parse_bytes(a.memory_limit)
            print(json.dumps(simulate(int(a.bodies), a.workers, limit, a.tiles, a.disk), indent=1))
        else:
            generate(a.out, a.bodies, a.seed, a.kind, workers=a.workers, progress=_Bar())
    except (Error, OSError) as error:
        print(f"python -m satchel.dask: {error}", file=sys.stderr)
        return 3 if isinstance(error, OSError) or getattr(error, "code", "") in ("disk_full", "no_file") else 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
