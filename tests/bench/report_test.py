#!/usr/bin/env python3
"""report_test.py BENCH_FOLDER SATCHEL_BENCH: bench/run_report.py, plot.py and profile.sh from end to end. No figure is judged."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

BENCH, PROGRAM = pathlib.Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(BENCH))
sys.dont_write_bytecode = True
import run_report  # noqa: E402

try:
    import matplotlib  # noqa: F401
    PLOTS = True
except ImportError:
    PLOTS = False

FIGURES = ["batches", "bodies", "roofline", "threads", "vertices"]


def invented():
    """A full run's parts, of smooth figures."""
    parts = {name: {} for name in ("bounds", "workloads", "large", "vertices", "isa_avx2", "isa_sse4.2", "bodies", "batches")}
    for isa, peak in (("avx512", 100.0), ("avx2", 80.0), ("sse4.2", 50.0)):
        parts["bounds"][f"bound/arithmetic/{isa}"] = {"ops_per_ns": peak}
    for level, rate in (("l1", 160.0), ("l2", 110.0), ("l3", 90.0), ("dram", 20.0)):
        parts["bounds"][f"bound/read/{level}"] = {"bytes_per_ns": rate}
    for workload in ("boxes_l2", "octagons_l2", "boxes_dram", "octagons_dram", "octagons_dram_grouped"):
        for engine, ns in (("satchel", 12.0), ("bytes", 8.0)):
            parts["large" if "dram" in workload else "workloads"][f"collide/{workload}/{engine}"] = {
                "ns_per_pair": ns, "ops_per_pair": 800.0, "bytes_per_pair": 224.0, "line_bytes_apart": 304.0, "line_bytes_once": 73.0}
    for threads in (2, 4):
        parts["large"][f"collide/octagons_dram/satchel/threads:{threads}"] = {"ns_per_pair": 12.5 / threads}
    for n in (3, 8, 64, 4096):
        for engine, factor in (("satchel", 2.0), ("box2d", 14.0), ("geos", 60.0)):
            parts["vertices"][f"collide/ngon_{n}/{engine}"] = {"ns_per_pair": factor * n}
        for isa, factor in (("avx2", 3.0), ("sse4.2", 5.0)):
            parts[f"isa_{isa}"][f"collide/ngon_{n}/satchel"] = {"ns_per_pair": factor * n}
            parts[f"isa_{isa}"]["collide/octagons_l2/satchel"] = {"ns_per_pair": factor * 8}
    for n in (256, 4096, 1048576):
        for suffix, more in (("", 1.0), ("_shuffled", 2.0)):
            for engine, ns in (("satchel", 12.0), ("box2d", 100.0), ("bytes", 6.0)):
                parts["bodies"][f"collide/bodies_{n}{suffix}/{engine}"] = {"ns_per_pair": ns * more}
    for n in (1, 64, 4096):
        parts["batches"][f"collide/batch_{n}/satchel"] = {"ns_per_pair": 12.0 + 100.0 / n}
    return parts


def write_invented(folder):
    context = {"processor": "Invented, family 1, model 2", "compiler": "g++ 0", "commit": "0123456789ab", "isa": "avx512",
               "caches": [{"type": "Unified", "level": 2, "size": 1048576, "num_sharing": 1}]}
    for part, benchmarks in invented().items():
        runs = [{"name": name + "_median", "run_name": name, "run_type": "aggregate", "aggregate_name": "median", **counters}
                for name, counters in benchmarks.items()]
        run_report.write({"context": context, "benchmarks": runs}, folder / f"{part}.json")


def plot(folder):
    subprocess.run([sys.executable, BENCH / "plot.py", folder], check=True, stdout=subprocess.PIPE)
    return {file.stem: file.read_bytes() for file in folder.glob("*.svg")}


