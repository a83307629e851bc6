// A question of contacts, asked of the parts that decided them.
//
//   sort the pairs by which of their bodies are compounds; put parts in the place of these
//   for each full bin, at last for each: ask the question of its pairs, as if the parts were bodies
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

#include "format/layout.hpp"
#include "query/compound/part_boxes.hpp"

namespace satchel::query {

/// @param parts  as of FoundContacts
/// @param ask    ask(job, contacts): the result of job.pairs[i] goes where that of the whole job's pair goes
template <class T, class Ask>
void ask_deciding_parts(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b,
                        kernels::PairJob<T>& whole, const BasicContact<T>* contacts, std::span<const PartPair> parts,
                        const Ask& ask) {
  const auto has_compound = [&](const Pair& pair) {
    return scene_a.bodies[pair.a].place.is_compound() || scene_b.bodies[pair.b].place.is_compound();
  };
  if (parts.empty() || std::none_of(whole.pairs, whole.pairs + whole.count, has_compound)) return ask(whole, contacts);
  constexpr std::size_t capacity = 256;
  struct Bin {
    std::array<Pair, capacity> pairs;
    std::array<BasicContact<T>, capacity> contacts;
    std::array<std::uint32_t, capacity> slots;
    std::size_t size = 0;
  };
  std::array<Bin, 4> bins;  // bit 0: a is a compound, bit 1: b is
  std::array<std::uint32_t, capacity> open;
  const auto empty = [&](std::size_t which) {
    Bin& bin = bins[which];
    kernels::PairJob<T> job = whole;
    if ((which & 1) != 0) {
      job.a = view_of_parts(scene_a);
      job.knows_inner = false;
    }
    if ((which & 2) != 0) {
      job.b = view_of_parts(scene_b);
      job.knows_inner = false;
    }
    job.pairs = bin.pairs.data();
    job.slots = bin.slots.data();
    job.count = bin.size;
    job.open = open.data();
    ask(job, bin.contacts.data());
    bin.size = 0;
  };
  for (std::size_t i = 0; i < whole.count; ++i) {
    const auto record_of = [](const detail::SceneData<T>& scene, BodyId body, std::uint32_t part) {
      return scene.bodies[body].place.is_compound() ? scene.parts_of_body(body).first + part : body;
    };
    const Pair pair = whole.pairs[i];
    const std::size_t which =
        (scene_a.bodies[pair.a].place.is_compound() ? 1u : 0u) | (scene_b.bodies[pair.b].place.is_compound() ? 2u : 0u);
    Bin& bin = bins[which];
    bin.pairs[bin.size] = {record_of(scene_a, pair.a, parts[i].a), record_of(scene_b, pair.b, parts[i].b)};
    bin.contacts[bin.size] = contacts[i];
    bin.slots[bin.size] = whole.slot(i);
    if (++bin.size == capacity) empty(which);
  }
  for (std::size_t which = 0; which < bins.size(); ++which) {
    if (bins[which].size > 0) empty(which);
  }
}

}  // namespace satchel::query
