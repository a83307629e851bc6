#!/usr/bin/env python3
"""check.py refuses scripts that prove nothing, or not what the code has."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name('check.py')
RIGHT = '''# constant: bound = 3 * u in code.hpp: bound = 3 * u;
# refuted: bound * 0.9
u = 1b-24;
bound = 3b-24;
sum = a + b + c - bound;
{ |a| <= 1b-24 /\\ |b| <= 1b-24 /\\ |c| <= 1b-24 -> sum <= 0 }
'''
WRONG = {
    'not proved': RIGHT.replace('3b-24', '2b-24').replace('3 * u', '2 * u'),
    'has no text': RIGHT.replace('bound = 3 * u;', 'bound = 3 * v;'),
    'but the code has': RIGHT.replace('3b-24', '4b-24'),
    'still proved': RIGHT.replace('0.9', '1.1'),
    'needs a line': RIGHT.replace('bound * 0.9', 'other * 0.9'),
    'Gappa refuses': RIGHT.replace('sum <= 0 }', 'sum <= }'),
    'Gappa warns': RIGHT.replace('sum = ', 'd = float<ieee_32, ne>(d_);\nsum = '),
    'are not as': RIGHT.replace('# constant: bound', '# constant: the bound'),
    'nothing to replace': RIGHT + '# also: -99 -> -53\n',
    ' also: not proved': RIGHT + '# also: |c| <= 1b-24 -> |c| <= 2b-24\n# |c| <= 1b-24\n',
}


def run(text, code):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / 'code.hpp').write_text(code)
        (root / 'script.gappa').write_text(text)
        done = subprocess.run([sys.executable, CHECK, root, root / 'script.gappa'], capture_output=True, text=True,
                              check=False)
    return done.returncode, done.stdout + done.stderr


def main():
    if shutil.which('gappa') is None:
        print('gappa is not installed')
        return
    code = 'const float bound\n    = 3 * u;'
    assert run(RIGHT, code) == (0, ''), run(RIGHT, code)
    assert run(RIGHT, 'bound = 4 * u;')[0] != 0
    for said, text in WRONG.items():
        status, output = run(text, code if '2 * u' not in text else 'bound = 2 * u;')
        assert status != 0 and said in output, (said, output)


main()
