#include "query/seams/limit_contact.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "query/seams/centroid.hpp"
#include "query/seams/deciding_edge.hpp"
#include "scene/core_of.hpp"

namespace satchel::query {
namespace {

struct Candidate {
  double separation = -std::numeric_limits<double>::infinity();
  double normal_x = 0, normal_y = 0;  ///< from a to b
  Side side = Side::a;
  std::uint32_t edge = 0;
  bool found = false;
};

/// Evaluates the edges of `own` that seams allow, in vertex order. Of equal candidates the earlier one stays.
template <class T>
void try_edges(const SeamSide<T>& own, const SeamSide<T>& other, Side side, Candidate& best) {
  const exact::Core<T>&core = own.core(), &other_core = other.core();
  const double dx = other_core.origin_x - core.origin_x, dy = other_core.origin_y - core.origin_y;
  const double radii = static_cast<double>(core.radius) + static_cast<double>(other_core.radius);
  for (std::uint32_t e = 0; core.count > 1 && e < core.count; ++e) {
    if (own.surface.is_limited() && own.surface.is_inner(e)) continue;
    const std::uint32_t next = e + 1 == core.count ? 0 : e + 1;
    const double sx = static_cast<double>(core.x[e]), sy = static_cast<double>(core.y[e]);
    const double ex = static_cast<double>(core.x[next]) - sx, ey = static_cast<double>(core.y[next]) - sy;
    const double length = std::sqrt(ex * ex + ey * ey);
    if (!(length > 0)) continue;  // rounding has made its ends equal
    const double nx = ey / length, ny = -ex / length;
    double least_height = std::numeric_limits<double>::infinity();
    for (std::uint32_t v = 0; v < other_core.count; ++v) {
      const double x = (static_cast<double>(other_core.x[v]) - sx) + dx,
                   y = (static_cast<double>(other_core.y[v]) - sy) + dy;
      least_height = std::min(least_height, nx * x + ny * y);
    }
    const double separation = least_height - radii;
    if (best.found && !(separation > best.separation)) continue;
    if (!other.surface.allows(-ey, ex)) continue;  // the opposite normal
    best = {separation, side == Side::a ? nx : -nx, side == Side::a ? ny : -ny, side, e, true};
  }
}

/// Whether the seams of both bodies allow the normal of the contact.
template <class T>
bool is_allowed(const SeamPair<T>& pair, const BasicContact<T>& contact) {
  const SeamSide<T>&own = side(contact) == Side::a ? pair.a : pair.b,
        &other = side(contact) == Side::a ? pair.b : pair.a;
  double x = static_cast<double>(contact.normal_x), y = static_cast<double>(contact.normal_y);
  if (side(contact) == Side::b) x = -x, y = -y;
  if (kind(contact) == FeatureKind::vertex) return own.surface.allows(x, y) && other.surface.allows(-x, -y);
  const std::uint32_t edge = index(contact), next = edge + 1 == own.core().count ? 0 : edge + 1;
  if (own.surface.is_limited() && own.surface.is_inner(edge)) return false;
  // The normal of the edge itself: that of the contact is rounded.
  const double ex = static_cast<double>(own.core().x[next]) - static_cast<double>(own.core().x[edge]);
  const double ey = static_cast<double>(own.core().y[next]) - static_cast<double>(own.core().y[edge]);
  return other.surface.allows(-ey, ex);
}

/// The part of a body, as one side of a pair.
template <class T>
SeamSide<T> seam_side(const detail::SceneData<T>& scene, BodyId body, std::uint32_t part, bool with_inner_edges) {
  return {Surface<T>(scene, body, part, with_inner_edges), &scene, body};
}

}  // namespace

template <class T>
bool SeamPair<T>::is_behind(double slack) const {
  const auto behind = [slack](const SeamSide<T>& own, const SeamSide<T>& other) {
    if (!own.surface.is_one_sided()) return false;
    const Vec2d at = centroid_of(*other.scene, other.body);
    return own.surface.is_behind(at.x + (other.core().origin_x - own.core().origin_x),
                                 at.y + (other.core().origin_y - own.core().origin_y), slack);
  };
  return behind(a, b) || behind(b, a);
}

template <class T>
Limited limit_contact(const SeamPair<T>& pair, BasicContact<T>& contact) {
  if (!pair.is_limited() || is_allowed(pair, contact)) return Limited::unchanged;
  Candidate best;
  // The body that is evaluated first wins ties, as in the kernels.
  if (pair.swapped) try_edges(pair.b, pair.a, Side::b, best);
  try_edges(pair.a, pair.b, Side::a, best);
  if (!pair.swapped) try_edges(pair.b, pair.a, Side::b, best);
  if (!best.found) return verdict(contact) == Verdict::disjoint ? Limited::nothing : Limited::unchanged;
  constexpr T least_depth = std::numeric_limits<T>::denorm_min();
  T separation = static_cast<T>(best.separation);
  switch (verdict(contact)) {
    case Verdict::disjoint:
      if (!(separation > 0)) return Limited::nothing;
      break;
    case Verdict::touching:
      separation = 0;
      break;
    case Verdict::overlapping:
      separation = std::min(separation, -least_depth);
      break;
  }
  contact.normal_x = static_cast<T>(best.normal_x) + T(0);  // no -0
  contact.normal_y = static_cast<T>(best.normal_y) + T(0);
  contact.separation = separation;
  contact.feature =
      static_cast<std::uint32_t>(verdict(contact)) | static_cast<std::uint32_t>(best.side) << 3 | best.edge << 4;
  return Limited::changed;
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The vertex of which an id has the low 15 bits. Of vertices with equal bits it is the one nearest to the point.
/// @param x, y  the point, from the core's origin
template <class T>
std::uint32_t nearest_vertex(const exact::Core<T>& core, std::uint32_t low_bits, double x, double y) {
  std::uint32_t nearest = low_bits;
  double least = infinity;
  for (std::uint32_t v = low_bits; v < core.count; v += 1u << 15) {
    const double to_x = static_cast<double>(core.x[v]) - x, to_y = static_cast<double>(core.y[v]) - y;
    const double squared = to_x * to_x + to_y * to_y;
    if (squared < least) nearest = v;
    least = std::min(least, squared);
  }
  return nearest;
}

/// The vertices of a point whose id names two.
template <class T>
std::array<std::uint32_t, 2> corners_of(const exact::Core<T>& a, const exact::Core<T>& b,
                                        const BasicManifoldPoint<T>& point) {
  const double x = static_cast<double>(point.x),
               y = static_cast<double>(point.y);  // results.hpp has the bits of the id
  return {nearest_vertex(a, (point.id >> 2) & 0x7fff, x, y),
          nearest_vertex(b, point.id >> 17, x - (b.origin_x - a.origin_x), y - (b.origin_y - a.origin_y))};
}

/// Whether a point of a manifold lies beyond a seam: where two corners meet at an end of the deciding edge, and the surface
/// goes on, the neighbour has the point. Not if they meet nearby: there each of two neighbours may take it for the other's.
template <class T>
bool is_beyond_seam(const SeamPair<T>& pair, const BasicManifold<T>& manifold, const BasicManifoldPoint<T>& point) {
  if ((point.id & 2) == 0 || kind(manifold) != FeatureKind::edge) return false;
  const auto [of_a, of_b] = corners_of(pair.a.core(), pair.b.core(), point);
  if (!pair.a.surface.is_seam(of_a) && !pair.b.surface.is_seam(of_b)) return false;
  const DecidingEdge<T> edge(pair.a.core(), pair.b.core(), manifold);
  const bool is_of_a = side(manifold) == Side::a;
  const std::uint32_t own = is_of_a ? of_a : of_b, other = is_of_a ? of_b : of_a;
  return !(edge.apart(own, other) <= edge.nearby()) && !edge.is_over(point, own, other);
}

/// Keeps the points of which is_kept(point) is true.
template <class T, class IsKept>
void keep_points(BasicManifold<T>& manifold, const IsKept& is_kept) {
  std::uint32_t kept = 0;
  for (std::uint32_t k = 0; k < manifold.count; ++k) {
    if (is_kept(manifold.points[k])) manifold.points[kept++] = manifold.points[k];
  }
  // All bytes are 0, padding too, as results.hpp promises; all of a disjoint pair without points.
  for (std::uint32_t k = kept; k < manifold.count; ++k) {
    std::memset(static_cast<void*>(&manifold.points[k]), 0, sizeof manifold.points[k]);
  }
  manifold.count = kept;
  if (kept == 0 && verdict(manifold) == Verdict::disjoint)
    std::memset(static_cast<void*>(&manifold), 0, sizeof manifold);
}

}  // namespace

template <class T>
bool touches_at_seam(const exact::Core<T>& a, const exact::Core<T>& b, const BasicContact<T>& contact) {
  if (verdict(contact) != Verdict::touching || kind(contact) != FeatureKind::edge) return false;
  const DecidingEdge<T> edge(a, b, contact);
  return edge.has_length() && edge.least_separation() < -edge.rounding();
}

template <class T>
double kept_separation(const SeamPair<T>& pair, const BasicContact<T>& contact) {
  if (pair.is_behind() || touches_at_seam(pair.a.core(), pair.b.core(), contact)) return infinity;
  const double known = static_cast<double>(contact.separation);
  if (verdict(contact) == Verdict::touching || kind(contact) != FeatureKind::edge) return known;
  const DecidingEdge<T> edge(pair.a.core(), pair.b.core(), contact);
  if (!edge.has_length()) return known;
  const bool is_of_a = side(contact) == Side::a;
  return edge.separation_before_seams((is_of_a ? pair.a : pair.b).surface, (is_of_a ? pair.b : pair.a).surface, known);
}

/// Kernels give the deepest point the contact's separation.
template <class T>
void correct_separations(const exact::Core<T>& a, const exact::Core<T>& b, BasicManifold<T>& manifold, T margin) {
  const DecidingEdge<T> edge(a, b, manifold);
  if (!edge.has_length() || edge.is_deepest_over()) return;
  const bool is_of_a = side(manifold) == Side::a;
  for (std::uint32_t k = 0; k < manifold.count; ++k) {
    BasicManifoldPoint<T>& point = manifold.points[k];
    const double x = static_cast<double>(point.x), y = static_cast<double>(point.y);
    const double from_b_x = x - (b.origin_x - a.origin_x), from_b_y = y - (b.origin_y - a.origin_y);
    // results.hpp has the bits of ids. A vertex of the deciding edge is where the other body's edge passes this end. Its place is
    // that of the vertex, not of the point, which is rounded as it is seen from the caller's first body.
    bool of_own = ((point.id & 1) != 0) != is_of_a;
    std::uint32_t vertex;
    if ((point.id & 2) != 0) {
      const auto [of_a, of_b] = corners_of(a, b, point);
      const std::uint32_t own = is_of_a ? of_a : of_b, other = is_of_a ? of_b : of_a;
      of_own = edge.is_at_end(point, own, other);
      vertex = of_own ? own : other;
    } else {
      const std::uint32_t low_bits = (point.id >> 2) & 0x7fff;
      vertex = of_own == is_of_a ? nearest_vertex(a, low_bits, x, y) : nearest_vertex(b, low_bits, from_b_x, from_b_y);
    }
    const double separation = of_own ? edge.separation_at(vertex) : edge.separation(vertex);
    if (separation > static_cast<double>(point.separation) + edge.rounding() && separation < infinity)
      point.separation = static_cast<T>(separation);
  }
  keep_points(manifold, [&](const BasicManifoldPoint<T>& point) { return !(point.separation > margin); });
}

template <class T>
void limit_points(const SeamPair<T>& pair, BasicManifold<T>& manifold) {
  if (!pair.is_limited() || manifold.count == 0) return;
  const BasicContact<T> contact{manifold.normal_x, manifold.normal_y, 0, manifold.feature};
  const bool none = pair.is_behind() || touches_at_seam(pair.a.core(), pair.b.core(), contact);
  keep_points(manifold,
              [&](const BasicManifoldPoint<T>& point) { return !none && !is_beyond_seam(pair, manifold, point); });
}

template <class T>
SeamPair<T> seam_pair(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b, Pair bodies,
                      PartPair parts, bool swapped, bool with_inner_edges) {
  SeamPair<T> pair{seam_side(scene_a, bodies.a, parts.a, with_inner_edges),
                   seam_side(scene_b, bodies.b, parts.b, with_inner_edges), swapped};
  if (pair.has_partial_covers()) [[unlikely]] {
    // Two bodies one of which covers an edge of the other in part meet each other as if they were not linked (links.hpp).
    if (&scene_a == &scene_b && (pair.a.surface.is_covered_by(bodies.b) || pair.b.surface.is_covered_by(bodies.a))) {
      pair.a.surface.forget_partial_covers();
      pair.b.surface.forget_partial_covers();
    }
    pair.see_each_other(0, 0);
  }
  return pair;
}

template struct SeamPair<float>;
template struct SeamPair<double>;
template Limited limit_contact(const SeamPair<float>&, BasicContact<float>&);
template Limited limit_contact(const SeamPair<double>&, BasicContact<double>&);
template bool touches_at_seam(const exact::Core<float>&, const exact::Core<float>&, const BasicContact<float>&);
template bool touches_at_seam(const exact::Core<double>&, const exact::Core<double>&, const BasicContact<double>&);
template double kept_separation(const SeamPair<float>&, const BasicContact<float>&);
template double kept_separation(const SeamPair<double>&, const BasicContact<double>&);
template void correct_separations(const exact::Core<float>&, const exact::Core<float>&, BasicManifold<float>&, float);
template void correct_separations(const exact::Core<double>&, const exact::Core<double>&, BasicManifold<double>&,
                                  double);
template void limit_points(const SeamPair<float>&, BasicManifold<float>&);
template void limit_points(const SeamPair<double>&, BasicManifold<double>&);
template SeamPair<float> seam_pair(const detail::SceneData<float>&, const detail::SceneData<float>&, Pair, PartPair,
                                   bool, bool);
template SeamPair<double> seam_pair(const detail::SceneData<double>&, const detail::SceneData<double>&, Pair, PartPair,
                                    bool, bool);

}  // namespace satchel::query
