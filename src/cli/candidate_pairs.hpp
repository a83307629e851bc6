// Where the candidate pairs of a scene come from.
#pragma once

#include <string>
#include <vector>

#include <satchel/types.hpp>

#include "cli/scene_file/read_scene.hpp"

namespace satchel::cli {

enum class PairSource {
  file_or_broad_phase,  ///< those of the file if it lists any, else as `broad_phase`
  file,
  broad_phase
};

/// The source that --pairs names; empty: the first. Throws `Failure` (usage).
PairSource pair_source(const std::string& name);

struct CandidatePairs {
  std::vector<Pair> pairs;  ///< in the order of the results
  double seconds = 0;       ///< in the library's broad phase; 0: they come from the file
};

/// The pairs to collide. Takes those of the file out of it. Boxes of
/// the broad phase are grown by `margin`. Throws `Failure` (bad input) where they cannot be had.
template <class T>
CandidatePairs take_candidate_pairs(SceneFile<T>& file, PairSource source, unsigned threads, float margin = 0);

}  // namespace satchel::cli
