// Distances of pairs with outlines:
//
//   for each wave of pairs:
//     pairs without an outline: from parts, as ever
//     others: `classify`; from edges what these tell (query/one_pair/outline_distance.hpp)
//     those that are left overlap: from parts; an outline without parts is copied, and the copy gets parts
#include "query/questions/distance_work.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include <satchel/collide.hpp>

#include "query/one_pair/outline_distance.hpp"
#include "query/pipeline/driver.hpp"

namespace satchel::query {
namespace {

constexpr std::size_t pairs_of_wave = 16384, pairs_by_edges = 64;

template <class T>
bool has_outline(const Scenes<T>& scenes, Pair pair) {
  return scenes.a.bodies[pair.a].place.is_outline() || scenes.b.bodies[pair.b].place.is_outline();
}

/// Whether a body of some pair is an outline; pairs may name bodies that do not exist.
template <class T>
bool has_outlines(const Scenes<T>& scenes, std::span<const Pair> pairs) {
  if (scenes.a.compounds.bodies == 0 && scenes.b.compounds.bodies == 0) return false;
  const auto is_outline = [](const detail::SceneData<T>& scene, BodyId body) {
    return scene.has_body(body) && scene.bodies[body].place.is_outline();
  };
  return std::any_of(pairs.begin(), pairs.end(),
                     [&](Pair pair) { return is_outline(scenes.a, pair.a) || is_outline(scenes.b, pair.b); });
}

template <class T>
void put(const BasicDistance<T>& found, BasicDistance<T>& result) {
  std::memcpy(static_cast<void*>(&result), &found, sizeof found);  // with what lies between members
}

Options without_stats(const Options& options) {
  Options how = options;
  how.stats = nullptr;
  return how;
}

}  // namespace

template <class T>
Status DistanceWork<T>::find(BasicScenePair<T> given, std::span<const Pair> pairs, std::span<Result> distances,
                             const Options& options) noexcept {
  if (distances.size() != pairs.size()) return detail::size_error(Argument::results, pairs.size(), distances.size());
  if (!has_outlines(Scenes<T>(given), pairs)) return distances_of_parts<T>(given, pairs, distances, options);
  return with_kernels(
      [&](const kernels::KernelTable& table) { return find_in_waves(given, table, pairs, distances, options); });
}

template <class T>
Status DistanceWork<T>::find_in_waves(BasicScenePair<T> given, const kernels::KernelTable& table,
                                      std::span<const Pair> pairs, std::span<Result> distances,
                                      const Options& options) {
  const Scenes<T> scenes(given);
  parallel::Progress progress(options, 2 * pairs.size(), scenes.max_threads);
  bool some_swapped = false;
  const Status bad = check_pairs(scenes.a, scenes.b, pairs, table, progress.options(), some_swapped);
  if (!bad.ok()) return name_bad_body(bad, scenes.a, scenes.is_one_scene, pairs);
  for (std::size_t begin = 0; begin < pairs.size(); begin += pairs_of_wave) {
    const std::size_t count = std::min(pairs_of_wave, pairs.size() - begin);
    const Status status = find_wave(given, pairs.subspan(begin, count), distances.subspan(begin, count), progress);
    if (!status.ok()) return status;
  }
  return progress.finish({});
}

template <class T>
Status DistanceWork<T>::find_wave(BasicScenePair<T> given, std::span<const Pair> pairs, std::span<Result> distances,
                                  parallel::Progress& progress) {
  const Scenes<T> scenes(given);
  plain_.clear();
  outlines_.clear();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    List& list = has_outline(scenes, pairs[i]) ? outlines_ : plain_;
    list.add(pairs[i], static_cast<std::uint32_t>(i));
  }
  progress.begin(2 * plain_.pairs.size());
  Status status = ask_parts(given, plain_, distances, progress.options());
  if (!status.ok()) return status;
  progress.begin(outlines_.pairs.size());
  verdicts_.resize(outlines_.pairs.size());
  status = try_classify(given, outlines_.pairs, verdicts_, progress.options());
  if (!status.ok()) return status;
  progress.begin(outlines_.pairs.size());
  status = find_by_edges(given, distances, without_stats(progress.options()));
  return status.ok() ? find_by_parts(given, distances, without_stats(progress.options())) : status;
}

