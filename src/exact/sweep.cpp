#include "exact/sweep.hpp"

#include "exact/pair_signs.hpp"

namespace satchel::exact {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Two rings of which b moves by d as seen from a.
///
/// Let W be the sum of the largest offsets, of the difference of the origins and of d. A top is off by less than
/// 8 u W |e|_1 (pair_signs.hpp, d aside), the turn e x d by 4 u |d| |e|_1, their sum by u of itself more: the bound of
/// 32 u W |e|_1, u = 2^-53, has room to spare.
template <class T>
struct MovingPair {
  Ring<T> a, b;
  Displacement motion;
  Delta d, from_a, from_b;
  double extent;

  MovingPair(const Core<T>& core_a, const Core<T>& core_b, const Displacement& its_motion)
      : a(core_a), b(core_b), motion(its_motion), d{motion.x.high, motion.y.high} {
    from_a = {core_b.origin_x - core_a.origin_x, core_b.origin_y - core_a.origin_y};
    from_b = {-from_a.x, -from_a.y};
    const auto larger = [](Delta v) { return std::max(std::fabs(v.x), std::fabs(v.y)); };
    extent = a.largest() + b.largest() + larger(from_a) + larger(d);
  }
  double error(double x, double y) const { return 0x1p-48 * extent * (std::fabs(x) + std::fabs(y)); }
};

/// From vertex i of a to vertex j of b, exactly; at the end of the motion if `moved`.
template <class T>
struct WayBetween {
  Expansion<6> x, y;

