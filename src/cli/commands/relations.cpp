// satchel within and relate: how body a of each pair lies to body b.
#include <algorithm>
#include <span>
#include <vector>

#include <satchel/relate.hpp>
#include <satchel/within.hpp>

#include "cli/commands/pair_question.hpp"
#include "cli/output/write_csv.hpp"

namespace satchel::cli {
namespace {

/// The answers about pairs.
template <class Result>
struct Relations {
  std::vector<Pair> pairs;
  std::vector<Result> results;
  std::size_t left_out = 0;  ///< pairs with a body that the question does not take
  double seconds = 0;
};

/// Whether the question refuses a body of this scene, beside itself.
template <class Result, class T, class Try>
std::vector<bool> refused_bodies(const BasicScene<T>& scene, const Try& try_ask) {
  std::vector<bool> refused(scene.body_slots());
  for (BodyId body = 0; body < refused.size(); ++body) {
    Result ignored{};
    const Pair pair{body, body};
    refused[body] =
        scene.has_body(body) &&
        try_ask(BasicScenePair<T>(scene), std::span(&pair, 1), std::span(&ignored, 1)).code == ErrorCode::unsupported;
  }
  return refused;
}

/// Asks about the candidates. Those of the broad phase of one scene go both ways if the question does; if the question
/// does not take one of their bodies, they are left out. A pair of the file is refused then.
/// @param takes_any_a  the question takes any body as a
/// @param try_ask      try_ask(scenes, pairs, results) -> Status
template <class Result, class T, class Try>
Relations<Result> ask_relations(const PairQuestionOptions& options, const Layers<T>& layers,
                                std::span<const Pair> given, bool goes_both_ways, bool takes_any_a,
                                const Try& try_ask) {
  Relations<Result> relations;
  std::vector<Pair>& pairs = relations.pairs;
  pairs.assign(given.begin(), given.end());
  const bool are_found = layers.b || pair_source(options.pairs) == PairSource::broad_phase || !layers.a.has_pairs;
  if (are_found && goes_both_ways && !layers.b) {
    for (const Pair pair : given) {
      pairs.push_back({pair.b, pair.a});
    }
    std::sort(pairs.begin(), pairs.end());
  }
  const auto ask_all = [&] {
    relations.results.assign(pairs.size(), {});
    relations.seconds =
        ask_in_slices(std::span<const Pair>(pairs), relations.results, [&](auto some_pairs, auto some_results) {
          throw_unless_ok(try_ask(layers.scenes(), some_pairs, some_results));
        });
  };
  try {
    ask_all();
    return relations;
  } catch (const Error& error) {
    if (!are_found || error.code() != ErrorCode::unsupported) {
      throw;
    }
  }
  const std::vector<bool> refused_b = refused_bodies<Result>(layers.second().scene, try_ask);
  const std::vector<bool> refused_a = takes_any_a ? std::vector<bool>(layers.a.scene.body_slots())
                                      : layers.b  ? refused_bodies<Result>(layers.a.scene, try_ask)
                                                  : refused_b;
  relations.left_out = std::erase_if(pairs, [&](const Pair& pair) { return refused_a[pair.a] || refused_b[pair.b]; });
  ask_all();
  return relations;
}

/// Whether the pair (b, a) may have another answer than (a, b).
bool is_directed(Predicate predicate) {
  switch (predicate) {
    case Predicate::within:
    case Predicate::contains:
    case Predicate::covers:
    case Predicate::covered_by:
    case Predicate::contains_properly:
      return true;
    default:
      return false;
  }
}

}  // namespace

void within_command(const PairQuestionOptions& options) {
  ask(options, [&]<class T>(const Layers<T>& layers, std::span<const Pair> given, OutputFile* out) {
    const auto try_ask = [&](BasicScenePair<T> scenes, std::span<const Pair> pairs, std::span<Within> results) {
      return try_within(scenes, pairs, results, {.max_threads = options.threads});
    };
    const Relations<Within> found = ask_relations<Within>(options, layers, given, true, true, try_ask);
    if (out != nullptr) {
      write_within(*out, found.pairs, found.results);
    }
    const auto is_within = [](Within result) { return result != Within::no; };
    return Outcome{"within", std::count_if(found.results.begin(), found.results.end(), is_within), found.seconds,
                   found.left_out, found.pairs.size()};
  });
}

void relate_command(const PairQuestionOptions& options) {
  ask(options, [&]<class T>(const Layers<T>& layers, std::span<const Pair> given, OutputFile* out) {
    const auto try_ask = [&](BasicScenePair<T> scenes, std::span<const Pair> pairs, std::span<std::uint8_t> results) {
      return try_relate(scenes, pairs, options.predicate, results, {.max_threads = options.threads});
    };
    const Relations<std::uint8_t> found =
        ask_relations<std::uint8_t>(options, layers, given, is_directed(options.predicate), false, try_ask);
    if (out != nullptr) {
      write_relations(*out, found.pairs, found.results);
    }
    return Outcome{"that hold", std::count(found.results.begin(), found.results.end(), 1), found.seconds,
                   found.left_out, found.pairs.size()};
  });
}

}  // namespace satchel::cli
