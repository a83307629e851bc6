// Limits contacts to the normals that seams allow, and manifolds to the points that they allow.
#pragma once

#include <cmath>

#include <satchel/results.hpp>

#include "exact/resolve.hpp"
#include "query/seams/core_edges.hpp"
#include "query/seams/surface.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// One core of a pair and what it is part of.
template <class T>
struct SeamSide {
  Surface<T> surface;
  const detail::SceneData<T>* scene;
  BodyId body;

  const exact::Core<T>& core() const { return surface.core(); }
};

/// The cores of a pair, as the caller has it.
template <class T>
struct SeamPair {
  SeamSide<T> a, b;
  bool swapped;  ///< b is evaluated first

  /// Tells both surfaces what the other core is, if they depend on that; anew once one has moved.
  /// @param dx, dy  how far b has moved, as seen from a
  void see_each_other(double dx, double dy) {
    const double x = (b.core().origin_x - a.core().origin_x) + dx, y = (b.core().origin_y - a.core().origin_y) + dy;
    if (a.surface.has_partial_covers()) a.surface.see(b.core(), x, y);
    if (b.surface.has_partial_covers()) b.surface.see(a.core(), -x, -y);
  }
  bool has_partial_covers() const { return a.surface.has_partial_covers() || b.surface.has_partial_covers(); }

  bool is_limited() const { return a.surface.is_limited() || b.surface.is_limited(); }
  /// Whether a body's centroid lies farther than `slack` behind the other's one-sided edge.
  bool is_behind(double slack = 0) const;
};

enum class Limited : std::uint8_t {
  unchanged,  ///< seams leave the contact as it is
  changed,    ///< to another normal and separation
  neighbours,  ///< to one that a corner refuses, or that stays though a corner refuses it; a neighbour beside it has the points
  nothing  ///< a disjoint pair, which no allowed normal separates: the contact stays as it was
};

/// Whether a normal that a corner refuses counts in place of the best that is left. It does if the joined surface has an edge
/// at this corner whose normal is nearer to the refused one than to the one left, and along which the cores overlap less than
/// along the one left. So it is for a body that rests, tilted, on the next edge of the surface.
/// @param refused, left     unit vectors that point out of the corner's core
/// @param separation_left   along the normal left
/// @param separation_along  of a normal that points out of the corner's core, from a line through the corner
/// @returns the normal of that edge; (0, 0): it does not count
template <class T, class SeparationAlong>
Vec2d normal_beside_refused(const Surface<T>& surface, std::uint32_t corner, const Vec2d& refused, const Vec2d& left,
                            double separation_left, const SeparationAlong& separation_along) {
  const Vec2d edge = surface.nearest_edge_at(corner, {-refused.y, refused.x}), out{edge.y, -edge.x};
  if (!(dot(out, refused) > dot(out, left))) return {};
  const double length = std::sqrt(dot(out, out));
  const Vec2d normal{out.x / length, out.y / length};
  return separation_along(normal) > separation_left ? normal : Vec2d{};
}

/// Limits the contact of a pair: the least depth, or the largest separation, along the normals of the allowed edges, and, of
/// cores that meet, of those that count though they are refused. The verdict stays. If seams allow no edge, the contact stays.
template <class T>
Limited limit_contact(const SeamPair<T>& pair, BasicContact<T>& contact);

/// Whether a neighbour has the points of a pair that meets, whose contact has been limited.
template <class T>
bool is_of_neighbour(const SeamPair<T>& pair, const BasicContact<T>& contact);

/// Whether cores touch at a seam, and overlap along the edge that seams allow: points of this edge are far from where they touch.
template <class T>
bool touches_at_seam(const exact::Core<T>& a, const exact::Core<T>& b, const BasicContact<T>& contact);

/// What parts that meet are compared by, once their contact is limited: the separation of the deepest point of their manifold;
/// infinity: it has none. Along one normal, neighbours are equally deep.
template <class T>
double kept_separation(const SeamPair<T>& pair, const BasicContact<T>& contact);

/// Whether a point may claim the depth of a vertex beyond the deciding edge, which is deeper than what is over this edge. Where
/// both points are equally deep, two faces are parallel.
template <class T>
bool may_claim_depth(const BasicManifold<T>& manifold) {
  return verdict(manifold) != Verdict::disjoint && kind(manifold) == FeatureKind::edge &&
         (manifold.count == 1 || manifold.points[0].separation != manifold.points[1].separation);
}

/// Gives points their own separations, and takes away those that are beyond the margin then.
template <class T>
void correct_separations(const exact::Core<T>& a, const exact::Core<T>& b, BasicManifold<T>& manifold, T margin);

/// Takes away all points of a pair's manifold.
template <class T>
void remove_points(BasicManifold<T>& manifold);

/// Takes away the points of a pair's manifold that lie beyond a seam; all of them, if a body is behind a one-sided
/// edge, or if the bodies touch at a seam.
template <class T>
void limit_points(const SeamPair<T>& pair, BasicManifold<T>& manifold);

/// @param with_inner_edges  whether the inner edges of compounds limit their parts' normals, too
template <class T>
SeamPair<T> seam_pair(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b, Pair bodies,
                      PartPair parts, bool swapped, bool with_inner_edges);

/// Whether a body's contacts may be limited.
template <class T>
bool may_be_limited(const detail::SceneData<T>& scene, BodyId body) {
  if (!scene.bodies[body].place.is_compound()) return scene.links.of(body) != nullptr;
  return scene.compounds.chain(scene.shapes[scene.body_shapes[body]].place).is_chain;
}

/// Whether one of a body's edges is one-sided.
template <class T>
bool has_one_sided_edge(const detail::SceneData<T>& scene, BodyId body) {
  if (scene.bodies[body].place.is_compound()) {
    return scene.compounds.chain(scene.shapes[scene.body_shapes[body]].place).one_sided;
  }
  return scene.links.one_sided_edge_of(body) != detail::Links::no_edge;
}

/// Whether it is told at once that seams leave the contact of two bodies, of which none is a chain, as it is: a free edge decided it,
/// and the other body has no links.
template <class T>
bool stays_at_once(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b, Pair pair,
                   const BasicContact<T>& contact) {
  if (kind(contact) != FeatureKind::edge) return false;
  const bool of_a = side(contact) == Side::a;
  if ((of_a ? scene_b.links.of(pair.b) : scene_a.links.of(pair.a)) != nullptr) return false;
  const detail::SceneData<T>& scene = of_a ? scene_a : scene_b;
  const BodyId body = of_a ? pair.a : pair.b;
  const std::vector<detail::EdgeSeam>* const links = scene.links.of(body);
  if (links == nullptr) return true;
  if (index(contact) >= links->size()) return false;  // the back of a segment
  if (const std::uint32_t front = scene.links.one_sided_edge_of(body); front != detail::Links::no_edge) {
    return index(contact) == front;
  }
  const detail::EdgeSeam& edge = (*links)[index(contact)];
  return !edge.inner && !edge.in_parts;
}

}  // namespace satchel::query
