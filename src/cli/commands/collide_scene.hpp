// Calls `collide` for a scene or two, with time, counts and a progress bar.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <satchel/options.hpp>
#include <satchel/results.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/types.hpp>

namespace satchel::cli {

template <class T>
struct CollideResults {
  std::vector<BasicContact<T>> contacts;  ///< contacts[i] belongs to pair i
  std::vector<PartPair> parts;            ///< parts[i] belongs to pair i; empty without `with_parts`
  std::array<std::size_t, 3> verdict_counts{};
  Stats stats;
  double seconds = 0;  ///< time in the calls of the library
};

/// @param scenes      one scene, or two
/// @param with_parts  also computes the deciding parts of compounds
/// @param threads     the largest number of threads; 0: all
template <class T>
CollideResults<T> collide_scene(BasicScenePair<T> scenes, std::span<const Pair> pairs, bool with_parts,
                                unsigned threads);

/// The number of threads that this process can run at once.
unsigned hardware_threads();

}  // namespace satchel::cli
