// Which impacts of two moved cores links leave.
//
// One file, because all its questions are about one pair of moved cores.
#include "query/one_pair/impact_limits.hpp"

#include <algorithm>

#include "query/one_pair/nearest_points.hpp"
#include "query/seams/core_edges.hpp"

namespace satchel::query {
namespace {

using Vertices = std::span<const Vec2d>;

Vec2d operator-(const Vec2d& a, const Vec2d& b) { return {a.x - b.x, a.y - b.y}; }
double length_of(const Vec2d& v) { return std::sqrt(dot(v, v)); }
Vec2d rotated(double x, double y, double angle) {
  if (angle == 0) return {x, y};
  const Rotation by = Pose::at(0, 0, angle).rotation;
  return {by.cos * x - by.sin * y, by.sin * x + by.cos * y};
}

std::uint32_t end_of(std::uint32_t edge, std::size_t count) { return edge + 1 == count ? 0 : edge + 1; }

/// How far the vertices are from the line through `start`, on the side to which the unit vector `normal` points.
double separation_along(const Vec2d& normal, const Vec2d& start, Vertices vertices) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vec2d& v : vertices) least = std::min(least, dot(normal, v - start));
  return least;
}

/// The right of an edge, with length 1; (0, 0) if the edge has none.
Vec2d normal_of(const Vec2d& from, const Vec2d& to) {
  const Vec2d edge = to - from;
  const double length = length_of(edge);
  return length > 0 ? Vec2d{edge.y / length, -edge.x / length} : Vec2d{};
}

/// Whether a core is no farther than `within` from a segment.
bool touches(const Vec2d& from, const Vec2d& to, Vertices core, double within) {
  const std::array<Vec2d, 2> segment{from, to};
  if (nearest_points(Vertices(segment), core).squared <= within * within) return true;
  if (core.size() < 2) return false;
  const Vec2d normal = normal_of(from, to);
  double widest = std::max(separation_along(normal, from, core), separation_along({-normal.x, -normal.y}, from, core));
  for (std::uint32_t e = 0; e < core.size(); ++e) {
    const Vec2d &start = core[e], &end = core[end_of(e, core.size())];
    widest = std::max(widest, separation_along(normal_of(start, end), start, segment));
  }
  return widest < 0;
}

/// Whether a core is no farther than `within` from a point.
bool touches(const Vec2d& point, Vertices core, double within) {
  const std::array<Vec2d, 1> points{point};
  if (nearest_points(Vertices(points), core).squared <= within * within) return true;
  bool inside = core.size() > 2;
  for (std::uint32_t e = 0; inside && e < core.size(); ++e) {
    inside = dot(normal_of(core[e], core[end_of(e, core.size())]), point - core[e]) <= 0;
  }
  return inside;
}

/// Whether one of the vertices that are foremost against an edge's normal touches the edge's core.
bool touches_foremost(const Vec2d& normal, const Vec2d& start, double foremost, Vertices vertices, Vertices core,
                      double within) {
  for (const Vec2d& v : vertices) {
    if (dot(normal, v - start) <= foremost && touches(v, core, within)) return true;
  }
  return false;
}

}  // namespace

template <class T>
ImpactLimits<T>::ImpactLimits(const SeamPair<T>& pair, double reach_a, double reach_b, double speed)
    : pair_(pair),
      reach_a_(reach_a),
      reach_b_(reach_b),
      radii_(static_cast<double>(pair.a.core().radius) + static_cast<double>(pair.b.core().radius)) {
  const double apart = std::fabs(pair.b.core().origin_x - pair.a.core().origin_x) +
                       std::fabs(pair.b.core().origin_y - pair.a.core().origin_y);
  rounding_ = std::max(8 * u, 0x1p-44) * (reach_a + reach_b + apart + speed);
}

template <class T>
double ImpactLimits<T>::tilt_of(Side side, std::uint32_t edge) const {
  const exact::Core<T>& core = of(side).core();
  const std::uint32_t to = end_of(edge, core.count);
  const double x = static_cast<double>(core.x[to]) - static_cast<double>(core.x[edge]);
  const double y = static_cast<double>(core.y[to]) - static_cast<double>(core.y[edge]);
  const double length = std::sqrt(x * x + y * y), reach = side == Side::a ? reach_a_ : reach_b_;
  return length > 0 ? std::max(1.0, reach / length) : 1;
}

template <class T>
ImpactLimits<T>::PairAt::PairAt(const SeamPair<T>& pair, const MovedCores& at) : pair_(&pair) {
  if (!pair.has_partial_covers()) return;
  SeamPair<T>& moved = moved_.emplace(pair);
  moved.a.surface.see(at.a.data(), at.b, pair.b.core().radius);
  moved.b.surface.see(at.b.data(), at.a, pair.a.core().radius);
  pair_ = &moved;
}

