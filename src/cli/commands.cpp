#include "cli/commands.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <satchel/satchel.hpp>

#include "cli/candidate_pairs.hpp"
#include "cli/collide_scene.hpp"
#include "cli/picture/draw_picture.hpp"
#include "cli/failure.hpp"
#include "cli/generate/generate.hpp"
#include "cli/in_slices.hpp"
#include "cli/output/output_file.hpp"
#include "cli/picture/picture.hpp"
#include "cli/scene_file/read_scene.hpp"
#include "cli/output/summary.hpp"
#include "cli/output/write_csv.hpp"
#include "cli/scene_file/write_scene.hpp"

namespace satchel::cli {
namespace {

/// Chooses the instruction set before any work, so that a wrong --isa or SATCHEL_ISA fails at once.
void choose_isa(const std::string& name) try {
  if (!name.empty()) {
    force_isa(name);
  }
  static_cast<void>(active_isa());
} catch (const Error& error) {
  throw Failure(ExitStatus::usage, error.what());
}

/// Refuses two names of one file, because writing it would destroy the input or the other output.
void require_distinct(const std::string& path_a, const std::string& path_b) {
  if (path_a.empty() || path_b.empty()) {
    return;
  }
  std::error_code ignored;
  namespace fs = std::filesystem;
  if (fs::weakly_canonical(path_a, ignored) == fs::weakly_canonical(path_b, ignored) &&
      !fs::is_character_file(path_a, ignored)) {
    throw Failure(ExitStatus::usage, fmt::format("{} is named twice; each file needs its own name", path_a));
  }
}

std::optional<OutputFile> open_if_named(const std::string& path) {
  return path.empty() ? std::nullopt : std::optional<OutputFile>(std::in_place, path);
}

template <class T>
void collide_file(const CollideOptions& options, PairSource source) {
  SceneFile<T> file = read_scene<T>(options.scene);
  const CandidatePairs candidates = take_candidate_pairs(file, source, options.threads);
  const std::vector<Pair>& pairs = candidates.pairs;

  // Both files are opened before the work, so that an error of opening one is reported at once, and leaves neither.
  std::optional<OutputFile> contacts = open_if_named(options.contacts);
  std::optional<OutputFile> svg = open_if_named(options.picture);

  const CollideResults<T> results = collide_scene(file.scene, pairs, file.has_compounds(), options.threads);
  if (contacts) {
    write_contacts<T>(*contacts, pairs, results.contacts, results.parts);
  }
  if (svg) {
    draw_picture(*svg, make_picture<T>(file, pairs, results.contacts, results.parts));
  }
  if (contacts) {
    contacts->commit();
  }
  if (svg) {
    svg->commit();
  }
  print_summary(file.scene.body_count(), candidates, results, options.threads);
  if (contacts) {
    fmt::print("{:<18}{}\n", "contacts:", options.contacts);
  }
  if (svg) {
    fmt::print("{:<18}{}\n", "picture:", options.picture);
  }
}

template <class T>
void place_file(const PlaceOptions& options) {
  const SceneFile<T> file = read_scene<T>(options.scene);
  OutputFile out(options.placed);
  write_placed(out, file.scene, file.has_compounds());
  out.commit();
}

template <class T>
void find_pairs_of_file(const PairsOptions& options) {
  SceneFile<T> file = read_scene<T>(options.scene);
  OutputFile out(options.pairs);
  const CandidatePairs found = take_candidate_pairs(file, PairSource::broad_phase, options.threads);
  write_pairs(out, found.pairs);
  out.commit();
  print_summary(file.scene.body_count(), found, options.threads);
}

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

/// A bound, over all bodies, of the displacement of each point from its start, in x and in y.
template <class T>
float farthest_motion(const SceneFile<T>& file) {
  if (!file.has_motions) {
    throw Failure(ExitStatus::bad_input,
                  fmt::format("{}: \"motions\" is missing; give one [dx, dy, dangle] for each body", file.path));
  }
  double farthest = 0;
  for (BodyId body = 0; body < file.motions.size(); ++body) {
    const Motion& motion = file.motions[body];
    double displacement = std::max(std::abs(motion.x), std::abs(motion.y));
    if (motion.angle != 0) {
      const Box box = file.scene.bounding_box(body);
      const Pose pose = file.scene.pose(body);
      displacement += 2 * std::hypot(std::max(box.max_x - pose.x, pose.x - box.min_x),
                                     std::max(box.max_y - pose.y, pose.y - box.min_y));
    }
    farthest = std::max(farthest, displacement);
  }
  return std::nextafter(static_cast<float>(farthest), std::numeric_limits<float>::max());
}

/// Reads the scene, calls answer(file, pairs, out), and prints the summary of the outcome. `out` is null if no file is
/// written.
template <class T, class Answer>
void ask_file(const QuestionOptions& options, PairSource source, const Answer& answer) {
  SceneFile<T> file = read_scene<T>(options.scene);
  const float margin = options.moving ? farthest_motion(file) : 0;
  const CandidatePairs candidates = take_candidate_pairs(file, source, options.threads, margin);
  std::optional<OutputFile> out = open_if_named(options.results);
  const Outcome outcome = answer(std::as_const(file), std::span<const Pair>(candidates.pairs), out ? &*out : nullptr);
  if (out) {
    out->commit();
  }
  print_summary(file.scene.body_count(), candidates, outcome.counted, static_cast<std::size_t>(outcome.count),
                outcome.seconds, options.threads);
}

template <class Answer>
void ask(const QuestionOptions& options, const Answer& answer) {
  choose_isa(options.isa);
  const PairSource source = pair_source(options.pairs);
  require_distinct(options.scene, options.results);
  options.precision == Precision::float64 ? ask_file<double>(options, source, answer)
                                          : ask_file<float>(options, source, answer);
}

}  // namespace

void collide_command(const CollideOptions& options) {
  choose_isa(options.isa);
  const PairSource source = pair_source(options.pairs);
  require_distinct(options.scene, options.contacts);
  require_distinct(options.scene, options.picture);
  require_distinct(options.contacts, options.picture);
  options.precision == Precision::float64 ? collide_file<double>(options, source)
                                          : collide_file<float>(options, source);
}

void manifold_command(const QuestionOptions& options) {
  ask(options, [&]<class T>(const SceneFile<T>& file, std::span<const Pair> pairs, OutputFile* out) {
    const T margin = static_cast<T>(options.margin);
    std::vector<BasicManifold<T>> results(pairs.size());
    const double seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
      manifolds(file.scene, some_pairs, some_results, margin, {.max_threads = options.threads});
    });
    if (out != nullptr) {
      write_manifolds(*out, file.scene, pairs, results);
    }
    const auto has_points = [](const BasicManifold<T>& manifold) { return manifold.count > 0; };
    return Outcome{"with points", std::count_if(results.begin(), results.end(), has_points), seconds};
  });
}

