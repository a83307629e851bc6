// Which edge decides a contact between seams, and which points of its manifold stay.
//
// One file, because both ask the same surfaces of the same two cores.
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
  bool of_neighbour = false;  ///< a neighbour has the points
};

/// Whether a normal counts.
enum class Standing { none, counts, of_neighbour };

/// Edges that were less deep than the best so far when a corner of the other core refused them. Beyond `room` they are counted alone.
struct RefusedEdges {
  struct Edge {
    double separation;
    Vec2d normal;  ///< out of its core
    Side side;
    std::uint32_t edge;
  };
  static constexpr std::uint32_t room = 8;
  std::uint32_t count = 0;
  Edge edges[room];

  void add(const Edge& edge) {
    if (count < room) edges[count] = edge;
    ++count;
  }
};

/// The least height of a core over the line through (from_x, from_y), of which (nx, ny) is the normal. The vertices of the core
/// are (dx, dy) from where the line's point is seen.
template <class T>
double least_height(const exact::Core<T>& core, double from_x, double from_y, double dx, double dy, double nx,
                    double ny) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t v = 0; v < core.count; ++v) {
    const double x = (static_cast<double>(core.x[v]) - from_x) + dx, y = (static_cast<double>(core.y[v]) - from_y) + dy;
    least = std::min(least, nx * x + ny * y);
  }
  return least;
}

/// Evaluates the edges of `own` that seams do not make inner, in vertex order: of those for which counts(edge, vector, normal,
/// separation) is true the least deep becomes the best. Of equal candidates the earlier one stays.
/// @param counts  of the unit vector out of `own`
template <class T, class Counts>
void try_edges(const SeamSide<T>& own, const SeamSide<T>& other, Side side, Candidate& best, const Counts& counts) {
  const exact::Core<T>&core = own.core(), &other_core = other.core();
  const double dx = other_core.origin_x - core.origin_x, dy = other_core.origin_y - core.origin_y;
  const double radii = static_cast<double>(core.radius) + static_cast<double>(other_core.radius);
  for (std::uint32_t e = 0; core.count > 1 && e < core.count; ++e) {
    if (own.surface.is_limited() && own.surface.is_inner(e)) continue;
    const Vec2d edge = edge_of(core, e);
    const double length = std::sqrt(edge.x * edge.x + edge.y * edge.y);
    if (!(length > 0)) continue;  // rounding has made its ends equal
    const double nx = edge.y / length, ny = -edge.x / length;
    const double separation =
        least_height(other_core, static_cast<double>(core.x[e]), static_cast<double>(core.y[e]), dx, dy, nx, ny) -
        radii;
    if (separation > best.separation && counts(e, edge, Vec2d{nx, ny}, separation))
      best = {separation, side == Side::a ? nx : -nx, side == Side::a ? ny : -ny, side, e, true};
  }
}

/// Evaluates the edges that seams allow.
template <class T>
void try_allowed(const SeamSide<T>& own, const SeamSide<T>& other, Side side, Candidate& best, RefusedEdges& refused) {
  try_edges(own, other, side, best, [&](std::uint32_t e, const Vec2d& edge, const Vec2d& normal, double separation) {
    if (other.surface.allows(-edge.y, edge.x)) return true;  // the opposite normal
    refused.add({separation, normal, side, e});
    return false;
  });
}

/// The foremost vertex of a core in a direction. Of several, which rounding does not tell apart, the one with the least off(vertex).
template <class T, class Off>
std::uint32_t foremost(const exact::Core<T>& core, const Vec2d& direction, const Off& off) {
  const auto height = [&](std::uint32_t v) {
    return direction.x * static_cast<double>(core.x[v]) + direction.y * static_cast<double>(core.y[v]);
  };
  double highest = -std::numeric_limits<double>::infinity();
  T reach = 0;
  for (std::uint32_t v = 0; v < core.count; ++v) {
    highest = std::max(highest, height(v));
    reach = std::max({reach, std::fabs(core.x[v]), std::fabs(core.y[v])});
  }
  const double level = highest - (sizeof(T) == sizeof(float) ? 0x1p-20 : 0x1p-49) * static_cast<double>(reach);
  std::uint32_t vertex = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t v = 0; v < core.count; ++v) {
    if (!(height(v) >= level)) continue;
    if (const double of_vertex = off(v); of_vertex < least) least = of_vertex, vertex = v;
  }
  return vertex;
}

