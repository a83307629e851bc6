"""The copy of the tree in which defects are planted: what is copied, how it is built, and how its tests are run."""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

COPIED = ("include", "src", "tests", "cmake", "CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "CITATION.cff")
# Parts of these that are not built here; a change of them leaves the results as they are.
NOT_BUILT = ("src/cli/", "src/page/", "src/site/", "src/bindings/python/", "src/bindings/wasm/", "tests/bench/", "tests/cli/",
             "tests/bindings/python/", "tests/bindings/wasm/", "tests/fuzz/corpus/", "tests/mutation/", "tests/packaging/", "tests/page/", "LICENSE", "CITATION.cff")
# Every program of tests, those first that kill most; results_test.py holds it.
PROGRAMS = ("satchel_query_tests", "satchel_kernels_tests", "satchel_exact_tests", "satchel_compound_tests",
            "satchel_scene_tests", "satchel_broad_phase_tests", "satchel_spatial_tests", "satchel_first_hits_tests",
            "satchel_parallel_tests", "satchel_dispatch_tests", "satchel_outline_tests", "satchel_outlines_tests",
            "satchel_rings_tests", "satchel_rings_memory_tests", "satchel_guarded_tests", "satchel_fault_tests",
            "satchel_push_out_tests", "satchel_seams_tests", "satchel_sweep_start_tests", "satchel_within_tests",
            "satchel_areas_tests", "satchel_nms_tests", "satchel_accuracy_tests", "satchel_units_tests",
            "satchel_allocation_tests", "satchel_c_tests", "satchel_c_fault_tests")
LEFT_OUT = "*as_were_recorded*:*Golden*:*GuardedDeathTest*:*available_ones_are_those_of_this_processor*"
AVAILABLE = "avx512" if "avx512vl" in pathlib.Path("/proc/cpuinfo").read_text() else "sse42"
VECTOR_ISA = os.environ.get("VECTOR_ISA", AVAILABLE)
CONFIGURATION = ("-DCMAKE_BUILD_TYPE=Release", "-DSATCHEL_TESTS=ON", "-DSATCHEL_TBB=OFF", "-DSATCHEL_TOOL=OFF",
                 f"-DSATCHEL_VECTOR_ISAS={VECTOR_ISA}", "-DSATCHEL_KERNEL_OPTIMISATION=-O1", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG",
                 "-DCMAKE_CXX_FLAGS=-DSATCHEL_TEST_DIVISOR=5")
LIMIT = 900  # seconds for one program: a defect that makes tests run for ever is killed too


def output_of(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


def files_of(root):
    """The files that are copied, by their names."""
    for part in COPIED:
        for path in [root / part] if (root / part).is_file() else sorted((root / part).rglob("*")):
            if path.is_file():
                yield path.relative_to(root).as_posix(), path


def texts_that_matter(root=ROOT):
    return {name: path.read_text(errors="replace") for name, path in files_of(root)
            if not name.startswith(NOT_BUILT) and not name.endswith(".md")}


class Copy:
    """A copy of the tree in a folder, its build, and its tests."""

    def __init__(self, folder, *flags, root=ROOT):
        self.root, self.tree, self.build, self.flags = root, folder / "tree", folder / "build", flags

    def prepare(self, texts={}):
        """Makes the copy equal to the tree but for these texts, and configures it. What has not changed keeps its time: nothing
        builds it again."""
        todays = dict(files_of(self.root))
        for name, path in files_of(self.tree) if self.tree.exists() else ():
            if name not in todays:
                path.unlink()
        for name, path in todays.items():
            copy, text = self.tree / name, texts[name] if name in texts else path.read_bytes()
            if not copy.exists() or copy.read_bytes() != text:
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(text)
                shutil.copymode(path, copy)
        configured = output_of(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", *CONFIGURATION, *self.flags])
        if configured.returncode != 0:
            sys.exit(configured.stdout)

    def built(self, *options):
        return output_of(["cmake", "--build", self.build, "--target", *PROGRAMS, *options])

    def run_tests(self, program, filter, *options, limit=LIMIT, **variables):
        return output_of([self.build / "tests" / program, f"--gtest_filter={filter}-{LEFT_OUT}", *options], cwd=self.build / "tests",
                         timeout=limit, env=os.environ | variables)

    def failure(self, program, filter="*", **how):
        """The first test of the program that fails, or None."""
        try:
            run = self.run_tests(program, filter, "--gtest_fail_fast", "--gtest_brief=1", **how)
        except subprocess.TimeoutExpired:
            return f"{program if filter == '*' else filter} (endless)"
        if run.returncode == 0:
            return None
        failed = [line.split("]", 1)[1].split("(")[0].split(",")[0].strip() for line in run.stdout.splitlines() if "FAILED  ]" in line]
        return failed[0] if failed else f"{program if filter == '*' else filter} (crashed)"

    def failures(self, complete, programs=PROGRAMS, **how):
        """The first test that fails, if one does; if `complete`, the first one of each suite."""
        for program in programs:
            filters = ["*"]
            if complete:  # each suite by itself, so that one that crashes hides no other
                listed = self.run_tests(program, "*", "--gtest_list_tests").stdout.splitlines()
                filters = [line.split()[0] + "*" for line in listed if line.split("#")[0].rstrip().endswith(".") and not line.startswith(" ")]
            for filter in filters:
                failed = self.failure(program, filter, **how)
                if failed:
                    yield failed
                    if not complete:
                        return
