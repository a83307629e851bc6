#!/usr/bin/env python3
"""Milliseconds of a frame of the page that `satchel collide --html` writes, in headless Chromium.

    build/page-tests/bin/python bench/page_frames.py build/bench/bin/satchel 10000 100000 [--live build/wasm/page/satchel-page.mjs]

For each number of bodies: a scene of `satchel generate --kind mixed` in a window of 1400 x 900, all of it, and then so near
that MTVs and contact points are drawn. A frame is script and drawing: performance.now() around the call, which ends with
reading a pixel back, so that no drawing is left over. `whole` is a frame of zooming, which draws everything anew. With --live the
frames of a drag are measured instead: the body is moved, its pairs are asked anew, and what changed is drawn.
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

# A body of the middle of the window is dragged, 200 frames of some pixels each; the first ones, which compile, do not count.
measure_drag = """
const page = document.body.satchel, { tools, view, bodies } = page, ctx = page.scene.getContext("2d"), times = [];
const body = [...page.grid.find(view.box(400, 300, 700, 600))].find((i) => page.findBody(view.toX(bodies.x(i)), view.toY(bodies.y(i))) === i);
const x = view.toX(bodies.x(body)), y = view.toY(bodies.y(body));
tools.grab(x, y);
for (let i = 0; i < 220; ++i) {
  const t = performance.now(), along = i % 100 < 50 ? i % 50 : 50 - i % 50;
  tools.dragTo(x + 3 * along, y + i % 7, {});
  page.drawRequested();
  ctx.getImageData(0, 0, 1, 1);
  if (i >= 20) times.push(performance.now() - t);
}
tools.drop();
page.drawRequested();
return times.sort((a, b) => a - b);
"""


def main() -> None:
    words = sys.argv[1:]
    live = words[words.index("--live"):][:2] if "--live" in words else []
    tool, sizes = words[0], [int(text) for text in words[1:] if text.isdigit()] or [10000, 100000]
    print("bodies,pairs,page_MB,view," + ("drag_median_ms,drag_p95_ms,drag_worst_ms" if live else "pan_median_ms,pan_worst_ms,whole_median_ms,whole_worst_ms"))
    with tempfile.TemporaryDirectory() as folder, Browser(size=(1400, 900)) as browser:
        for bodies in sizes:
            scene, page = f"{folder}/scene.json", pathlib.Path(folder, "page.html")
            subprocess.run([tool, "generate", "--kind", "mixed", "--bodies", str(bodies), "--seed", "1", "--out", scene], check=True)
            subprocess.run([tool, "collide", scene, "--html", str(page), *live], check=True, stdout=subprocess.DEVNULL)
            browser.open(page)
            if live:
                browser.until("document.documentElement.dataset.live === 'same'", 60)
            pairs = browser.value("page.contacts.count")
            for view in ("all", "near"):
                if view == "near":
                    browser.run("const page = document.body.satchel; page.view.setScale(14 / page.medianSize); page.draw();")
                if live:
                    drag = browser.run(measure_drag)
                    print(f"{bodies},{pairs},{page.stat().st_size / 1e6:.1f},{view},{drag[100]:.1f},{drag[190]:.1f},{drag[-1]:.1f}", flush=True)
                    continue
                pan, whole = browser.run(measure, "pan", 60), browser.run(measure, "draw", 9)
                print(f"{bodies},{pairs},{page.stat().st_size / 1e6:.1f},{view},"
                      f"{pan[30]:.1f},{pan[-1]:.1f},{whole[4]:.1f},{whole[-1]:.1f}", flush=True)


main()
