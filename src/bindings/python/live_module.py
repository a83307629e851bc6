"""live_module.py MODULE FOLDER: takes the one-file WebAssembly module apart, into live.wasm and live.mjs, which has @bytes@ in its place.

Bytes are two thirds of base64 in a wheel.
"""

import base64
import pathlib
import re
import sys

module, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
script = module.read_text(encoding="utf-8")
[text] = re.findall(r"^const embedded = '([A-Za-z0-9+/=]+)';$", script, re.MULTILINE)
folder.mkdir(parents=True, exist_ok=True)
(folder / "live.wasm").write_bytes(base64.b64decode(text))
(folder / "live.mjs").write_text(script.replace(text, "@bytes@"), encoding="utf-8")
