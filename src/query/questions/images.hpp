// Asks a question about image pairs:
//
//   check periods and pairs
//   for each wave of pairs:
//     pairs with image (0, 0): ask the question of the scenes as they are
//     other pairs: copy their bodies, one at its pose and one at the image, into scenes of their own; ask it of these
//     put both results into the order of the pairs
//
// The copies are bodies like others, so their results are those of real bodies at these places. In a scene of copies the
// body with the lower index is added first; so it stays the first one to the kernels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <satchel/image_pair.hpp>
#include <satchel/options.hpp>
#include <satchel/scene_pair.hpp>

#include "parallel/fp_environment.hpp"
#include "parallel/progress.hpp"
#include "query/pipeline/check_pairs.hpp"
#include "query/questions/copies.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"
#include "scene/image_place.hpp"
#include "scene/threads.hpp"

namespace satchel::query {

constexpr std::size_t pairs_per_wave = 16384;

/// One scene or two, repeated.
template <class T>
struct World {
  BasicScenePair<T> scenes;
  const Periods& periods;

  bool is_one_scene() const noexcept { return scenes.is_one_scene(); }
  const detail::SceneData<T>& a() const noexcept { return detail::SceneAccess::data(scenes.a()); }
  const detail::SceneData<T>& b() const noexcept { return detail::SceneAccess::data(scenes.b()); }
};

/// A pair as the kernels see it: who is at the image, and at which one.
struct Oriented {
  BodyId stays, moves;
  std::int64_t image_x, image_y;  ///< the opposite of every number of an ImagePair fits
  bool swapped;                   ///< `moves` is the pair's a

  static Oriented of(const ImagePair& pair, bool is_one_scene) noexcept {
    const bool backward = pair.image_x < 0 || (pair.image_x == 0 && pair.image_y < 0);
    if (is_one_scene && (pair.b < pair.a || (pair.a == pair.b && backward))) {
      return {pair.b, pair.a, -std::int64_t{pair.image_x}, -std::int64_t{pair.image_y}, true};
    }
    return {pair.a, pair.b, pair.image_x, pair.image_y, false};
  }
  bool is_moved() const noexcept { return image_x != 0 || image_y != 0; }
};

template <class T>
Pose image_pose(const detail::SceneData<T>& scene, const Oriented& pair, const Periods& periods) {
  const kernels::BodyRecord<T>& body = scene.bodies[pair.moves];
  return {detail::image_coordinate(body.x, pair.image_x, periods.x),
          detail::image_coordinate(body.y, pair.image_y, periods.y), scene.rotations[pair.moves]};
}

/// The first pair that is refused, or ok.
/// @param needs_parts  whether the question needs convex parts
template <class T>
Status check_images(const World<T>& world, std::span<const ImagePair> pairs, bool needs_parts) noexcept {
  if (const Status status = detail::check_periods<T>(world.periods); !status.ok()) return status;
  const detail::SceneData<T>&a = world.a(), &b = world.b();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool has_a = a.has_body(pairs[i].a);
    if (!has_a || !b.has_body(pairs[i].b)) {
      const detail::SceneData<T>& scene = has_a ? b : a;
      const BodyId body = has_a ? pairs[i].b : pairs[i].a;
      const ErrorCode code = body < scene.bodies.size() ? ErrorCode::removed_body : ErrorCode::bad_body;
      const Argument argument = world.is_one_scene() ? Argument::pair
                                : has_a              ? Argument::pair_in_scene_b
                                                     : Argument::pair_in_scene_a;
      return {code, i, argument, {body}};
    }
    if (pairs[i].image_x != 0 && world.periods.x == 0) return detail::image_number_error(i, 0, pairs[i].image_x);
    if (pairs[i].image_y != 0 && world.periods.y == 0) return detail::image_number_error(i, 1, pairs[i].image_y);
    const Oriented pair = Oriented::of(pairs[i], world.is_one_scene());
    if (!pair.is_moved()) continue;
    const Pose pose = image_pose(b, pair, world.periods);
    if (!detail::in_range<T>(pose.x) || !detail::in_range<T>(pose.y)) {
      return detail::image_error(i, world.is_one_scene(), pair.moves);
    }
  }
  if (!needs_parts || (a.compounds.without_parts == 0 && b.compounds.without_parts == 0)) return {};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Pair pair{pairs[i].a, pairs[i].b};
    Status status = check_has_parts(a, b, world.is_one_scene(), {&pair, 1});
    status.index = i;
    if (!status.ok()) return status;
  }
  return {};
}