  WayBetween(const MovingPair<T>& pair, std::size_t i, std::size_t j, bool moved) {
    const PlacedVertex from = pair.a.vertex(i), to = pair.b.vertex(j);
    const Expansion<2> none, dx(pair.motion.x), dy(pair.motion.y);
    x = sum(exact_difference(to.origin_x, to.x, from.origin_x, from.x), moved ? dx : none);
    y = sum(exact_difference(to.origin_y, to.y, from.origin_y, from.y), moved ? dy : none);
  }
  /// Sign of g x way.
  int turn_from(const Expansion<2>& gx, const Expansion<2>& gy) const { return cross(y, gx, x, gy).sign(); }
  int along(const Expansion<2>& gx, const Expansion<2>& gy) const { return sum(product(x, gx), product(y, gy)).sign(); }
};

/// Whether sign(i, j, moved) is 1 for every way between the bodies, at both ends of the motion, or -1 for every one.
template <class T, class Sign>
bool all_on_one_side(const MovingPair<T>& pair, const Sign& sign) {
  int side = 0;
  for (std::size_t i = 0; i < pair.a.count(); ++i) {
    for (std::size_t j = 0; j < pair.b.count(); ++j) {
      for (const bool moved : {false, true}) {
        const int here = sign(WayBetween<T>(pair, i, j, moved));
        if (here == 0 || here == -side) return false;
        side = here;
      }
    }
  }
  return true;
}

/// Whether edge e of a (of b) has b (a) strictly on its outer side all the time, exactly: at both ends is all the time.
template <class T>
bool edge_separates(const MovingPair<T>& pair, bool of_a, std::size_t e) {
  const Ring<T>& ring = of_a ? pair.a : pair.b;
  const ExactEdge edge = exact_edge(ring, e);
  const std::size_t others = of_a ? pair.b.count() : pair.a.count();
  for (std::size_t v = 0; v < others; ++v) {
    for (const bool moved : {false, true}) {
      const WayBetween<T> way = of_a ? WayBetween<T>(pair, e, v, moved) : WayBetween<T>(pair, v, e, moved);
      const int turn = way.turn_from(edge.x, edge.y);  // from b's edge the way leads back
      if ((of_a ? turn : -turn) >= 0) return false;
    }
  }
  return true;
}

/// Whether the strips that the bodies leave behind along the motion are strictly apart.
template <class T>
bool strips_are_apart(const MovingPair<T>& pair) {
  const Expansion<2> dx(pair.motion.x), dy(pair.motion.y);
  if (dx.size == 0 && dy.size == 0) return false;
  double low[2] = {infinity, infinity}, high[2] = {-infinity, -infinity};
  const auto range = [&](const Ring<T>& ring, Delta from, int k) {
    for (std::size_t i = 0; i < ring.count(); ++i) {
      const double at = pair.d.x * (ring.y(i) + from.y) - pair.d.y * (ring.x(i) + from.x);
      low[k] = std::min(low[k], at);
      high[k] = std::max(high[k], at);
    }
  };
  range(pair.a, {0, 0}, 0);
  range(pair.b, pair.from_a, 1);
  const double gap = std::max(low[1] - high[0], low[0] - high[1]), error = pair.error(pair.d.x, pair.d.y);
  if (gap > error) return true;
  if (gap < -error) return false;
  return all_on_one_side(pair, [&](const WayBetween<T>& way) { return way.turn_from(dx, dy); });
}

/// Points and segments that all lie and move on one line: apart on it all the time? Directions that are not that line's
/// do no harm, for whatever separates does.
template <class T>
bool apart_along(const MovingPair<T>& pair) {
  const auto separates = [&](const Expansion<2>& gx, const Expansion<2>& gy) {
    return all_on_one_side(pair, [&](const WayBetween<T>& way) { return way.along(gx, gy); });
  };
  const Expansion<2> one({1, 0}), none;
  if (separates(one, none) || separates(none, one)) return true;
  for (const Ring<T>* ring : {&pair.a, &pair.b}) {
    if (ring->count() != 2) continue;
    const ExactEdge edge = exact_edge(*ring, 0);
    if (separates(edge.x, edge.y)) return true;
  }
  return separates(Expansion<2>(pair.motion.x), Expansion<2>(pair.motion.y));
}

/// When cores on one line meet: b comes along the motion until its front is at the back of a.
template <class T>
Meeting meeting_on_line(const MovingPair<T>& pair) {
  const double speed = std::sqrt(pair.d.x * pair.d.x + pair.d.y * pair.d.y);
  if (!(speed > 0)) return {true, 0, 0, 0};
  const double x = pair.d.x / speed, y = pair.d.y / speed;
  double front_of_b = -infinity, back_of_a = infinity;
  for (std::size_t j = 0; j < pair.b.count(); ++j) {
    front_of_b = std::max(front_of_b, x * (pair.b.x(j) + pair.from_a.x) + y * (pair.b.y(j) + pair.from_a.y));
  }
  for (std::size_t i = 0; i < pair.a.count(); ++i) {
    back_of_a = std::min(back_of_a, x * pair.a.x(i) + y * pair.a.y(i));
  }
  return {true, std::clamp((back_of_a - front_of_b) / speed, 0.0, 1.0), -x, -y};
}

/// Cores without radius. The swept bodies are apart if and only if something separates them strictly: an edge of either
/// body, at the start and at the end, or a line along the motion; for these are the edges of the difference of a and of
/// all that b sweeps. (Of cores on one line that difference is a segment, with ends.) Each in doubles where these are
/// certain, else exactly.
///
///   an edge that has the other body on its outer side at the start is entered at  t = -top / (change of its top);
///   the latest of these is when they meet
template <class T>
Meeting sweep_sharp(MovingPair<T>& pair) {
  constexpr Meeting miss{false, 0, 0, 0};
  double depth = 0, change = 1, edge_x = 0, edge_y = 0;  // of the latest entry; its time is depth / change
  bool on_one_line = pair.a.count() <= 2 && pair.b.count() <= 2;
  for (const bool of_a : {true, false}) {
    Ring<T>& ring = of_a ? pair.a : pair.b;
    if (ring.count() == 1) continue;
    find_tops(ring, of_a ? pair.b : pair.a, of_a ? pair.from_a : pair.from_b);
    const double sign = of_a ? 1 : -1;
    for (std::size_t e = 0; e < ring.count(); ++e) {
      if (!ring.has_length(e)) continue;
      const double x = ring.edge_x(e), y = ring.edge_y(e), top = ring.top(e), error = pair.error(x, y);
      const double its_change = sign * (x * pair.d.y - y * pair.d.x), later = std::max(top, top + its_change);
      if (later < -error || (later <= error && edge_separates(pair, of_a, e))) return miss;
      on_one_line = on_one_line && std::fabs(top) <= error;
      const bool latest = (top < 0) & (its_change > 0) & (-top * change > depth * its_change);
      depth = latest ? -top : depth;
      change = latest ? its_change : change;
      edge_x = latest ? sign * x : edge_x;
      edge_y = latest ? sign * y : edge_y;
    }
  }
  if (strips_are_apart(pair)) return miss;
  if (pair.a.count() <= 2 && pair.b.count() <= 2) {
    if (apart_along(pair)) return miss;
    if (on_one_line) return meeting_on_line(pair);
  }
  if (!(depth > 0)) return {true, 0, 0, 0};
  const double length = std::sqrt(edge_x * edge_x + edge_y * edge_y);
  return {true, std::min(depth / change, 1.0), edge_y / length, -edge_x / length};
}

/// Cores with radii: a point that moves by d meets the disc around a vertex, or the side of the strip around an edge;
/// the first of all these is when the bodies meet, for together they are the border of the difference of the two.
/// The radius is grown by 2^-46 of the extent: far more than what rounding can hide of a way or a distance (16 u W).
template <class T>
Meeting sweep_rounded(const MovingPair<T>& pair, double radii) {
  const double radius = radii + 0x1p-46 * (pair.extent + radii);
  const double speed = pair.d.x * pair.d.x + pair.d.y * pair.d.y;
  Meeting first{false, infinity, 0, 0};
  if (!(speed > 0)) return first;
  for (const bool of_a : {true, false}) {
    const Ring<T>& ring = of_a ? pair.a : pair.b;
    const Ring<T>& other = of_a ? pair.b : pair.a;
    const Delta to_other = of_a ? pair.from_a : pair.from_b;
    const double sign = of_a ? 1 : -1, dx = sign * pair.d.x, dy = sign * pair.d.y;
    const auto meet = [&](double time, double nx, double ny) {
      if (time <= 1 && std::max(time, 0.0) < first.time) first = {true, std::max(time, 0.0), sign * nx, sign * ny};
    };
    for (std::size_t e = 0; e < ring.count(); ++e) {
      const double x = ring.edge_x(e), y = ring.edge_y(e), length = std::sqrt(x * x + y * y);
      const double inverse = length > 0 ? 1 / length : 0, ax = x * inverse, ay = y * inverse;
      const double closing = -(ay * dx - ax * dy);
      for (std::size_t v = 0; v < other.count(); ++v) {
        const double wx = other.x(v) - ring.x(e) + to_other.x, wy = other.y(v) - ring.y(e) + to_other.y;
        const double height = ay * wx - ax * wy;
        if (height >= radius && closing > 0) {
          const double time = (height - radius) / closing;
          const double at = ax * (wx + time * dx) + ay * (wy + time * dy);
          if (at >= 0 && at <= length) meet(time, ay, -ax);
        }
        const double aside = dx * wy - dy * wx, towards = dx * wx + dy * wy;
        const double rest = speed * (radius * radius) - aside * aside;
        if (rest < 0) continue;
        const double root = std::sqrt(rest);
        if (-towards + root < 0) continue;  // behind it
        const double time = std::max((-towards - root) / speed, 0.0);
        const double nx = wx + time * dx, ny = wy + time * dy, size = std::sqrt(nx * nx + ny * ny);
        meet(time, size > 0 ? nx / size : 0, size > 0 ? ny / size : 0);
      }
    }
  }
  return first;
}

}  // namespace

template <class T>
Meeting sweep_apart(const Core<T>& a, const Core<T>& b, const Displacement& motion) {
  MovingPair<T> pair(a, b, motion);
  const double radii = static_cast<double>(a.radius) + static_cast<double>(b.radius);
  return radii > 0 ? sweep_rounded(pair, radii) : sweep_sharp(pair);
}

template Meeting sweep_apart(const Core<float>&, const Core<float>&, const Displacement&);
template Meeting sweep_apart(const Core<double>&, const Core<double>&, const Displacement&);

}  // namespace satchel::exact
