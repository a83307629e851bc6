"""The references: the public headers by Breathe, the Python package by autodoc, satchel.d.ts, and a table of all calls."""

import re
import xml.etree.ElementTree as xml
from pathlib import Path

from signatures import LANGUAGES, wrapped
from texts import ROOT


def page_of_header(path):
    """The page of a public header, by its path in the repository."""
    path = Path(path)
    return f"reference/{'c' if path.suffix == '.h' else 'cpp'}/{path.stem}"


def first_comment(path):
    """What a header says of itself, as Markdown."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".h":
        found = re.match(r"/\*(.*?)\*/", text, re.S)
        lines = [re.sub(r"^ \* ?", "", line).strip() for line in found[1].split("\n")]
    else:
        lines = []
        for line in text.split("\n"):
            if not line.startswith("//"):
                break
            lines.append(line.removeprefix("//").removeprefix(" "))
    return re.sub(r"<([a-z])", r"\\<\1", "\n".join(lines).strip())


def headers(out, doxygen, folder):
    """Writes a page for each header of a folder; returns the list of them."""
    names, lines = [], ["| header | what |", "|---|---|"]
    for path in sorted([*(ROOT / folder).glob("*.hpp"), *(ROOT / folder).glob("*.h")]):
        page = page_of_header(path)
        include = path.relative_to(ROOT / "include").as_posix()
        target = out / f"{page}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        comment = first_comment(path)
        short = re.split(r"(?<=[a-z\)])[.:](?:\s|$)", comment.replace("\n", " "))[0]
        xml_name = re.sub(r"([A-Z])", lambda m: "_" + m[1].lower(), path.name.replace("_", "__")).replace(".", "_8")
        if not (doxygen / f"{xml_name}.xml").exists():
            continue
        tags = {element.tag for element in xml.parse(doxygen / f"{xml_name}.xml").iter()}
        has_members = not tags.isdisjoint({"memberdef", "innerclass", "innernamespace"})
        body = f"```{{eval-rst}}\n.. doxygenfile:: {path.name}\n```\n" if has_members else ""
        target.write_text(f"# `{include}`\n\n{comment}\n\n{body}", encoding="utf-8")
        names.append(f"{include} <{Path(page).parent.name}/{path.stem}>")
        lines.append(f"| [`{include}`]({Path(page).parent.name}/{path.stem}.md) | {short.strip()} |")
    listed = "\n".join(names)
    return "\n".join(lines) + f"\n\n```{{toctree}}\n:hidden:\n\n{listed}\n```"


def python(_):
    """src/bindings/python/docs/reference.md, with its headings as headings of the page."""
    text = (ROOT / "src/bindings/python/docs/reference.md").read_text(encoding="utf-8")
    (body,) = re.findall(r"```\{eval-rst\}\n(.*)```", text, re.S)
    pieces = re.split(r"^(.+)\n-+\n", body.replace(".. currentmodule:: satchel\n", ""), flags=re.M)
    out = [pieces[0]]
    for title, inside in zip(pieces[1::2], pieces[2::2]):
        out.append(f"## {title}\n\n```{{eval-rst}}\n.. currentmodule:: satchel\n\n{inside.strip()}\n```")
    return "\n\n".join(out)


def javascript(declarations):
    out = []
    kinds = [("Classes", ["Scene", "Index", "KeptPairs", "Satchel"]), ("Functions", None), ("Rows", None), ("Options and types", None)]
    by_name = {entry["name"]: entry for entry in declarations}

    def code(text):
        return f"```ts\n{text}\n```"

    def described(entry):
        comment = re.sub(r"\{@link (\w+)\}", r"`\1`", entry["comment"])
        return comment + "\n\n" if comment else ""

    def interface(entry):
        text = f"::::{{js:class}} {entry['name']}\n\n{described(entry)}"
        if entry["bases"]:
            text += f"`{entry['bases']}`\n\n"
        for member in entry["members"]:
            if member["kind"] == "method":
                text += f":::{{js:method}} {member['name']}({member['parameters']})\n\n{code(wrapped(member['text'], 80))}\n\n{described(member)}:::\n\n"
            else:
                text += f":::{{js:attribute}} {member['name']}\n\n{code(member['text'])}\n\n{described(member)}:::\n\n"
        return merged(text) + "::::"

    def merged(text):
        """Overloads are one entry: the domain wants a name once."""
        found, out = {}, []
        for piece in re.split(r"(?=^:::\{js:)", text, flags=re.M):
            name = re.match(r":::\{js:\w+\} (\w+)", piece)
            if name and name[1] in found:
                more = piece.split("\n", 1)[1].rsplit(":::", 1)[0].strip()
                out[found[name[1]]] = out[found[name[1]]].rsplit(":::", 1)[0] + more + "\n\n:::\n\n"
            else:
                if name:
                    found[name[1]] = len(out)
                out.append(piece)
        return "".join(out)

    rows = {"Rows"}
    for _ in range(4):
        rows |= {e["name"] for e in declarations if e["kind"] == "interface" and any(re.search(rf"\b{r}\b", e["bases"]) for r in rows)}
    for title, names in kinds:
        out.append(f"## {title}")
        if names:
            out += [interface(by_name[name]) for name in names]
        elif title == "Functions":
            out += [f":::{{js:function}} {e['name']}({e['parameters']})\n\n{code(e['text'])}\n\n{described(e)}:::" for e in declarations if e["kind"] == "function"]
        elif title == "Rows":
            out += [interface(e) for e in declarations if e["name"] in rows]
        else:
            taken = rows | set(kinds[0][1])
            out += [interface(e) for e in declarations if e["kind"] == "interface" and e["name"] not in taken]
            out += [f":::{{js:data}} {e['name']}\n\n{described(e)}{code(e['text'])}\n:::" for e in declarations if e["kind"] == "type"]
    return "\n\n".join(out)


def table(signatures):
    """All calls that two languages or more have, a row each."""
    names = {}
    for language, found in signatures.of.items():
        for key in found:
            short = key.split(".")[-1]
            owner = key.split(".")[0] if "." in key else ""
            name = f"Index.{short}" if owner == "Index" else f"KeptPairs.{short}" if owner == "KeptPairs" else short
            if owner not in ("", "Scene", "Index", "KeptPairs") and language != "c":
                continue
            names.setdefault(name, {}).setdefault(language, key)
    for name, keys in names.items():
        if "c" not in keys and name.split(".")[-1] in signatures.of["c"]:
            keys["c"] = name.split(".")[-1]
    lines = ["| call | in |", "|---|---|"]
    for name, keys in sorted(names.items(), key=lambda pair: ("." in pair[0], pair[0])):
        if len(keys) > 1 and set(keys) != {"c", "cpp"} or name in ("first_hits",):
            lines.append(f"| `{name}` | " + " · ".join(f"{{call}}`{l}:{keys[l]}:{LANGUAGES[l]}`" for l in LANGUAGES if l in keys) + " |")
    return "\n".join(lines)
