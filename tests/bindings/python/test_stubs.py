"""The stub of the module says what the module has. That arguments are the same the module checks when it is imported."""

import ast
from pathlib import Path

import pytest
import satchel
from satchel import _core

stub = ast.parse((Path(satchel.__file__).parent / "_core.pyi").read_text())


def forms_of(body, scope):
    """(name, function of the module, forms of the stub) of what is defined there."""
    names = [node.name for node in body if isinstance(node, ast.FunctionDef) and not ast.unparse(node).startswith(("@property", "@max_threads"))]
    for name in dict.fromkeys(names):
        yield name, getattr(scope, name), [node for node in body if isinstance(node, ast.FunctionDef) and node.name == name]


def functions():
    yield from forms_of(stub.body, _core)
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            for name, function, forms in forms_of(node.body, getattr(_core, node.name)):
                yield f"{node.name}.{name}", function, forms


@pytest.mark.parametrize("name, function, forms", [pytest.param(*each, id=each[0]) for each in functions()])
def test_the_module_has_the_forms_of_the_stub(name, function, forms):
    if not hasattr(function, "__nb_signature__"):
        return  # a method written in Python, or one without arguments that all classes have
    built = [ast.parse(text + ": ...").body[0] for text, _, _ in function.__nb_signature__]
    for node, form in zip(built, forms, strict=True):
        assert [a.arg for a in node.args.args + node.args.kwonlyargs] == [a.arg for a in form.args.args + form.args.kwonlyargs]


def test_the_stub_has_everything():
    names = {node.name for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert {name for name in vars(_core) if callable(getattr(_core, name)) and not name.startswith("__")} == names
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            written = {m.name for m in node.body if isinstance(m, ast.FunctionDef)} | {
                m.target.id for m in node.body if isinstance(m, ast.AnnAssign)
            }
            assert {name for name in vars(getattr(_core, node.name)) if not name.startswith("_")} <= written


def test_every_public_name_has_a_docstring():
    for name in satchel.__all__:
        value = getattr(satchel, name)
        if name.startswith("_") or isinstance(value, (int, type(satchel))) or name.endswith("dtype"):
            continue
        assert value.__doc__ and len(value.__doc__) > 20, name
