#include "exact/sweep.hpp"

#include "exact/pair_signs.hpp"

namespace satchel::exact {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Two rings, of which b moves by d relative to a.
///
/// Error of a top during the motion, with u = 2^-53 and X the sum of the largest offsets, of the largest component of
/// the difference of the origins, and of the largest component of d: a top at the start is off by less than 8 u X |e|_1
/// (pair_signs.hpp), e x d by 4 u |d| |e|_1, and their sum by a relative u more. The bound is 32 u X |e|_1.
template <class T>
struct MovingPair {
  Ring<T> a, b;
  Displacement motion;
  Delta d, from_a, from_b;
  double extent;

  MovingPair(const Core<T>& core_a, const Core<T>& core_b, const Displacement& displacement)
      : a(core_a), b(core_b), motion(displacement), d{motion.x.high, motion.y.high} {
    from_a = {core_b.origin_x - core_a.origin_x, core_b.origin_y - core_a.origin_y};
    from_b = {-from_a.x, -from_a.y};
    const auto larger = [](Delta v) { return std::max(std::fabs(v.x), std::fabs(v.y)); };
    extent = a.largest() + b.largest() + larger(from_a) + larger(d);
  }
  double error(double x, double y) const { return 0x1p-48 * extent * (std::fabs(x) + std::fabs(y)); }
};

/// The exact difference from vertex i of a to vertex j of b; at the end of the motion if `moved`, else at its start.
template <class T>
struct MovingDelta {
  Expansion<6> x, y;

