// The summaries that the subcommands print to standard output.
#pragma once

#include <cstddef>

#include "cli/candidate_pairs.hpp"
#include "cli/collide_scene.hpp"

namespace satchel::cli {

template <class T>
void print_summary(std::size_t bodies, const CandidatePairs& candidates, const CollideResults<T>& results,
                   unsigned threads);
void print_summary(std::size_t bodies, const CandidatePairs& candidates, unsigned threads);
/// The summary of a subcommand that computes one result a pair: how many pairs are `counted`, and the seconds spent.
void print_summary(std::size_t bodies, const CandidatePairs& candidates, const char* counted, std::size_t count,
                   double seconds, unsigned threads);

}  // namespace satchel::cli
