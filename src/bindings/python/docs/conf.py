"""The documents of the Python package, with the guide of the library: sphinx-build -W src/bindings/python/docs build/python-docs

`pip install '.[docs]'` installs the package and what this needs.
"""

import ast
import re
from pathlib import Path

import numpy as np
import satchel

project = "Satchel"
author = "the authors of Satchel"
release = version = satchel.__version__
extensions = ["sphinx.ext.autodoc", "myst_parser"]
html_theme = "furo"
html_title = f"Satchel {release}, Python"
autodoc_member_order = "bysource"
autodoc_docstring_signature = False
autodoc_use_legacy_class_based = True  # the new implementation cannot replace the signatures of extension modules
autodoc_typehints = "signature"
add_module_names = False
myst_heading_anchors = 4

DOCS = Path(__file__).parent
ROOT = DOCS.parents[3]
# Documents of other folders that are pages here, in place of the file of that name.
PAGES = {"library": ROOT / "include" / "satchel" / "README.md"}

STUB = ast.parse((Path(satchel.__file__).parent / "_core.pyi").read_text())


def written(body, prefix):
    """(name, definition) of what the stub defines; of an overloaded function the first form."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from written(node.body, f"{prefix}{node.name}.")
            constructor = next((m for m in node.body if isinstance(m, ast.FunctionDef) and m.name == "__init__"), None)
            if constructor:
                yield prefix + node.name, constructor
        elif isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node


SIGNATURES = dict(reversed(list(written(STUB.body, "satchel."))))
# What the names that the stub gives to types stand for.
TYPES = {node.targets[0].id: ast.unparse(node.value) for node in STUB.body if isinstance(node, ast.Assign)}


def short(text):
    for name, meaning in TYPES.items():
        text = re.sub(rf"\b{name}\b", meaning, text)
    return re.sub(r"\bnpt?\.", "", text)


def signature_of_stub(app, what, name, obj, options, signature, annotation):
    """The module's own signatures say `object` where the stub says what."""
    node = SIGNATURES.get(name)
    if what == "class" and issubclass(obj, np.ndarray):
        return "", None  # calls make these
    if node is None:
        return signature, annotation
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^self(, )?", "", arguments)
    returns = None if what == "class" or node.returns is None else short(ast.unparse(node.returns))
    return f"({short(arguments)})", returns


def plain_docstring(app, what, name, obj, options, lines):
    """Docstrings are the comments of the C++ headers: `name` is code there, and nanobind puts signatures before them."""
    kept, before = [], "blank"
    for line in lines:
        if re.match(r"^(\d+\. ``)?\w+\(.*\) -> .*", line) or line == "Overloaded function.":
            continue
        kind = "blank" if not line.strip() else "list" if line.startswith("- ") else "indented" if line.startswith("  ") else "text"
        if kind == "indented" and before in ("list", "literal"):
            kind = before  # goes on
        if kind == "indented" and before in ("text", "blank"):
            kept += ["", "::", ""]
            kind = "literal"
        elif {kind, before} in ({"list", "text"}, {"literal", "text"}, {"literal", "list"}):
            kept.append("")
        before = kind
        if kind != "literal":
            line = re.sub(r"(?<!`)`(?!`)([^`]+)`(?!`)", reference, line).replace("|", "\\|")
        kept.append(line)
    lines[:] = kept


def reference(code):
    name = code[1]
    return f":py:obj:`~satchel.{name}`" if name in satchel.__all__ else f"``{name}``"


def page_of_another_folder(app, name, source):
    """Takes the text of PAGES, and turns links out of this folder into links to pages, or into paths where there is no page."""
    document = PAGES.get(name, DOCS / f"{name}.md")
    if name in PAGES:
        source[0] = document.read_text()
    pages = {path.resolve(): page for page, path in PAGES.items()} | {path: path.stem for path in DOCS.glob("*.md") if path.stem not in PAGES}

    def link(match):
        text, (path, _, anchor) = match[1], match[2].partition("#")
        if path == "" or ":" in path:
            return match[0]
        target = (document.parent / path).resolve()
        if target in pages:
            return f"[{text}]({pages[target]}.md{'#' * bool(anchor)}{anchor})"
        inside = target.relative_to(ROOT).as_posix()
        return text if text.strip("`") == inside else f"{text} (`{inside}` of the source)"

    fences = re.split(r"(^```.*?^```$)", source[0], flags=re.M | re.S)
    fences[::2] = [re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", link, text) for text in fences[::2]]
    source[0] = "".join(fences)


def setup(app):
    app.connect("source-read", page_of_another_folder)
    app.connect("autodoc-process-signature", signature_of_stub)
    app.connect("autodoc-process-docstring", plain_docstring)
