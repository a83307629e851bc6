// The questions about image pairs.
//
//   check periods and pairs
//   for each wave of pairs:
//     pairs with image (0, 0): ask the question of the scenes as they are
//     other pairs: copy their bodies, one at its pose and one at the image, into scenes of their own; ask it of these
//     put both results into the order of the pairs
//
// The copies are bodies like others, so their results are those of real bodies at these places. In a scene of copies the
// body with the lower index is added first; so it stays the first one to the kernels.
#include <satchel/periodic.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <exception>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "parallel/fp_environment.hpp"
#include "parallel/progress.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"
#include "scene/image_place.hpp"
#include "scene/shapes/add_shapes.hpp"
#include "scene/threads.hpp"

namespace satchel {
namespace {

using detail::SceneAccess;
using detail::SceneData;

constexpr std::size_t pairs_per_wave = 16384;

/// One scene or two, repeated.
template <class T>
struct World {
  const BasicScene<T>& a;
  const BasicScene<T>& b;
  bool is_one_scene;
  const Periods& periods;
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

/// A scene of copies of some bodies of another.
template <class T>
class Copies {
 public:
  const BasicScene<T>& scene() const { return scene_; }

  void clear() {
    scene_.clear();
    copied_.clear();
    shapes_.clear();
    poses_.clear();
    last_ = no_body;
  }
  /// Lists a body, to be made at this pose, and returns its number. Throws std::bad_alloc.
  BodyId add(const SceneData<T>& from, BodyId body, const Pose& pose) {
    const auto [place, is_new] = copied_.try_emplace(from.body_shapes[body], ShapeId{0});
    if (is_new) place->second = detail::copy_shape(SceneAccess::data(scene_), from, place->first);
    shapes_.push_back(place->second);
    poses_.push_back(pose);
    return static_cast<BodyId>(poses_.size() - 1);
  }
  /// The same for a body at its own pose. Pairs are often grouped by such a body: then it is listed once.
  BodyId add_where_it_is(const SceneData<T>& from, BodyId body) {
    if (body == last_) return last_number_;
    last_ = body;
    const kernels::BodyRecord<T>& record = from.bodies[body];
    return last_number_ = add(from, body, {record.x, record.y, from.rotations[body]});
  }
  /// Makes the bodies listed.
  Status make() {
    made_.resize(poses_.size());
    return scene_.try_add_bodies(shapes_, poses_, made_);
  }

