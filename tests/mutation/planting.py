"""Puts a defect of defects/*.patch into the text as it is today.

A patch is made against the commit that it names (its `Base:` line). Since then files may have been renamed or split and
identifiers beside the defect renamed, so the text of the base, the text with the defect and the text of today are merged:
line by line; where that conflicts, word by word; and where that does too, once more after the names that have changed
between base and today are changed in the defect as well. A file that is gone is looked for where git finds it renamed. What
no merge can place is placed where its lines stand exactly once in today's text.
"""
import collections
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = pathlib.Path(__file__).resolve().parent / "defects"
PARTS = ("include", "src")  # where defects are


def git(*arguments, **options):
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True, **options).stdout


class Defect:
    """One patch: number, name, reason, base commit, and the file that it changes there."""

    def __init__(self, patch):
        self.patch = patch
        self.number, self.name = int(patch.name[:3]), patch.stem
        lines = patch.read_text().splitlines()
        self.reason = lines[0]
        self.base = re.fullmatch(r"Base: ([0-9a-f]{40})", lines[1]).group(1)
        files = [line[6:] for line in lines if line.startswith("--- a/")]
        if len(files) != 1:
            raise ValueError(f"{patch.name}: a defect is in one file")
        self.file = files[0]


def all_defects():
    defects = [Defect(patch) for patch in sorted(FOLDER.glob("*.patch"))]
    for number, defect in enumerate(defects, 1):
        if defect.number != number:
            raise ValueError(f"{defect.patch.name}: number {number} is missing")
    return defects


class Base:
    """A commit that patches were made against: its texts, with and without a defect, and where its files are today."""

    def __init__(self, commit):
        self.commit = commit
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="satchel-defects-"))
        # Objects of today's uncommitted text stay out of the repository.
        self.environment = dict(os.environ, GIT_INDEX_FILE=str(self.folder / "index"), GIT_OBJECT_DIRECTORY=str(self.folder),
                                GIT_ALTERNATE_OBJECT_DIRECTORIES=git("rev-parse", "--path-format=absolute", "--git-path", "objects").strip())
        self.renamed_to = self._renames()
        git("read-tree", commit, env=self.environment)
        shutil.copy(self.folder / "index", self.folder / "index of base")

    def close(self):
        shutil.rmtree(self.folder)

    def text(self, file):
        return git("show", f"{self.commit}:{file}")

    def text_with(self, defect):
        shutil.copy(self.folder / "index of base", self.folder / "index")
        git("apply", "--cached", str(defect.patch), env=self.environment)
        return git("show", f":{defect.file}", env=self.environment)

    def _renames(self):
        git("read-tree", self.commit, env=self.environment)
        git("add", "--all", *PARTS, env=self.environment)
        fields = git("diff", "--cached", "-z", "--diff-filter=R", "-M40%", "-l0", "--name-status", self.commit, env=self.environment).split("\0")
        return dict(zip(fields[1::3], fields[2::3]))


def merged(ours, base, theirs):
    """The merge of texts whose units are lines; None where it conflicts or changes nothing."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, text in (("ours", ours), ("base", base), ("theirs", theirs)):
            paths.append(pathlib.Path(folder) / name)
            paths[-1].write_text(text)
        run = subprocess.run(["git", "merge-file", "-p", *paths], cwd=folder, capture_output=True, text=True)
    return run.stdout if run.returncode == 0 and run.stdout != ours else None


def words_of(text):
    """Its words, marks and runs of blanks; joined they are the text again."""
    return re.findall(r"\w+|[^\S\n]+|\n|[^\w\s]", text)


def in_words(text):
    """The text with one of these on each line; line breaks are written as `\\n`."""
    return "".join(word.replace("\n", "\\n") + "\n" for word in words_of(text))


def from_words(words):
    return "".join(word.replace("\\n", "\n") for word in words.split("\n"))


def merged_by_words(ours, base, theirs):
    words = merged(in_words(ours), in_words(base), in_words(theirs))
    return None if words is None else from_words(words)


def merged_with_new_names(ours, base, theirs):
    """The same, once each identifier of the base has the name that stands most often in its place today."""
    old, new = words_of(base), words_of(ours)
    votes = collections.defaultdict(collections.Counter)
    for tag, i, i_end, j, j_end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "replace" and i_end - i == j_end - j:
            for before, after in zip(old[i:i_end], new[j:j_end]):
                if before.isidentifier() and after.isidentifier():
                    votes[before][after] += 1
    names = {before: counts.most_common(1)[0][0] for before, counts in votes.items()}
    renamed = ["".join(names.get(word, word) for word in words_of(text)) for text in (base, theirs)]
    return merged_by_words(ours, *renamed)


def removed_and_added(base, theirs):
    """The lines that a defect takes out and those that it puts in, each as one text; with a line before an insertion."""
    base, theirs = base.splitlines(keepends=True), theirs.splitlines(keepends=True)
    begin = 0
    while begin < min(len(base), len(theirs)) and base[begin] == theirs[begin]:
        begin += 1
    end = 0
    while end < min(len(base), len(theirs)) - begin and base[-1 - end] == theirs[-1 - end]:
        end += 1
    if begin == len(base) - end and begin > 0:
        begin -= 1
    return "".join(base[begin:len(base) - end]), "".join(theirs[begin:len(theirs) - end])


def todays_texts():
    return {path.relative_to(ROOT).as_posix(): path.read_text()
            for part in PARTS
            for path in sorted((ROOT / part).rglob("*"))
            if path.suffix in (".h", ".hpp", ".cpp")}


def planted(defect, base, texts):
    """Today's file and its text with the defect, or None where the defect no longer applies."""
    before, after = base.text(defect.file), base.text_with(defect)
    file = base.renamed_to.get(defect.file, defect.file)
    if file in texts:
        for merge in (merged, merged_by_words, merged_with_new_names):
            text = merge(texts[file], before, after)
            if text is not None:
                return file, text
    removed, added = removed_and_added(before, after)
    holders = [name for name, text in texts.items() if removed in text]
    if removed.strip() and len(holders) == 1 and texts[holders[0]].count(removed) == 1:
        return holders[0], texts[holders[0]].replace(removed, added)
    return None


def plant_all(defects):
    """For each defect what `planted` says."""
    bases, texts = {}, todays_texts()
    try:
        for defect in defects:
            if defect.base not in bases:
                bases[defect.base] = Base(defect.base)
        return [planted(defect, bases[defect.base], texts) for defect in defects]
    finally:
        for base in bases.values():
            base.close()
