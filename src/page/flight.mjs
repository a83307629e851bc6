// Moves the view to a box, in a quarter of a second, or at once for who prefers reduced motion.

const duration = 250;  // ms

// @param step  called after each change of the view, with whether it was the last
// @returns     a function that ends the flight where it is
export function flyTo(view, box, step) {
  const end = Object.assign(Object.create(Object.getPrototypeOf(view)), view);
  end.fit(box, Math.min(view.width, view.height) * 0.28);
  const begin = { x: view.x, y: view.y, scale: view.scale };
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  const started = performance.now();
  let stopped = false;
  const frame = () => {
    if (stopped) return;
    const t = still ? 1 : Math.min(1, (performance.now() - started) / duration), s = t * t * (3 - 2 * t);
    view.scale = t === 1 ? end.scale : begin.scale * (end.scale / begin.scale) ** s;
    view.x = t === 1 ? end.x : begin.x + (end.x - begin.x) * s;
    view.y = t === 1 ? end.y : begin.y + (end.y - begin.y) * s;
    step(t === 1);
    if (t < 1) requestAnimationFrame(frame);
  };
  frame();
  return () => { stopped = true; };
}
