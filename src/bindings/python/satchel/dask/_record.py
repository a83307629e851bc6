"""What a folder of answers was begun with: `_plan.json`. A call with anything else is refused."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

from .. import _core
from .._errors import Error
from ._files import write_json

format_number = 2
plan_name, manifest_name = "_plan.json", "_manifest.json"


def begun(out: Path, kind: str, inputs: dict[str, dict[str, Any]], options: dict[str, Any]) -> dict[str, Any] | None:
    """The record of an earlier call, or None if the folder is new. Raises Error if that was another call.

    Each input has at least `folder` and `identity`, a hash of its files.
    """
    path = out / plan_name
    if not path.exists():
        if out.exists() and any(not p.name.startswith((".", "_")) for p in out.iterdir()):
            raise Error(
                f"{out} has files, but no plan of satchel.dask; wanted a new or an empty folder", "bad_folder", "out"
            )
        return None
    value: dict[str, Any] = json.loads(path.read_text())

    def refuse(code: str, what: str) -> None:
        raise Error(f"{out} was begun {what}. Give another folder, or remove this one", code, "out")

    if (value["version"], value["format"]) != (_core.__version__, format_number):
        refuse("other_version", f"by satchel {value['version']}; this is {_core.__version__}")
    if value["kind"] != kind:
        refuse("other_options", f"by {value['kind']}; this is {kind}")
    for name in {**value["inputs"], **inputs}:
        old, new = value["inputs"].get(name), inputs.get(name)
        if old is None or new is None:
            refuse(
                "other_input",
                f"with{'out' if old is None else ''} {name}, now there is {'none' if new is None else 'one'}",
            )
        elif old["folder"] != new["folder"]:
            refuse("other_input", f"with other input: {name} was {old['folder']}")
        elif old != json.loads(json.dumps(new)):
            what = f"{name} ({new['folder']}) has changed since, or other columns are named"
            refuse("other_input", f"with other input: {what}")
    for name, now in json.loads(json.dumps(options)).items():
        if (was := value["options"].get(name)) != now:
            refuse("other_options", f"with {name}={was!r}, now it is {now!r}")
    return value


def begin(
    out: Path, kind: str, inputs: dict[str, dict[str, Any]], options: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """Writes the record of a new call, and what else tasks need; `token` tells records of one folder apart."""
    value = {
        "format": format_number,
        "version": _core.__version__,
        "kind": kind,
        "token": uuid.uuid4().hex,
        "inputs": inputs,
        "options": options,
        **more,
    }
    write_json(out / plan_name, value)
    return value


def read_record(out: str, token: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((Path(out) / plan_name).read_text())
    if value["token"] != token:
        raise Error(f"the plan of {out} has changed while a call was running", "bad_folder", "out")
    return value


def finished(out: Path) -> dict[str, Any] | None:
    """The manifest, if the answer is whole."""
    path = out / manifest_name
    if not path.exists():
        return None
    found: dict[str, Any] = json.loads(path.read_text())
    return found
