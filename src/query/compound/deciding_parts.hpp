// A question of contacts, asked of the parts that decided them.
//
//   sort the pairs by which of their bodies are compounds; put parts in the place of these
//   for each full bucket, at last for each: ask the question of its pairs, as if the parts were bodies
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <satchel/types.hpp>

#include "format/layout.hpp"
#include "query/compound/part_boxes.hpp"

namespace satchel::query {

/// @param parts  as of follow_contacts
/// @param ask    ask(job, contacts): the result of job.pairs[i] goes where that of the whole job's pair goes
template <class T, class Ask>
void ask_deciding_parts(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b,
                        kernels::PairJob<T>& whole, const BasicContact<T>* contacts, const PartPair* parts,
                        const Ask& ask) {
  if (parts == nullptr) return ask(whole, contacts);
  constexpr std::size_t capacity = 64;
  struct Bucket {
    std::array<Pair, capacity> pairs;
    std::array<BasicContact<T>, capacity> contacts;
    std::array<std::uint32_t, capacity> slots;
    std::size_t size = 0;
  };
  std::array<Bucket, 4> buckets;  // bit 0: a is a compound, bit 1: b is
  std::array<std::uint32_t, capacity> uncertain;
  const auto empty = [&](std::size_t which) {
    Bucket& bucket = buckets[which];
    kernels::PairJob<T> job = whole;
    if ((which & 1) != 0) {
      job.bodies_a = scene_a.compounds.parts.data();
      job.kinds_a = scene_a.compounds.kinds.data();
    }
    if ((which & 2) != 0) {
      job.bodies_b = scene_b.compounds.parts.data();
      job.kinds_b = scene_b.compounds.kinds.data();
    }
    job.pairs = bucket.pairs.data();
    job.slots = bucket.slots.data();
    job.count = bucket.size;
    job.uncertain = uncertain.data();
    ask(job, bucket.contacts.data());
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
    bucket.slots[bucket.size] = whole.slots != nullptr ? whole.slots[i] : static_cast<std::uint32_t>(i);
    if (++bucket.size == capacity) empty(which);
  }
  for (std::size_t which = 0; which < buckets.size(); ++which) {
    if (buckets[which].size > 0) empty(which);
  }
}

}  // namespace satchel::query
