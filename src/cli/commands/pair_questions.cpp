// satchel manifold, distance, sweep, areas and within: one row a pair; push-out: one row a body.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <satchel/satchel.hpp>

#include "cli/commands/pair_question.hpp"
#include "cli/output/write_csv.hpp"
#include "cli/picture/draw_picture.hpp"
#include "cli/picture/picture.hpp"
#include "cli/support/failure.hpp"

namespace satchel::cli {
namespace {

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

void part_manifold_command(const PairQuestionOptions& options) {
  ask(options, [&]<class T>(const SceneFile<T>& file, std::span<const Pair> pairs, OutputFile* out) {
    std::vector<BasicPartManifold<T>> results;
    const double seconds = in_slices(1, [&](std::size_t, std::size_t) {
      part_manifolds(file.scene, pairs, results,
                     {.margin = static_cast<T>(options.margin), .run = {.max_threads = options.threads}});
    });
    if (out != nullptr) {
      write_part_manifolds(*out, file.scene, pairs, results);
    }
    return Outcome{"parts with points", static_cast<std::ptrdiff_t>(results.size()), seconds};
  });
}

/// The bodies of some pairs, each with all that it is paired with: candidates[starts[i]], ... belong to bodies[i].
struct PairedBodies {
  std::vector<BodyId> bodies, candidates;
  std::vector<std::uint32_t> starts{0};

  explicit PairedBodies(std::span<const Pair> pairs) {
    std::vector<Pair> both;
    for (const Pair pair : pairs) {
      if (pair.a != pair.b) {
        both.push_back(pair);
        both.push_back({pair.b, pair.a});
      }
    }
    std::sort(both.begin(), both.end());
    both.erase(std::unique(both.begin(), both.end()), both.end());
    for (const Pair pair : both) {
      if (bodies.empty() || bodies.back() != pair.a) {
        bodies.push_back(pair.a);
        starts.push_back(starts.back());
      }
      candidates.push_back(pair.b);
      ++starts.back();
    }
  }
};

}  // namespace

void manifold_command(const PairQuestionOptions& options) {
  if (options.parts) {
    return part_manifold_command(options);
  }
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
        sweep(file.scene, file.motions, some_pairs, some_results,
              {.max_angle = static_cast<T>(options.max_angle),
               .leaves_start = options.leaves_start,
               .run = {.max_threads = options.threads}});
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

void within_command(const PairQuestionOptions& options) {
  ask(options, [&]<class T>(const SceneFile<T>& file, std::span<const Pair> given, OutputFile* out) {
    std::vector<Pair> pairs(given.begin(), given.end());
    std::size_t left_out = 0;
    if (pair_source(options.pairs) == PairSource::broad_phase || !file.has_pairs) {
      for (const Pair pair : given) {
        pairs.push_back({pair.b, pair.a});
      }
      std::sort(pairs.begin(), pairs.end());
      std::vector<bool> refused(file.scene.body_slots());  // nothing was said of these; pairs of a file are refused
      for (BodyId body = 0; body < refused.size(); ++body) {
        Within ignored{};
        const Pair pair{body, body};
        refused[body] =
            try_within(file.scene, std::span(&pair, 1), std::span(&ignored, 1)).code == ErrorCode::unsupported;
      }
      left_out = std::erase_if(pairs, [&](const Pair& pair) { return refused[pair.b]; });
    }
    std::vector<Within> results(pairs.size());
    double seconds = 0;
    try {
      seconds = ask_in_slices(std::span<const Pair>(pairs), results, [&](auto some_pairs, auto some_results) {
        within(file.scene, some_pairs, some_results, {.max_threads = options.threads});
      });
    } catch (const Error& error) {
      throw Failure(ExitStatus::bad_input, fmt::format("{}: {}", file.path, error.what()));
    }
    if (out != nullptr) {
      write_within(*out, pairs, results);
    }
    const auto is_within = [](Within result) { return result != Within::no; };
    return Outcome{"within", std::count_if(results.begin(), results.end(), is_within), seconds, left_out, pairs.size()};
  });
}

void push_out_command(const PairQuestionOptions& options) {
  ask(options, [&]<class T>(const SceneFile<T>& file, std::span<const Pair> pairs, OutputFile* out) {
    const PairedBodies paired(pairs);
    std::vector<PushOut> results(paired.bodies.size());
    PushOutOptions chosen{.run = {.max_threads = options.threads}, .front_tolerance = options.front_tolerance};
    if (options.last_motions) {
      require_motions(file);
      chosen.last_motions = file.motions;
    }
    double seconds = 0;
    try {
      seconds = in_slices(1, [&](std::size_t, std::size_t) {
        push_out(file.scene, paired.bodies, paired.starts, paired.candidates, results, chosen);
      });
    } catch (const Error& error) {  // a motion out of range
      throw Failure(ExitStatus::bad_input, fmt::format("{}: {}", file.path, error.what()));
    }
    if (out != nullptr) {
      write_push_outs(*out, paired.bodies, results);
    }
    const auto is_pushed = [](const PushOut& push) { return push.x != 0 || push.y != 0; };
    return Outcome{"bodies pushed", std::count_if(results.begin(), results.end(), is_pushed), seconds};
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
