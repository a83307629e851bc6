// satchel classify, manifold, distance, sweep and areas: one row a pair; push-out: one row a body.
#include <algorithm>
#include <span>
#include <vector>

#include <satchel/satchel.hpp>

#include "cli/commands/pair_question.hpp"
#include "cli/output/write_csv.hpp"
#include "cli/picture/draw_picture.hpp"
#include "cli/picture/picture.hpp"

namespace satchel::cli {
namespace {

template <class T>
void draw_areas(const SceneFile<T>& file, std::span<const Pair> pairs, OutputFile& svg, unsigned threads) {
  std::vector<Verdict> verdicts(pairs.size());
  classify(file.scene, pairs, verdicts, {.max_threads = threads});
  draw_picture(svg, make_picture_of_areas<T>(file, pairs, verdicts));
}

void part_manifold_command(const PairQuestionOptions& options) {
  ask(options, [&]<class T>(const Layers<T>& layers, std::span<const Pair> pairs, OutputFile* out) {
    std::vector<BasicPartManifold<T>> results;
    const double seconds = in_slices(1, [&](std::size_t, std::size_t) {
      throw_unless_ok(
          try_part_manifolds(layers.scenes(), pairs, results,
                             {.margin = static_cast<T>(options.margin), .run = {.max_threads = options.threads}}));
    });
    if (out != nullptr) {
      write_part_manifolds(*out, layers.a.scene, pairs, results);
    }
    return Outcome{.counted = "parts with points",
                   .count = static_cast<std::ptrdiff_t>(results.size()),
                   .seconds = seconds,
                   .of = 0};
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

void classify_command(const PairQuestionOptions& options) {
  ask(options, [&]<class T>(const Layers<T>& layers, std::span<const Pair> pairs, OutputFile* out) {
    std::vector<Verdict> results(pairs.size());
    const double seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
      throw_unless_ok(try_classify(layers.scenes(), some_pairs, some_results, {.max_threads = options.threads}));
    });
    if (out != nullptr) {
      write_verdicts(*out, pairs, results);
    }
    const auto overlap = [](Verdict verdict) { return verdict == Verdict::overlapping; };
    return Outcome{"overlapping", std::count_if(results.begin(), results.end(), overlap), seconds};
  });
}

void manifold_command(const PairQuestionOptions& options) {
  if (options.parts) {
    return part_manifold_command(options);
  }
  ask(options, [&]<class T>(const Layers<T>& layers, std::span<const Pair> pairs, OutputFile* out) {
    const T margin = static_cast<T>(options.margin);
    std::vector<BasicManifold<T>> results(pairs.size());
    const double seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
      throw_unless_ok(try_manifolds(layers.scenes(), some_pairs, some_results,
                                    {.margin = margin, .run = {.max_threads = options.threads}}));
    });
    if (out != nullptr) {
      write_manifolds(*out, layers.a.scene, pairs, results);
    }
    const auto has_points = [](const BasicManifold<T>& manifold) { return manifold.count > 0; };
    return Outcome{"with points", std::count_if(results.begin(), results.end(), has_points), seconds};
  });
}

void distance_command(const PairQuestionOptions& options) {
  ask(options, [&]<class T>(const Layers<T>& layers, std::span<const Pair> pairs, OutputFile* out) {
    std::vector<BasicDistance<T>> results(pairs.size());
    const double seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
      throw_unless_ok(try_distances(layers.scenes(), some_pairs, some_results, {.max_threads = options.threads}));
    });
    if (out != nullptr) {
      write_distances(*out, layers.scenes(), pairs, results);
    }
    const auto is_disjoint = [](const BasicDistance<T>& distance) { return verdict(distance) == Verdict::disjoint; };
    return Outcome{"disjoint", std::count_if(results.begin(), results.end(), is_disjoint), seconds};
  });
}

void sweep_command(const PairQuestionOptions& options) {
  PairQuestionOptions moving = options;
  moving.moving = true;
  ask(moving, [&]<class T>(const Layers<T>& layers, std::span<const Pair> pairs, OutputFile* out) {
    std::vector<BasicImpact<T>> results(pairs.size());
    const std::span<const Motion> motions_b =
        layers.b ? std::span<const Motion>(layers.b->motions) : std::span<const Motion>();
    const double seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
      throw_unless_ok(try_sweep(layers.scenes(), layers.a.motions, motions_b, some_pairs, some_results,
                                {.max_angle = static_cast<T>(options.max_angle),
                                 .leaves_start = options.leaves_start,
                                 .run = {.max_threads = options.threads}}));
    });
    if (out != nullptr) {
      write_impacts(*out, layers.a.scene, layers.a.motions, pairs, results);
    }
    const auto hit = [](const BasicImpact<T>& impact) { return impact.hit != 0; };
    return Outcome{"that meet", std::count_if(results.begin(), results.end(), hit), seconds};
  });
}

void push_out_command(const PairQuestionOptions& options) {
  ask(options, [&]<class T>(const Layers<T>& layers, std::span<const Pair> pairs, OutputFile* out) {
    const PairedBodies paired(pairs);
    std::vector<PushOut> results(paired.bodies.size());
    PushOutOptions chosen{.run = {.max_threads = options.threads}, .front_tolerance = options.front_tolerance};
    if (options.last_motions) {
      require_motions(layers.a);
      chosen.last_motions = layers.a.motions;
    }
    const double seconds = in_slices(1, [&](std::size_t, std::size_t) {
      push_out(layers.a.scene, paired.bodies, paired.starts, paired.candidates, results, chosen);
    });
    if (out != nullptr) {
      write_push_outs(*out, paired.bodies, results);
    }
    const auto is_pushed = [](const PushOut& push) { return push.x != 0 || push.y != 0; };
    return Outcome{.counted = "bodies pushed",
                   .count = std::count_if(results.begin(), results.end(), is_pushed),
                   .seconds = seconds,
                   .of = results.size()};
  });
}

void areas_command(const PairQuestionOptions& options) {
  const auto answer = [&]<class T>(const Layers<T>& layers, std::span<const Pair> pairs, OutputFile* out) {
    std::vector<BasicOverlap<T>> results(pairs.size());
    const double seconds = ask_in_slices(pairs, results, [&](auto some_pairs, auto some_results) {
      throw_unless_ok(
          try_overlap_measures(layers.scenes(), some_pairs, some_results, {.max_threads = options.threads}));
    });
    if (out != nullptr) {
      write_areas(*out, pairs, results);
    }
    const auto has_area = [](const BasicOverlap<T>& overlap) { return overlap.area > 0; };
    return Outcome{"with an area", std::count_if(results.begin(), results.end(), has_area), seconds};
  };
  ask(options, answer, [&](const auto& layers, std::span<const Pair> pairs, OutputFile& svg) {
    draw_areas(layers.a, pairs, svg, options.threads);
  });
}

}  // namespace satchel::cli