  MovingDelta(const MovingPair<T>& pair, std::size_t i, std::size_t j, bool moved) {
    const PlacedVertex from = pair.a.vertex(i), to = pair.b.vertex(j);
    const Expansion<2> none, dx(pair.motion.x), dy(pair.motion.y);
    x = sum(exact_difference(to.origin_x, to.x, from.origin_x, from.x), moved ? dx : none);
    y = sum(exact_difference(to.origin_y, to.y, from.origin_y, from.y), moved ? dy : none);
  }
  /// Sign of the cross product g x delta.
  int turn_from(const Expansion<2>& gx, const Expansion<2>& gy) const { return cross(y, gx, x, gy).sign(); }
  /// Sign of the dot product g . delta.
  int along(const Expansion<2>& gx, const Expansion<2>& gy) const { return sum(product(x, gx), product(y, gy)).sign(); }
};

/// Whether sign(delta) is 1 for the differences of all pairs of vertices at both ends of the motion, or -1 for all.
template <class T, class Sign>
bool all_on_one_side(const MovingPair<T>& pair, const Sign& sign) {
  int side = 0;
  for (std::size_t i = 0; i < pair.a.count(); ++i) {
    for (std::size_t j = 0; j < pair.b.count(); ++j) {
      for (const bool moved : {false, true}) {
        const int delta_side = sign(MovingDelta<T>(pair, i, j, moved));
        if (delta_side == 0 || delta_side == -side) return false;
        side = delta_side;
      }
    }
  }
  return true;
}

/// Whether the other core is strictly on the outer side of edge e of a (of b) during the whole motion, exactly. It is
/// enough to test both ends of the motion, because the orientations are linear in time.
template <class T>
bool edge_separates(const MovingPair<T>& pair, bool of_a, std::size_t e) {
  const Ring<T>& ring = of_a ? pair.a : pair.b;
  const ExactEdge edge = exact_edge(ring, e);
  const std::size_t others = of_a ? pair.b.count() : pair.a.count();
  for (std::size_t v = 0; v < others; ++v) {
    for (const bool moved : {false, true}) {
      const MovingDelta<T> delta = of_a ? MovingDelta<T>(pair, e, v, moved) : MovingDelta<T>(pair, v, e, moved);
      const int turn = delta.turn_from(edge.x, edge.y);  // for an edge of b, delta points from the vertex to the edge
      if ((of_a ? turn : -turn) >= 0) return false;
    }
  }
  return true;
}

/// Whether a line parallel to the motion strictly separates the cores, so that they never meet.
template <class T>
bool strips_are_apart(const MovingPair<T>& pair) {
  const Expansion<2> dx(pair.motion.x), dy(pair.motion.y);
  if (dx.size == 0 && dy.size == 0) return false;
  double low[2] = {infinity, infinity}, high[2] = {-infinity, -infinity};
  const auto range = [&](const Ring<T>& ring, Delta from, int k) {
    for (std::size_t i = 0; i < ring.count(); ++i) {
      const double projection = pair.d.x * (ring.y(i) + from.y) - pair.d.y * (ring.x(i) + from.x);
      low[k] = std::min(low[k], projection);
      high[k] = std::max(high[k], projection);
    }
  };
  range(pair.a, {0, 0}, 0);
  range(pair.b, pair.from_a, 1);
  const double gap = std::max(low[1] - high[0], low[0] - high[1]), error = pair.error(pair.d.x, pair.d.y);
  if (gap > error) return true;
  if (gap < -error) return false;
  return all_on_one_side(pair, [&](const MovingDelta<T>& delta) { return delta.turn_from(dx, dy); });
}

/// Whether points and segments that lie and move on one line stay disjoint. Tries the x axis, the y axis, both segments
/// and the motion as separating axes; one of them is parallel to the line, and an axis that is not may separate, too.
template <class T>
bool apart_along(const MovingPair<T>& pair) {
  const auto separates = [&](const Expansion<2>& gx, const Expansion<2>& gy) {
    return all_on_one_side(pair, [&](const MovingDelta<T>& delta) { return delta.along(gx, gy); });
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

/// The meeting of cores that lie and move on one line: b's foremost vertex, in the direction of the motion, reaches a's
/// rearmost vertex.
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

/// The latest entry into edges that are grown by the error of their tops.
template <class T>
double grown_entry(const MovingPair<T>& pair) {
  double latest = 0;
  for (const bool of_a : {true, false}) {
    const Ring<T>& ring = of_a ? pair.a : pair.b;
    const double sign = of_a ? 1 : -1;
    for (std::size_t e = 0; e < ring.count() && ring.count() > 1; ++e) {
      const double x = ring.edge_x(e), y = ring.edge_y(e), top = ring.top(e) + pair.error(x, y);
      const double top_change = sign * (x * pair.d.y - y * pair.d.x);
      if (ring.has_length(e) && top < 0 && top_change > 0) latest = std::max(latest, std::min(-top / top_change, 1.0));
    }
  }
  return latest;
}

/// The meeting of cores without radius. The cores never meet if and only if one of these separates them strictly: an
/// edge of either core, at the start and at the end of the motion, or a line parallel to the motion. Reason: these are
/// the directions of the edges of the Minkowski difference of a and the area that b sweeps. (For cores that lie and
/// move on one line the difference is a segment; its ends are tested by `apart_along`.) Doubles decide each test if
/// their error allows, else expansions.
///
///   if an axis separates: miss
///   each edge whose top is negative at the start is entered at t = -top / (change of the top)
///   each edge whose top becomes negative is left at t = top / -(change of the top)
///   the cores meet at the latest entry, if that is no later than the earliest exit
///   else at the latest entry into the edges grown by the error of their tops
///
/// Where top and change are rounding alone, so is their quotient, and it may lie behind the exit, where the cores are apart. At the
/// exact time of the meeting, no computed top is below -error. So the last entry into grown edges is no later, no edge is left
/// before it, and all tops are above -2 error then.
template <class T>
Meeting sweep_sharp(MovingPair<T>& pair) {
  constexpr Meeting miss{false, 0, 0, 0};
  double depth = 0, change = 1, edge_x = 0, edge_y = 0;  // of the edge of the latest entry, at time depth / change
  double rest = 1, leaving = 0;                          // of the edge of the earliest exit, at time rest / leaving
  Side side = Side::a;
  std::size_t last = 0;
  bool on_one_line = pair.a.count() <= 2 && pair.b.count() <= 2;
  for (const bool of_a : {true, false}) {
    Ring<T>& ring = of_a ? pair.a : pair.b;
    if (ring.count() == 1) continue;
    find_tops(ring, of_a ? pair.b : pair.a, of_a ? pair.from_a : pair.from_b);
    const double sign = of_a ? 1 : -1;
    for (std::size_t e = 0; e < ring.count(); ++e) {
      if (!ring.has_length(e)) continue;
      const double x = ring.edge_x(e), y = ring.edge_y(e), top = ring.top(e), error = pair.error(x, y);
      const double top_change = sign * (x * pair.d.y - y * pair.d.x), highest = std::max(top, top + top_change);
      if (highest < -error || (highest <= error && edge_separates(pair, of_a, e))) return miss;
      on_one_line = on_one_line && std::fabs(top) <= error;
      const bool first_left = (top >= 0) & (top_change < 0) & (top * leaving < rest * -top_change);
      rest = first_left ? top : rest;
      leaving = first_left ? -top_change : leaving;
      const bool latest = (top < 0) & (top_change > 0) & (-top * change > depth * top_change);
      depth = latest ? -top : depth;
      change = latest ? top_change : change;
      edge_x = latest ? sign * x : edge_x;
      edge_y = latest ? sign * y : edge_y;
      side = latest && !of_a ? Side::b : side;
      last = latest ? e : last;
    }
  }
  if (strips_are_apart(pair)) return miss;
  if (pair.a.count() <= 2 && pair.b.count() <= 2) {
    if (apart_along(pair)) return miss;
    if (on_one_line) return meeting_on_line(pair);
  }
  if (!(depth > 0)) return {true, 0, 0, 0};
  const double length = std::sqrt(edge_x * edge_x + edge_y * edge_y);
  const std::uint32_t edge = (side == Side::a ? pair.a : pair.b).original(last);
  const double time = depth * leaving > rest * change ? grown_entry(pair) : std::min(depth / change, 1.0);
  return {true, time, edge_y / length, -edge_x / length, FeatureKind::edge, side, edge};
}

/// The meeting of cores with radii. Relative to an edge of one core, each vertex of the other core moves along a
/// segment. The meeting is the first time that such a vertex meets the disc around the start of the edge or the outer
/// side of the strip around the edge, because these discs and sides form the boundary of the Minkowski difference of
/// the bodies. The radius is grown by 2^-46 of the extent, more than the rounding of positions and distances (16 u X),
/// so that no meeting is missed.
template <class T>
Meeting sweep_rounded(const MovingPair<T>& pair, double radii) {
  const double growth = 0x1p-46 * (pair.extent + radii), radius = radii + growth;
  const double speed_squared = pair.d.x * pair.d.x + pair.d.y * pair.d.y;
  Meeting first{false, infinity, 0, 0};
  if (!(speed_squared > 0)) return first;
  for (const bool of_a : {true, false}) {
    const Ring<T>& ring = of_a ? pair.a : pair.b;
    const Ring<T>& other = of_a ? pair.b : pair.a;
    const Delta to_other = of_a ? pair.from_a : pair.from_b;
    const double sign = of_a ? 1 : -1, dx = sign * pair.d.x, dy = sign * pair.d.y;
    const auto meet = [&](double time, double nx, double ny, FeatureKind kind, std::size_t e) {
      if (!(time <= 1 && std::max(time, 0.0) < first.time)) return;
      first = {true, std::max(time, 0.0), sign * nx, sign * ny, kind, of_a ? Side::a : Side::b, ring.original(e)};
    };
    for (std::size_t e = 0; e < ring.count(); ++e) {
      const double x = ring.edge_x(e), y = ring.edge_y(e), length = std::sqrt(x * x + y * y);
      const double inverse = length > 0 ? 1 / length : 0, ax = x * inverse, ay = y * inverse;
      const double closing = -(ay * dx - ax * dy);
      for (std::size_t v = 0; v < other.count(); ++v) {
        const double wx = other.x(v) - ring.x(e) + to_other.x, wy = other.y(v) - ring.y(e) + to_other.y;
        const double height = ay * wx - ax * wy;
        if (height >= radius - 2 * growth && closing > 0) {  // apart by less than the growth: they meet at once
          const double time = std::max(height - radius, 0.0) / closing;
          const double projection = ax * (wx + time * dx) + ay * (wy + time * dy);
          if (projection >= 0 && projection <= length) meet(time, ay, -ax, FeatureKind::edge, e);
        }
        const double aside = dx * wy - dy * wx, along = dx * wx + dy * wy;
        const double discriminant = speed_squared * (radius * radius) - aside * aside;
        if (discriminant < 0) continue;
        const double root = std::sqrt(discriminant);
        if (-along + root < 0) continue;  // the disc lies behind the start of the motion
        const double time = std::max((-along - root) / speed_squared, 0.0);
        const double nx = wx + time * dx, ny = wy + time * dy, distance = std::sqrt(nx * nx + ny * ny);
        meet(time, distance > 0 ? nx / distance : 0, distance > 0 ? ny / distance : 0, FeatureKind::vertex, e);
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