template <class T>
bool ImpactLimits<T>::leaves(const exact::Meeting& meeting, const exact::Displacement& motion) const {
  if (pair_.has_partial_covers() && meeting.time > 0) {
    ImpactLimits<T> moved = *this;
    moved.pair_.see_each_other(meeting.time * motion.x.high, meeting.time * motion.y.high);
    return moved.leaves({meeting.hit, 0, meeting.normal_x, meeting.normal_y, meeting.kind, meeting.side, meeting.edge},
                        motion);
  }
  const double sign = meeting.side == Side::a ? 1 : -1;
  const double x = sign * meeting.normal_x, y = sign * meeting.normal_y;
  const SeamSide<T>&own = of(meeting.side), &other = against(meeting.side);
  if (meeting.kind == FeatureKind::vertex) return own.surface.allows(x, y) && other.surface.allows(-x, -y);
  if (own.surface.is_limited() && own.surface.is_inner(meeting.edge)) return false;
  const std::uint32_t to = end_of(meeting.edge, own.core().count);
  const double ex = static_cast<double>(own.core().x[to]) - static_cast<double>(own.core().x[meeting.edge]);
  const double ey = static_cast<double>(own.core().y[to]) - static_cast<double>(own.core().y[meeting.edge]);
  return other.surface.allows(-ey, ex);
}

template <class T>
bool ImpactLimits<T>::leaves(double nx, double ny, const MovedCores& at) const {
  const Vec2d of_a = rotated(nx, ny, -at.turned_a), of_b = rotated(-nx, -ny, -at.turned_b);
  const PairAt pair(pair_, at);
  return pair.of(Side::a).surface.allows(of_a.x, of_a.y) && pair.of(Side::b).surface.allows(of_b.x, of_b.y);
}

/// Parallel faces of two linked bodies are parallel but for rounding, which tilts both.
template <class T>
bool ImpactLimits<T>::leaves_edge(const SeamSide<T>& own, const SeamSide<T>& other, Side side, std::uint32_t edge,
                                  double turn) const {
  const std::uint32_t to = end_of(edge, own.core().count);
  const double ex = static_cast<double>(own.core().x[to]) - static_cast<double>(own.core().x[edge]);
  const double ey = static_cast<double>(own.core().y[to]) - static_cast<double>(own.core().y[edge]);
  if (ex == 0 && ey == 0) return false;
  if (!other.surface.is_limited()) return true;
  const Vec2d normal = rotated(-ey, ex, turn);
  return other.surface.allows(normal.x, normal.y, 16 * u * tilt_of(side, edge));
}

template <class T>
bool ImpactLimits<T>::is_free(const PairAt& pair, Side side, std::uint32_t edge, const MovedCores& at) const {
  const SeamSide<T>& own = pair.of(side);
  if (own.surface.is_limited() && own.surface.is_inner(edge)) return false;
  return leaves_edge(own, pair.against(side), side, edge, (side == Side::a ? 1 : -1) * (at.turned_a - at.turned_b));
}

template <class T>
bool ImpactLimits<T>::faces_front(Side side, const Vec2d& from, const Vec2d& to, double separation,
                                  const Vec2d& impact) const {
  if (separation >= -rounding_) return true;
  const Vec2d normal = normal_of(from, to), outward = side == Side::a ? impact : Vec2d{-impact.x, -impact.y};
  if (dot(outward, normal) > 64 * u) return true;
  return separation >= -(side == Side::a ? reach_b_ : reach_a_) / 64 &&
         of(side).surface.goes_on(dot(outward, to - from) > 0);
}

template <class T>
template <class Counts>
void ImpactLimits<T>::try_edges(const MovedCores& at, const Counts& counts, MetEdge& best) const {
  for (const Side side : {Side::a, Side::b}) {
    const SeamSide<T>& own = of(side);
    const Vertices vertices = side == Side::a ? at.a : at.b, others = side == Side::a ? at.b : at.a;
    for (std::uint32_t e = 0; own.core().count > 1 && e < own.core().count; ++e) {
      const Vec2d &from = vertices[e], &to = vertices[end_of(e, own.core().count)];
      const Vec2d normal = normal_of(from, to);
      const double separation = separation_along(normal, from, others) - radii_;
      if (best.any && !(separation > best.separation)) continue;
      const double sign = side == Side::a ? 1 : -1;
      MetEdge edge{true, side, e, sign * normal.x, sign * normal.y, separation, tilt_of(side, e), {}};
      if (counts(edge)) best = edge;
    }
  }
}

