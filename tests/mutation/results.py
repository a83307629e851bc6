"""What planted defects have shown: a table that outlives the run, so that a run that was broken off goes on where it stopped.

A row is the newest result of a defect on an instruction set. It holds for the sources whose hash it has: for others the
defect is planted again.
"""
import collections
import concurrent.futures
import csv
import dataclasses
import datetime
import hashlib
import os
import threading
import time

NO_DEFECT = "none"  # the row of the sources as they are


@dataclasses.dataclass(frozen=True)
class Result:
    defect: str    # the name of its patch
    isa: str       # the vector kernels that were built
    sources: str   # Sources.hash_with the defect
    verdict: str   # killed, SURVIVED or NO BUILD
    tests: tuple   # those that failed: the first one; of a complete run the first one of each suite
    complete: bool  # whether all suites ran, or those up to the first that failed
    seconds: int
    date: str = ""

    @property
    def suites(self):
        return tuple(suite_of(test) for test in self.tests)


COLUMNS = [field.name for field in dataclasses.fields(Result)]


def suite_of(test):
    """`CollideOnIsa` of `EveryIsa/CollideOnIsa.fact/avx2`, `Outline` of `Outline/0.fact`."""
    parts = test.split(".")[0].split("/")
    return parts[1] if len(parts) > 1 and not parts[1].isdigit() else parts[0]


def digest_of(text):
    return hashlib.sha256(text.encode()).hexdigest()


class Sources:
    """Texts by their names, and how they are built and run."""

    def __init__(self, texts, *settings):
        self.settings = settings
        self.digests = {name: digest_of(text) for name, text in texts.items()}

    def hash_with(self, file=None, text=None):
        """Of all of it; with this text in that file."""
        digests = self.digests | ({file: digest_of(text)} if file else {})
        return digest_of(repr((self.settings, sorted(digests.items()))))[:16]


class Table:
    """The rows of a CSV file, which is written whole after each result: a run that is killed leaves no half row."""

    def __init__(self, path):
        self.path = path
        self.rows = {}
        self.lock = threading.Lock()
        if path.exists():
            with open(path, newline="") as file:
                for row in csv.DictReader(file):
                    row.update(tests=tuple(filter(None, row["tests"].split(";"))), complete=row["complete"] == "yes", seconds=int(row["seconds"]))
                    result = Result(**row)
                    self.rows[result.defect, result.isa] = result

    def find(self, defect, isa, sources, complete):
        """The result of these sources, or None. A complete one serves as any other."""
        result = self.rows.get((defect, isa))
        return result if result and result.sources == sources and (result.complete or not complete) else None

    def add(self, result):
        with self.lock:
            self.rows[result.defect, result.isa] = result
            self.write()

    def write(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partial = self.path.with_suffix(".partial")
        with open(partial, "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            for key in sorted(self.rows):
                row = dataclasses.asdict(self.rows[key])
                writer.writerow(row | {"tests": ";".join(row["tests"]), "complete": "yes" if row["complete"] else "no"})
        os.replace(partial, self.path)


def results_of(trials, table, isa, complete, again=False, at_once=1):
    """Yields for each trial (defect, hash of its sources, what plants it) whether it was recorded, and its result.

    What plants it returns the verdict and the tests that failed, and is called where the table has no result, or `again`.
    A new result is in the table as soon as it is known; up to `at_once` trials run at a time.
    """
    def result_of(trial):
        defect, sources, plant = trial
        begin = time.monotonic()
        verdict, tests = plant()
        # Without a failure all suites have run.
        whole = complete or verdict == "SURVIVED"
        result = Result(defect, isa, sources, verdict, tuple(tests), whole, round(time.monotonic() - begin),
                        datetime.date.today().isoformat())
        table.add(result)
        return result

    trials = list(trials)
    found = [None if again else table.find(defect, isa, sources, complete) for defect, sources, _ in trials]
    left = [trial for trial, result in zip(trials, found) if result is None]
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        new = map(result_of, left) if at_once == 1 else pool.map(result_of, left)
        for result in found:
            yield result is not None, result or next(new)


def report(results):
    """The lines of a summary: which suites kill which defects, and which defects one suite alone kills."""
    killed = [result for result in results if result.verdict == "killed"]
    kills, alone = collections.defaultdict(list), collections.defaultdict(list)
    for result in killed:
        for suite in dict.fromkeys(result.suites):
            kills[suite].append(result)
        if result.complete and len(set(result.suites)) == 1:
            alone[result.suites[0]].append(result)
    yield f"{'suite':40} kills alone  defects (*: this suite alone kills it)"
    for suite in sorted(kills, key=lambda suite: (-len(kills[suite]), suite)):
        numbers = [result.defect[:3] + "*" * (result in alone[suite]) for result in kills[suite]]
        yield f"{suite:40} {len(kills[suite]):5} {len(alone[suite]):5}  {' '.join(numbers)}"
    survivors = [result.defect for result in results if result.verdict == "SURVIVED"]
    yield f"{len(killed)} killed, {len(survivors)} survived" + "".join(f"\n  {name}" for name in survivors)
    partial = sum(not result.complete for result in killed)
    if partial:
        yield f"{partial} of them stopped at the first test that failed, and say nothing of other suites: run --complete"
