// Questions about pairs: one result a pair, and hits.
#include "questions.hpp"

#include <satchel/areas.hpp>
#include <satchel/broad_phase.hpp>
#include <satchel/collide.hpp>
#include <satchel/distance.hpp>
#include <satchel/hits.hpp>
#include <satchel/manifold.hpp>
#include <satchel/periodic.hpp>
#include <satchel/within.hpp>

#include "docs.hpp"
#include "found.hpp"
#include "kept_pairs.hpp"
#include "bindings/numbers.hpp"
#include "options.hpp"

namespace satchel::python {

using namespace nb::literals;

PairsArgument::PairsArgument(nb::handle value) {
  if (are_image_pairs(value)) fail_type("pairs are image pairs; give the periods of the world: periods=(x, y)");
  if (!PyArray_Check(value.ptr()) && nb::isinstance<PyKeptPairs>(value)) {
    const PyKeptPairs& kept = nb::cast<const PyKeptPairs&>(value);
    reading_.emplace(kept.use);
    pairs_ = kept.span();
    return;
  }
  ids_ = ids(value, {"pairs", {-1, 2}, "(n, 2): a row for each pair"});
  pairs_ = ids_.as<Pair>();
}

namespace {

/// Defines NAME(scene, pairs, ...) and NAME(scene_a, scene_b, pairs, ...), which call
/// ask.operator()<T>(pairs, more keyword arguments..., out, CallArguments, scenes).
/// @tparam More  their types
/// @param more   their names and defaults
template <class... More, class Ask, class... Names>
void bind_question(Module& m, const char* name, const char* doc, Ask ask, const Names&... more) {
  m.def(
      name,
      [ask](const PyScene& scene, nb::handle pairs, More... values, nb::handle out, nb::handle threads,
            nb::handle stats, nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          return ask.template operator()<T>(list, values..., out, CallArguments{threads, stats, progress},
                                            BasicScenePair<T>(s));
        });
      },
      doc, "scene"_a, "pairs"_a, nb::kw_only(), more..., "out"_a = nb::none(), "threads"_a = nb::none(),
      "stats"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      name,
      [ask](const PyScene& scene_a, const PyScene& scene_b, nb::handle pairs, More... values, nb::handle out,
            nb::handle threads, nb::handle stats, nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene_a, scene_b, [&]<class T>(const BasicScene<T>& a, const BasicScene<T>& b) {
          return ask.template operator()<T>(list, values..., out, CallArguments{threads, stats, progress},
                                            BasicScenePair<T>(a, b));
        });
      },
      doc, "scene_a"_a, "scene_b"_a, "pairs"_a, nb::kw_only(), more..., "out"_a = nb::none(), "threads"_a = nb::none(),
      "stats"_a = nb::none(), "progress"_a = nb::none());
}

/// Defines the forms NAME(scene, pairs, periods=...) and NAME(scene_a, scene_b, pairs, periods=...), which call ask with
/// image pairs, and with the periods after the scenes.
template <class... More, class Ask, class... Names>
void bind_periodic(Module& m, const char* name, const char* doc, Ask ask, const Names&... more) {
  m.def(
      name,
      [ask](const PyScene& scene, nb::handle pairs, nb::handle periods, More... values, nb::handle out,
            nb::handle threads, nb::handle stats, nb::handle progress) {
        const Periods world = periods_of(periods);
        const ImagePairsArgument list(pairs);
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          return ask.template operator()<T>(list, values..., out, CallArguments{threads, stats, progress},
                                            BasicScenePair<T>(s), world);
        });
      },
      doc, "scene"_a, "pairs"_a, nb::kw_only(), "periods"_a, more..., "out"_a = nb::none(), "threads"_a = nb::none(),
      "stats"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      name,
      [ask](const PyScene& scene_a, const PyScene& scene_b, nb::handle pairs, nb::handle periods, More... values,
            nb::handle out, nb::handle threads, nb::handle stats, nb::handle progress) {
        const Periods world = periods_of(periods);
        const ImagePairsArgument list(pairs);
        return read(scene_a, scene_b, [&]<class T>(const BasicScene<T>& a, const BasicScene<T>& b) {
          return ask.template operator()<T>(list, values..., out, CallArguments{threads, stats, progress},
                                            BasicScenePair<T>(a, b), world);
        });
      },
      doc, "scene_a"_a, "scene_b"_a, "pairs"_a, nb::kw_only(), "periods"_a, more..., "out"_a = nb::none(),
      "threads"_a = nb::none(), "stats"_a = nb::none(), "progress"_a = nb::none());
}

/// A question with one Result<T> for each pair: call(scenes and periods..., pairs, results, options).
template <template <class> class Result, class Ask>
struct ForEachPair {
  Ask call;

