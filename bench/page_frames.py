#!/usr/bin/env python3
"""Milliseconds of a frame of the page that `satchel collide --html` writes, in headless Chromium.

    build/page-tests/bin/python bench/page_frames.py build/bench/bin/satchel 10000 100000

For each number of bodies: a scene of `satchel generate --kind mixed` in a window of 1400 x 900, all of it, and then so near
that MTVs and contact points are drawn. A frame is script and drawing: performance.now() around the call, which ends with
reading a pixel back, so that no drawing is left over. `whole` is a frame of zooming, which draws everything anew.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "page"))
from browser import Browser  # noqa: E402

measure = """
const page = document.body.satchel, ctx = page.scene.getContext("2d"), times = [];
const [work, count] = arguments;
for (let i = 0; i < count; ++i) {
  const t = performance.now();
  if (work === "pan") page.panNow(i % 40 < 20 ? 7 : -7, i % 20 < 10 ? 4 : -4);
  else { page.view.zoomAt(500, 400, i % 2 ? 1.02 : 1 / 1.02); page.draw(); }
  ctx.getImageData(0, 0, 1, 1);
  times.push(performance.now() - t);
}
return times.sort((a, b) => a - b);
"""


def main() -> None:
    tool, sizes = sys.argv[1], [int(text) for text in sys.argv[2:]] or [10000, 100000]
    print("bodies,pairs,page_MB,view,pan_median_ms,pan_worst_ms,whole_median_ms,whole_worst_ms")
    with tempfile.TemporaryDirectory() as folder, Browser(size=(1400, 900)) as browser:
        for bodies in sizes:
            scene, page = f"{folder}/scene.json", pathlib.Path(folder, "page.html")
            subprocess.run([tool, "generate", "--kind", "mixed", "--bodies", str(bodies), "--seed", "1", "--out", scene], check=True)
            subprocess.run([tool, "collide", scene, "--html", str(page)], check=True, stdout=subprocess.DEVNULL)
            browser.open(page)
            pairs = browser.value("page.contacts.count")
            for view in ("all", "near"):
                if view == "near":
                    browser.run("const page = document.body.satchel; page.view.setScale(14 / page.medianSize); page.draw();")
                pan, whole = browser.run(measure, "pan", 60), browser.run(measure, "draw", 9)
                print(f"{bodies},{pairs},{page.stat().st_size / 1e6:.1f},{view},"
                      f"{pan[30]:.1f},{pan[-1]:.1f},{whole[4]:.1f},{whole[-1]:.1f}", flush=True)


main()
