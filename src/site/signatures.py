"""The declarations of each call in C++, C, Python and JavaScript, by a common name: `first_hits`, `Scene.add_box`, `Index.cast_rays`."""

import ast
import json
import re
import xml.etree.ElementTree as xml
from collections import defaultdict

from texts import ROOT

LANGUAGES = {"cpp": "C++", "python": "Python", "c": "C", "js": "JavaScript"}


def wrapped(text, width=88):
    """A declaration with an argument a line, where it is long."""
    head, _, rest = text.partition("(")
    if len(text) <= width or not rest:
        return text
    arguments, depth, current = [], 0, ""
    body, _, end = rest.rpartition(")")
    for character in body:
        depth += (character in "<([{") - (character in ">)]}")
        if character == "," and depth == 0:
            arguments.append(current.strip())
            current = ""
        else:
            current += character
    arguments.append(current.strip())
    return head + "(\n    " + ",\n    ".join(arguments) + ")" + end


def snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda m: "_" + m[1].lower(), name)


def plain(element):
    return "".join(element.itertext()).strip() if element is not None else ""


def of_headers(folder):
    """C++ and C, of Doxygen's XML."""
    cpp, c = defaultdict(list), defaultdict(list)
    for path in sorted(folder.glob("*.xml")):
        if path.stem in ("index", "Doxyfile"):
            continue
        for compound in xml.parse(path).iter("compounddef"):
            scope = plain(compound.find("compoundname"))
            for member in compound.iter("memberdef"):
                if member.get("kind") != "function" or member.get("prot") != "public":
                    continue
                name, arguments = plain(member.find("name")), plain(member.find("argsstring"))
                returns = plain(member.find("type"))
                if name.startswith("satchel_"):
                    if compound.get("kind") == "file":
                        c[name.removeprefix("satchel_")].append(wrapped(f"{returns} {name}{arguments};"))
                    continue
                if compound.get("kind") == "file" or name.startswith("try_"):
                    continue
                owner = scope.removeprefix("satchel").removeprefix("::").removeprefix("Basic")
                arguments = re.sub(r"std::type_identity_t< (.*?) >(?=[ ,&)>])", r"\1", arguments)
                arguments = re.sub(r"< ", "<", re.sub(r" >", ">", re.sub(r"= ?", " = ", arguments)))
                template = member.find("templateparamlist")
                head = "template <class T>\n" if template is not None and owner == "" else ""
                text = f"{returns} {owner + '::' if owner else ''}{name}{arguments};"
                key = f"{owner}.{name}" if owner else name
                if owner.count("::") == 0 and head + wrapped(text) not in cpp[key]:
                    cpp[key].append(head + wrapped(text))
    return cpp, c


def of_stub(path, found, prefix=""):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    types = {node.targets[0].id: ast.unparse(node.value) for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}

    def walk(body, prefix):
        for node in body:
            if isinstance(node, ast.ClassDef):
                walk(node.body, f"{node.name}.")
            elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                text = f"{prefix}{node.name}({re.sub('^self(, )?', '', ast.unparse(node.args))})"
                if node.returns:
                    text += f" -> {ast.unparse(node.returns)}"
                if path.suffix == ".pyi":
                    for _ in range(2):
                        for name, meaning in types.items():
                            text = re.sub(rf"\b{name}\b", meaning, text)
                text = re.sub(r"\bnpt?\.", "", text).replace("satchel.satchel.", "satchel.")
                found[f"{prefix}{node.name}"].append(wrapped(("satchel." if not prefix else "") + text))

    walk(tree.body, prefix)


def of_python():
    found, package = defaultdict(list), ROOT / "src/bindings/python/satchel"
    of_stub(package / "_core.pyi", found)
    public = set(re.findall(r'"(\w+)"', (package / "__init__.py").read_text(encoding="utf-8")))
    for path in sorted(package.glob("_*.py")):
        more = defaultdict(list)
        of_stub(path, more)
        for name, texts in more.items():
            if name in public and name not in found:
                found[name] = texts
    return found


def of_javascript(declarations):
    found = defaultdict(list)
    for entry in json.loads(declarations.read_text(encoding="utf-8")):
        for member in entry.get("members", []):
            if member["kind"] == "method":
                owner = "" if entry["name"] == "Satchel" else entry["name"] + "."
                found[owner + snake(member["name"])].append(wrapped(member["text"].rstrip(";")) + ";")
    return found


class Signatures:
    def __init__(self, doxygen, declarations):
        cpp, c = of_headers(doxygen)
        self.of = {"cpp": cpp, "c": c, "python": of_python(), "js": of_javascript(declarations)}

    def keys(self, language, name):
        """The names under which a language has a call: a question is a function in one, a method of the scene in another."""
        short = name.split(".")[-1]
        wanted = {"cpp": [name, f"Scene.{name}"], "python": [name, f"Scene.{name}"], "c": [short], "js": [name, f"Scene.{name}"]}[language]
        found = [key for key in wanted if key in self.of[language]]
        if not found and language == "c":
            found = [key for key in self.of["c"] if key.endswith(f"_{short}")][:1]
        return found[:1]

    def text(self, language, names):
        """The first form of each; the reference has all."""
        return "\n\n".join(self.of[language][key][0] for name in names for key in self.keys(language, name))
