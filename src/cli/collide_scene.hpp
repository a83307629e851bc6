// The collide call itself: timed, counted, with progress.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <satchel/options.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel::cli {

template <class T>
struct CollideResults {
  std::vector<BasicContact<T>> contacts;  ///< contacts[i] belongs to pair i
  std::vector<PartPair> parts;            ///< likewise; empty where they were not asked for
  std::array<std::size_t, 3> verdict_counts{};
  Stats stats;
  double seconds = 0;  ///< in the library's calls alone
};

/// @param with_parts  also says which parts of compounds decided
/// @param threads     the most to use; 0: all
template <class T>
CollideResults<T> collide_scene(const BasicScene<T>& scene, std::span<const Pair> pairs, bool with_parts,
                                unsigned threads);

/// How many threads this process can run at once.
unsigned hardware_threads();

}  // namespace satchel::cli
