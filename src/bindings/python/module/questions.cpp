// Questions about pairs: one result a pair, and hits.
#include "docs.hpp"
#include "questions.hpp"

#include <satchel/areas.hpp>
#include <satchel/broad_phase.hpp>
#include <satchel/collide.hpp>
#include <satchel/distance.hpp>
#include <satchel/hits.hpp>
#include <satchel/manifold.hpp>

#include "found.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

template <class T, class Question>
nb::object ask_of(const Question& question, const PairsArgument& pairs, nb::handle out, const CallArguments& arguments,
                  const auto&... scenes) {
  using Result = typename Question::template Result<T>;
  nb::object array = results<Result>(out, pairs.size());
  if (!out.is_none()) refuse_overlap(array, pairs.owner(), "pairs");
  Call call(arguments);
  call.run([&](const Options& options) { return question(scenes..., pairs.span(), span_of<Result>(array), options); });
  return array;
}

/// Defines NAME(scene, pairs, ...) and NAME(scene_a, scene_b, pairs, ...).
template <class Question>
void bind_question(nb::module_& m, const char* name, const char* doc) {
  m.def(
      name,
      [](const PyScene& scene, nb::handle pairs, nb::handle out, nb::handle threads, nb::handle stats,
         nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          return ask_of<T>(Question{}, list, out, {threads, stats, progress}, s);
        });
      },
      doc, "scene"_a, "pairs"_a, nb::kw_only(), "out"_a = nb::none(), "threads"_a = nb::none(), "stats"_a = nb::none(),
      "progress"_a = nb::none());
  m.def(
      name,
      [](const PyScene& scene_a, const PyScene& scene_b, nb::handle pairs, nb::handle out, nb::handle threads,
         nb::handle stats, nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene_a, scene_b, [&]<class T>(const BasicScene<T>& a, const BasicScene<T>& b) {
          return ask_of<T>(Question{}, list, out, {threads, stats, progress}, a, b);
        });
      },
      "scene_a"_a, "scene_b"_a, "pairs"_a, nb::kw_only(), "out"_a = nb::none(), "threads"_a = nb::none(),
      "stats"_a = nb::none(), "progress"_a = nb::none());
}

struct Classify {
  template <class T>
  using Result = Verdict;
  Status operator()(const auto&... arguments) const { return try_classify(arguments...); }
};
struct Distances {
  template <class T>
  using Result = BasicDistance<T>;
  Status operator()(const auto&... arguments) const { return try_distances(arguments...); }
};

struct OverlapAreas {
  template <class T>
  using Result = T;
  Status operator()(const auto&... arguments) const { return try_overlap_areas(arguments...); }
};
struct Ious {
  template <class T>
  using Result = T;
  Status operator()(const auto&... arguments) const { return try_ious(arguments...); }
};
struct Overlaps {
  template <class T>
  using Result = BasicOverlap<T>;
  Status operator()(const auto&... arguments) const { return try_overlaps(arguments...); }
};

// collide alone may also write the deciding parts of compounds.
template <class T>
nb::object collide_of(const PairsArgument& pairs, nb::handle out, nb::handle parts, const CallArguments& arguments,
                      const auto&... scenes) {
  nb::object array = results<BasicContact<T>>(out, pairs.size());
  if (!out.is_none()) refuse_overlap(array, pairs.owner(), "pairs");
  Call call(arguments);
  if (parts.is_none()) {
    call.run([&](const Options& options) {
      return try_collide(scenes..., pairs.span(), span_of<BasicContact<T>>(array), options);
    });
    return array;
  }
  const nb::object deciding = result(parts, NPY_UINT32, {static_cast<std::ptrdiff_t>(pairs.size()), 2}, "parts");
  refuse_overlap(deciding, pairs.owner(), "pairs");
  refuse_overlap(array, deciding, "parts");
  const std::span<PartPair> part_span(data_of<PartPair>(deciding), pairs.size());
  call.run([&](const Options& options) {
    return try_collide(scenes..., pairs.span(), span_of<BasicContact<T>>(array), part_span, options);
  });
  return array;
}

