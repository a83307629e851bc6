// What is at a pixel: a pair by its mark, or a body.
import { noVerdict } from "./verdicts.mjs";

const nearPixels = 7;  // to a pair's mark

// The pair whose mark is near a pixel, else the smallest body there; null: nothing.
export function pick(page, px, py) {
  const { view, bodies, contacts, layers } = page;
  const near = page.grid.find(view.box(px - 40, py - 40, px + 40, py + 40)).filter((i) => bodies.exists(i) && page.isBodyShown(i));
  let best = null, nearest = nearPixels;
  if (page.drawing.isDecorated() && (layers.points || layers.mtv)) {
    for (const body of near) {
      for (const i of contacts.pairsOf(body)) {
        if (!page.isShown(i) || contacts.verdict(i) === 0) continue;
        const [ax, ay] = contacts.anchor(i), a = contacts.a(i);
        const away = Math.hypot(view.toX(bodies.x(a)) + ax * view.scale - px, view.toY(bodies.y(a)) - ay * view.scale - py);
        if (away < nearest) [best, nearest] = [{ pair: i }, away];
      }
    }
  }
  if (best) return best;
  const body = pickBody(page, px, py);
  return body === undefined ? null : { body };
}

// The smallest shown body at a pixel, or close to it.
export function pickBody(page, px, py) {
  const { view, bodies } = page, slack = nearPixels / view.scale / 2, x = view.worldX(px), y = view.worldY(py);
  const near = page.grid.find([x - slack, y - slack, x + slack, y + slack]);
  const hit = (reach) => near.filter((i) => bodies.exists(i) && page.isBodyShown(i) && page.worst[i] !== noVerdict && bodies.contains(i, x, y, reach));
  const inside = hit(0);
  return [...(inside.length > 0 ? inside : hit(slack))].sort((i, k) => bodies.size(i) - bodies.size(k))[0];
}