void distance_command(const QuestionOptions& options) {
  ask(options, [&]<class T>(const SceneFile<T>& file, std::span<const Pair> pairs, OutputFile* out) {
    std::vector<BasicDistance<T>> results(pairs.size());
    const double seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
      distances(file.scene, some_pairs, some_results, {.max_threads = options.threads});
    });
    if (out != nullptr) {
      write_distances(*out, file.scene, pairs, results);
    }
    const auto apart = [](const BasicDistance<T>& distance) { return distance.distance > 0; };
    return Outcome{"apart", std::count_if(results.begin(), results.end(), apart), seconds};
  });
}

void sweep_command(const QuestionOptions& options) {
  QuestionOptions moving = options;
  moving.moving = true;
  ask(moving, [&]<class T>(const SceneFile<T>& file, std::span<const Pair> pairs, OutputFile* out) {
    std::vector<BasicImpact<T>> results(pairs.size());
    double seconds = 0;
    try {
      seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
        sweep(file.scene, file.motions, some_pairs, some_results, T(0), {.max_threads = options.threads});
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

void place_command(const PlaceOptions& options) {
  choose_isa({});
  require_distinct(options.scene, options.placed);
  options.precision == Precision::float64 ? place_file<double>(options) : place_file<float>(options);
}

void pairs_command(const PairsOptions& options) {
  choose_isa(options.isa);
  require_distinct(options.scene, options.pairs);
  options.precision == Precision::float64 ? find_pairs_of_file<double>(options) : find_pairs_of_file<float>(options);
}

void info_command() {
  choose_isa({});
  fmt::print("version: {}\nisa: {}\navailable: {}\nthreads: {}\n", version(), active_isa(),
             fmt::join(available_isas(), ", "), hardware_threads());
}

void generate_command(const GenerateOptions& options) {
  const GeneratedScene scene = generate(options.kind, options.bodies, options.seed);
  OutputFile out(options.scene);
  write_scene(out, scene);
  out.commit();
}

}  // namespace satchel::cli