  template <class T>
  nb::object operator()(const auto& pairs, nb::handle out, const CallArguments& arguments,
                        const auto&... scenes) const {
    return results_of<Result<T>>(pairs, {}, out, arguments, [&](auto results, const Options& options) {
      return call(scenes..., pairs.span(), results, options);
    });
  }
};
template <template <class> class Result, class Ask>
ForEachPair<Result, Ask> for_each_pair(Ask call) {
  return {call};
}
template <class>
using VerdictOf = Verdict;
template <class>
using WithinOf = Within;
template <class T>
using NumberOf = T;

const auto collide_pairs = for_each_pair<BasicContact>([](const auto&... values) { return try_collide(values...); });
const auto classify_pairs = for_each_pair<VerdictOf>([](const auto&... values) { return try_classify(values...); });
const auto distances_of = for_each_pair<BasicDistance>([](const auto&... values) { return try_distances(values...); });
const auto within_of = for_each_pair<WithinOf>([](const auto&... values) { return try_within(values...); });
const auto areas_of = for_each_pair<NumberOf>([](const auto&... values) { return try_overlap_areas(values...); });
const auto ious_of = for_each_pair<NumberOf>([](const auto&... values) { return try_ious(values...); });
const auto overlap_measures_of =
    for_each_pair<BasicOverlap>([](const auto&... values) { return try_overlap_measures(values...); });

struct Manifolds {
  template <class T>
  nb::object operator()(const auto& pairs, double margin, nb::handle out, const CallArguments& arguments,
                        const auto&... scenes) const {
    return results_of<BasicManifold<T>>(pairs, {}, out, arguments, [&](auto results, const Options& options) {
      const BasicManifoldOptions<T> more{narrow_margin<T>(margin), options};
      return try_manifolds(scenes..., pairs.span(), results, more);
    });
  }
};
struct PartManifolds {
  template <class T>
  nb::object operator()(const PairsArgument& pairs, double margin, nb::handle out, const CallArguments& arguments,
                        const auto&... scenes) const {
    using Item = BasicPartManifold<T>;
    Call call(arguments);
    return find<Item>(out, pairs.inputs(), list_of<Item>(), call, [&](const Output<Item>& found, const Options& options) {
      const BasicManifoldOptions<T> more{narrow_margin<T>(margin), options};
      return try_part_manifolds(scenes..., pairs.span(), found, more);
    });
  }
};
/// May also write the deciding parts of compounds.
struct Collide {
  template <class T>
  nb::object operator()(const PairsArgument& pairs, nb::handle parts, nb::handle out, const CallArguments& arguments,
                        const auto&... scenes) const {
    if (parts.is_none()) return collide_pairs.operator()<T>(pairs, out, arguments, scenes...);
    nb::object array = results<BasicContact<T>>(out, pairs.size());
    if (!out.is_none()) refuse_overlap(array, pairs.inputs());
    const nb::object deciding = result(parts, NPY_UINT32, {static_cast<std::ptrdiff_t>(pairs.size()), 2}, "parts");
    refuse_overlap(deciding, pairs.inputs());
    refuse_overlap(array, deciding, "parts");
    const std::span<PartPair> part_span(data_of<PartPair>(deciding), pairs.size());
    Call call(arguments);
    call.run([&](const Options& options) {
      return try_collide(scenes..., pairs.span(), span_of<BasicContact<T>>(array), part_span, options);
    });
    return array;
  }
};
template <template <class> class Item>
struct FindHits {
  template <class T>
  nb::object operator()(const auto& pairs, nb::handle out, const CallArguments& arguments,
                        const auto&... scenes) const {
    Call call(arguments);
    return find<Item<T>>(out, pairs.inputs(), list_of<Item<T>>(), call,
                         [&](const Output<Item<T>>& hits, const Options& options) {
                           return try_find_hits(scenes..., pairs.span(), hits, options);
                         });
  }
};

}  // namespace

void bind_questions(Module& m) {
  bind_question<nb::handle>(m, "collide", docs::collide, Collide{}, "parts"_a = nb::none());
  bind_question<>(m, "classify", docs::classify, classify_pairs);
  bind_question<>(m, "find_hits", docs::find_hits, FindHits<BasicHit>{});
  bind_question<>(m, "distances", docs::distances, distances_of);
  bind_question<double>(m, "manifolds", docs::manifolds, Manifolds{}, "margin"_a = 0.0);
  bind_question<double>(m, "part_manifolds", docs::part_manifolds, PartManifolds{}, "margin"_a = 0.0);
  bind_question<>(m, "within", docs::within, within_of);
  bind_question<>(m, "overlap_areas", docs::overlap_areas, areas_of);
  bind_question<>(m, "ious", docs::ious, ious_of);
  bind_question<>(m, "overlap_measures", docs::overlap_measures, overlap_measures_of);
  bind_periodic<>(m, "collide", docs::collide, collide_pairs);
  bind_periodic<>(m, "classify", docs::classify, classify_pairs);
  bind_periodic<>(m, "find_hits", docs::find_hits, FindHits<BasicImageHit>{});
  bind_periodic<>(m, "distances", docs::distances, distances_of);
  bind_periodic<double>(m, "manifolds", docs::manifolds, Manifolds{}, "margin"_a = 0.0);
}

}  // namespace satchel::python
