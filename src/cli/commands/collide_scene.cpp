#include "cli/commands/collide_scene.hpp"

#include <algorithm>
#include <thread>

#include <satchel/collide.hpp>

#include "cli/pairs/in_slices.hpp"
#include "cli/support/verdict_names.hpp"

namespace satchel::cli {

template <class T>
CollideResults<T> collide_scene(BasicScenePair<T> scenes, std::span<const Pair> pairs, bool with_parts,
                                unsigned threads) {
  CollideResults<T> results;
  results.contacts.resize(pairs.size());
  results.parts.resize(with_parts ? pairs.size() : 0);
  const std::span<BasicContact<T>> contacts(results.contacts);
  const std::span<PartPair> parts(results.parts);
  Options options;
  options.max_threads = threads;
  options.stats = &results.stats;

  results.seconds = in_slices(pairs.size(), [&](std::size_t first, std::size_t count) {
    throw_unless_ok(with_parts
                        ? try_collide(scenes, pairs.subspan(first, count), contacts.subspan(first, count),
                                      parts.subspan(first, count), options)
                        : try_collide(scenes, pairs.subspan(first, count), contacts.subspan(first, count), options));
  });
  for (const BasicContact<T>& contact : results.contacts) {
    ++results.verdict_counts[index_of(verdict(contact))];
  }
  return results;
}

template CollideResults<float> collide_scene(ScenePair, std::span<const Pair>, bool, unsigned);
template CollideResults<double> collide_scene(ScenePaird, std::span<const Pair>, bool, unsigned);

unsigned hardware_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace satchel::cli
