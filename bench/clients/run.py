#!/usr/bin/env python3
"""Compares Satchel with the libraries that Python programs use today: answers first, then times, input conversion included.

    python bench/clients/run.py [--only NAME ...] [--scale F] [--seconds S] [--out FOLDER]

Needs what requirements.txt beside it names (and `pip install --no-deps commonroad-drivability-checker`); a client that is
not there is left out, and said. Writes README.md, clients.json and clients.svg to FOLDER (results beside this file).
"""

import argparse
import importlib
import json
import os
import platform
import subprocess
import sys
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).parent
CLIENTS = {
    "shapely_tree": "shapely",
    "geopandas_sjoin": "geopandas",
    "points_in_polygons": "shapely",
    "sedona_join": "sedonadb",
    "commonroad": "commonroad-drivability-checker",
    "shapely_steps": "shapely",
    "highway_episode": "highway-env",
    "supervision_iou": "supervision",
    "powerboxes_nms": "powerboxes",
    "freud_neighbors": "freud-analysis",
}


def run_client(name: str, scale: float, seconds: float) -> None:
    """Runs the cases of one client; prints a line of JSON for each."""
    from harness import measure

    for case in importlib.import_module(name).cases(scale):
        print(json.dumps({"module": name, **asdict(measure(CLIENTS[name], case, seconds))}), flush=True)


def processor() -> str:
    fields = dict(line.split(":", 1) for line in Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines() if ":" in line)
    fields = {key.strip(): value.strip() for key, value in fields.items()}
    return f"{fields.get('model name', platform.machine())}, family {fields.get('cpu family')}, model {fields.get('model')}"


def context() -> dict[str, str]:
    import satchel

    names = ["numpy", "shapely", *CLIENTS.values(), "opencv-python-headless", "opencv-python"]
    versions = {}
    for name in dict.fromkeys(names):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            pass
    return {
        "processor": processor(),
        "cores": str(len(os.sched_getaffinity(0))),
        "system": f"{platform.system()}, Python {platform.python_version()}",
        "satchel": f"{satchel.__version__}, {satchel.active_isa()}",
        "versions": ", ".join(f"{name} {version}" for name, version in versions.items()),
    }


def kept(options: argparse.Namespace) -> list[dict]:
    """The outcomes of an earlier run, of the clients that this one leaves out."""
    file = options.out / "clients.json"
    if not file.exists():
        return []
    return [outcome for outcome in json.loads(file.read_text())["outcomes"] if outcome["module"] not in options.only]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=CLIENTS, default=list(CLIENTS), help="the clients to run; the report keeps the others")
    parser.add_argument("--scale", type=float, default=1.0, help="a factor of all sizes; 0.01 tries the machinery")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each case is timed, at least three times")
    parser.add_argument("--out", type=Path, default=HERE / "results")
    parser.add_argument("--client", choices=CLIENTS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.client:
        run_client(options.client, options.scale, options.seconds)
        return 0
    outcomes, failed = [], []
    for name in options.only:
        # A process of its own each: libraries do not disturb each other's threads and memory.
        command = [sys.executable, __file__, "--client", name, "--scale", str(options.scale), "--seconds", str(options.seconds)]
        done = subprocess.run(command, capture_output=True, text=True)
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"module"')]
        outcomes += lines
        for line in lines:
            print(f"{line['client']}: {line['name']}: {line['other']}: {line['theirs'] / line['ours']:.1f}x; {line['compared']}", flush=True)
        if done.returncode != 0:
            error = done.stderr.strip().splitlines()
            missing = next((line for line in error if "ModuleNotFoundError" in line), None)
            print(f"{name}: {'left out: ' if missing else 'FAILED: '}{missing or error[-1] if error else done.returncode}", flush=True)
            if missing is None:
                print(done.stderr[-3000:], file=sys.stderr)
                failed.append(name)
    if outcomes:
        import report

        report.write(options.out, kept(options) + outcomes, context(), list(CLIENTS))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