template <class T>
bool ImpactLimits<T>::is_touched(const MetEdge& edge, const MovedCores& at, double within, const Vec2d* impact,
                                 Touch touch) const {
  const SeamSide<T>& own = of(edge.side);
  const bool is_a = edge.side == Side::a, is_limited = own.surface.is_limited();
  const Vertices vertices = is_a ? at.a : at.b, others = is_a ? at.b : at.a;
  const Vec2d &from = vertices[edge.edge], &to = vertices[end_of(edge.edge, own.core().count)];
  const auto reaches_foremost = [&](double reached) {
    const double foremost = edge.separation + radii_ + rounding_;
    return touches_foremost(normal_of(from, to), from, foremost, others, vertices, radii_ + reached);
  };
  const auto touches_edge = [&] { return touches(from, to, others, radii_ + within); };
  const bool is_met =
      touch == Touch::at_surface && is_limited
          ? touches_edge()
          : reaches_foremost(within) || (touch == Touch::any && touches_edge() &&
                                         (is_limited || reaches_foremost(std::max(within, -edge.separation))));
  return is_met && (!own.surface.is_one_sided() || impact == nullptr ||
                    faces_front(edge.side, from, to, edge.separation, *impact));
}

template <class T>
MetEdge ImpactLimits<T>::touched(const MovedCores& at, double within, const Vec2d* impact) const {
  const PairAt pair(pair_, at);
  const auto is_left = [&](const MetEdge& edge) { return is_free(pair, edge.side, edge.edge, at); };
  const auto find_met = [&](Touch touch) {
    MetEdge met;
    try_edges(
        at, [&](const MetEdge& edge) { return is_left(edge) && is_touched(edge, at, within, impact, touch); }, met);
    return met;
  };
  const MetEdge met = find_met(Touch::any);
  if (!met.any) return met;
  MetEdge left = met;
  try_edges(at, is_left, left);
  MetEdge best = left;
  const auto counts = [&](MetEdge& edge) {
    const SeamSide<T>&own = pair.of(edge.side), &other = pair.against(edge.side);
    if (!other.surface.is_limited() || (own.surface.is_limited() && own.surface.is_inner(edge.edge))) return false;
    const bool is_a = edge.side == Side::a;
    const Vec2d inward{is_a ? -edge.normal_x : edge.normal_x, is_a ? -edge.normal_y : edge.normal_y};
    return query::dot(inward, inward) > 0 &&
           counts_though_refused(pair, is_a ? Side::b : Side::a, inward, left, at, within, edge.beside) &&
           is_touched(edge, at, within, impact, Touch::any);
  };
  try_edges(at, counts, best);
  const bool is_left_touched = !(left.separation > met.separation);
  return is_left_touched || best.separation > left.separation ? best : find_met(Touch::at_surface);
}

template <class T>
bool ImpactLimits<T>::counts_though_refused(const PairAt& pair, Side of_corner, const Vec2d& refused,
                                            const MetEdge& left, const MovedCores& at, double within,
                                            Beside& beside) const {
  const bool is_a = of_corner == Side::a;
  const Vertices vertices = is_a ? at.a : at.b, others = is_a ? at.b : at.a;
  std::uint32_t corner = 0;
  double highest = -std::numeric_limits<double>::infinity();
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    if (const double height = dot(refused, vertices[v]); height > highest) highest = height, corner = v;
  }
  if (!touches(vertices[corner], others, radii_ + std::max(within, -left.separation))) return false;
  const double turned = is_a ? at.turned_a : at.turned_b, sign = is_a ? 1 : -1;
  const Vec2d seen = normal_beside_refused(
      pair.of(of_corner).surface, corner, rotated(refused.x, refused.y, -turned),
      rotated(sign * left.normal_x, sign * left.normal_y, -turned), left.separation, [&](const Vec2d& normal) {
        return separation_along(rotated(normal.x, normal.y, turned), vertices[corner], others) - radii_;
      });
  if (seen.x == 0 && seen.y == 0) return false;
  const Vec2d normal = rotated(seen.x, seen.y, turned);
  const Vec2d to_other = rotated(-normal.x, -normal.y, -(is_a ? at.turned_b : at.turned_a));
  if (touches(vertices[corner], others, radii_ + within) &&
      pair.against(of_corner).surface.allows(to_other.x, to_other.y)) {
    beside = {true, sign * normal.x, sign * normal.y, vertices[corner]};
  }
  return true;
}

