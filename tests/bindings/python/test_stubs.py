"""The stub of the module says what the module has: each function, each argument, in order, with its default."""

import ast
from pathlib import Path

import pytest
import satchel
from satchel import _core

stub = ast.parse((Path(satchel.__file__).parent / "_core.pyi").read_text())


def arguments(function):
    """(name, has a default, is keyword-only) of each argument but self."""
    plain, named = function.args.posonlyargs + function.args.args, function.args.kwonlyargs
    with_default = [False] * (len(plain) - len(function.args.defaults)) + [True] * len(function.args.defaults)
    listed = [(a.arg, d, False) for a, d in zip(plain, with_default)]
    listed += [(a.arg, d is not None, True) for a, d in zip(named, function.args.kw_defaults)]
    return [a for a in listed if a[0] != "self"]


def functions():
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, getattr(_core, node.name), node
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    yield f"{node.name}.{member.name}", getattr(getattr(_core, node.name), member.name), member


def of_module(function):
    """The signatures that nanobind knows, each as a stub."""
    for signature, _, _ in function.__nb_signature__:
        text = signature.replace("\\", "default_")
        yield ast.parse(text + ": ...").body[0]


@pytest.mark.parametrize("name", sorted({name for name, _, _ in functions()}))
def test_a_function_has_the_arguments_of_the_stub(name):
    stubs = [node for other, _, node in functions() if other == name]
    function = next(function for other, function, _ in functions() if other == name)
    if not hasattr(function, "__nb_signature__"):
        return  # a property, or a method written in Python
    built = [arguments(node) for node in of_module(function)]
    written = [arguments(node) for node in stubs]
    if all(a[0].startswith("arg") or a[0] == "memo" for list in built for a in list):
        assert [len(list) for list in built] == [len(list) for list in written]
    else:
        assert built == written


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