template <class T>
nb::object manifolds_of(const PairsArgument& pairs, double margin, nb::handle out, const CallArguments& arguments,
                        const auto&... scenes) {
  nb::object array = results<BasicManifold<T>>(out, pairs.size());
  if (!out.is_none()) refuse_overlap(array, pairs.owner(), "pairs");
  Call call(arguments);
  call.run([&](const Options& options) {
    const BasicManifoldOptions<T> more{static_cast<T>(margin), options};
    return try_manifolds(scenes..., pairs.span(), span_of<BasicManifold<T>>(array), more);
  });
  return array;
}

template <class T>
nb::object hits_of(const PairsArgument& pairs, nb::handle out, const CallArguments& arguments, const auto&... scenes) {
  Call call(arguments);
  return find<BasicHit<T>>(out, list_of<BasicHit<T>>(), call, [&](const Output<BasicHit<T>>& hits, const Options& options) {
    return try_find_hits(scenes..., pairs.span(), hits, options);
  });
}

}  // namespace

void bind_questions(nb::module_& m) {
  bind_question<Classify>(m, "classify", docs::classify);
  bind_question<Distances>(m, "distances", docs::distances);
  bind_question<OverlapAreas>(m, "overlap_areas", docs::overlap_areas);
  bind_question<Ious>(m, "ious", docs::ious);
  bind_question<Overlaps>(m, "overlaps", docs::overlaps);
  m.def(
      "collide",
      [](const PyScene& scene, nb::handle pairs, nb::handle out, nb::handle parts, nb::handle threads, nb::handle stats,
         nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          return collide_of<T>(list, out, parts, {threads, stats, progress}, s);
        });
      },
      docs::collide, "scene"_a, "pairs"_a, nb::kw_only(), "out"_a = nb::none(), "parts"_a = nb::none(), "threads"_a = nb::none(),
      "stats"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "collide",
      [](const PyScene& scene_a, const PyScene& scene_b, nb::handle pairs, nb::handle out, nb::handle parts,
         nb::handle threads, nb::handle stats, nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene_a, scene_b, [&]<class T>(const BasicScene<T>& a, const BasicScene<T>& b) {
          return collide_of<T>(list, out, parts, {threads, stats, progress}, a, b);
        });
      },
      "scene_a"_a, "scene_b"_a, "pairs"_a, nb::kw_only(), "out"_a = nb::none(), "parts"_a = nb::none(),
      "threads"_a = nb::none(), "stats"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "manifolds",
      [](const PyScene& scene, nb::handle pairs, double margin, nb::handle out, nb::handle threads, nb::handle stats,
         nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          return manifolds_of<T>(list, margin, out, {threads, stats, progress}, s);
        });
      },
      docs::manifolds, "scene"_a, "pairs"_a, nb::kw_only(), "margin"_a = 0.0, "out"_a = nb::none(), "threads"_a = nb::none(),
      "stats"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "manifolds",
      [](const PyScene& scene_a, const PyScene& scene_b, nb::handle pairs, double margin, nb::handle out,
         nb::handle threads, nb::handle stats, nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene_a, scene_b, [&]<class T>(const BasicScene<T>& a, const BasicScene<T>& b) {
          return manifolds_of<T>(list, margin, out, {threads, stats, progress}, a, b);
        });
      },
      "scene_a"_a, "scene_b"_a, "pairs"_a, nb::kw_only(), "margin"_a = 0.0, "out"_a = nb::none(),
      "threads"_a = nb::none(), "stats"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "find_hits",
      [](const PyScene& scene, nb::handle pairs, nb::handle out, nb::handle threads, nb::handle stats,
         nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          return hits_of<T>(list, out, {threads, stats, progress}, s);
        });
      },
      docs::find_hits, "scene"_a, "pairs"_a, nb::kw_only(), "out"_a = nb::none(), "threads"_a = nb::none(), "stats"_a = nb::none(),
      "progress"_a = nb::none());
  m.def(
      "find_hits",
      [](const PyScene& scene_a, const PyScene& scene_b, nb::handle pairs, nb::handle out, nb::handle threads,
         nb::handle stats, nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene_a, scene_b, [&]<class T>(const BasicScene<T>& a, const BasicScene<T>& b) {
          return hits_of<T>(list, out, {threads, stats, progress}, a, b);
        });
      },
      "scene_a"_a, "scene_b"_a, "pairs"_a, nb::kw_only(), "out"_a = nb::none(), "threads"_a = nb::none(),
      "stats"_a = nb::none(), "progress"_a = nb::none());
}

}  // namespace satchel::python