/// How far a point is beyond the ends of an edge, along it; below 0: it is over the edge.
double beyond_ends(const Vec2d& from_start, const Vec2d& edge, const Vec2d& normal) {
  const double along = cross(normal, from_start);
  return std::max(-along, along - cross(normal, edge));
}

/// A vertex of `other`, seen from a vertex of `own`.
template <class T>
Vec2d seen_from(const exact::Core<T>& own, std::uint32_t of_own, const exact::Core<T>& other, std::uint32_t of_other) {
  return {
      (static_cast<double>(other.x[of_other]) - static_cast<double>(own.x[of_own])) + (other.origin_x - own.origin_x),
      (static_cast<double>(other.y[of_other]) - static_cast<double>(own.y[of_own])) + (other.origin_y - own.origin_y)};
}

/// Whether a core, with the radii and `beside`, has a point.
/// @param vertex  of the other core
template <class T>
bool has_vertex(const exact::Core<T>& core, const exact::Core<T>& other, std::uint32_t vertex, double beside) {
  const double reach = static_cast<double>(core.radius) + static_cast<double>(other.radius) + beside;
  bool inside = core.count > 2;
  double least = std::numeric_limits<double>::infinity();  // squared distance from the boundary
  for (std::uint32_t e = 0; e < core.count; ++e) {
    const Vec2d point = seen_from(core, e, other, vertex), edge = edge_of(core, e);
    const double squared = dot(edge, edge);
    const double t = squared > 0 ? std::clamp(dot(point, edge) / squared, 0.0, 1.0) : 0;
    const Vec2d away{point.x - t * edge.x, point.y - t * edge.y};
    least = std::min(least, dot(away, away));
    inside = inside && cross(edge, point) >= 0;
  }
  return inside || least <= reach * reach;
}

/// The sine of the largest tilt of a body against an edge of a joined surface on which it stands. A body so tilted that lies on
/// several edges has points on each: it stands on both of its ends. (Box2D's chains have the same tolerance.)
constexpr double most_tilt = 0.1;

/// Whether a normal counts that one core, the corner's, refuses to the other. A neighbour has the points if it has the corner,
/// too, where it meets the other core, and its edge there may decide. Where this edge's normal is far from the refused one, which
/// does not count then, the other core need not have the corner: it may be beside it by the depth along the neighbour's normal.
/// @param refused  unit vector out of the corner's core
/// @param side     of the corner's core
/// @param shared   the largest sine of the angle between this normal and the neighbour's with which both have points
template <class T>
Standing counts_though_refused(const SeamSide<T>& of_corner, const SeamSide<T>& other, Side side, std::uint32_t corner,
                               const Vec2d& refused, const Candidate& left, double shared = 0) {
  const exact::Core<T>&core = of_corner.core(), &other_core = other.core();
  const double sign = side == Side::a ? 1 : -1;
  double separation = 0;  // along the neighbour's normal
  const Vec2d normal = normal_beside_refused(
      of_corner.surface, corner, refused, {sign * left.normal_x, sign * left.normal_y}, left.separation,
      [&](const Vec2d& along) {
        separation =
            least_height(other_core, static_cast<double>(core.x[corner]), static_cast<double>(core.y[corner]),
                         other_core.origin_x - core.origin_x, other_core.origin_y - core.origin_y, along.x, along.y) -
            static_cast<double>(core.radius) - static_cast<double>(other_core.radius);
        return separation;
      });
  if (normal.x == 0 && normal.y == 0) return Standing::none;
  const bool is_shared = std::fabs(cross(normal, refused)) < shared && dot(normal, refused) > 0;
  const bool is_near = dot(normal, refused) >= 0.5;
  if (!is_shared && other.surface.allows(-normal.x, -normal.y, most_tilt) &&
      has_vertex(other_core, core, corner, is_near ? 0 : std::max(0.0, -separation)))
    return Standing::of_neighbour;
  return is_near ? Standing::counts : Standing::none;
}

