"""Makes the pages of the site, which Sphinx builds, of the documents of the repository: compose.py OUTPUT DOXYGEN_XML DECLARATIONS

A part of the site is a file `NUMBER-PART.txt` of `pages`: its title, then pages, each from a line `=== NAME: TITLE` on. A page is Markdown; lines that
begin with @ take text from where it stands:

    @cut FILE[#ANCHOR]          a section with all that is inside, or a whole document
    @own FILE[#ANCHOR] [N[-M]]  the text of a section before the first heading inside, or some of its paragraphs, from 1 on
    @calls-of FILE#ANCHOR       the same, with links from the names of calls to their pages of the guide
    @item FILE#ANCHOR TERM      an item of its list, by the term it begins with
    @figure NAME                a figure of figures.py, with what it says
    @tabs NAME...               until @end: the calls of these names in each language, and below
      LANGUAGE FILE#ANCHOR      a section; LANGUAGE FILE :: TEXT: the block that contains TEXT; LANGUAGE FILE: a program;
      tool COMMAND              what the tool's document says of a command
    @document FILE              the whole page, with its title
    @code LANGUAGE FILE         a program
    @list SYSTEM COMMAND        the packages of a system, behind the command that installs them
    @help                       what the tool says of itself and of each command
    @gallery                    all figures
    @live LIVE                  that live page, in a frame
    @with LIVE TEXT             the text, where live_pages has made that page; a page that begins with @needs LIVE stands only then
    @headers FOLDER             a page for each public header there
    @python, @javascript, @calls   the references of these languages; a table of all calls

Every section of the documents named in DOCUMENTS stands on one page. A link between documents becomes one between pages.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import references
from signatures import LANGUAGES, Signatures
from texts import ROOT, block, item, row, section, sections, slug_of

HERE = Path(__file__).parent
# All of their sections are on the site, each once; pages may leave out those that say what a page says by itself.
DOCUMENTS = {
    "README.md": {"more", "what-it-answers", "try-it"},
    "include/satchel/README.md": {"recipes", "short-examples"},
    "src/bindings/python/docs/guide.md": {"recipes"},
    "src/bindings/wasm/README.md": set(),
    "src/cli/FORMAT.md": set(),
    "CHANGELOG.md": set(),
    "bench/README.md": {"the-source-and-how-to-add-to-it"},
    "tests/README.md": set(),
    "tests/audit/README.md": set(),
}
FORMAT = "src/cli/FORMAT.md"
PYGMENTS = {"cpp": "cpp", "c": "c", "python": "python", "js": "js"}


class Page:
    def __init__(self, part, name, title, lines):
        self.name, self.title, self.lines = f"{part}/{name}" if part else name, title, lines
        self.anchors = {}  # (document, anchor) -> the anchor here

    def sources(self):
        for line in self.lines:
            words = line.split()
            if words and words[0] in ("@cut", "@own", "@calls-of"):
                yield "some" if len(words) > 2 else words[0][1:], *(words[1].split("#") + [""])[:2]
            elif len(words) == 2 and words[0] in LANGUAGES and ".md" in words[1]:
                yield "tab", *(words[1].split("#") + [""])[:2]


def has_live(out, name):
    return (out.parent / "extra" / "live" / f"{name}.html").exists()


def read_parts(out):
    parts = []
    for path in sorted((HERE / "pages").glob("*.txt")):
        head, *pages = re.split(r"^=== (.*)\n", path.read_text(encoding="utf-8"), flags=re.M)
        name = path.stem.split("-", 1)[1]
        found = []
        for line, text in zip(pages[::2], pages[1::2]):
            page, _, title = line.partition(": ")
            if (needed := re.match(r"@needs (\w+)\n", text)) and not has_live(out, needed[1]):
                continue
            text = re.sub(r"^@needs .*\n", "", text)
            text = re.sub(r"^@live (\w+)$", r'```{raw} html\n<iframe class="live whole" src="live/\1.html" title="\1"></iframe>\n```', text, flags=re.M)
            text = re.sub(r"^@with (\w+) (.*)$", lambda m: m[2] if has_live(out, m[1]) else "", text, flags=re.M)
            found.append(Page("" if name == "start" else name, page, title, text.strip("\n").split("\n")))
        parts.append((head.strip().removeprefix("# "), name, found))
    return parts


class Composer:
    def __init__(self, out, doxygen, declarations):
        self.out, self.doxygen = out, doxygen
        self.declarations = json.loads(declarations.read_text(encoding="utf-8"))
        self.signatures = Signatures(doxygen, declarations)
        self.parts = read_parts(out)
        self.places, self.parted, self.copied, self.problems = {}, set(), {}, []
        self.guide = {}  # name of a call -> the page of the guide that is about it, and its figure
        self.notes = json.loads((out / "figures" / "figures.json").read_text(encoding="utf-8")) if (out / "figures").exists() else {}
        for _, _, pages in self.parts:
            for page in pages:
                self.place(page)
        for document, left_out in DOCUMENTS.items():
            for s in sections(document)[2:]:
                if (document, s.slug) not in self.places and s.slug not in left_out:
                    self.problems.append(f"{document}#{s.slug} is on no page")

    def place(self, page):
        seen = {}
        for line in page.lines:
            for name in line.split()[1:] if line.startswith("@tabs ") else []:
                self.guide.setdefault(name, {"page": page.name, "title": page.title})
            if heading := re.match(r"#+ (.*)", line):
                seen[slug_of(heading[1])] = 1

        def take(kind, document, s, top):
            anchor = "" if top or kind == "tab" else s.slug
            if anchor:
                count = seen.get(anchor, 0)
                seen[anchor] = count + 1
                anchor += f"-{count}" if count else ""
            if kind == "some":  # of its text, which another page may have whole
                self.places.setdefault((document, s.slug), (page, anchor))
                self.parted.add((document, s.slug))
                return
            if (document, s.slug) in self.places and self.places[document, s.slug][0] is not page and (document, s.slug) not in self.parted:
                self.problems.append(f"{document}#{s.slug} is on two pages: {page.name}, {self.places[document, s.slug][0].name}")
            self.places[document, s.slug] = page, anchor
            if kind in ("cut", "tab"):
                for child in s.inside:
                    take(kind, document, child, False)

        for kind, document, anchor in page.sources():
            if document in DOCUMENTS or document.endswith(".md"):
                take(kind, document, section(document, anchor), True)
                if not anchor and (document, "") not in self.places:
                    self.places[document, ""] = page, ""

    # Text with its links.

    def linked(self, text, document, page):
        folder = (ROOT / document).parent
        up = "../" * page.name.count("/")

        def link(match):
            image, label, (path, _, anchor) = match[1], match[2], match[3].partition("#")
            if ":" in path:
                return match[0]
            target = document if path == "" else (folder / path).resolve().relative_to(ROOT).as_posix()
            if image:
                return f"![{label}]({up}{self.copy(target, 'images')})"
            if (target, anchor) in self.places:
                where, here = self.places[target, anchor]
                return f"[{label}]({up}{where.name}.md{'#' * bool(here)}{here})" if where is not page or here else label
            if target.startswith("include/satchel/") and target.endswith((".hpp", ".h")):
                return f"[{label}]({up}{references.page_of_header(target)}.md)"
            if target == "include/satchel":
                return f"[{label}]({up}reference/index.md)"
            if target.startswith("src/bindings/c/examples/"):
                return f"{{download}}`{label.strip('`')} <{up}{self.copy(target, 'files')}>`"
            return label if label.strip("`") == target else f"{label} (`{target}`)"

        pieces = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
        pieces[::2] = [re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", link, piece) for piece in pieces[::2]]
        return "".join(pieces)

    def copy(self, path, folder):
        to = f"{folder}/{Path(path).name}"
        if self.copied.setdefault(to, path) != path:
            to = f"{folder}/{path.replace('/', '-')}"
            self.copied[to] = path
        (self.out / to).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, self.out / to)
        return to

    def whole(self, document, s, page, level, bold=False):
        """A section from below its heading: `level` is that of the headings inside; bold lines in place of headings, in a tab."""
        text = self.linked(s.own, document, page)
        for child in s.inside:
            title = self.linked(child.title, document, page)
            text += f"\n\n**{title}**\n\n" if bold else f"\n\n{'#' * level} {title}\n\n"
            text += self.whole(document, child, page, level + 1, bold)
        return text

    # What a line of a page takes.

    def figure(self, name, page):
        if name not in self.notes:
            self.problems.append(f"{page.name}: there is no figure {name}")
            return ""
        note = self.notes[name]
        svg = (self.out / "figures" / f"{name}.svg").read_text(encoding="utf-8")
        return f"```{{raw}} html\n<figure class=\"answer\">{svg}<figcaption>{note}</figcaption></figure>\n```"

    def to_guide(self, call, page):
        name = call.replace("::", ".")
        if name not in self.guide:
            return f"`{call}`"
        return f"[`{call}`]({'../' * page.name.count('/')}{self.guide[name]['page']}.md)"

    def tab(self, title, sync, text):
        return f"::::{{tab-item}} {title}\n:sync: {sync}\n\n{text}\n::::"

    def tabs(self, names, lines, page):
        texts = {language: [] for language in [*LANGUAGES, "tool"]}
        for language in LANGUAGES:
            if code := self.signatures.text(language, names):
                links = " · ".join(
                    f"{{call}}`{language}:{key}`" for name in names for key in self.signatures.keys(language, name))
                texts[language] += [f"```{PYGMENTS[language] if language != 'js' else 'ts'}\n{code}\n```", f"In the reference: {links}"]
        for line in lines:
            language, source = line.split(None, 1)
            source, _, wanted = source.partition(" :: ")
            if language == "tool":
                first, answers, writes = row(FORMAT, "commands", f"satchel {source}")
                where = "../" * page.name.count("/") + "tool/commands.md"
                text = f"{first} answers: {self.linked(answers, FORMAT, page)}. It writes {writes}. See [the tool]({where})."
            elif wanted:
                text = f"```{PYGMENTS[language]}\n{block(source, PYGMENTS[language], wanted)}```"
            elif "#" in source or source.endswith(".md"):
                document, _, anchor = source.partition("#")
                text = self.whole(document, section(document, anchor), page, 0, bold=True)
            else:
                text = f"```{PYGMENTS[language]}\n{(ROOT / source).read_text(encoding='utf-8')}```"
            texts[language].append(text)
        titles = {**LANGUAGES, "tool": "Shell"}
        items = [self.tab(titles[language], language, "\n\n".join(found)) for language, found in texts.items() if found]
        return ":::::{tab-set}\n:sync-group: language\n\n" + "\n\n".join(items) + "\n:::::"

    def page(self, page):
        out, lines = [f"# {page.title}", ""], iter(page.lines)
        if page.lines[0].startswith("@document "):
            return (ROOT / page.lines[0].split()[1]).read_text(encoding="utf-8")
        if page.lines[0] == ":hide-toc: true":
            out = ["---", "hide-toc: true", "---", *out]
            next(lines)
        shown = ""
        for line in lines:
            command, _, rest = line.partition(" ")
            document, _, anchor = rest.split(" ")[0].partition("#")
            if command == "@cut":
                out.append(self.whole(document, section(document, anchor), page, 2))
            elif command == "@own":
                text = section(document, anchor).own
                if " " in rest:
                    first, _, last = rest.split(" ")[1].partition("-")
                    paragraphs = text.split("\n\n")
                    text = "\n\n".join(paragraphs[int(first) - 1 : int(last) if last else int(first) if "-" not in rest.split(" ")[1] else None])
                out.append(self.linked(text, document, page))
            elif command == "@calls-of":
                text = self.linked(section(document, anchor).own, document, page)
                out.append(re.sub(r"`((?:\w+::)?\w+)`", lambda m: self.to_guide(m[1], page), text))
            elif command == "@item":
                out.append(self.linked(item(document, anchor, rest.split(" ", 1)[1]), document, page))
            elif command == "@figure":
                shown = rest
                out.append(self.figure(rest, page))
            elif command == "@tabs":
                inside = []
                while (inner := next(lines)) != "@end":
                    inside.append(inner.strip())
                out.append(self.tabs(rest.split(), inside, page))
                if self.guide.get(first := (rest.split() or [""])[0], {}).get("page") == page.name:
                    self.guide[first]["figure"] = shown
            elif command == "@python":
                out.append(references.python(page.name))
            elif command == "@javascript":
                out.append(references.javascript(self.declarations))
            elif command == "@calls":
                out.append(references.table(self.signatures))
            elif command == "@code":
                language, path = rest.split()
                out.append(f"```{language}\n{(ROOT / path).read_text(encoding='utf-8')}```")
            elif command == "@list":
                system, install = rest.split(" ", 1)
                listed = subprocess.run(["bash", ROOT / "cmake/bootstrap.sh", "--minimal", "--list", system], capture_output=True, text=True, check=True)
                out.append(f"```sh\n{install} {listed.stdout.strip()}\n```")
            elif command == "@help":
                tool = os.environ["SATCHEL_TOOL"]
                said = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout
                out.append(f"```none\n{said}```")
                for name in dict.fromkeys(re.findall(r"^\| `satchel ([\w-]+)", section(FORMAT, "commands").own, re.M)):
                    said = subprocess.run([tool, name, "--help"], capture_output=True, text=True, check=True).stdout
                    out.append(f"\n## satchel {name}\n\n```none\n{said}```")
            elif command == "@gallery":
                out += [self.figure(name, page) for name in self.notes]
            elif command == "@headers":
                out.append(references.headers(self.out, self.doxygen, rest))
            elif line.startswith("@"):
                raise SystemExit(f"{page.name}: {line}")
            else:
                out.append(line)
        return "\n".join(out) + "\n"

    def write(self):
        trees = []
        for title, name, pages in self.parts:
            for page in pages:
                path = self.out / f"{page.name}.md"
                path.parent.mkdir(parents=True, exist_ok=True)
                text = self.page(page)
                if path.suffix != ".md" or not path.exists() or path.read_text(encoding="utf-8") != text:
                    path.write_text(text, encoding="utf-8")
            names = "\n".join(f"{page.title.replace('`', '')} <{page.name}>" for page in pages if page.name != "index")
            trees.append(f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n{names}\n```")
        index = self.out / "index.md"
        index.write_text(index.read_text(encoding="utf-8") + "\n" + "\n\n".join(trees) + "\n", encoding="utf-8")
        (self.out.parent / "guide.json").write_text(json.dumps(self.guide), encoding="utf-8")
        return self.problems


if __name__ == "__main__":
    composer = Composer(*map(Path, sys.argv[1:]))
    problems = composer.write()
    print(*problems, sep="\n", end="\n" * bool(problems), file=sys.stderr)
    sys.exit(bool(problems))