template <class T>
Status DistanceWork<T>::find_by_edges(BasicScenePair<T> given, std::span<Result> distances, const Options& options) {
  const Scenes<T> scenes(given);
  const std::size_t count = outlines_.pairs.size();
  is_open_.assign(count, 0);
  // Pairs of the same large outline one after another, which is read once for all of them.
  order_.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    const Pair pair = outlines_.pairs[k];
    const auto vertices = [](const detail::SceneData<T>& scene, BodyId body) {
      return scene.bodies[body].place.is_outline() ? scene.outline_of(body).count : 0;
    };
    const bool by_a = vertices(scenes.a, pair.a) >= vertices(scenes.b, pair.b);
    const std::uint64_t is_second = by_a == scenes.is_swapped(pair) ? 1 : 0;
    order_[k] = {is_second << 32 | (by_a ? pair.a : pair.b), static_cast<std::uint32_t>(k)};
  }
  std::sort(order_.begin(), order_.end());
  const Options how = options_for(8 * count, options);
  const std::size_t chunks = (count + pairs_by_edges - 1) / pairs_by_edges;
  const Status status = for_each_throwing_chunk(chunks, how, [&](std::size_t chunk) {
    OutlineDistance<T> edges;
    const std::size_t end = std::min(count, (chunk + 1) * pairs_by_edges);
    for (std::size_t i = chunk * pairs_by_edges; i < end; ++i) {
      const std::uint32_t k = order_[i].second;
      const Pair pair = outlines_.pairs[k];
      const bool swapped = scenes.is_swapped(pair);
      BodyOf<T> a{&scenes.a, pair.a}, b{&scenes.b, pair.b};
      if (swapped) std::swap(a, b);
      Result found;
      std::memset(static_cast<void*>(&found), 0, sizeof found);  // what lies between members too
      bool is_found = true;
      switch (verdicts_[k]) {
        case Verdict::disjoint:
          edges.of_disjoint(a, b, found);
          break;
        case Verdict::touching:
          is_found = edges.of_touching(a, b, found);
          break;
        case Verdict::overlapping:
          is_found = OutlineDistance<T>::takes_depth(a, b);
          if (is_found) edges.of_overlapping(a, b, found);
          break;
      }
      is_open_[k] = is_found ? 0 : 1;
      if (!is_found) continue;
      if (swapped) mirror(found);
      put(found, distances[outlines_.places[k]]);
    }
  });
  if (!status.ok()) return status;
  open_.clear();
  for (std::size_t k = 0; k < count; ++k) {
    if (is_open_[k] != 0) open_.add(outlines_.pairs[k], outlines_.places[k]);
  }
  return status;
}

template <class T>
Status DistanceWork<T>::find_by_parts(BasicScenePair<T> given, std::span<Result> distances, const Options& options) {
  const Scenes<T> scenes(given);
  Copies<T>&copies_a = copies_a_, &copies_b = scenes.is_one_scene ? copies_a_ : copies_b_;
  copies_a.clear_bodies();
  copies_b.clear_bodies();
  std::array<List, 4> lists;  // bit 0: the first body is a copy, bit 1: the second is
  for (std::size_t k = 0; k < open_.pairs.size(); ++k) {
    Pair pair = open_.pairs[k];
    const bool a_lacks = scenes.a.lacks_parts(pair.a), b_lacks = scenes.b.lacks_parts(pair.b);
    if (!a_lacks && !b_lacks) {
      lists[0].add(pair, open_.places[k]);
      continue;
    }
    // In evaluation order, because pairs between two scenes are evaluated as they are.
    const bool swapped = scenes.is_swapped(pair);
    if (swapped) std::swap(pair.a, pair.b);
    const detail::SceneData<T>&first = scenes.a, &second = scenes.b;  // of a swapped pair both are one
    const bool first_lacks = swapped ? b_lacks : a_lacks, second_lacks = swapped ? a_lacks : b_lacks;
    if (first_lacks) pair.a = copies_a.add_where_it_is(first, pair.a);
    if (second_lacks) pair.b = copies_b.add_where_it_is(second, pair.b);
    lists[(first_lacks ? 1u : 0u) | (second_lacks ? 2u : 0u)].add(pair, open_.places[k] | (swapped ? swapped_bit : 0));
  }
  for (const std::uint64_t scene : {1u, 2u}) {
    Copies<T>& copies = scene == 1 ? copies_a : copies_b;
    Status status = copies.make_parts(options);
    if (status.argument == Argument::shape) status.numbers[0] = scenes.is_one_scene ? 0 : scene;
    if (status.argument == Argument::shapes || status.argument == Argument::bodies) return {status.code, 0};
    if (status.ok()) status = copies.make();
    if (!status.ok()) return status;
    if (scenes.is_one_scene) break;
  }
  const BasicScene<T>&a = given.a(), &b = given.b(), &copy_a = copies_a.scene(), &copy_b = copies_b.scene();
  const std::array<BasicScenePair<T>, 4> of_lists{given, BasicScenePair<T>(copy_a, b), BasicScenePair<T>(a, copy_b),
                                                  BasicScenePair<T>(copy_a, copy_b)};
  for (std::size_t k = 0; k < lists.size(); ++k) {
    const Status status = ask_parts(of_lists[k], lists[k], distances, options);
    if (!status.ok()) return status;
  }
  // A segment that lies on the line between two parts touches both, and overlaps the outline: its depth is 0.
  for (std::size_t k = 0; k < outlines_.pairs.size(); ++k) {
    Result& result = distances[outlines_.places[k]];
    if (verdicts_[k] != Verdict::overlapping || verdict(result) == Verdict::overlapping) continue;
    result.feature = (result.feature & ~3u) | static_cast<std::uint32_t>(Verdict::overlapping);
    result.distance = -std::numeric_limits<T>::denorm_min();
  }
  return {};
}

template <class T>
Status DistanceWork<T>::ask_parts(BasicScenePair<T> scenes, const List& list, std::span<Result> distances,
                                  const Options& options) {
  if (list.pairs.empty()) return {};
  found_.resize(list.pairs.size());
  const Status status = distances_of_parts<T>(scenes, list.pairs, found_, options);
  if (!status.ok()) return status;
  for (std::size_t k = 0; k < list.pairs.size(); ++k) {
    if ((list.places[k] & swapped_bit) != 0) mirror(found_[k]);
    put(found_[k], distances[list.places[k] & ~swapped_bit]);
  }
  return status;
}

template class DistanceWork<float>;
template class DistanceWork<double>;

}  // namespace satchel::query
