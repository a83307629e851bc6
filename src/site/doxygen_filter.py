"""Prints a public header as Doxygen reads it best: doxygen_filter.py HEADER

Comments of C count as documentation, indented lines of a comment keep their form, and a declaration right below a documented
one shares its comment.
"""

import re
import sys
from pathlib import Path


def of_c(text):
    """`/* ... */` as `///`, but not the headings of groups (`/* ----`) and what stands behind code."""

    def lines(match):
        body = re.sub(r"\n \*", "\n", match[1])
        return "\n".join(f"///{line.rstrip()}" for line in body.rstrip().split("\n"))

    # A type has one name in C: `typedef struct x {...} x;` is shown as `struct x`.
    text = re.sub(r"^typedef (struct|enum) (\w+) (\{[^}]*\}) \2;", r"\1 \2 \3;", text, flags=re.M)
    text = re.sub(r"^typedef struct (\w+) \1;", r"struct \1;", text, flags=re.M)
    text = re.sub(r"\A/\*.*?\*/\n", "", text, flags=re.S)  # what the header says of itself stands at the top of its page
    text = re.sub(r"^/\*(?! ----)(.*?)\*/", lines, text, flags=re.M | re.S)
    return re.sub(r"(\S.*?)  ?/\* (.*?) \*/$", r"\1  ///< \2", text, flags=re.M)


def escaped(words):
    return re.sub(r"([*|\\]|_\b)", r"\\\1", re.sub(r"`([^`]+)`", r"\1", words)) if "``" not in words else words


def as_list(lines):
    """Indented lines, a term and what it means each, as a list of definitions; else as they stand."""
    depth = min(len(line) - len(line.lstrip()) for line in lines)
    items = []
    for line in (line[depth:] for line in lines):
        if line.startswith(" ") and items:
            items[-1][1] += " " + line.strip()
        else:
            term, _, words = re.sub(r" {2,}", "\0", line, count=1).partition("\0")
            items.append([term, words])
    if not all(words for _, words in items):
        return [".. code-block:: none", "", *("   " + line[depth:] for line in lines)]
    return [text for term, words in items for text in (f"``{term}``", f"   {escaped(words.strip())}")]


def documented(text):
    out, literal, before, indent = [], [], "", ""

    def finish():
        if literal:
            block = ["", "@verbatim embed:rst:leading-slashes", *as_list(literal), "@endverbatim", ""]
            out.extend(f"{indent}/// {line}".rstrip() for line in block)
            literal.clear()

    for line in text.split("\n"):
        match = re.match(r"( *)/// ?(.*)", line)
        if not match:
            finish()
            out.append(line)
            before = ""
            continue
        indent, words = match.groups()
        in_item = re.match(r"\s*(- |@)", before)
        if words.startswith("  ") and not re.match(r"\s*- ", words) and not in_item:
            literal.append(words)
            continue
        finish()
        if words.startswith("@") and not before.startswith("@"):
            out.append(f"{indent}///")
        out.append(line)
        before = before if in_item and words.startswith("  ") else words
    return out


def shared(lines):
    """A declaration without a comment and without an empty line above it is as the one above."""
    out = []
    for line in lines:
        above = out[-1] if out else ""
        starts = re.match(r"( *)(template <|\[\[nodiscard\]\]|SATCHEL_C |void |inline |constexpr )", line)
        if starts and re.match(r" *(\}|.*;)$", above) and not above.startswith("///"):
            out.append(f"{starts[1]}/// As above.")
        out.append(line)
    return out


header = Path(sys.argv[1])
text = header.read_text()
text = re.sub(r"^extern template .*?;\n", "", text, flags=re.M | re.S)
if header.suffix == ".h":
    text = of_c(text)
print("/// @file")
print("\n".join(shared(documented(text))))