/// How far the corner of a refused normal may be beside what meets it there: by the depth along the normal left, or the own one.
double room_beside(const Candidate& left, double separation) { return -(left.found ? left.separation : separation); }

/// Whether an edge counts though the other core refuses its normal, out of `own`, at its foremost corner.
template <class T>
Standing counts_at_corner(const SeamSide<T>& own, const SeamSide<T>& other, Side side, std::uint32_t edge,
                          const Vec2d& normal, double separation, const Candidate& left) {
  const Vec2d inward{-normal.x, -normal.y};
  const auto beyond = [&](std::uint32_t v) {
    return beyond_ends(seen_from(own.core(), edge, other.core(), v), edge_of(own.core(), edge), normal);
  };
  const std::uint32_t corner = foremost(other.core(), inward, beyond);
  if (beyond(corner) > room_beside(left, separation)) return Standing::none;
  return counts_though_refused(other, own, side == Side::a ? Side::b : Side::a, corner, inward, left, most_tilt);
}

/// The same of an inner edge, which refuses itself: by its end that is nearer to the other core's foremost corner, and by this corner
/// if the other core refuses, too.
template <class T>
Standing counts_at_end(const SeamSide<T>& own, const SeamSide<T>& other, Side side, std::uint32_t e, double separation,
                       const Candidate& left) {
  const Vec2d edge = edge_of(own.core(), e);
  const double length = std::sqrt(dot(edge, edge));
  if (own.surface.is_one_sided() || !(length > 0)) return Standing::none;
  const Vec2d normal{edge.y / length, -edge.x / length}, inward{-normal.x, -normal.y};
  const auto along = [&](std::uint32_t v) { return cross(normal, seen_from(own.core(), e, other.core(), v)); };
  const auto off = [&](std::uint32_t v) { return std::min(std::fabs(along(v)), std::fabs(along(v) - length)); };
  const std::uint32_t corner = foremost(other.core(), inward, off);
  if (off(corner) > room_beside(left, separation)) return Standing::none;
  Standing of_other = Standing::counts;
  if (!other.surface.allows(-edge.y, edge.x)) {
    of_other = counts_though_refused(other, own, side == Side::a ? Side::b : Side::a, corner, inward, left);
    if (of_other == Standing::none) return Standing::none;
  }
  const std::uint32_t end = along(corner) > 0.5 * length ? next_in(own.core(), e) : e;
  const Standing of_own = counts_though_refused(own, other, side, end, normal, left);
  return of_own == Standing::counts ? of_other : of_own;
}

/// Takes the least deep of the refused edges that count.
template <class T>
void try_refused(const SeamPair<T>& pair, const RefusedEdges& refused, const Candidate& left, Candidate& best) {
  const auto take = [&](Side side, std::uint32_t e, const Vec2d& normal, double separation) {
    const SeamSide<T>&own = side == Side::a ? pair.a : pair.b, &other = side == Side::a ? pair.b : pair.a;
    const Standing standing = counts_at_corner(own, other, side, e, normal, separation, left);
    if (standing == Standing::none) return;
    const double sign = side == Side::a ? 1 : -1;
    best = {separation, sign * normal.x, sign * normal.y, side, e, true, standing == Standing::of_neighbour};
  };
  if (refused.count <= RefusedEdges::room) {
    for (std::uint32_t k = 0; k < refused.count; ++k) {
      const RefusedEdges::Edge& edge = refused.edges[k];
      if (edge.separation > best.separation) take(edge.side, edge.edge, edge.normal, edge.separation);
    }
    return;
  }
  const auto take_all = [&](const SeamSide<T>& own, const SeamSide<T>& other, Side side) {
    try_edges(own, other, side, best, [&](std::uint32_t e, const Vec2d&, const Vec2d& normal, double separation) {
      take(side, e, normal, separation);
      return false;
    });
  };
  if (pair.swapped) take_all(pair.b, pair.a, Side::b);
  take_all(pair.a, pair.b, Side::a);
  if (!pair.swapped) take_all(pair.b, pair.a, Side::b);
}

