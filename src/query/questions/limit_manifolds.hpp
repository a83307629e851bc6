// Limits the manifolds of a chunk of pairs to what seams leave.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "query/compound/inner_edges.hpp"
#include "query/pipeline/follow.hpp"
#include "query/seams/limit_contact.hpp"
#include "query/stages/scenes.hpp"

namespace satchel::query {

/// Before the manifolds of disjoint pairs are made, their contacts are limited, as those of pairs that meet have been;
/// after that, points beyond seams are taken away, and separations corrected that are not those of their points.
template <class T>
class ManifoldLimits {
 public:
  explicit ManifoldLimits(const Scenes<T>& scenes)
      : scenes_(scenes), any_(scenes.a.has_seams() || scenes.b.has_seams()) {}

  void before(const FoundContacts<T>& found, T margin) {
    if (!any_) return;
    for (std::size_t i = 0; i < found.job.count; ++i) {
      BasicContact<T>& contact = found.contacts[i];
      left_[i] = true;
      if (verdict(contact) != Verdict::disjoint || contact.separation > margin || !is_limited(found.job.pairs[i])) {
        continue;
      }
      const Pair pair = found.job.pairs[i];
      if (are_convex(pair) && stays_at_once(scenes_.a, scenes_.b, pair, contact)) continue;
      left_[i] = limit_contact(pair_of(found, i), contact) != Limited::nothing;
    }
  }

  void after(const FoundContacts<T>& found, BasicManifold<T>* results, T margin) const {
    if (!any_) return;
    for (std::size_t i = 0; i < found.job.count; ++i) {
      BasicManifold<T>& manifold = results[found.job.slot(i)];
      const Pair pair = found.job.pairs[i];
      if (manifold.count == 0 || !is_limited(pair)) continue;
      if (!left_[i]) {
        std::memset(static_cast<void*>(&manifold), 0, sizeof manifold);
        continue;
      }
      if (are_convex(pair)
              ? found.of_neighbours != nullptr && found.of_neighbours[i] != 0
              : may_be_of_neighbour(pair, found.contacts[i]) && is_of_neighbour(pair_of(found, i), found.contacts[i])) {
        remove_points(manifold);
        continue;
      }
      if (may_claim_depth(manifold) && !is_disc(pair, manifold))
        correct_separations(core_a(found, i), core_b(found, i), manifold, margin);
      if ((verdict(manifold) == Verdict::touching &&
           touches_at_seam(core_a(found, i), core_b(found, i), found.contacts[i])) ||
          may_lose_points(pair, found.contacts[i], manifold)) {
        limit_points(pair_of(found, i), manifold);
      }
    }
  }

 private:
  bool is_limited(Pair pair) const { return may_be_limited(scenes_.a, pair.a) || may_be_limited(scenes_.b, pair.b); }

  bool are_convex(Pair pair) const {
    return !scenes_.a.bodies[pair.a].place.is_compound() && !scenes_.b.bodies[pair.b].place.is_compound();
  }

  /// Whether a corner or an inner edge may have refused the normal of a contact of parts.
  bool may_be_of_neighbour(Pair pair, const BasicContact<T>& contact) const {
    if (verdict(contact) == Verdict::disjoint) return false;
    return !stays_at_once(scenes_.a, scenes_.b, pair, contact) ||
           (side(contact) == Side::a ? may_be_limited(scenes_.b, pair.b) : may_be_limited(scenes_.a, pair.a));
  }

  /// Points between two corners may lie beyond a seam; a body may be behind a one-sided edge.
  bool may_lose_points(Pair pair, const BasicContact<T>& contact, const BasicManifold<T>& manifold) const {
    return std::any_of(manifold.points, manifold.points + manifold.count,
                       [](const auto& point) { return (point.id & 2u) != 0; }) ||
           may_be_behind(scenes_.a, pair.a, scenes_.b, pair.b, Side::a, contact) ||
           may_be_behind(scenes_.b, pair.b, scenes_.a, pair.a, Side::b, contact);
  }

  /// Whether the body without the deciding feature is a disc, which has no other vertex.
  bool is_disc(Pair pair, const BasicManifold<T>& manifold) const {
    const kernels::Place place =
        side(manifold) == Side::a ? scenes_.b.bodies[pair.b].place : scenes_.a.bodies[pair.a].place;
    return !place.is_compound() && place.vertex_class() == kernels::point_class;
  }

  /// Whether the centroid of `other` may be behind a one-sided edge of `body`, where bodies do not touch at a seam. If this
  /// edge decided the contact, the centroid is above the deepest vertex by a third of the body's width or more, and so by
  /// two thirds of the radius of a disc that it holds.
  static bool may_be_behind(const detail::SceneData<T>& scene, BodyId body, const detail::SceneData<T>& other_scene,
                            BodyId other, Side side_of_body, const BasicContact<T>& contact) {
    if (!has_one_sided_edge(scene, body)) return false;
    if (kind(contact) != FeatureKind::edge || side(contact) != side_of_body) return true;
    if (scene.bodies[body].place.is_compound() || other_scene.bodies[other].place.is_compound()) return true;
    return !(-contact.separation < T(0.5) * other_scene.shapes[other_scene.body_shapes[other]].inner);
  }

  static PartPair parts_of(const FoundContacts<T>& found, std::size_t i) {
    return found.parts.empty() ? PartPair{0, 0} : found.parts[i];
  }
  exact::Core<T> core_a(const FoundContacts<T>& found, std::size_t i) const {
    return PartOf<T>{scenes_.a, found.job.pairs[i].a, parts_of(found, i).a}.core();
  }
  exact::Core<T> core_b(const FoundContacts<T>& found, std::size_t i) const {
    return PartOf<T>{scenes_.b, found.job.pairs[i].b, parts_of(found, i).b}.core();
  }
  SeamPair<T> pair_of(const FoundContacts<T>& found, std::size_t i) const {
    const Pair pair = found.job.pairs[i];
    return seam_pair(scenes_.a, scenes_.b, pair, parts_of(found, i), scenes_.is_swapped(pair), false);
  }

  const Scenes<T>& scenes_;
  bool any_;
  bool left_[most_at_a_step<T>];  ///< set if any_
};

}  // namespace satchel::query
