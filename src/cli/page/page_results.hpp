// The answers that a page shows beside the contacts.
#pragma once

#include <span>
#include <vector>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

#include "cli/scene_file/read_scene.hpp"

namespace satchel::cli {

template <class T>
struct PageResults {
  std::vector<BasicDistance<T>> distances;  ///< by pair
  std::vector<BasicManifold<T>> manifolds;  ///< by pair; without a margin
  std::vector<Pair> meeting;                ///< pairs that meet during the motions of the file
  std::vector<BasicImpact<T>> impacts;      ///< impacts[i] belongs to meeting[i]
};

/// Asks the library. The answers are those of `satchel distance`, `manifold` and `sweep`. Throws `Failure` (bad input) for
/// a motion that is out of range.
/// @param found  the pairs come from the broad phase: then those of the motions do, too
template <class T>
PageResults<T> page_results(const SceneFile<T>& file, std::span<const Pair> pairs, bool found, unsigned threads);

extern template PageResults<float> page_results(const SceneFile<float>&, std::span<const Pair>, bool, unsigned);
extern template PageResults<double> page_results(const SceneFile<double>&, std::span<const Pair>, bool, unsigned);

}  // namespace satchel::cli
