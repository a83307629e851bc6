"""Makes the table of signatures of the module: signatures.py STUB.pyi OUTPUT.hpp

help() and the reference show them. Each comes with its arguments in short, which the module compares with its own.
"""

import ast
import re
import sys
from pathlib import Path


def functions(body, scope=""):
    """(scope, definition) of each function and method; an overloaded one once for each form, in order."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from functions(node.body, node.name)
        elif isinstance(node, ast.FunctionDef) and not any(ast.unparse(d) == "property" for d in node.decorator_list):
            yield scope, node


def in_short(arguments):
    """"scene pairs * out= threads=": an argument with a default has a =, and the * stands before those by keyword alone."""
    words, plain = [], arguments.posonlyargs + arguments.args
    first_default = len(plain) - len(arguments.defaults)
    words += [a.arg + ("=" if i >= first_default else "") for i, a in enumerate(plain) if a.arg != "self"]
    if arguments.kwonlyargs:
        words += ["*"] + [a.arg + ("=" if default else "") for a, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return " ".join(words)


def main(stub, output):
    tree = ast.parse(Path(stub).read_text())
    types = {node.targets[0].id: ast.unparse(node.value) for node in tree.body if isinstance(node, ast.Assign)}

    def text_of(node):
        text = f"def {node.name}({ast.unparse(node.args)}) -> {ast.unparse(node.returns)}"
        for _ in range(2):  # an alias may name another
            for name, meaning in types.items():
                text = re.sub(rf"\b{name}\b", meaning, text)
        return re.sub(r"\bnpt?\.", "", text)

    lines = ["// Made by signatures.py of _core.pyi.", "#pragma once", "", "namespace satchel::python {"]
    lines += ["struct Signature {", "  const char *scope, *name, *arguments, *text;", "};", "constexpr Signature signatures[] = {"]
    for scope, node in functions(tree.body):
        lines.append(f'    {{"{scope}", "{node.name}", "{in_short(node.args)}", R"({text_of(node)})"}},')
    lines += ["};", "}  // namespace satchel::python", ""]
    Path(output).write_text("\n".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
