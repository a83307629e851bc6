// Where the candidate pairs of a scene come from.
#pragma once

#include <string>
#include <vector>

#include <satchel/types.hpp>

#include "read_scene.hpp"

namespace satchel::cli {

enum class PairSource { file };

/// The source that --pairs names. Throws `Failure` (usage).
PairSource pair_source(const std::string& name);

/// The pairs to collide, in the order of the results. Throws `Failure` (bad input) if the file has none.
template <class T>
const std::vector<Pair>& candidate_pairs(const SceneFile<T>& file, PairSource source);

}  // namespace satchel::cli
