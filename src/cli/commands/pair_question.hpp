// How a subcommand asks a question about candidate pairs, of a scene or two layers: reads, asks in slices, writes, sums up.
#pragma once

#include <algorithm>
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
#include "cli/support/failure.hpp"

namespace satchel::cli {

/// The outcome of a subcommand, for the summary: `count` pairs are `counted`.
struct Outcome {
  const char* counted;
  std::ptrdiff_t count;
  double seconds;
  std::size_t left_out = 0;               ///< pairs that were not asked about
  std::optional<std::size_t> pairs = {};  ///< how many were asked about, if not the candidates
  std::optional<std::size_t> of = {};     ///< how many things of that kind there are, if not the pairs; 0: nobody knows
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

/// An error of the library about the input, as a message about its file. Other errors, such as no_memory, pass.
template <class T, class Work>
auto naming_the_file(const Layers<T>& layers, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::needs_parts || error.code() == ErrorCode::no_memory ||
        error.code() == ErrorCode::internal) {
      throw;
    }
    throw Failure(ExitStatus::bad_input, fmt::format("{}: {}", layers.path_of(error.status()), error.what()));
  }
}

/// Reads the scene or the layers, calls answer(layers, pairs, out), and prints the summary of the outcome. `out` is null
/// if no file is written. Where a body has no convex parts and the question needs them, they are made.
/// @param answer  writes nothing before the library has answered
/// @param draw    draw(layers, pairs, svg), if a picture is wanted
template <class Answer, class Draw>
void ask(const PairQuestionOptions& options, const Answer& answer, const Draw& draw) {
  const PairSource source = pair_source(options.pairs);
  require_distinct_files({options.scene, options.scene_b}, {options.results, options.picture, options.skipped});
  if (!options.picture.empty() && !options.scene_b.empty()) {
    throw Failure(ExitStatus::usage, "--svg: a picture shows one scene; leave it out for two");
  }
  with_layers(options, [&](auto layers) {
    const double margin =
        options.moving ? std::max(moving_margin(layers.a), moving_margin(layers.second())) : options.margin;
    const CandidatePairs candidates = take_candidate_pairs(layers, source, options.threads, margin);
    const std::span<const Pair> pairs(candidates.pairs);
    // Both files are opened before the work, so that an error of opening one is reported at once, and leaves neither.
    std::optional<OutputFile> out = open_if_named(options.results);
    std::optional<OutputFile> svg = open_if_named(options.picture);
    const auto ask_library = [&](const auto& call) {
      return naming_the_file(layers, [&] { return with_parts(layers, options.threads, call); });
    };
    const Outcome outcome = ask_library([&] { return answer(std::as_const(layers), pairs, out ? &*out : nullptr); });
    if (svg) {
      ask_library([&] { draw(std::as_const(layers), pairs, *svg); });
    }
    if (out) {
      out->commit();
    }
    if (svg) {
      svg->commit();
    }
    print_summary(layers, candidates,
                  PairOutcome{outcome.counted, static_cast<std::size_t>(outcome.count), outcome.seconds,
                              outcome.pairs.value_or(pairs.size()), outcome.left_out,
                              outcome.of.value_or(outcome.pairs.value_or(pairs.size()))},
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
