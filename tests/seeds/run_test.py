#!/usr/bin/env python3
"""What `run` prints of tests that pass, that fail and that are killed; a run that was cut off goes on by its journal."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent


class OtherSeeds(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build, self.journal = pathlib.Path(folder.name), pathlib.Path(folder.name) / "seeds.journal"
        (self.build / "CTestTestfile.cmake").write_text(
            'add_test(Always.passes "true")\n'
            'add_test("EveryIsa/Even.fails/scalar  # GetParam() = 1" "sh" "-c" "exit $((SATCHEL_TEST_SEED % 2 == 0))")\n'
            'add_test(Third.dies "sh" "-c" "test $SATCHEL_TEST_SEED != 3 || kill -SEGV $$")\n'
            'add_test(EveryIsa/GoldenOnIsa.of_recorded_answers/scalar "false")\n'
            'add_test(proofs.hold "false")\n'
        )

    def run_with(self, *arguments):
        command = [sys.executable, HERE / "run", *arguments, "--build", self.build, "--journal", self.journal]
        return subprocess.run(command, capture_output=True, text=True)

    def test_names_what_fails_of_each_seed(self):
        ran = self.run_with("3")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        wanted = (
            "seed 1: 3 tests, 0 failed\n"
            "seed 2: 3 tests, 1 failed\n  EveryIsa/Even.fails/scalar\n"
            "seed 3: 3 tests, 1 failed\n  Third.dies\n"
        )
        self.assertEqual(ran.stdout, wanted)

    def test_goes_on_by_its_journal(self):
        first = self.run_with("2")
        (self.build / "CTestTestfile.cmake").write_text('add_test(Other.passes "true")\n')
        again = self.run_with("3")
        self.assertEqual(again.stdout, first.stdout + "seed 3: 1 tests, 0 failed\n")

    def test_passes_if_all_do_and_runs_what_is_named(self):
        ran = self.run_with("2", "-R", "passes")
        self.assertEqual((ran.returncode, ran.stdout), (0, "seed 1: 1 tests, 0 failed\nseed 2: 1 tests, 0 failed\n"))

    def test_refuses_a_folder_without_tests_and_names_of_none(self):
        self.assertEqual(self.run_with("1", "-R", "nothing_like_this").returncode, 2)
        (self.build / "CTestTestfile.cmake").unlink()
        ran = self.run_with("1")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("has no tests", ran.stderr)


if __name__ == "__main__":
    unittest.main()
