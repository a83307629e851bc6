#!/usr/bin/env python3
"""Runs the proofs that stand beside the code as scripts of Gappa, and compares their constants with the code's.

    check.py ROOT SCRIPT...      checks these scripts
    check.py --slack ROOT SCRIPT...   prints with which factor of each constant the proof still holds
    check.py --list ROOT         checks that tests/README.md names every script, every script exists, and every small number
                                 in the code of kernels, exact and areas is in a script or in `other_numbers` with its reason

A script says in its comments which constants it is about, a line each:

    # constant: NAME = EXPRESSION in FILE: TEXT        as many as there are places in the code
    # refuted: NAME * FACTOR

The script defines NAME. FILE has TEXT (white space counts for nothing), TEXT has EXPRESSION, and EXPRESSION has the value of
NAME; it may use numbers of C++ and names that the script defines. Times FACTOR, the proof must fail: so it can fail.

    # also: A -> B; C -> D       is checked once more, with these texts replaced everywhere
"""
import fractions
import pathlib
import re
import shutil
import subprocess
import sys

Fraction = fractions.Fraction


class Wrong(Exception):
    pass


def gappa(text):
    """None if the script is proved; else what is not."""
    run = subprocess.run(['gappa', '-Eprecision=200'], input=text, capture_output=True, text=True, check=False)
    said = re.sub(r'Warning: renaming identifier .*\n?', '', run.stdout + run.stderr)  # two names of one expression
    if run.returncode == 0 and 'Warning' not in said:
        return None
    if 'error' in said.lower() and 'not satisfied' not in said and 'no contradiction' not in said.lower():
        raise Wrong('Gappa refuses the script: ' + said.strip())
    if run.returncode == 0:
        raise Wrong('Gappa warns: ' + said.strip())
    return said.strip()


def squeezed(text):
    return re.sub(r'\s+', '', text)


def value(expression, names):
    """The exact value of an expression of Gappa (3b-24) or of C++ (0x1p-24)."""
    def number(match):
        word = match.group(0)
        if word.lower().startswith('0x'):
            return f'Fraction(*float.fromhex("{word.rstrip("f")}").as_integer_ratio())'
        mantissa, _, power = word.partition('b')
        return f'(Fraction("{mantissa}") * Fraction(2) ** {power or 0})'

    pattern = r'0x[0-9a-f.]+p[-+]?\d+f?|\b\d+(?:\.\d+)?(?:b-?\d+)?'
    python = re.sub(pattern, number, expression)
    return eval(python, {'Fraction': Fraction, 'T': lambda x: x, **names})  # a script of ours, no input


def definitions(text):
    """What the script defines as numbers."""
    names = {}
    for name, expression in re.findall(r'^(\w+) = ([^;@]+);', text, re.M):
        try:
            names[name] = value(expression, names)
        except (NameError, SyntaxError):
            pass  # has variables
    return names


def constants(text):
    """Where constants stand, and for each NAME the factor at which the proof fails."""
    places = re.findall(r'^# constant: (\w+) = (.+?) in (\S+): (.+)$', text, re.M)
    factors = dict(re.findall(r'^# refuted: (\w+) \* (\S+)$', text, re.M))
    if not places or len(places) != text.count('# constant:') or len(factors) != text.count('# refuted:'):
        raise Wrong('the lines `# constant:` and `# refuted:` are not as check.py says')
    if {name for name, *_ in places} != factors.keys():
        raise Wrong('each constant needs a line `# refuted:`')
    return places, factors


def scaled(text, name, factor):
    new, count = re.subn(rf'^{name} = (.+);', rf'{name} = (\1) * {factor.numerator} / {factor.denominator};', text, flags=re.M)
    if count != 1:
        raise Wrong(f'{name} is not defined once')
    return new


def variants(text):
    """The script's name's suffix, its text, and what was replaced in it."""
    yield '', text, lambda expression: expression
    for line in re.findall(r'^# also: (.+)$', text, re.M):
        changes = [change.split(' -> ') for change in line.split('; ')]

        def replaced(changed, changes=changes):
            for before, after in changes:
                changed = changed.replace(before, after)
            return changed

        for before, _ in changes:
            if text.count(before) < 2:
                raise Wrong(f'nothing to replace: {before}')
        yield ' also', re.sub(r'^[^#\n].*$', lambda match: replaced(match.group(0)), text, flags=re.M), replaced


