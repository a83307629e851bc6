// Pointer, wheel and keys on the canvas.

const clickSlack = 4;     // pixels that a click may move
const panStep = 60;

const zoomOfKey = { "+": 1.3, "=": 1.3, "-": 1 / 1.3 };
const stepOfKey = { ArrowLeft: [panStep, 0], ArrowRight: [-panStep, 0], ArrowUp: [0, panStep], ArrowDown: [0, -panStep] };

// @param page  {pan(dx, dy), zoom(px, py, factor), panByKey(dx, dy), zoomByKey(factor), fit(), hover(px, py), leave(), click(px, py), escape(), next(by), play(),
//              grab(px, py), missed(), dragTo(px, py, event), drop(), key(event)}; grab returns whether something is dragged,
//              missed tells of a drag that does not
export function listen(canvas, page) {
  const fingers = new Map();
  let resting = "";  // where the pointer is; a browser may repeat its last event when something changes under it
  let moved = 0, grabbed = false, told = false;
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at(event));
    moved = 0;
    if (grabbed) page.drop();  // a second finger: both zoom
    grabbed = fingers.size === 1 && page.grab(...at(event));
    told = grabbed || fingers.size > 1;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId), now = at(event), place = `${event.screenX} ${event.screenY}`;
    if (!before && place === resting) return;
    resting = place;
    if (!before) return page.hover(...now);
    moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    if (grabbed) {
      if (moved > clickSlack) page.dragTo(...now, event);
    } else if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const apart = (p) => Math.max(1, Math.hypot(p[0] - other[0], p[1] - other[1]));
      page.zoom((now[0] + other[0]) / 2, (now[1] + other[1]) / 2, apart(now) / apart(before));
    } else {
      page.pan(now[0] - before[0], now[1] - before[1]);
      if (!told && moved > clickSlack) page.missed();
      told ||= moved > clickSlack;
    }
    fingers.set(event.pointerId, now);
  });
  const up = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    if (grabbed) page.drop();
    grabbed = false;
    if (event.type === "pointerup" && moved <= clickSlack) page.click(...at(event));
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => {
    resting = "";
    page.leave();
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : 1;
    page.zoom(...at(event), Math.exp(-Math.max(-300, Math.min(300, event.deltaY * lines)) * 0.002));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || page.key(event)) return;
    const { key } = event;
    if (key in zoomOfKey) page.zoomByKey(zoomOfKey[key]);
    else if (key in stepOfKey) page.panByKey(...stepOfKey[key]);
    else if (key === "0" || key === "Home") page.fit();
    else if (key === "n" || key === "p") page.next(key === "n" ? 1 : -1);
    else if (key === "Escape") page.escape();
    else if (key === " " && !event.repeat && page.play()) { /* played or paused */ }
    else return;
    event.preventDefault();
  });
}