class Report(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def test_a_run_writes_its_part_with_the_machine_and_the_commit(self):
        command = [sys.executable, BENCH / "run_report.py", "--quick", "--bench", PROGRAM, "--out", self.folder]
        done = subprocess.run([*command, "--only", "bounds", "--only", "batches"], stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        (cpu,) = self.folder.iterdir()
        self.assertRegex(cpu.name, r"^[a-z0-9-]+$")
        self.assertEqual(sorted(file.name for file in cpu.iterdir()), ["batches.json", "bounds.json"])
        report = json.loads((cpu / "batches.json").read_text())
        for key in ("date", "caches", "processor", "system", "compiler", "flags", "isa", "isas", "commit", "satchel"):
            self.assertTrue(report["context"].get(key), key)
        for key in ("host_name", "executable"):
            self.assertNotIn(key, report["context"])
        sizes = {run["run_name"].split("/")[1] for run in report["benchmarks"]}
        self.assertTrue({"batch_1", "batch_64", "batch_1024"} <= sizes, sizes)
        for run in report["benchmarks"]:
            self.assertGreater(run["ns_per_pair"], 0, run)
            self.assertGreater(run["ns_per_call"], 0, run)

    def test_every_benchmark_has_a_name_of_its_own(self):
        done = subprocess.run([PROGRAM, "--benchmark_list_tests"], stdout=subprocess.PIPE, check=True, text=True)
        names = done.stdout.split()
        self.assertEqual(sorted({name for name in names if names.count(name) > 1}), [])
        for name in ("collide/octagons_l2/satchel", "classify/boxes_dram_grouped/satchel", "frame/uniform_1e5/satchel",
                     "rays/lidar/satchel", "add_shapes/boxes/satchel", "join/octagons_1e5/satchel"):
            self.assertIn(name, names)

    def test_a_processor_has_a_name_for_a_folder(self):
        self.assertEqual(run_report.slug("AMD EPYC, family 25, model 17"), "amd-epyc-family-25-model-17")
        self.assertEqual(run_report.slug("Intel(R) Core(TM) i7 @ 3 GHz, family 6"), "intel-r-core-tm-i7-3-ghz-family-6")

    def test_the_tables_follow_the_lines_of_the_run(self):
        self.assertEqual(run_report.tables("Run on\ncollide/a/b 5 ns\n\ncollide, ns per pair; x\n\n  a\n"),
                         "collide, ns per pair; x\n\n  a\n")
        self.assertEqual(run_report.tables("nothing"), "")

    @unittest.skipUnless(PLOTS, "matplotlib is not there")
    def test_every_figure_is_drawn_and_the_same_every_time(self):
        write_invented(self.folder)
        first = plot(self.folder)
        self.assertEqual(sorted(first), FIGURES)
        self.assertEqual(first, plot(self.folder))
        for name, svg in first.items():
            xml.etree.ElementTree.fromstring(svg)
            self.assertNotIn(b"<dc:date>", svg, name)

    @unittest.skipUnless(PLOTS, "matplotlib is not there")
    def test_parts_that_are_missing_leave_their_figures_out(self):
        write_invented(self.folder)
        for part in ("bounds", "vertices", "isa_avx2", "isa_sse4.2"):
            (self.folder / f"{part}.json").unlink()
        self.assertEqual(sorted(plot(self.folder)), ["batches", "bodies", "threads"])

    def profiled_with(self, perf, name="collide/octagons_l2/satchel"):
        """What profile.sh says where `perf` is this script."""
        (self.folder / "perf").write_text("#!/bin/sh\n" + perf)
        (self.folder / "perf").chmod(0o755)
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}
        environment.pop("SATCHEL_PROFILE", None)
        return subprocess.run(["bash", BENCH / "profile.sh", PROGRAM, name, self.folder], env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_a_profile_says_what_is_missing_and_ends_well(self):
        for perf, says in (("exit 1", "there is no perf here"), ('[ "$1" = --version ]', "kernel.perf_event_paranoid")):
            done = self.profiled_with(perf)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(says, done.stdout)

    def test_a_profile_of_nothing_is_refused(self):
        done = self.profiled_with("exit 1", "collide/nothing")
        self.assertEqual(done.returncode, 1)
        self.assertIn("There is no benchmark collide/nothing", done.stderr)


if __name__ == "__main__":
    if not PLOTS:
        print("matplotlib is not there: figures are not tested")
    unittest.main(argv=sys.argv[:1], verbosity=2)
