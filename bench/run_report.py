#!/usr/bin/env python3
"""Runs the benchmarks that the figures are drawn from, and writes them to bench/results/CPU/.

  cmake --workflow --preset bench && bench/run_report.py && bench/plot.py

CPU is the processor's name, family and model. Each part of the run is a file of its own, Google Benchmark's JSON with the
machine, compiler, flags and commit in its context: the median of the repetitions and their coefficient of variation. Engines
that are compared run in the same part. tables.txt has the same as plain text. Leave the machine alone meanwhile.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

LARGE = r"^[a-z]+/[a-z]+_(dram|dram_grouped|1m)/"
OTHERS = r"^(bound|set_poses|memory|pairs|frame|frame_kept)/|/(ngon|batch|bodies|scene)_"

# A pass of a peer over millions of pairs takes seconds, and so does making them.
FEWER_REPETITIONS = {"large": 3, "frames": 3}

# What stands for a part in a trial.
QUICK = {
    "workloads": r"^(collide|classify)/(boxes|octagons)_l2/",
    "large": r"^collide/octagons_1m/(satchel|bytes)",
    "bodies": r"^collide/bodies_(256|4096|65536)(_shuffled)?/",
    "frames": r"^(set_poses/octagons_l2|(pairs|frame)/uniform_1e4)/",
}


def parts(isas, scenes):
    """(name, filter, environment) of each part of a full run."""
    yield "bounds", r"^bound/", {}
    yield "workloads", f"-{OTHERS}|{LARGE}", {}  # new queries are here without being named
    yield "large", LARGE.replace("[a-z]+", "(collide|classify)", 1), {}
    yield "vertices", r"^collide/ngon_", {}
    for isa in isas:
        workload = r"((boxes|octagons|mixed)_l2|ngon_[0-9]+)"
        yield f"isa_{isa}", rf"^(collide|classify)/{workload}/(satchel|box2d|box2d_overlap)$", {"SATCHEL_ISA": isa}
    yield "bodies", r"^collide/bodies_", {}
    yield "batches", r"^collide/batch_[0-9]+/(satchel|box2d)$", {}
    # Satchel alone on the largest: one pass of a peer takes half a minute.
    yield "frames", r"^(set_poses|memory)/|^(pairs|frame|frame_kept)/([a-z]+_1e[45]/|movers|uniform_1e[67]/satchel)", {}
    if scenes:
        yield "scenes", "/scene_", {"SATCHEL_SCENES": str(scenes)}


def trimmed(report):
    """Without what says nothing to others, and with six digits."""
    for key in ("host_name", "executable", "library_build_type"):
        report["context"].pop(key, None)
    kept = []
    # As they were registered, not as they ended.
    for run in sorted(report["benchmarks"], key=lambda run: (run["family_index"], run["per_family_instance_index"])):
        if run.get("run_type") == "aggregate" and run.get("aggregate_name") not in ("median", "cv"):
            continue
        for key in ("family_index", "per_family_instance_index", "repetition_index"):
            run.pop(key, None)
        kept.append({key: float(f"{value:.6g}") if isinstance(value, float) else value for key, value in run.items()})
    report["benchmarks"] = kept
    return report


def write(report, file):
    """A line a benchmark: so a change can be read."""
    lines = ",\n".join("    " + json.dumps(run) for run in report["benchmarks"])
    context = json.dumps(report["context"], indent=2).replace("\n", "\n  ")
    file.write_text('{\n  "context": ' + context + ',\n  "benchmarks": [\n' + lines + "\n  ]\n}\n")


def context(bench):
    """What the program says about itself, its machine and its build."""
    done = subprocess.run([bench, "--benchmark_filter=^bound/read/l1$", "--benchmark_min_time=0.001", "--benchmark_format=json"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr.strip())
    return json.loads(done.stdout)["context"]


def slug(processor):
    return re.sub(r"[^a-z0-9]+", "-", processor.lower()).strip("-")


def tables(text):
    """What follows Google Benchmark's lines."""
    found = re.search(r"^\w+, \w+ per \w+", text, re.MULTILINE)
    return text[found.start():] if found else ""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--bench", type=pathlib.Path, default=ROOT / "build/bench/bin/satchel_bench")
    arguments.add_argument("--out", type=pathlib.Path, default=ROOT / "bench/results", help="the folder of CPU folders")
    arguments.add_argument("--scenes", type=pathlib.Path, default=os.environ.get("SATCHEL_SCENES"),
                           help="a folder of scene files; by default what SATCHEL_SCENES names, or none")
    arguments.add_argument("--only", metavar="PART", action="append", help="this part alone (may be repeated)")
    arguments.add_argument("--repetitions", type=int, default=5, help="of each benchmark; medians are kept (default: 5)")
    arguments.add_argument("--quick", action="store_true", help="a trial of the machinery: one short repetition, no large scenes")
    options = arguments.parse_args()
    if not options.bench.exists():
        sys.exit(f"{options.bench} is not there; build it first: cmake --workflow --preset bench")

    about = context(options.bench)
    folder = options.out / slug(about["processor"])
    folder.mkdir(parents=True, exist_ok=True)
    load = about.get("load_avg", [0])[0]
    if load > 0.5:
        print(f"The load of this machine is {load:.1f}: figures will be off.", file=sys.stderr)

    wrong, text, started = [], "", time.monotonic()
    for name, pattern, environment in parts(about["isas"].split(), options.scenes):
        if options.only and name not in options.only:
            continue
        print(f"{time.monotonic() - started:6.0f} s  {name}", file=sys.stderr, flush=True)
        if options.quick:
            pattern = QUICK.get(name, pattern)
        repetitions = min(options.repetitions, FEWER_REPETITIONS.get(name, options.repetitions))
        # Many short repetitions, of all benchmarks by turns: what else the machine does meanwhile meets all engines alike.
        by_turns = name not in FEWER_REPETITIONS
        how = ["--benchmark_min_time=0.01"] if options.quick else [
            f"--benchmark_min_time={0.05 if by_turns else 0.1}", f"--benchmark_repetitions={repetitions}",
            f"--benchmark_enable_random_interleaving={str(by_turns).lower()}", "--benchmark_report_aggregates_only=true"]
        with tempfile.TemporaryDirectory() as temporary:
            raw = pathlib.Path(temporary) / "out.json"
            done = subprocess.run([options.bench, f"--benchmark_filter={pattern}", f"--benchmark_out={raw}",
                                   "--benchmark_out_format=json", "--benchmark_color=false", *how],
                                  env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if done.returncode != 0 or not raw.exists() or not raw.read_text().strip():
                sys.exit(f"{name}: {done.stderr.strip() or 'the run ended without a report'}")
            report = json.loads(raw.read_text())
        wrong += [run["name"] + ": " + run["error_message"] for run in report["benchmarks"] if run.get("error_occurred")]
        write(trimmed(report), folder / f"{name}.json")
        text += f"== {name} ({report['context']['isa']})\n\n{tables(done.stdout)}\n"

    if not options.only:
        (folder / "tables.txt").write_text(f"{about['processor']}, {about['compiler']}, commit {about['commit']}\n\n{text}")
    print(f"{time.monotonic() - started:6.0f} s  done: {folder}", file=sys.stderr)
    if wrong:
        sys.exit("Engines that answered wrongly and were not timed:\n  " + "\n  ".join(wrong))


if __name__ == "__main__":
    main()