 private:
  BasicScene<T> scene_;
  std::unordered_map<ShapeId, ShapeId> copied_;  ///< by shape of the other scene: its copy
  std::vector<ShapeId> shapes_;
  std::vector<Pose> poses_;
  std::vector<BodyId> made_;
  BodyId last_ = no_body, last_number_ = 0;
};

template <class T>
Pose image_pose(const SceneData<T>& scene, const Oriented& pair, const Periods& periods) {
  const kernels::BodyRecord<T>& body = scene.bodies[pair.moves];
  return {detail::image_coordinate(body.x, pair.image_x, periods.x),
          detail::image_coordinate(body.y, pair.image_y, periods.y), scene.rotations[pair.moves]};
}

/// The first pair that is refused, or ok.
template <class T>
Status check(const World<T>& world, std::span<const ImagePair> pairs) noexcept {
  if (const Status status = detail::check_periods<T>(world.periods); !status.ok()) return status;
  const SceneData<T>&a = SceneAccess::data(world.a), &b = SceneAccess::data(world.b);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool has_a = a.has_body(pairs[i].a);
    if (!has_a || !b.has_body(pairs[i].b)) {
      const SceneData<T>& scene = has_a ? b : a;
      const BodyId body = has_a ? pairs[i].b : pairs[i].a;
      const ErrorCode code = body < scene.bodies.size() ? ErrorCode::removed_body : ErrorCode::bad_body;
      const Argument argument = world.is_one_scene ? Argument::pair
                                : has_a            ? Argument::pair_in_scene_b
                                                   : Argument::pair_in_scene_a;
      return {code, i, argument, {body}};
    }
    const Oriented pair = Oriented::of(pairs[i], world.is_one_scene);
    if (!pair.is_moved()) continue;
    const Pose pose = image_pose(b, pair, world.periods);
    if (!detail::in_range<T>(pose.x) || !detail::in_range<T>(pose.y)) {
      return detail::image_error(i, world.is_one_scene, pair.moves);
    }
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
    is_one_scene_ = world.is_one_scene;
    Copies<T>& copies_b = is_one_scene_ ? copies_a_ : copies_b_;
    const SceneData<T>&a = SceneAccess::data(world.a), &b = SceneAccess::data(world.b);
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

  /// Calls ask(a, b or null, pairs, places, options) -> Status for each list that is not empty; place k is that of pair
  /// k in the wave.
  template <class Ask>
  Status ask(const World<T>& world, const Options& options, const Ask& ask) const {
    if (!here_.empty()) {
      const Status status = ask(world.a, is_one_scene_ ? nullptr : &world.b, here_, places_here_, options);
      if (!status.ok()) return status;
    }
    if (moved_.empty()) return {};
    return ask(copies_a_.scene(), is_one_scene_ ? nullptr : &copies_b_.scene(), moved_, places_moved_, options);
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
Status in_waves(const World<T>& world, std::span<const ImagePair> pairs, const Options& options, const Ask& ask,
                const Done& done) noexcept {
  const FpEnvironment environment;
  if (const Status status = check(world, pairs); !status.ok()) return status;
  parallel::Progress progress(options, pairs.size(), detail::threads_of(world.a, world.b));
  try {
    Wave<T> wave;
    for (std::size_t begin = 0; begin < pairs.size(); begin += pairs_per_wave) {
      const std::span<const ImagePair> some = pairs.subspan(begin, std::min(pairs_per_wave, pairs.size() - begin));
      progress.begin(some.size());
      Status status = wave.begin(world, some);
      if (!status.ok()) return status;
      status = wave.ask(world, progress.options(), [&](auto&&... its) { return ask(begin, its...); });
      if (!status.ok()) return status;
      done();
    }
    return progress.finish({});
  } catch (const std::exception&) {  // of vectors
    return {ErrorCode::no_memory, 0};
  }
}

/// A question with one result a pair.
/// @param call  call(scene a, scene b or null, pairs, results, options) -> Status
template <class T, class Result, class Call>
Status find_each(const World<T>& world, std::span<const ImagePair> pairs, std::span<Result> results,
                 const Options& options, const Call& call) noexcept {
  if (results.size() != pairs.size()) return detail::size_error(Argument::results, pairs.size(), results.size());
  std::vector<Result> found;
  const auto ask = [&](std::size_t begin, const BasicScene<T>& a, const BasicScene<T>* b, const std::vector<Pair>& some,
                       const std::vector<std::uint32_t>& places, const Options& run) {
    const std::span<Result> to = results.subspan(begin);
    if (places.back() + 1 == some.size()) return call(a, b, some, to.first(some.size()), run);  // all, in order
    found.resize(some.size());
    const Status status = call(a, b, some, std::span<Result>(found), run);
    if (!status.ok()) return status;
    for (std::size_t k = 0; k < some.size(); ++k) {
      std::memcpy(static_cast<void*>(&to[places[k]]), &found[k], sizeof(Result));  // what lies between members too
    }
    return status;
  };
  return in_waves(world, pairs, options, ask, [] {});
}

template <class T>
Status collide_world(const World<T>& world, std::span<const ImagePair> pairs, std::span<BasicContact<T>> results,
                     const Options& options) noexcept {
  return find_each(world, pairs, results, options, [](const auto& a, const auto* b, const auto&... its) {
    return b == nullptr ? try_collide(a, its...) : try_collide(a, *b, its...);
  });
}
template <class T>
Status classify_world(const World<T>& world, std::span<const ImagePair> pairs, std::span<Verdict> results,
                      const Options& options) noexcept {
  return find_each(world, pairs, results, options, [](const auto& a, const auto* b, const auto&... its) {
    return b == nullptr ? try_classify(a, its...) : try_classify(a, *b, its...);
  });
}
template <class T>
Status distances_world(const World<T>& world, std::span<const ImagePair> pairs, std::span<BasicDistance<T>> results,
                       const Options& options) noexcept {
  return find_each(world, pairs, results, options, [](const auto& a, const auto* b, const auto&... its) {
    return b == nullptr ? try_distances(a, its...) : try_distances(a, *b, its...);
  });
}
template <class T>
Status manifolds_world(const World<T>& world, std::span<const ImagePair> pairs, std::span<BasicManifold<T>> results,
                       const BasicManifoldOptions<T>& options) noexcept {
  if (!(options.margin >= 0 && std::isfinite(options.margin))) {
    return detail::margin_error(Argument::margin, static_cast<double>(options.margin));
  }
  const auto call = [&](const auto& a, const auto* b, const auto& some, const auto& to, const Options& run) {
    const BasicManifoldOptions<T> how{options.margin, run};
    return b == nullptr ? try_manifolds(a, some, to, how) : try_manifolds(a, *b, some, to, how);
  };
  return find_each(world, pairs, results, options.run, call);
}

template <class T>
Status find_hits_world(const World<T>& world, std::span<const ImagePair> pairs, const Output<BasicImageHit<T>>& results,
                       const Options& options) noexcept {
  if (pairs.size() > std::numeric_limits<std::uint32_t>::max()) return {ErrorCode::too_many, pairs.size()};
  std::vector<BasicHit<T>> found;
  std::vector<BasicImageHit<T>> hits;  // of a wave
  std::size_t total = 0;
  const auto ask = [&](std::size_t begin, const BasicScene<T>& a, const BasicScene<T>* b, const std::vector<Pair>& some,
                       const std::vector<std::uint32_t>& places, const Options& run) {
    const Status status = b == nullptr ? try_find_hits(a, some, found, run) : try_find_hits(a, *b, some, found, run);
    if (!status.ok()) return status;
    const auto before = static_cast<std::ptrdiff_t>(hits.size());
    for (const BasicHit<T>& hit : found) {
      const std::size_t index = begin + places[hit.index];
      hits.push_back({pairs[index], static_cast<std::uint32_t>(index), hit.contact});
    }
    std::inplace_merge(hits.begin(), hits.begin() + before, hits.end(),
                       [](const auto& p, const auto& q) { return p.index < q.index; });
    return status;
  };
  const auto append = [&] {
    BasicImageHit<T>* const to = results.resize(total + hits.size(), total);
    if (to != nullptr) std::copy(hits.begin(), hits.end(), to + total);
    total += hits.size();
    hits.clear();
  };
  const Status status = in_waves(world, pairs, options, ask, append);
  if (!status.ok()) return status;
  try {
    const bool fits = results.resize(total, std::min(total, results.room())) != nullptr || total == 0;
    return fits ? Status{} : detail::room_error(total, results.room());
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace

template <class T>
Status try_collide(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
                   std::span<std::type_identity_t<BasicContact<T>>> results, const Options& options) noexcept {
  return collide_world<T>({scene, scene, true, periods}, pairs, results, options);
}
template <class T>
Status try_collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                   std::span<const ImagePair> pairs, std::span<std::type_identity_t<BasicContact<T>>> results,
                   const Options& options) noexcept {
  return collide_world<T>({scene_a, scene_b, false, periods}, pairs, results, options);
}

template <class T>
Status try_classify(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
                    std::span<Verdict> results, const Options& options) noexcept {
  return classify_world<T>({scene, scene, true, periods}, pairs, results, options);
}
template <class T>
Status try_classify(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                    std::span<const ImagePair> pairs, std::span<Verdict> results, const Options& options) noexcept {
  return classify_world<T>({scene_a, scene_b, false, periods}, pairs, results, options);
}

template <class T>
Status try_find_hits(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
                     Output<BasicImageHit<std::type_identity_t<T>>> results, const Options& options) noexcept {
  return find_hits_world<T>({scene, scene, true, periods}, pairs, results, options);
}
template <class T>
Status try_find_hits(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                     std::span<const ImagePair> pairs, Output<BasicImageHit<std::type_identity_t<T>>> results,
                     const Options& options) noexcept {
  return find_hits_world<T>({scene_a, scene_b, false, periods}, pairs, results, options);
}

template <class T>
Status try_distances(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
                     std::span<std::type_identity_t<BasicDistance<T>>> results, const Options& options) noexcept {
  return distances_world<T>({scene, scene, true, periods}, pairs, results, options);
}
template <class T>
Status try_distances(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                     std::span<const ImagePair> pairs, std::span<std::type_identity_t<BasicDistance<T>>> results,
                     const Options& options) noexcept {
  return distances_world<T>({scene_a, scene_b, false, periods}, pairs, results, options);
}

template <class T>
Status try_manifolds(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
                     std::span<std::type_identity_t<BasicManifold<T>>> results,
                     const BasicManifoldOptions<std::type_identity_t<T>>& options) noexcept {
  return manifolds_world<T>({scene, scene, true, periods}, pairs, results, options);
}
template <class T>
Status try_manifolds(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                     std::span<const ImagePair> pairs, std::span<std::type_identity_t<BasicManifold<T>>> results,
                     const BasicManifoldOptions<std::type_identity_t<T>>& options) noexcept {
  return manifolds_world<T>({scene_a, scene_b, false, periods}, pairs, results, options);
}

template Status try_collide(const BasicScene<float>&, const Periods&, std::span<const ImagePair>,
                            std::span<BasicContact<float>>, const Options&) noexcept;
template Status try_collide(const BasicScene<float>&, const BasicScene<float>&, const Periods&,
                            std::span<const ImagePair>, std::span<BasicContact<float>>, const Options&) noexcept;
template Status try_classify(const BasicScene<float>&, const Periods&, std::span<const ImagePair>, std::span<Verdict>,
                             const Options&) noexcept;
template Status try_classify(const BasicScene<float>&, const BasicScene<float>&, const Periods&,
                             std::span<const ImagePair>, std::span<Verdict>, const Options&) noexcept;
template Status try_find_hits(const BasicScene<float>&, const Periods&, std::span<const ImagePair>,
                              Output<BasicImageHit<float>>, const Options&) noexcept;
template Status try_find_hits(const BasicScene<float>&, const BasicScene<float>&, const Periods&,
                              std::span<const ImagePair>, Output<BasicImageHit<float>>, const Options&) noexcept;
template Status try_distances(const BasicScene<float>&, const Periods&, std::span<const ImagePair>,
                              std::span<BasicDistance<float>>, const Options&) noexcept;
template Status try_distances(const BasicScene<float>&, const BasicScene<float>&, const Periods&,
                              std::span<const ImagePair>, std::span<BasicDistance<float>>, const Options&) noexcept;
template Status try_manifolds(const BasicScene<float>&, const Periods&, std::span<const ImagePair>,
                              std::span<BasicManifold<float>>, const BasicManifoldOptions<float>&) noexcept;
template Status try_manifolds(const BasicScene<float>&, const BasicScene<float>&, const Periods&,
                              std::span<const ImagePair>, std::span<BasicManifold<float>>,
                              const BasicManifoldOptions<float>&) noexcept;
template Status try_collide(const BasicScene<double>&, const Periods&, std::span<const ImagePair>,
                            std::span<BasicContact<double>>, const Options&) noexcept;
template Status try_collide(const BasicScene<double>&, const BasicScene<double>&, const Periods&,
                            std::span<const ImagePair>, std::span<BasicContact<double>>, const Options&) noexcept;
template Status try_classify(const BasicScene<double>&, const Periods&, std::span<const ImagePair>, std::span<Verdict>,
                             const Options&) noexcept;
template Status try_classify(const BasicScene<double>&, const BasicScene<double>&, const Periods&,
                             std::span<const ImagePair>, std::span<Verdict>, const Options&) noexcept;
template Status try_find_hits(const BasicScene<double>&, const Periods&, std::span<const ImagePair>,
                              Output<BasicImageHit<double>>, const Options&) noexcept;
template Status try_find_hits(const BasicScene<double>&, const BasicScene<double>&, const Periods&,
                              std::span<const ImagePair>, Output<BasicImageHit<double>>, const Options&) noexcept;
template Status try_distances(const BasicScene<double>&, const Periods&, std::span<const ImagePair>,
                              std::span<BasicDistance<double>>, const Options&) noexcept;
template Status try_distances(const BasicScene<double>&, const BasicScene<double>&, const Periods&,
                              std::span<const ImagePair>, std::span<BasicDistance<double>>, const Options&) noexcept;
template Status try_manifolds(const BasicScene<double>&, const Periods&, std::span<const ImagePair>,
                              std::span<BasicManifold<double>>, const BasicManifoldOptions<double>&) noexcept;
template Status try_manifolds(const BasicScene<double>&, const BasicScene<double>&, const Periods&,
                              std::span<const ImagePair>, std::span<BasicManifold<double>>,
                              const BasicManifoldOptions<double>&) noexcept;

}  // namespace satchel