/// Whether the normal between two corners counts though at least one of their cores refuses it.
template <class T>
Standing counts_between_corners(const SeamPair<T>& pair, const BasicContact<T>& contact, const Candidate& left) {
  Standing both = Standing::counts;
  const auto counts = [&](const SeamSide<T>& own, const SeamSide<T>& other, Side side, double sign) {
    const Vec2d out{sign * static_cast<double>(contact.normal_x), sign * static_cast<double>(contact.normal_y)};
    if (own.surface.allows(out.x, out.y)) return true;
    const std::uint32_t corner = foremost(own.core(), out, [](std::uint32_t) { return 0.0; });
    const Standing one = counts_though_refused(own, other, side, corner, out, left);
    if (one == Standing::of_neighbour) both = one;
    return one != Standing::none;
  };
  return counts(pair.a, pair.b, Side::a, 1) && counts(pair.b, pair.a, Side::b, -1) ? both : Standing::none;
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

namespace {

/// What decides a contact that seams do not leave as it is. Of a contact that has been limited before, the same.
/// @returns found: no edge if the contact stays
template <class T>
Candidate decide(const SeamPair<T>& pair, const BasicContact<T>& contact) {
  Candidate best;
  RefusedEdges refused;
  // The body that is evaluated first wins ties, as in the kernels.
  if (pair.swapped) try_allowed(pair.b, pair.a, Side::b, best, refused);
  try_allowed(pair.a, pair.b, Side::a, best, refused);
  if (!pair.swapped) try_allowed(pair.b, pair.a, Side::b, best, refused);
  if (verdict(contact) == Verdict::disjoint) return best;
  if (kind(contact) == FeatureKind::vertex) {
    if (const Standing standing = counts_between_corners(pair, contact, best); standing != Standing::none)
      return {.of_neighbour = standing == Standing::of_neighbour};
  }
  try_refused(pair, refused, Candidate(best), best);
  if (kind(contact) != FeatureKind::edge) return best;
  const bool of_a = side(contact) == Side::a;
  const SeamSide<T>&own = of_a ? pair.a : pair.b, &other = of_a ? pair.b : pair.a;
  if (own.surface.is_limited() && own.surface.is_inner(index(contact))) {
    const Standing standing =
        counts_at_end(own, other, side(contact), index(contact), static_cast<double>(contact.separation), best);
    if (standing != Standing::none) return {.of_neighbour = standing == Standing::of_neighbour};
  } else if (side(contact) == best.side && index(contact) == best.edge) {
    best.found = false;
  }
  return best;
}

}  // namespace

template <class T>
bool is_of_neighbour(const SeamPair<T>& pair, const BasicContact<T>& contact) {
  return pair.is_limited() && verdict(contact) != Verdict::disjoint && !is_allowed(pair, contact) &&
         decide(pair, contact).of_neighbour;
}

template <class T>
Limited limit_contact(const SeamPair<T>& pair, BasicContact<T>& contact) {
  if (!pair.is_limited() || is_allowed(pair, contact)) return Limited::unchanged;
  const Candidate best = decide(pair, contact);
  if (!best.found) {
    if (best.of_neighbour) return Limited::neighbours;
    return verdict(contact) == Verdict::disjoint ? Limited::nothing : Limited::unchanged;
  }
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
  return best.of_neighbour ? Limited::neighbours : Limited::changed;
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
void remove_points(BasicManifold<T>& manifold) {
  keep_points(manifold, [](const BasicManifoldPoint<T>&) { return false; });
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
template bool is_of_neighbour(const SeamPair<float>&, const BasicContact<float>&);
template bool is_of_neighbour(const SeamPair<double>&, const BasicContact<double>&);
template void remove_points(BasicManifold<float>&);
template void remove_points(BasicManifold<double>&);
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
