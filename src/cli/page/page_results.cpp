#include "cli/page/page_results.hpp"

#include <cstddef>

#include <fmt/core.h>

#include <satchel/satchel.hpp>

#include "cli/pairs/candidate_pairs.hpp"
#include "cli/pairs/moving_margin.hpp"
#include "cli/support/failure.hpp"

namespace satchel::cli {
namespace {

/// The impacts of the pairs that meet.
template <class T>
void find_impacts(const SceneFile<T>& file, std::span<const Pair> pairs, bool found, unsigned threads,
                  PageResults<T>& results) {
  std::vector<Pair> near;
  try {
    if (found) {
      find_pairs(file.scene, near,
                 {.margin = margin_of_boxes<T>(moving_margin(file)), .run = {.max_threads = threads}});
      pairs = near;
    }
    std::vector<BasicImpact<T>> impacts(pairs.size());
    sweep(file.scene, file.motions, pairs, std::span(impacts), {.run = {.max_threads = threads}});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (impacts[i].hit != 0) {
        results.meeting.push_back(pairs[i]);
        results.impacts.push_back(impacts[i]);
      }
    }
  } catch (const Error& error) {  // a motion out of range
    throw Failure(ExitStatus::bad_input, fmt::format("{}: {}", file.path, error.what()));
  }
}

}  // namespace

template <class T>
PageResults<T> page_results(const SceneFile<T>& file, std::span<const Pair> pairs, bool found, unsigned threads) {
  PageResults<T> results;
  results.distances.resize(pairs.size());
  distances(file.scene, pairs, std::span(results.distances), {.max_threads = threads});
  results.manifolds.resize(pairs.size());
  manifolds(file.scene, pairs, std::span(results.manifolds), {.run = {.max_threads = threads}});
  if (file.has_motions) {
    find_impacts(file, pairs, found, threads, results);
  }
  return results;
}

template PageResults<float> page_results(const SceneFile<float>&, std::span<const Pair>, bool, unsigned);
template PageResults<double> page_results(const SceneFile<double>&, std::span<const Pair>, bool, unsigned);

}  // namespace satchel::cli
