// How a subcommand asks a question about the candidate pairs of a scene: reads, asks in slices, writes, sums up.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <satchel/types.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/prepare.hpp"
#include "cli/commands/summary.hpp"
#include "cli/pairs/candidate_pairs.hpp"
#include "cli/pairs/in_slices.hpp"
#include "cli/pairs/moving_margin.hpp"

namespace satchel::cli {

/// The outcome of a subcommand, for the summary: `count` pairs are `counted`.
struct Outcome {
  const char* counted;
  std::ptrdiff_t count;
  double seconds;
  std::size_t left_out = 0;               ///< pairs that were not asked about
  std::optional<std::size_t> pairs = {};  ///< how many were asked about, if not the candidates
};

/// Calls call(pairs, results) for slices of the pairs; returns the seconds spent.
template <class Result, class Call>
double ask_in_slices(std::span<const Pair> pairs, std::vector<Result>& results, const Call& call) {
  if (pairs.empty()) {
    call(pairs, std::span<Result>(results));  // so that the library checks the other arguments
  }
  return in_slices(pairs.size(), [&](std::size_t first, std::size_t count) {
    call(pairs.subspan(first, count), std::span<Result>(results).subspan(first, count));
  });
}

/// Reads the scene, calls answer(file, pairs, out), and prints the summary of the outcome. `out` is null if no file is
/// written.
/// @param draw  draw(file, pairs, svg), if a picture is wanted
template <class Answer, class Draw>
void ask(const PairQuestionOptions& options, const Answer& answer, const Draw& draw) {
  const PairSource source = pair_source(options.pairs);
  require_distinct(options.scene, options.results);
  require_distinct(options.scene, options.picture);
  require_distinct(options.results, options.picture);
  with_scene(options, [&](auto file) {
    const float margin = options.moving ? moving_margin(file) : 0;
    const CandidatePairs candidates = take_candidate_pairs(file, source, options.threads, margin);
    const std::span<const Pair> pairs(candidates.pairs);
    // Both files are opened before the work, so that an error of opening one is reported at once, and leaves neither.
    std::optional<OutputFile> out = open_if_named(options.results);
    std::optional<OutputFile> svg = open_if_named(options.picture);
    const Outcome outcome = answer(std::as_const(file), pairs, out ? &*out : nullptr);
    if (svg) {
      draw(std::as_const(file), pairs, *svg);
    }
    if (out) {
      out->commit();
    }
    if (svg) {
      svg->commit();
    }
    print_summary(file, candidates,
                  PairOutcome{outcome.counted, static_cast<std::size_t>(outcome.count), outcome.seconds,
                              outcome.pairs.value_or(pairs.size()), outcome.left_out},
                  options.threads);
    if (svg) {
      fmt::print("{:<18}{}\n", "picture:", options.picture);
    }
  });
}

template <class Answer>
void ask(const PairQuestionOptions& options, const Answer& answer) {
  ask(options, answer, [](const auto&...) {});
}

}  // namespace satchel::cli
