"""The documents of the repository, by section: what a page of the site is cut from."""

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Section:
    level: int
    title: str
    slug: str
    own: str  # the text before the first heading inside
    inside: list["Section"] = field(default_factory=list)


def slug_of(title):
    """As GitHub makes it of a heading."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", title).lower()).replace(" ", "-")


@cache
def sections(path):
    """All sections of a document, the whole document first, as a tree and in order."""
    found, lines, fenced = [], [], False
    stack = [Section(0, "", "", "")]
    found.append(stack[0])
    texts = {id(stack[0]): lines}
    for line in (ROOT / path).read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            fenced = not fenced
        heading = None if fenced else re.match(r"(#+) (.*)", line)
        if not heading:
            texts[id(stack[-1])].append(line)
            continue
        section = Section(len(heading[1]), heading[2], slug_of(heading[2]), "")
        while stack[-1].level >= section.level:
            stack.pop()
        stack[-1].inside.append(section)
        stack.append(section)
        found.append(section)
        texts[id(section)] = []
    for section in found:
        section.own = "\n".join(texts[id(section)]).strip("\n")
    return found


def section(path, slug=""):
    """A section by the anchor of its heading; without one the document, from below its title."""
    wanted = [s for s in sections(path) if s.slug == slug]
    if not slug:
        (title,) = sections(path)[0].inside
        return title
    if not wanted:
        raise SystemExit(f"{path}: there is no heading #{slug}")
    return wanted[0]


def block(path, language, text):
    """The one fenced block of a document that contains a text."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / path).read_text(encoding="utf-8"), re.M | re.S)
    found = [body for body in found if text in body]
    if len(found) != 1:
        raise SystemExit(f"{path}: {len(found)} blocks of {language} contain {text}")
    return found[0]


def item(path, slug, term):
    """The one item of a section's list that begins with a term in bold."""
    items = re.findall(r"^- (.*(?:\n  .*)*)", section(path, slug).own, re.M)
    found = [i for i in items if i.startswith(f"**{term}**")]
    if len(found) != 1:
        raise SystemExit(f"{path}#{slug}: {len(found)} items begin with **{term}")
    return re.sub(r"\n  ", "\n", found[0])


def row(path, slug, first):
    """The cells of the row of a section's table that begins with a text."""
    for line in section(path, slug).own.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        if re.match(rf"`{re.escape(first)}\b(?!-)", cells[0]):
            return cells
    raise SystemExit(f"{path}#{slug}: no row begins with `{first}")
