#!/usr/bin/env python3
"""The table of planted defects: what was recorded is not planted again, a run that is broken off goes on; the copy of the tree in
which they are planted; and that every program of tests is run on each."""
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
import building  # noqa: E402
try:
    import switches
except ImportError:
    switches = None
from results import Result, Sources, Table, report, results_of, suite_of  # noqa: E402

# Of the tool and the benchmarks, which have no defects; under node; with other libraries, which judge what others here do.
NOT_RUN = {"satchel_cli_tests", "satchel_bench_tests", "satchel_hash_tests", "satchel_box2d_tests", "satchel_recorded_tests",
           "satchel_second_opinion_tests"}


def runner():
    loader = importlib.machinery.SourceFileLoader("mutation_run", str(HERE / "run"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutation_run", loader))
    loader.exec_module(module)
    return module


class Fakes:
    """Trials of defects d1, d2, ... that count how often each is planted."""

    def __init__(self, folder, **failed):
        self.path = pathlib.Path(folder) / "new" / "table.csv"
        self.failed, self.planted = failed, []

    def trial(self, defect, sources):
        def plant():
            self.planted.append(defect)
            tests = self.failed[defect]
            if tests is None:
                raise KeyboardInterrupt
            return ("killed" if tests else "SURVIVED"), tests
        return defect, sources, plant

    def run(self, sources="s1", complete=False, again=False, isa="avx2"):
        """(planted now, results) with a table as a new process reads it."""
        self.planted = []
        trials = [self.trial(defect, sources) for defect in self.failed]
        results = list(results_of(trials, Table(self.path), isa, complete, again))
        self.check_recorded(results)
        return self.planted, [result for _, result in results]

    def check_recorded(self, results):
        assert [result.defect for recorded, result in results if not recorded] == self.planted


class Results(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_what_is_recorded_is_not_planted_again(self):
        fakes = Fakes(self.folder, d1=["EveryIsa/A.f, \"g\"/avx2"], d2=[])
        planted, first = fakes.run()
        self.assertEqual(planted, ["d1", "d2"])
        planted, second = fakes.run()
        self.assertEqual(planted, [])
        self.assertEqual(first, second)
        self.assertEqual([result.verdict for result in second], ["killed", "SURVIVED"])

    def test_other_sources_other_instruction_sets_and_again_plant_it_again(self):
        fakes = Fakes(self.folder, d1=["A.f"])
        fakes.run()
        self.assertEqual(fakes.run(isa="sse42")[0], ["d1"])
        self.assertEqual(fakes.run()[0], [])  # that of avx2 is still there
        self.assertEqual(fakes.run(again=True)[0], ["d1"])
        self.assertEqual(fakes.run(sources="s2")[0], ["d1"])
        self.assertEqual(fakes.run(sources="s1")[0], ["d1"])  # the newest result alone is kept

    def test_a_run_that_is_broken_off_goes_on(self):
        fakes = Fakes(self.folder, d1=["A.f"], d2=["A.g"], d3=None, d4=[])
        with self.assertRaises(KeyboardInterrupt):
            fakes.run()
        self.assertEqual(fakes.planted, ["d1", "d2", "d3"])
        fakes.failed["d3"] = ["B.h"]
        planted, results = fakes.run()
        self.assertEqual(planted, ["d3", "d4"])
        self.assertEqual([result.tests for result in results], [("A.f",), ("A.g",), ("B.h",), ()])

    def test_the_first_failure_is_no_complete_result_but_a_survivor_is(self):
        fakes = Fakes(self.folder, d1=["A.f"], d2=[])
        fakes.run()
        self.assertEqual(fakes.run(complete=True)[0], ["d1"])
        self.assertEqual(fakes.run()[0], [])  # the complete result serves

    def test_a_hash_is_of_every_text_its_name_and_the_settings(self):
        texts = {"a": "1", "b": "2"}
        hashes = [Sources(texts, "-O1").hash_with(), Sources(texts, "-O2").hash_with(), Sources({"a": "1"}, "-O1").hash_with(),
                  Sources({"a": "12", "b": ""}, "-O1").hash_with(), Sources({"b": "1", "a": "2"}, "-O1").hash_with(),
                  Sources(texts, "-O1").hash_with("a", "3"), Sources(texts, "-O1").hash_with("c", "3")]
        self.assertEqual(len(set(hashes)), len(hashes))
        self.assertEqual(Sources({"a": "3", "b": "2"}, "-O1").hash_with(), hashes[5])

    def test_suites_have_the_names_of_the_tests(self):
        for test, suite in (("EveryIsa/CollideOnIsa.a_fact/avx2", "CollideOnIsa"), ("Outline/0.fact", "Outline"), ("Isa.fact", "Isa"),
                            ("Of/Progress.fact/3", "Progress"), ("EveryIsa/Sweep. (crashed)", "Sweep"),
                            ("satchel_query_tests (endless)", "satchel_query_tests (endless)")):
            self.assertEqual(suite_of(test), suite)

    def test_a_suite_kills_alone_what_no_other_kills(self):
        def killed(number, *tests, complete=True):
            return Result(f"{number:03}-x", "avx2", "s", "killed", tests, complete, 1)
        lines = list(report([killed(1, "E/A.f/avx2"), killed(2, "E/A.f/avx2", "B.g"), killed(3, "B.h", complete=False),
                             Result("004-lives", "avx2", "s", "SURVIVED", (), True, 1)]))
        self.assertRegex(lines[1], r"^A +2 +1  001\* 002$")
        self.assertRegex(lines[2], r"^B +2 +0  002 003$")
        self.assertEqual(lines[3], "3 killed, 1 survived\n  004-lives")
        self.assertIn("1 of them stopped", lines[4])


class CopyOfTree(unittest.TestCase):
    """A copy of a small tree, and commands that are not run."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "root"
        for name in ("include", "src/cli", "tests", "cmake"):
            (self.root / name).mkdir(parents=True)
        for name in (*building.COPIED[4:], "src/a.cpp", "src/b.cpp", "src/README.md", "src/cli/main.cpp"):
            (self.root / name).write_text(name)
        self.fails, self.built = [], []
        self.patch(building, "output_of", lambda command, **options: self.commanded(command))
        self.copy = building.Copy(self.root / "build", root=self.root)
        self.copy.failures = lambda complete: iter(self.fails)

    def patch(self, module, name, value):
        self.addCleanup(setattr, module, name, getattr(module, name))
        setattr(module, name, value)

    def commanded(self, command):
        if "--build" in command:
            self.built.append((self.copy.tree / "src" / "a.cpp").read_text())
        return subprocess.CompletedProcess(command, 0, stdout="")

    def test_the_copy_follows_the_tree_and_keeps_times(self):
        tree = self.copy.tree
        self.copy.prepare()
        for name in ("src/a.cpp", "src/b.cpp"):
            os.utime(tree / name, (1000, 1000))
        (self.root / "src" / "a.cpp").write_text("new")
        (self.root / "src" / "cli" / "main.cpp").unlink()
        self.copy.prepare()
        self.assertEqual((tree / "src" / "a.cpp").read_text(), "new")
        self.assertNotEqual((tree / "src" / "a.cpp").stat().st_mtime, 1000)
        self.assertEqual((tree / "src" / "b.cpp").stat().st_mtime, 1000)
        self.assertFalse((tree / "src" / "cli" / "main.cpp").exists())

    def test_texts_stand_in_the_place_of_the_trees(self):
        self.copy.prepare({"src/b.cpp": b"another"})
        self.assertEqual((self.copy.tree / "src" / "b.cpp").read_text(), "another")
        self.copy.prepare()
        self.assertEqual((self.copy.tree / "src" / "b.cpp").read_text(), "src/b.cpp")

    def test_texts_that_matter_are_those_that_are_built(self):
        self.assertEqual(set(building.texts_that_matter(self.root)), {"CMakeLists.txt", "src/a.cpp", "src/b.cpp"})

    def test_a_defect_is_built_and_taken_back(self):
        run = runner()
        self.copy.prepare()
        plant = run.trial(self.copy, run.Item(1, "001-d", "why", "src/a.cpp", "defect"), False)
        self.assertEqual(plant(), ("SURVIVED", []))
        self.fails = ["A.f"]
        self.assertEqual(plant(), ("killed", ["A.f"]))
        self.copy.failures = lambda complete: (_ for _ in ()).throw(KeyboardInterrupt)
        with self.assertRaises(KeyboardInterrupt):
            plant()
        self.assertEqual(self.built, ["defect"] * 3)
        self.assertEqual((self.copy.tree / "src" / "a.cpp").read_text(), "src/a.cpp")

    def test_tests_that_fail_without_a_defect_end_the_run(self):
        self.copy.prepare()
        self.fails = ["A.f"]
        with self.assertRaisesRegex(SystemExit, "Without any defect A.f fails"):
            runner().trial(self.copy, None, False)()


@unittest.skipIf(switches is None, "python3-clang-14 is not there")
class Switches(unittest.TestCase):
    TEXT = b"int f(int a) {\n  return a < 1;\n}\nint g() { return 2; }\n"
    BODIES = [(14, 31), (42, 53)]

    def change(self, old, new):
        return switches.change_between(self.TEXT, self.TEXT.replace(old, new))

    def test_a_change_is_where_texts_differ(self):
        self.assertEqual(self.change(b"<", b"<="), switches.Change(27, 27, b"="))
        self.assertEqual(self.change(b" < 1", b""), switches.Change(25, 29, b""))
        self.assertIsNone(switches.body_with(self.BODIES, self.change(b"g()", b"g(int)")))

    def test_bodies_are_those_of_functions(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.cpp"
            path.write_bytes(self.TEXT)
            self.assertEqual(switches.bodies_of(switches.parsed(path, folder), path), self.BODIES)

    def test_each_defect_acts_by_its_number(self):
        changes = [(3, self.BODIES[0], self.change(b"<", b"<=")), (4, self.BODIES[0], self.change(b" < 1", b"")), (5, self.BODIES[1], self.change(b"2", b"7"))]
        text, lines = switches.with_switches(self.TEXT, changes)
        self.assertEqual([number for _, _, number in lines], [3, 4, 5])
        for first, last, number in lines:
            self.assertIn(f"on({number})", "\n".join(text.decode().split("\n")[first - 1:last]))
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "switches.hpp").write_text(switches.HEADER)
            (folder / "a.cpp").write_bytes(text + b"int main() { std::printf(\"%d %d\", f(1), g()); }\n")
            subprocess.run(["g++", "-std=c++20", "-include", folder / "switches.hpp", folder / "a.cpp", "-o", folder / "a"], check=True)

            def said(**variables):
                return subprocess.run([folder / "a"], env=os.environ | variables, stdout=subprocess.PIPE, text=True).stdout
            self.assertEqual([said(SATCHEL_DEFECT=number) for number in "03456"], ["0 2", "1 2", "1 2", "0 7", "0 2"])
            self.assertEqual(said(SATCHEL_REACHED=str(folder / "reached")), "0 2")
            self.assertEqual((folder / "reached").read_text().split(), ["3", "4", "5"])

    def test_messages_of_the_compiler_name_defects(self):
        lines = {"src/a.hpp": [(3, 6, 17), (7, 9, 18)]}
        said = "/t/src/a.hpp:8:3: error: no\n/t/src/b.cpp:4:3:   required from here\n/t/src/c.hpp:5:1: error: x\n"
        self.assertEqual(switches.numbers_in_errors(said, lines, "/t"), {18})

    def test_no_function_has_too_many_in_one_batch(self):
        places = [(number, "f", (0, 9)) for number in range(10)] + [(10, "f", (20, 30))]
        groups = switches.batches(places, 100)
        self.assertEqual(sorted(place for group in groups for place in group), places)
        self.assertEqual([len(group) for group in groups], [switches.PER_FUNCTION + 1, switches.PER_FUNCTION, 2])


class Programs(unittest.TestCase):
    def test_the_copy_of_this_tree_can_be_configured(self):
        with tempfile.TemporaryDirectory() as folder:
            building.Copy(pathlib.Path(folder)).prepare()  # ends the process where it can not

    def test_every_program_of_tests_is_run(self):
        lists = [path.read_text() for path in HERE.parent.rglob("CMakeLists.txt")]
        programs = {name for text in lists for name in re.findall(r"\bsatchel_test\((satchel_\w+)", text)}
        self.assertGreater(len(programs), 20)
        self.assertEqual(programs - NOT_RUN, set(runner().PROGRAMS))


if __name__ == "__main__":
    unittest.main()
