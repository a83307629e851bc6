// The summaries that the subcommands print to standard output.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "cli/commands/collide_scene.hpp"
#include "cli/pairs/candidate_pairs.hpp"
#include "cli/scene_file/layers.hpp"

namespace satchel::cli {

/// The outcome of a subcommand that asks about the rows of a CSV file.
struct QueryOutcome {
  std::size_t queries;
  const char* counted;  ///< what is counted
  std::size_t count;
  double seconds;
  std::span<const std::string> ignored_columns;  ///< of the CSV file
};

/// The outcome of a subcommand that computes one result a pair.
struct PairOutcome {
  const char* counted;  ///< what is counted
  std::size_t count;
  double seconds;
  std::size_t pairs;     ///< that were asked about
  std::size_t left_out;  ///< pairs that were not, because the question does not take one of their bodies
  std::size_t of;        ///< `count` is a share of these; 0: of nothing known
};

// Each summary begins with the number of bodies, counts what was not read or left out, and names the precision and how
// far rounding to it moved the input.

template <class T>
void print_summary(const Layers<T>& layers, const CandidatePairs& candidates, const CollideResults<T>& results,
                   unsigned threads);
template <class T>
void print_summary(const Layers<T>& layers, const CandidatePairs& candidates, unsigned threads);
template <class T>
void print_summary(const Layers<T>& layers, const CandidateImages& candidates, unsigned threads);
template <class T>
void print_summary(const Layers<T>& layers, const CandidatePairs& candidates, const PairOutcome& outcome,
                   unsigned threads);
template <class T>
void print_summary(const SceneFile<T>& file, const QueryOutcome& outcome, unsigned threads);
template <class T>
void print_summary(const SceneFile<T>& file);

}  // namespace satchel::cli
