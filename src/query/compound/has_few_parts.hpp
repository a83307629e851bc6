// Which pairs of bodies are of few parts.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/types.hpp>

#include "scene/data.hpp"

namespace satchel::query {

/// The most pairs of parts that a pair of compounds of few parts has.
constexpr std::uint32_t few_part_pairs = 16;

/// The number of a body's parts.
template <class T>
std::uint32_t part_count(const detail::SceneData<T>& scene, BodyId body) {
  return scene.bodies[body].place.is_compound() ? scene.parts_of_body(body).count : 1;
}

/// Whether FewParts takes a pair of bodies, of which one is a compound. Bodies of one origin often touch at shared
/// vertices, which CompoundPairs knows how to decide.
/// @tparam verdicts_alone  of the question
template <bool verdicts_alone, class T>
bool has_few_parts(const detail::SceneData<T>& a, const detail::SceneData<T>& b, Pair pair) {
  const auto &of_a = a.bodies[pair.a], &of_b = b.bodies[pair.b];
  if (of_a.x == of_b.x && of_a.y == of_b.y) return false;
  if (verdicts_alone && (of_a.place.is_outline() || of_b.place.is_outline())) return false;
  return std::uint64_t{part_count(a, pair.a)} * part_count(b, pair.b) <= few_part_pairs;
}

}  // namespace satchel::query
