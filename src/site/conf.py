"""The site: Sphinx builds it of the pages that compose.py makes. src/site/make calls it, with the folders below in the environment."""

import ast
import json
import os
import re
import sys
from pathlib import Path

import numpy as np
import satchel
from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from signatures import LANGUAGES, snake  # noqa: E402

WORK = Path(os.environ["SATCHEL_SITE"])
project = "Satchel"
author = "the authors of Satchel"
release = version = satchel.__version__
extensions = ["sphinx.ext.autodoc", "myst_nb", "sphinx_design", "breathe"]
html_theme = "furo"
html_title = f"Satchel {release}"
html_static_path = [str(HERE / "static")]
html_extra_path = [str(WORK / "extra")]
html_css_files = ["site.css"]
html_favicon = str(HERE / "static" / "satchel.svg")
html_logo = html_favicon
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style, pygments_dark_style = "friendly", "github-dark"
autodoc_member_order = "bysource"
autodoc_docstring_signature = False
autodoc_use_legacy_class_based = True  # the new implementation cannot replace the signatures of extension modules
autodoc_typehints = "signature"
add_module_names = False
python_maximum_signature_line_length = cpp_maximum_signature_line_length = c_maximum_signature_line_length = 88
myst_enable_extensions = ["colon_fence", "attrs_inline"]
myst_heading_anchors = 4
nb_execution_mode = "cache"
nb_execution_cache_path = str(WORK / "notebooks")
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_ipywidgets_js = {}  # nothing from elsewhere
breathe_projects = {"satchel": str(WORK / "doxygen" / "xml")}
breathe_default_project = "satchel"
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}
breathe_show_include = False
# The namespace stands in every header.
suppress_warnings = ["duplicate_declaration.cpp", "duplicate_declaration.c"]

GUIDE = json.loads((WORK / "guide.json").read_text(encoding="utf-8"))
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


# Each call in the other languages.

log = logging.getLogger(__name__)


def call_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    """A link to a call of a language, by its name in signatures.py, which link_calls makes."""
    language, key, *words = text.split(":")
    return [nodes.inline(text, text, language=language, key=key, words=words)], []


def name_of_cpp(identifier):
    """satchel::BasicIndex::cast_rays, of Sphinx's identifier: the lengths of names before them."""
    begins = re.search(r"NK?(?=7satchel)", identifier)
    found, at = [], begins.end() if begins else -1
    while at > 0 and (digits := re.match(r"\d+", identifier[at:])):
        begin = at + digits.end()
        at = begin + int(digits[0])
        found.append(identifier[begin:at])
    return found[1:]


def key_of(signature):
    """(language, key) of an entry of a reference, or None."""
    domain, ids = signature.parent.get("domain"), signature.get("ids") or [""]
    if signature.parent.get("objtype") not in ("function", "method", "property", "attribute"):
        return None
    if domain == "py":
        return "python", signature.get("fullname", "").removeprefix("satchel.")
    if domain == "js":
        owner, _, short = signature.get("fullname", "").removeprefix("Satchel.").rpartition(".")
        return "js", f"{owner}.{snake(short)}".lstrip(".")
    if domain == "c" and ids[0].startswith("c.satchel_"):
        return "c", ids[0].removeprefix("c.satchel_")
    if domain == "cpp":
        names = name_of_cpp(ids[0])
        if names:
            return "cpp", ".".join(name.removeprefix("Basic") for name in names)
    return None


def common(language, key):
    """One name for the same call: that of a method of a scene or a broad phase without its class, else as it is."""
    owner, _, short = key.rpartition(".")
    return short if owner in ("", "Scene", "BroadPhase") else key


def collect_calls(app, doctree):
    calls = app.env.__dict__.setdefault("satchel_calls", {})
    document = app.env.docname
    for key in [key for key, (where, _) in calls.items() if where == document]:
        del calls[key]
    for signature in doctree.findall(addnodes.desc_signature):
        found = key_of(signature)
        if found and signature.get("ids"):
            calls.setdefault(found, (document, signature["ids"][0]))


def link_calls(app, doctree, document):
    calls = app.env.satchel_calls

    def link(found, text):
        where, anchor = calls[found]
        address = "" if where == document else app.builder.get_relative_uri(document, where)
        return nodes.reference("", "", nodes.literal(text, text), refuri=f"{address}#{anchor}", internal=True)

    for node in [node for node in doctree.findall(nodes.inline) if "key" in node and "language" in node]:
        found = node["language"], node["key"]
        if found not in calls:
            log.warning("no reference has %s of %s", node["key"], node["language"], location=node)
            continue
        words = {"c": "satchel_" + node["key"], "cpp": node["key"].replace(".", "::")}.get(node["language"], node["key"])
        node.replace_self(link(found, (node["words"] or [words])[0]))

    if not document.startswith("reference/"):
        return
    names, drawn = {}, set()
    for language, key in calls:
        names.setdefault(common(language, key), {}).setdefault(language, (language, key))
    for entry in doctree.findall(addnodes.desc):
        if entry.get("objtype") not in ("function", "method") or not isinstance(entry.children[-1], addnodes.desc_content):
            continue
        found = key_of(entry.children[0])
        if not found:
            continue
        name = common(*found)
        others = names.get(name, {}) | ({} if "c" in names.get(name, {}) else {"c": ("c", name.split(".")[-1])})
        others = [others[language] for language in LANGUAGES if language != found[0] and others.get(language) in calls]
        about = GUIDE.get(name, {})
        line = nodes.paragraph(classes=["other-languages"])
        if about:
            address = app.builder.get_relative_uri(document, about["page"])
            line += [nodes.reference("", about["title"], refuri=address, internal=True), nodes.Text(" ")]
        for other in others:
            line += [link(other, LANGUAGES[other[0]]), nodes.Text(" ")]
        if about.get("figure") and name not in drawn:
            drawn.add(name)
            svg = (WORK / "source" / "figures" / f"{about['figure']}.svg").read_text(encoding="utf-8")
            entry.children[-1].append(nodes.raw("", f'<figure class="answer">{svg}</figure>', format="html"))
        if line.children:
            entry.children[-1].append(line)


def setup(app):
    app.add_role("call", call_role)
    app.connect("autodoc-process-signature", signature_of_stub)
    app.connect("autodoc-process-docstring", plain_docstring)
    app.connect("doctree-read", collect_calls)
    app.connect("doctree-resolved", link_calls)
