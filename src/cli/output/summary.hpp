// What `satchel collide` and `satchel pairs` say on standard output.
#pragma once

#include <cstddef>

#include "cli/candidate_pairs.hpp"
#include "cli/collide_scene.hpp"

namespace satchel::cli {

template <class T>
void print_summary(std::size_t bodies, const CandidatePairs& candidates, const CollideResults<T>& results,
                   unsigned threads);
void print_summary(std::size_t bodies, const CandidatePairs& candidates, unsigned threads);
/// Of a question: how many pairs are `counted`, and the seconds it took.
void print_summary(std::size_t bodies, const CandidatePairs& candidates, const char* counted, std::size_t count,
                   double seconds, unsigned threads);

}  // namespace satchel::cli
