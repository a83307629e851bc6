#include "collide_scene.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include <satchel/collide.hpp>

#include "progress.hpp"
#include "verdict_names.hpp"

namespace satchel::cli {

template <class T>
CollideResults<T> collide_scene(const BasicScene<T>& scene, std::span<const Pair> pairs, bool with_parts,
                                unsigned threads) {
  // Slices that take some ten milliseconds: long enough that a call costs nothing beside its work, short enough for a
  // bar that moves.
  constexpr double short_slice = 0.01;
  constexpr double long_slice = 0.2;
  std::size_t slice = std::size_t{1} << 15;
  using Clock = std::chrono::steady_clock;

  CollideResults<T> results;
  results.contacts.resize(pairs.size());
  results.parts.resize(with_parts ? pairs.size() : 0);
  const std::span<BasicContact<T>> contacts(results.contacts);
  const std::span<PartPair> parts(results.parts);
  Options options;
  options.max_threads = threads;
  options.stats = &results.stats;

  Progress progress(pairs.size());
  for (std::size_t first = 0; first < pairs.size();) {
    const std::size_t count = std::min(slice, pairs.size() - first);
    const Clock::time_point start = Clock::now();
    if (with_parts) {
      collide(scene, pairs.subspan(first, count), contacts.subspan(first, count), parts.subspan(first, count), options);
    } else {
      collide(scene, pairs.subspan(first, count), contacts.subspan(first, count), options);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    results.seconds += seconds;
    progress.advance(count);
    first += count;
    slice = seconds < short_slice ? 2 * slice : seconds > long_slice && slice > 1 ? slice / 2 : slice;
  }
  for (const BasicContact<T>& contact : results.contacts) {
    ++results.verdict_counts[index_of(verdict(contact))];
  }
  return results;
}

template CollideResults<float> collide_scene(const Scene&, std::span<const Pair>, bool, unsigned);
template CollideResults<double> collide_scene(const Scened&, std::span<const Pair>, bool, unsigned);

unsigned hardware_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace satchel::cli
