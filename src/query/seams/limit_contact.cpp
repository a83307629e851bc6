#include "query/seams/limit_contact.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "query/seams/centroid.hpp"
#include "scene/core_of.hpp"

namespace satchel::query {
namespace {

struct Candidate {
  double separation = -std::numeric_limits<double>::infinity();
  double normal_x = 0, normal_y = 0;  ///< from a to b
  Side side = Side::a;
  std::uint32_t edge = 0;
  bool any = false;
};

/// Tries the edges of `own` that are left, in vertex order; `best` stays among equal ones.
template <class T>
void try_edges(const SeamSide<T>& own, const SeamSide<T>& other, Side side, Candidate& best) {
  const exact::Core<T>&core = own.core(), &its = other.core();
  const double dx = its.origin_x - core.origin_x, dy = its.origin_y - core.origin_y;
  const double radii = static_cast<double>(core.radius) + static_cast<double>(its.radius);
  for (std::uint32_t e = 0; core.count > 1 && e < core.count; ++e) {
    if (own.surface.is_limited() && own.surface.is_inner(e)) continue;
    const std::uint32_t next = e + 1 == core.count ? 0 : e + 1;
    const double sx = static_cast<double>(core.x[e]), sy = static_cast<double>(core.y[e]);
    const double ex = static_cast<double>(core.x[next]) - sx, ey = static_cast<double>(core.y[next]) - sy;
    const double length = std::sqrt(ex * ex + ey * ey);
    if (!(length > 0)) continue;
    const double nx = ey / length, ny = -ex / length;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t v = 0; v < its.count; ++v) {
      least = std::min(
          least, nx * ((static_cast<double>(its.x[v]) - sx) + dx) + ny * ((static_cast<double>(its.y[v]) - sy) + dy));
    }
    const double separation = least - radii;
    if ((best.any && !(separation > best.separation)) || !other.surface.allows(-ey, ex)) continue;
    best = {separation, side == Side::a ? nx : -nx, side == Side::a ? ny : -ny, side, e, true};
  }
}

/// Whether the normal that decided the contact is left.
template <class T>
bool is_left(const SeamPair<T>& pair, const BasicContact<T>& contact) {
  const SeamSide<T>&own = side(contact) == Side::a ? pair.a : pair.b,
        &other = side(contact) == Side::a ? pair.b : pair.a;
  double x = static_cast<double>(contact.normal_x), y = static_cast<double>(contact.normal_y);
  if (side(contact) == Side::b) x = -x, y = -y;
  if (kind(contact) == FeatureKind::vertex) return own.surface.allows(x, y) && other.surface.allows(-x, -y);
  const std::uint32_t edge = index(contact), next = edge + 1 == own.core().count ? 0 : edge + 1;
  if (own.surface.is_limited() && own.surface.is_inner(edge)) return false;
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
  if (!pair.is_limited() || is_left(pair, contact)) return Limited::unchanged;
  Candidate best;
  if (pair.swapped) try_edges(pair.b, pair.a, Side::b, best);
  try_edges(pair.a, pair.b, Side::a, best);
  if (!pair.swapped) try_edges(pair.b, pair.a, Side::b, best);
  if (!best.any) return verdict(contact) == Verdict::disjoint ? Limited::nothing : Limited::unchanged;
  constexpr T least = std::numeric_limits<T>::denorm_min();
  T separation = static_cast<T>(best.separation);
  switch (verdict(contact)) {
    case Verdict::disjoint:
      if (!(separation > 0)) return Limited::nothing;
      break;
    case Verdict::touching:
      separation = 0;
      break;
    case Verdict::overlapping:
      separation = std::min(separation, -least);
      break;
  }
  contact.normal_x = static_cast<T>(best.normal_x) + T(0);
  contact.normal_y = static_cast<T>(best.normal_y) + T(0);
  contact.separation = separation;
  contact.feature =
      static_cast<std::uint32_t>(verdict(contact)) | static_cast<std::uint32_t>(best.side) << 3 | best.edge << 4;
  return Limited::changed;
}

template <class T>
void limit_points(const SeamPair<T>& pair, BasicManifold<T>& manifold) {
  if (!pair.is_limited() || manifold.count == 0) return;
  std::uint32_t kept = 0;
  if (!pair.is_behind()) {
    for (std::uint32_t k = 0; k < manifold.count; ++k) {
      const std::uint32_t id = manifold.points[k].id, vertex = (id >> 2) & 0x7fff, other = id >> 17;
      const bool of_b = (id & 1) != 0, two_corners = (id & 2) != 0;
      const Surface<T>&own = of_b ? pair.b.surface : pair.a.surface, &its = of_b ? pair.a.surface : pair.b.surface;
      const bool is_beyond =
          two_corners && kind(manifold) == FeatureKind::edge && (own.is_seam(vertex) || its.is_seam(other));
      if (!is_beyond) manifold.points[kept++] = manifold.points[k];
    }
  }
  for (std::uint32_t k = kept; k < manifold.count; ++k) {
    std::memset(static_cast<void*>(&manifold.points[k]), 0, sizeof manifold.points[k]);
  }
  manifold.count = kept;
  if (kept == 0 && verdict(manifold) == Verdict::disjoint)
    std::memset(static_cast<void*>(&manifold), 0, sizeof manifold);
}

template <class T>
SeamPair<T> seam_pair(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b, Pair bodies,
                      PartPair parts, bool swapped, bool with_inner_edges) {
  SeamPair<T> pair{seam_side(scene_a, bodies.a, parts.a, with_inner_edges),
                   seam_side(scene_b, bodies.b, parts.b, with_inner_edges), swapped};
  if (pair.has_parts()) [[unlikely]] {
    // A body that rests on another one is no part of its surface: between the two, parts of edges do not count.
    if (&scene_a == &scene_b && (pair.a.surface.is_covered_by(bodies.b) || pair.b.surface.is_covered_by(bodies.a))) {
      pair.a.surface.forget_parts();
      pair.b.surface.forget_parts();
    }
    pair.see_each_other(0, 0);
  }
  return pair;
}

template struct SeamPair<float>;
template struct SeamPair<double>;
template Limited limit_contact(const SeamPair<float>&, BasicContact<float>&);
template Limited limit_contact(const SeamPair<double>&, BasicContact<double>&);
template void limit_points(const SeamPair<float>&, BasicManifold<float>&);
template void limit_points(const SeamPair<double>&, BasicManifold<double>&);
template SeamPair<float> seam_pair(const detail::SceneData<float>&, const detail::SceneData<float>&, Pair, PartPair,
                                   bool, bool);
template SeamPair<double> seam_pair(const detail::SceneData<double>&, const detail::SceneData<double>&, Pair, PartPair,
                                    bool, bool);

}  // namespace satchel::query