def check_variant(root, text, replaced):
    names = definitions(text)
    left = gappa(text)
    if left is not None:
        raise Wrong('not proved: ' + left)
    places, factors = constants(text)
    for name, expression, file, code in places:
        expression = replaced(expression)
        if squeezed(code) not in squeezed((root / file).read_text()):
            raise Wrong(f'{file} has no text {code}')
        if expression not in code or value(expression, names) != names.get(name):
            raise Wrong(f'{name} is {names.get(name)} here, but the code has {expression}')
    for name, factor in factors.items():
        factor = value(replaced(factor), names)
        if factor == 1 or gappa(scaled(text, name, factor)) is None:
            raise Wrong(f'still proved with {factor} times {name}')


def last_factor(text, name, refuted):
    """The factor next to `refuted` with which the script is still proved."""
    fails, holds = refuted, Fraction(1)
    if gappa(scaled(text, name, fails)) is None:
        raise Wrong(f'still proved with {fails} times {name}')
    for _ in range(12):
        middle = (fails + holds) / 2
        if gappa(scaled(text, name, middle)) is None:
            holds = middle
        else:
            fails = middle
    return float(holds)


def check_numbers(root):
    """Lines with numbers such as 0x1p-50 or 12 * u stand in a script, or with a reason in other_numbers."""
    known = {}
    for script in (root / 'src').rglob('*.gappa'):
        for _, _, file, code in constants(script.read_text())[0]:
            known.setdefault(file, []).append(squeezed(code))
    others, used = {}, set()
    for line in pathlib.Path(__file__).with_name('other_numbers').read_text().splitlines():
        file, code = line.split(': ', 1)
        code, _, reason = code.rpartition(' : ')
        if not reason:
            raise Wrong(f'other_numbers gives no reason: {line}')
        others[file, squeezed(code)] = line
    for room in ('kernels', 'exact', 'areas'):
        for path in sorted((root / 'src' / room).rglob('*.[hc]pp')):
            file = str(path.relative_to(root))
            for line in path.read_text().splitlines():
                code = squeezed(line.split('//')[0])
                if not re.search(r'0x[0-9a-f.]+p-\d|(?<![\w.])\d+\*(?:u|unit_roundoff<T>)(?!\w)', code):
                    continue
                if (file, code) in others:
                    used.add((file, code))
                elif not any(code in text or text in code for text in known.get(file, [])):
                    raise Wrong(f'{file}: no script and no line of other_numbers has: {line.strip()}')
    for key in others.keys() - used:
        raise Wrong('other_numbers has what the code has not: ' + others[key])


def check_list(root):
    there = {str(path.relative_to(root)) for path in (root / 'src').rglob('*.gappa')}
    named = set(re.findall(r'`(src/[\w/]+\.gappa)`', (root / 'tests/README.md').read_text()))
    if there != named:
        raise Wrong(f'tests/README.md and the scripts differ: {sorted(there ^ named)}')
    check_numbers(root)


def main(arguments):
    slack = arguments[:1] == ['--slack']
    if arguments[:1] == ['--list']:
        check_list(pathlib.Path(arguments[1]))
        return
    if shutil.which('gappa') is None:
        print('gappa is not installed: nothing is proved (bootstrap.sh installs it)')
        return
    root, *scripts = arguments[slack:]
    for script in scripts:
        for suffix, text, replaced in variants(pathlib.Path(script).read_text()):
            if slack:
                for name, refuted in constants(text)[1].items():
                    print(f'{script}{suffix}: {name} * {last_factor(text, name, value(replaced(refuted), {})):.10g}')
                continue
            try:
                check_variant(pathlib.Path(root), text, replaced)
            except Wrong as wrong:
                raise Wrong(f'{script}{suffix}: {wrong}') from None


if __name__ == '__main__':
    try:
        main(sys.argv[1:])
    except Wrong as wrong:
        sys.exit(f'check.py: {wrong}')