/// The pairs of a wave: those of the scenes as they are, and those of copies.
template <class T>
class Wave {
 public:
  /// Sorts the pairs into the two lists and makes the copies.
  Status begin(const World<T>& world, std::span<const ImagePair> pairs) {
    here_.clear();
    moved_.clear();
    places_here_.clear();
    places_moved_.clear();
    copies_a_.clear();
    copies_b_.clear();
    is_one_scene_ = world.is_one_scene();
    Copies<T>& copies_b = is_one_scene_ ? copies_a_ : copies_b_;
    const detail::SceneData<T>&a = world.a(), &b = world.b();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto place = static_cast<std::uint32_t>(i);
      const Oriented pair = Oriented::of(pairs[i], is_one_scene_);
      if (!pair.is_moved()) {
        here_.push_back({pairs[i].a, pairs[i].b});
        places_here_.push_back(place);
        continue;
      }
      const BodyId stays = copies_a_.add_where_it_is(a, pair.stays);
      const BodyId moves = copies_b.add(b, pair.moves, image_pose(b, pair, world.periods));
      moved_.push_back(pair.swapped ? Pair{moves, stays} : Pair{stays, moves});
      places_moved_.push_back(place);
    }
    const Status status = copies_a_.make();
    return status.ok() && !is_one_scene_ ? copies_b_.make() : status;
  }

  /// Calls ask(scenes, pairs, places, options) -> Status for each list that is not empty; place k is that of pair k in the
  /// wave.
  template <class Ask>
  Status ask(const World<T>& world, const Options& options, const Ask& ask) const {
    if (!here_.empty()) {
      const Status status = ask(world.scenes, here_, places_here_, options);
      if (!status.ok()) return status;
    }
    if (moved_.empty()) return {};
    const BasicScenePair<T> copies =
        is_one_scene_ ? BasicScenePair<T>(copies_a_.scene()) : BasicScenePair<T>(copies_a_.scene(), copies_b_.scene());
    const Status status = ask(copies, moved_, places_moved_, options);
    return (status.numbers[0] == 2 ? copies_b_ : copies_a_).by_their_names(status);
  }

 private:
  bool is_one_scene_ = true;
  std::vector<Pair> here_, moved_;
  std::vector<std::uint32_t> places_here_, places_moved_;
  Copies<T> copies_a_, copies_b_;
};

/// Checks the pairs, and calls ask as `Wave::ask` does, with the number of the wave's first pair in front, and done()
/// after each wave.
template <class T, class Ask, class Done>
Status in_waves(const World<T>& world, std::span<const ImagePair> pairs, bool needs_parts, const Options& options,
                const Ask& ask, const Done& done) noexcept {
  const FpEnvironment environment;
  if (const Status status = check_images(world, pairs, needs_parts); !status.ok()) return status;
  parallel::Progress progress(options, pairs.size(), detail::threads_of(world.scenes));
  try {
    Wave<T> wave;
    for (std::size_t begin = 0; begin < pairs.size(); begin += pairs_per_wave) {
      const std::span<const ImagePair> some = pairs.subspan(begin, std::min(pairs_per_wave, pairs.size() - begin));
      progress.begin(some.size());
      Status status = wave.begin(world, some);
      if (!status.ok()) return status;
      status = wave.ask(world, progress.options(), [&](auto&&... arguments) { return ask(begin, arguments...); });
      if (!status.ok()) return status;
      done();
    }
    return progress.finish({});
  } catch (const std::exception&) {  // of vectors
    return {ErrorCode::no_memory, 0};
  }
}

/// A question with one result a pair.
/// @param call  call(scenes, pairs, results, options) -> Status
/// @tparam Result  verdicts and distances need no convex parts, other results do
template <class T, class Result, class Call>
Status find_each(const World<T>& world, std::span<const ImagePair> pairs, std::span<Result> results,
                 const Options& options, const Call& call) noexcept {
  if (results.size() != pairs.size()) return detail::size_error(Argument::results, pairs.size(), results.size());
  std::vector<Result> found;
  const auto ask = [&](std::size_t begin, BasicScenePair<T> scenes, const std::vector<Pair>& some,
                       const std::vector<std::uint32_t>& places, const Options& run) {
    const std::span<Result> to = results.subspan(begin);
    if (places.back() + 1 == some.size()) return call(scenes, some, to.first(some.size()), run);  // all, in order
    found.resize(some.size());
    const Status status = call(scenes, some, std::span<Result>(found), run);
    if (!status.ok()) return status;
    for (std::size_t k = 0; k < some.size(); ++k) {
      std::memcpy(static_cast<void*>(&to[places[k]]), &found[k], sizeof(Result));  // what lies between members too
    }
    return status;
  };
  constexpr bool needs_parts = !std::is_same_v<Result, Verdict> && !std::is_same_v<Result, BasicDistance<T>>;
  return in_waves(world, pairs, needs_parts, options, ask, [] {});
}

}  // namespace satchel::query
