// Which pairs of bodies are of few parts.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/types.hpp>

#include "scene/data.hpp"

namespace satchel::query {

/// The most pairs of parts that a pair of compounds of few parts has; the same for verdicts if outlines decide these.
constexpr std::uint32_t few_part_pairs = 16, few_beside_outlines = 4;
/// Fewer pairs than this do not fill lanes, so outlines decide their verdicts sooner.
constexpr std::size_t least_verdicts_by_parts = 64;

/// The number of a body's parts.
template <class T>
std::uint32_t part_count(const detail::SceneData<T>& scene, BodyId body) {
  return scene.bodies[body].place.is_compound() ? scene.parts_of_body(body).count : 1;
}

template <class T>
bool may_have_outline(const detail::SceneData<T>& scene, BodyId body) {
  const kernels::Place place = scene.bodies[body].place;
  return !place.is_compound() || scene.compounds.outlines.table().of(place) != nullptr;
}

/// Whether FewParts takes a pair of bodies, of which one is a compound. Bodies of one origin often touch at shared
/// vertices, which CompoundPairs knows how to decide.
/// @tparam verdicts_alone  of the question
template <bool verdicts_alone, class T>
bool has_few_parts(const detail::SceneData<T>& a, const detail::SceneData<T>& b, Pair pair) {
  const auto &of_a = a.bodies[pair.a], &of_b = b.bodies[pair.b];
  if (of_a.x == of_b.x && of_a.y == of_b.y) return false;
  if (verdicts_alone && (of_a.place.is_outline() || of_b.place.is_outline())) return false;
  const std::uint32_t parts = part_count(a, pair.a) * part_count(b, pair.b);
  if (parts > few_part_pairs) return false;
  if (!verdicts_alone || parts <= few_beside_outlines) return true;
  return !(may_have_outline(a, pair.a) && may_have_outline(b, pair.b));
}

}  // namespace satchel::query
