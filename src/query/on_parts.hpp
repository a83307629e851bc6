// A question of contacts, asked of the parts that decided them.
//
//   sort the pairs by which of their bodies are compounds; put parts in the place of these
//   for each full bucket, at last for each: ask the question of its pairs, as if the parts were bodies
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <satchel/types.hpp>

#include "kernels/layout.hpp"
#include "query/part_boxes.hpp"

namespace satchel::query {

/// @param parts  as of follow_contacts
/// @param ask    ask(job, contacts, results): job.pairs[i] is pair job.slots[i] of the whole job, or i where slots is
///               null
template <class T, class Result, class Ask>
void ask_deciding_parts(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b,
                        kernels::PairJob<T>& whole, const BasicContact<T>* contacts, const PartPair* parts,
                        Result* results, const Ask& ask) {
  if (parts == nullptr) return ask(whole, contacts, results);
  constexpr std::size_t capacity = 64;
  struct Bucket {
    std::array<Pair, capacity> pairs;
    std::array<BasicContact<T>, capacity> contacts;
    std::array<std::uint32_t, capacity> slots;
    std::size_t size = 0;
  };
  std::array<Bucket, 4> buckets;  // bit 0: a is a compound, bit 1: b is
  std::array<std::uint32_t, capacity> uncertain;
  std::array<Result, capacity> found;
  const auto empty = [&](std::size_t which) {
    Bucket& bucket = buckets[which];
    kernels::PairJob<T> job = whole;
    if ((which & 1) != 0) job.bodies_a = scene_a.compounds.parts.data();
    if ((which & 2) != 0) job.bodies_b = scene_b.compounds.parts.data();
    job.pairs = bucket.pairs.data();
    job.slots = bucket.slots.data();
    job.count = bucket.size;
    job.uncertain = uncertain.data();
    ask(job, bucket.contacts.data(), found.data());
    // Bytes that no member holds, too: equal results are equal bytes.
    for (std::size_t k = 0; k < bucket.size; ++k) std::memcpy(results + bucket.slots[k], &found[k], sizeof(Result));
    bucket.size = 0;
  };
  for (std::size_t i = 0; i < whole.count; ++i) {
    const auto record_of = [](const detail::SceneData<T>& scene, BodyId body, std::uint32_t part) {
      return scene.bodies[body].place.is_compound() ? scene.parts_of_body(body).first + part : body;
    };
    const Pair pair = whole.pairs[i];
    const std::size_t which =
        (scene_a.bodies[pair.a].place.is_compound() ? 1u : 0u) | (scene_b.bodies[pair.b].place.is_compound() ? 2u : 0u);
    Bucket& bucket = buckets[which];
    bucket.pairs[bucket.size] = {record_of(scene_a, pair.a, parts[i].a), record_of(scene_b, pair.b, parts[i].b)};
    bucket.contacts[bucket.size] = contacts[i];
    bucket.slots[bucket.size] = static_cast<std::uint32_t>(i);
    if (++bucket.size == capacity) empty(which);
  }
  for (std::size_t which = 0; which < buckets.size(); ++which) {
    if (buckets[which].size > 0) empty(which);
  }
}

}  // namespace satchel::query
