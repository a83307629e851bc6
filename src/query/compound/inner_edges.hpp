// Contacts of parts that inner edges do not decide. Parts of one compound are glued along their inner edges.
#pragma once

#include <cstdint>

#include "exact/resolve.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// A part of a body, or the body itself, which is its part 0 if it is no compound.
template <class T>
struct PartOf {
  const detail::SceneData<T>& scene;
  BodyId body;
  std::uint32_t part;

  /// The mask of its inner edges, a bit an edge; null: none.
  const std::uint64_t* inner_edges() const {
    if (!scene.bodies[body].place.is_compound()) return nullptr;
    const detail::PartRange range = scene.compounds.parts_of_shape(scene.shapes[scene.body_shapes[body]].place);
    return scene.compounds.inner_edges_of(scene.compounds.part_shapes[range.first + part]);
  }
  exact::Core<T> core() const {
    const kernels::BodyRecord<T>& record = scene.bodies[body];
    return core_of(scene,
                   record.place.is_compound() ? scene.compounds.parts[scene.first_part_of(record) + part] : record);
  }
};

/// If an inner edge decided the contact of two parts, decides it again without their inner edges.
template <class T>
void avoid_inner_edges(const PartOf<T>& a, const PartOf<T>& b, BasicContact<T>& contact) {
  if (kind(contact) != FeatureKind::edge) return;
  const std::uint64_t* const of_side = (side(contact) == Side::a ? a : b).inner_edges();
  if (of_side == nullptr) return;
  exact::Core<T> core_a = a.core(), core_b = b.core();
  // An edge of a hull begins where the index says, but another edge of the core may stand for it (ring.hpp).
  const bool is_hull = (side(contact) == Side::a ? core_a : core_b).strictly_convex;
  const std::uint32_t edge = index(contact);
  if (is_hull && ((of_side[edge / 64] >> (edge % 64)) & 1u) == 0) return;
  core_a.inner_edges = a.inner_edges();
  core_b.inner_edges = b.inner_edges();
  exact::Stage stage{};
  contact = exact::resolve_contact(core_a, core_b, stage);
}

}  // namespace satchel::query
