// Provides the candidate pairs of a scene, or of two layers: from the file, or by the broad phase.
#pragma once

#include <string>
#include <vector>

#include <satchel/image_pair.hpp>
#include <satchel/types.hpp>

#include "cli/scene_file/layers.hpp"

namespace satchel::cli {

enum class PairSource {
  file_or_broad_phase,  ///< the pairs of the file if it has a list of pairs, else the broad phase
  file,
  broad_phase
};

/// The source that --pairs names; an empty name is file_or_broad_phase. Throws `Failure` (usage).
PairSource pair_source(const std::string& name);

struct CandidatePairs {
  std::vector<Pair> pairs;  ///< in the order of the results
  double seconds = 0;       ///< time in the library's broad phase; 0 if the pairs come from the file
};

/// The least T that is not less than a margin; the largest one where there is none.
template <class T>
T margin_of_boxes(double margin);

/// The candidate pairs. The pairs of the file are moved out of `layers`; those of two layers come from the broad phase,
/// which finds pairs up to `margin` apart. Throws `Failure`: usage (the pairs of a file, for two layers); bad input if
/// the file has no pairs or the broad phase fails.
template <class T>
CandidatePairs take_candidate_pairs(Layers<T>& layers, PairSource source, unsigned threads, double margin = 0);

struct CandidateImages {
  std::vector<ImagePair> pairs;
  double seconds = 0;  ///< time in the library's broad phase
};

/// The candidate pairs of a world with these periods, along x and y. Throws `Failure` (bad input) if they are refused.
template <class T>
CandidateImages find_candidate_images(const Layers<T>& layers, const std::vector<double>& periods, unsigned threads);

}  // namespace satchel::cli