template <class T>
bool ImpactLimits<T>::counts_though_refused(const Vec2d& normal, const MetEdge& left, const MovedCores& at,
                                            double within, Beside& beside) const {
  const PairAt pair(pair_, at);
  const auto counts = [&](Side side, double sign, double turned) {
    const Vec2d out{sign * normal.x, sign * normal.y}, seen = rotated(out.x, out.y, -turned);
    return pair.of(side).surface.allows(seen.x, seen.y) ||
           counts_though_refused(pair, side, out, left, at, within, beside);
  };
  return counts(Side::a, 1, at.turned_a) && counts(Side::b, -1, at.turned_b);
}

template <class T>
bool ImpactLimits<T>::touches_inner(const MovedCores& at, double within) const {
  const PairAt pair(pair_, at);
  for (const Side side : {Side::a, Side::b}) {
    const SeamSide<T>& own = pair.of(side);
    if (!own.surface.is_limited()) continue;
    const Vertices vertices = side == Side::a ? at.a : at.b, others = side == Side::a ? at.b : at.a;
    for (std::uint32_t e = 0; own.core().count > 1 && e < own.core().count; ++e) {
      const Vec2d &from = vertices[e], &to = vertices[end_of(e, own.core().count)];
      if (own.surface.is_inner(e) && touches(from, to, others, radii_ + within)) return true;
    }
  }
  return false;
}

template <class T>
bool ImpactLimits<T>::leaves_contact(BasicContact<T>& contact, const MovedCores& at, double within, double& tilt,
                                     Beside& beside) const {
  const exact::Meeting start{true,
                             0,
                             static_cast<double>(contact.normal_x),
                             static_cast<double>(contact.normal_y),
                             kind(contact),
                             side(contact),
                             index(contact)};
  tilt = 1;
  if (leaves(start, {})) {
    if (start.kind == FeatureKind::vertex) return true;
    const Vertices vertices = start.side == Side::a ? at.a : at.b, others = start.side == Side::a ? at.b : at.a;
    if (touches(vertices[start.edge], vertices[end_of(start.edge, vertices.size())], others, radii_ + within)) {
      tilt = tilt_of(start.side, start.edge);
      return true;
    }
  }
  if (const MetEdge met = touched(at, within, nullptr); met.any) {
    if (start.kind == FeatureKind::vertex &&
        counts_though_refused({start.normal_x, start.normal_y}, met, at, within, beside)) {
      return true;
    }
    beside = met.beside;
    contact.normal_x = static_cast<T>(met.normal_x);
    contact.normal_y = static_cast<T>(met.normal_y);
    tilt = met.tilt;
    return true;
  }
  if (touches_inner(at, within)) return false;
  limit_contact(pair_, contact);
  return true;
}

template <class T>
exact::Meeting ImpactLimits<T>::first_at_free_edge(const exact::Displacement& motion, double speed) const {
  exact::Meeting first{false, 0, 0, 0};
  for (const Side side : {Side::a, Side::b}) {
    const SeamSide<T>& own = of(side);
    if (!own.surface.is_limited()) continue;
    for (std::uint32_t e = 0; own.core().count > 1 && e < own.core().count; ++e) {
      if (!leaves_edge(own, against(side), side, e, 0)) continue;
      const std::uint32_t to = end_of(e, own.core().count);
      const Vec2d start{static_cast<double>(own.core().x[e]), static_cast<double>(own.core().y[e])};
      const Vec2d end{static_cast<double>(own.core().x[to]), static_cast<double>(own.core().y[to])};
      const Vec2d normal = normal_of(start, end), edge = end - start;
      const double sign = side == Side::a ? 1 : -1, nx = sign * normal.x, ny = sign * normal.y;
      if (!(nx * motion.x.high + ny * motion.y.high < -8 * u * tilt_of(side, e) * speed)) continue;
      own.surface.for_each_free_part(e, [&](double from, double until) {
        const auto at = [](double first_at, double whole, double share) {
          return static_cast<T>(first_at + share * whole);
        };
        const T x[2] = {at(start.x, edge.x, from), until == 1 ? own.core().x[to] : at(start.x, edge.x, until)};
        const T y[2] = {at(start.y, edge.y, from), until == 1 ? own.core().y[to] : at(start.y, edge.y, until)};
        exact::Core<T> part = own.core();
        part.x = x;
        part.y = y;
        part.count = 2;
        part.strictly_convex = false;
        const exact::Meeting met = side == Side::a ? exact::sweep_apart(part, pair_.b.core(), motion)
                                                   : exact::sweep_apart(pair_.a.core(), part, motion);
        if (met.hit && (!first.hit || met.time < first.time))
          first = {true, met.time, nx, ny, FeatureKind::edge, side, e};
      });
    }
  }
  return first;
}

template class ImpactLimits<float>;
template class ImpactLimits<double>;

}  // namespace satchel::query
