#include "outlines.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace satchel::test {

int exact_turn(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
  const Exact turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  return turn.sign();
}

Exact doubled_area(const std::vector<ExactPoint>& ring) {
  Exact sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const ExactPoint &p = ring[i], &q = ring[(i + 1) % ring.size()];
    sum += p.x * q.y - p.y * q.x;
  }
  return sum;
}

bool segments_meet(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const ExactPoint& d) {
  const auto lies_on = [](const ExactPoint& p, const ExactPoint& q, const ExactPoint& v) {
    return exact_turn(p, q, v) == 0 && std::min(p.x, q.x) <= v.x && v.x <= std::max(p.x, q.x) &&
           std::min(p.y, q.y) <= v.y && v.y <= std::max(p.y, q.y);
  };
  if (lies_on(a, b, c) || lies_on(a, b, d) || lies_on(c, d, a) || lies_on(c, d, b)) return true;
  return exact_turn(a, b, c) * exact_turn(a, b, d) < 0 && exact_turn(c, d, a) * exact_turn(c, d, b) < 0;
}

bool is_simple(const std::vector<ExactPoint>& ring) {
  const std::size_t n = ring.size();
  if (n < 3) return false;
  for (std::size_t i = 0; i < n; ++i) {
    const ExactPoint &a = ring[i], &b = ring[(i + 1) % n], &after = ring[(i + 2) % n];
    if (a == b) return false;
    // Neighbours share b; they meet elsewhere only if one's far end lies on the other.
    if (exact_turn(a, b, after) == 0 && (segments_meet(a, b, after, after) || segments_meet(b, after, a, a))) {
      return false;
    }
    for (std::size_t j = i + 2; j < n; ++j) {
      if ((j + 1) % n != i && segments_meet(a, b, ring[j], ring[(j + 1) % n])) return false;
    }
  }
  return true;
}

std::vector<Vec2d> star_outline(Random& random, int count) {
  std::vector<Vec2d> outline;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * (i + random.uniform(0, 0.9)) / count, reach = random.uniform(0.3, 3);
    outline.push_back({reach * std::cos(angle), reach * std::sin(angle)});
  }
  return outline;
}

std::vector<Vec2d> comb_outline(Random& random, int teeth) {
  std::vector<Vec2d> outline{{0, -1}, {2.0 * teeth, -1}};
  for (int i = teeth - 1; i >= 0; --i) {
    const double height = random.integer(1, 12), lean = random.pick({0.0, 0.5, -0.25});
    outline.push_back({2.0 * i + 2, 0});
    outline.push_back({2.0 * i + 1.5 + lean, height});
    outline.push_back({2.0 * i + 1 + lean, height});
    outline.push_back({2.0 * i + 1, 0});
  }
  outline.push_back({0, 0});
  return outline;
}

std::vector<Vec2d> spiral_outline(Random& random, int turns) {
  // Out along one wall, back along the other, half a unit inside.
  std::vector<Vec2d> outer, inner;
  const double wall = random.pick({0.25, 0.5});
  for (int k = 0; k < 4 * turns; ++k) {
    const double reach = k / 4 + 1 + (k % 4 == 3 ? 1 : 0), low = k / 4 + 1.0;
    const double x[] = {low, -low, -low, reach}, y[] = {low, low, -low, -low};
    outer.push_back({x[k % 4], y[k % 4]});
    const double narrow = wall;
    const double ix[] = {x[0] - narrow, x[1] + narrow, x[2] + narrow, x[3] - narrow};
    const double iy[] = {y[0] - narrow, y[1] - narrow, y[2] + narrow, y[3] + narrow};
    inner.push_back({ix[k % 4], iy[k % 4]});
  }
  std::vector<Vec2d> outline(outer);
  outline.insert(outline.end(), inner.rbegin(), inner.rend());
  return outline;
}

std::vector<Vec2d> stairs_outline(Random& random, int count) {
  std::vector<Vec2d> outline{{0, -1}, {static_cast<double>(count), -1}};
  int before = -1;
  for (int i = count - 1; i >= 0; --i) {
    const int height = random.integer(0, 4);
    if (height != before) outline.push_back({i + 1.0, static_cast<double>(height)});
    if (random.chance(0.8)) {
      outline.push_back({static_cast<double>(i), static_cast<double>(height)});
      before = height;
    } else {
      before = -1;
      outline.push_back({i + 0.5, static_cast<double>(height)});
      outline.push_back({i + 0.5, 5});
      outline.push_back({static_cast<double>(i), 5});
    }
  }
  return outline;
}

std::vector<Vec2d> with_flat_vertices(Random& random, const std::vector<Vec2d>& outline, double chance) {
  std::vector<Vec2d> result;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2d p = outline[i], q = outline[(i + 1) % outline.size()];
    result.push_back(p);
    if (!random.chance(chance)) continue;
    result.push_back({p.x + (q.x - p.x) / 4, p.y + (q.y - p.y) / 4});
    if (random.chance(0.5)) result.push_back({(p.x + q.x) / 2, (p.y + q.y) / 2});
  }
  return result;
}

template <class T>
std::vector<BasicVec2<T>> any_outline(Random& random) {
  std::vector<Vec2d> outline;
  switch (random.integer(0, 3)) {
    case 0:
      outline = star_outline(random, random.integer(3, 60));
      break;
    case 1:
      outline = comb_outline(random, random.integer(1, 12));
      break;
    case 2:
      outline = spiral_outline(random, random.integer(1, 5));
      break;
    default:
      outline = stairs_outline(random, random.integer(2, 30));
  }
  if (random.chance(0.5)) outline = with_flat_vertices(random, outline, random.uniform(0, 1));
  // Far off, turned, tiny or huge: by then flat vertices are so by a hair, to one side or the other.
  const double angle = random.chance(0.5) ? 0 : random.uniform(0, 6.3),
               scale = std::ldexp(1.0, random.integer(-20, 20));
  const double far = random.chance(0.7) ? 0 : random.uniform(0, 1000);
  std::vector<BasicVec2<T>> rounded;
  for (const Vec2d v : outline) {
    const double x = std::cos(angle) * v.x - std::sin(angle) * v.y, y = std::sin(angle) * v.x + std::cos(angle) * v.y;
    rounded.push_back({static_cast<T>(scale * (x + far)), static_cast<T>(scale * (y - far))});
  }
  std::rotate(rounded.begin(), rounded.begin() + static_cast<std::ptrdiff_t>(random.below(rounded.size())),
              rounded.end());
  return rounded;
}

template std::vector<Vec2> any_outline(Random&);
template std::vector<Vec2d> any_outline(Random&);

}  // namespace satchel::test
