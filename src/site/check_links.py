"""Follows the links of a built site: check_links.py FOLDER. Fails if one leads nowhere, or a page takes a resource from elsewhere."""

import gzip
import re
import sys
import urllib.parse
from pathlib import Path

FRONT_PAGE_BYTES = 2_500_000  # compressed, with all that it loads


def main(root):
    texts = {path: path.read_text(encoding="utf-8") for path in root.rglob("*.html")}
    anchors = {path: set(re.findall(r'\s(?:id|name)="([^"]+)"', text)) for path, text in texts.items()}
    problems = []
    for path, text in texts.items():
        here = path.relative_to(root)
        for name, address in re.findall(r'\s(href|src|srcset|data)="([^"]*)"', text):
            address = address.replace("&amp;", "&")
            parts = urllib.parse.urlparse(address)
            if parts.scheme or address.startswith("//"):
                if name != "href" and parts.scheme != "data" or address.startswith("//"):
                    problems.append(f"{here}: takes {address[:80]} from elsewhere")
                continue
            target = path if not parts.path else (path.parent / urllib.parse.unquote(parts.path)).resolve()
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                problems.append(f"{here}: {address} leads nowhere")
            elif parts.fragment and target in anchors and urllib.parse.unquote(parts.fragment) not in anchors[target]:
                problems.append(f"{here}: {address} has no such place")
        for address in re.findall(r'<link[^>]+href="(https?:[^"]*)"', text):
            problems.append(f"{here}: takes {address[:80]} from elsewhere")
    for path in root.rglob("*.css"):
        problems += [f"{path.relative_to(root)}: takes {a}" for a in re.findall(r"url\(['\"]?(https?:[^)]*)", path.read_text(encoding="utf-8"))]
    weight = bytes_of(root / "index.html", texts)
    if weight > FRONT_PAGE_BYTES:
        problems.append(f"the front page has {weight:,} bytes compressed, more than {FRONT_PAGE_BYTES:,}")
    print(f"{len(texts)} pages, the front page {weight:,} bytes compressed: " + (f"{len(problems)} problems" if problems else "all links lead somewhere"))
    print(*problems[:40], sep="\n", end="\n" * bool(problems), file=sys.stderr)
    return bool(problems)


def bytes_of(page, texts):
    """A page with its frames, styles, scripts and pictures, each compressed."""
    todo, seen = [page], set()
    while todo:
        path = todo.pop()
        if path in seen or not path.is_file():
            continue
        seen.add(path)
        if path in texts:
            found = re.findall(r'<(?:script|img|iframe|source)[^>]+src="([^"#]+)"|<link[^>]+rel="(?:stylesheet|icon)"[^>]*href="([^"#]+)"|<link[^>]+href="([^"#]+)"[^>]*rel="stylesheet"', texts[path])
            todo += [(path.parent / urllib.parse.unquote(address).split("?")[0]).resolve() for groups in found for address in groups if address]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in seen)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
