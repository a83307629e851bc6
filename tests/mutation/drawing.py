"""Draws mutants: small changes inside functions of these rooms, by chance, as many in each room."""
import dataclasses
import functools
import random

from switches import Change, body_with, bodies_of, cindex, kind_of, parsed

ROOMS = ("exact", "kernels", "query", "tree", "scene", "outline")
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",  # comparisons, conditions
         "+": "-", "-": "+", "*": "+", "/": "*", "+=": "-=", "-=": "+=",                              # arithmetic
         "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<", "&=": "|=", "|=": "&=", "~": "", "!": "",  # masks
         "min": "max", "max": "min"}                                                                  # bounds
BINARY = {cindex.CursorKind.BINARY_OPERATOR, cindex.CursorKind.COMPOUND_ASSIGNMENT_OPERATOR, cindex.CursorKind.CALL_EXPR,
          cindex.CursorKind.DECL_REF_EXPR, cindex.CursorKind.OVERLOADED_DECL_REF}
LITERALS = {cindex.CursorKind.INTEGER_LITERAL: lambda text: f"({text} + 1)", cindex.CursorKind.FLOATING_LITERAL: lambda text: f"(2 * {text})"}


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    line: int
    old: str     # the line before
    new: str     # and with the change
    body: tuple
    change: Change

    @property
    def what(self):
        return f"{self.file}:{self.line}: {self.old.strip()} -> {self.new.strip()}"


def replacement(token):
    """What stands in the place of this token in a mutant, or None."""
    text = token.spelling
    if token.kind != cindex.TokenKind.LITERAL and text not in OTHER:
        return None
    kind = kind_of(token.cursor)
    if token.kind == cindex.TokenKind.LITERAL:
        return LITERALS[kind](text) if kind in LITERALS else None
    if token.kind == cindex.TokenKind.IDENTIFIER:
        return OTHER[text]
    if kind == cindex.CursorKind.UNARY_OPERATOR:
        return "" if text in "!~-" else None
    return OTHER[text] if kind in BINARY and text not in "!~" else None


def errors_of(unit):
    return sum(diagnostic.severity >= 3 for diagnostic in unit.diagnostics)


def each_mutant_of(unit, path, file):
    text = path.read_bytes()
    bodies = bodies_of(unit, path)
    for token in unit.get_tokens(extent=unit.cursor.extent):
        begin, end = token.extent.start.offset, token.extent.end.offset
        new = replacement(token)
        change = Change(begin, end, (new or "").encode())
        body = body_with(bodies, change)
        if new is None or body is None or text[begin:end] != token.spelling.encode():
            continue
        first, last = text.rfind(b"\n", 0, begin) + 1, text.find(b"\n", end)
        line = text[first:last]
        if b"constexpr " in line or b"static_assert" in line:  # nothing acts during constant evaluation
            continue
        yield Mutant(file, text.count(b"\n", 0, begin) + 1, line.decode(), (text[first:begin] + change.new + text[end:last]).decode(), body, change)


@functools.lru_cache(maxsize=None)
def mutants_of(root, file):
    """All of a file, and how many errors clang finds in the file as it is."""
    unit = parsed(root / file, root)
    return list(each_mutant_of(unit, root / file, file)), errors_of(unit)


def compiles(root, mutant):
    """Whether clang finds nothing new to object to; a template shows what it is only where it is used."""
    path = root / mutant.file
    text = path.read_bytes()
    mutated = text[:mutant.change.begin] + mutant.change.new + text[mutant.change.end:]
    return errors_of(parsed(path, root, mutated.decode())) <= mutants_of(root, mutant.file)[1]


def drawn(root, texts, seed, in_room):
    """`in_room` mutants of each room: a file by its length, one of its mutants, of a line at most one."""
    for room in ROOMS:
        choice = random.Random(f"{seed} {room}")
        files = sorted(name for name in texts if name.startswith(f"src/{room}/"))
        lengths = [len(texts[name]) for name in files]
        lines = set()
        while len(lines) < in_room:
            mutants, _ = mutants_of(root, choice.choices(files, lengths)[0])
            mutant = choice.choice(mutants) if mutants else None
            if mutant and (mutant.file, mutant.line) not in lines and compiles(root, mutant):
                lines.add((mutant.file, mutant.line))
                yield mutant
