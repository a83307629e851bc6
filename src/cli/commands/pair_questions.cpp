// satchel manifold, distance, sweep and areas: one row a pair.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <satchel/satchel.hpp>

#include "cli/commands/candidate_pairs.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/in_slices.hpp"
#include "cli/commands/moving_margin.hpp"
#include "cli/commands/prepare.hpp"
#include "cli/failure.hpp"
#include "cli/output/summary.hpp"
#include "cli/output/write_csv.hpp"
#include "cli/picture/draw_picture.hpp"
#include "cli/picture/picture.hpp"

namespace satchel::cli {
namespace {

/// The outcome of a subcommand, for the summary: `count` pairs are `counted`.
struct Outcome {
  const char* counted;
  std::ptrdiff_t count;
  double seconds;
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
    print_summary(file, candidates, outcome.counted, static_cast<std::size_t>(outcome.count), outcome.seconds,
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

/// The body of a pair whose parts overlap, as the file has it.
Failure overlapping_parts(const std::string& path, std::uint64_t body) {
  return {
      ExitStatus::bad_input,
      fmt::format("{}: body {}: its parts overlap, so their areas do not add up; give an outline instead, the union "
                  "of the parts",
                  path, body)};
}

template <class T>
void draw_areas(const SceneFile<T>& file, std::span<const Pair> pairs, OutputFile& svg, unsigned threads) {
  std::vector<Verdict> verdicts(pairs.size());
  classify(file.scene, pairs, verdicts, {.max_threads = threads});
  draw_picture(svg, make_picture_of_areas<T>(file, pairs, verdicts));
}

}  // namespace

void manifold_command(const PairQuestionOptions& options) {
  ask(options, [&]<class T>(const SceneFile<T>& file, std::span<const Pair> pairs, OutputFile* out) {
    const T margin = static_cast<T>(options.margin);
    std::vector<BasicManifold<T>> results(pairs.size());
    const double seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
      manifolds(file.scene, some_pairs, some_results, {.margin = margin, .run = {.max_threads = options.threads}});
    });
    if (out != nullptr) {
      write_manifolds(*out, file.scene, pairs, results);
    }
    const auto has_points = [](const BasicManifold<T>& manifold) { return manifold.count > 0; };
    return Outcome{"with points", std::count_if(results.begin(), results.end(), has_points), seconds};
  });
}

void distance_command(const PairQuestionOptions& options) {
  ask(options, [&]<class T>(const SceneFile<T>& file, std::span<const Pair> pairs, OutputFile* out) {
    std::vector<BasicDistance<T>> results(pairs.size());
    const double seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
      distances(file.scene, some_pairs, some_results, {.max_threads = options.threads});
    });
    if (out != nullptr) {
      write_distances(*out, file.scene, pairs, results);
    }
    const auto is_disjoint = [](const BasicDistance<T>& distance) { return verdict(distance) == Verdict::disjoint; };
    return Outcome{"disjoint", std::count_if(results.begin(), results.end(), is_disjoint), seconds};
  });
}

void sweep_command(const PairQuestionOptions& options) {
  PairQuestionOptions moving = options;
  moving.moving = true;
  ask(moving, [&]<class T>(const SceneFile<T>& file, std::span<const Pair> pairs, OutputFile* out) {
    std::vector<BasicImpact<T>> results(pairs.size());
    double seconds = 0;
    try {
      seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
        sweep(file.scene, file.motions, some_pairs, some_results, {.run = {.max_threads = options.threads}});
      });
    } catch (const Error& error) {  // a motion out of range
      throw Failure(ExitStatus::bad_input, fmt::format("{}: {}", file.path, error.what()));
    }
    if (out != nullptr) {
      write_impacts(*out, pairs, results);
    }
    const auto hit = [](const BasicImpact<T>& impact) { return impact.hit != 0; };
    return Outcome{"that meet", std::count_if(results.begin(), results.end(), hit), seconds};
  });
}

void areas_command(const PairQuestionOptions& options) {
  const auto answer = [&]<class T>(const SceneFile<T>& file, std::span<const Pair> pairs, OutputFile* out) {
    std::vector<BasicOverlap<T>> results(pairs.size());
    double seconds = 0;
    try {
      seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
        overlaps(file.scene, some_pairs, some_results, {.max_threads = options.threads});
      });
    } catch (const Error& error) {
      if (error.code() != ErrorCode::overlapping_parts) {
        throw;
      }
      throw overlapping_parts(file.path, error.status().numbers[0]);
    }
    if (out != nullptr) {
      write_areas(*out, pairs, results);
    }
    const auto has_area = [](const BasicOverlap<T>& overlap) { return overlap.area > 0; };
    return Outcome{"with an area", std::count_if(results.begin(), results.end(), has_area), seconds};
  };
  ask(options, answer, [&](const auto& file, std::span<const Pair> pairs, OutputFile& svg) {
    draw_areas(file, pairs, svg, options.threads);
  });
}

}  // namespace satchel::cli
