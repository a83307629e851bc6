// A call of one pair, without what a call of many pairs sets up: loops that ask pair by pair are ported like that.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <satchel/options.hpp>
#include <satchel/types.hpp>

#include "format/kernel_table.hpp"
#include "query/stages/pair_kind.hpp"
#include "query/stages/scene_view.hpp"
#include "query/stages/scenes.hpp"

namespace satchel::query {

template <class T>
class PairAlone {
 public:
  static bool suits(std::span<const Pair> pairs, const Options& options) {
    return pairs.size() == 1 && options.stats == nullptr && options.progress == nullptr;
  }

  PairAlone(const PairAlone&) = delete;  // job_ points to members
  PairAlone(const Scenes<T>& scenes, const kernels::KernelTable& table, const Pair& pair)
      : scenes_(scenes), kernels_(table.collide.template of<T>()), pair_(pair) {}

  /// Writes the result if both are polygons of lane classes without links, and lanes prove it. Else writes nothing, or
  /// what is no result.
  /// @param sink  one contact, or one verdict
  bool decide(kernels::ContactSink<T> sink) {
    if (!has(scenes_.a, pair_.a) || !has(scenes_.b, pair_.b)) return false;
    const bool swapped = scenes_.is_swapped(pair_);
    const BodyId first = swapped ? pair_.b : pair_.a, second = swapped ? pair_.a : pair_.b;
    const std::uint8_t kind = scenes_.a.kinds[first], other = scenes_.b.kinds[second];
    if (!is_polygons(kind_by_class(kind, other))) return false;
    job_.set_list({&pair_, nullptr, 1});
    look_at(scenes_.a, job_.a);
    if (scenes_.is_one_scene) {
      job_.b = job_.a;
    } else {
      look_at(scenes_.b, job_.b);
    }
    job_.some_swapped = swapped;
    job_.uniform = scenes_.is_one_scene && kind == other;
    job_.prefetch = job_.knows_inner = job_.sharp = job_.may_stop = false;
    job_.straightest = std::min(scenes_.a.straightest_corner, scenes_.b.straightest_corner);
    job_.open = &open_;
    job_.in_doubles = &in_doubles_;
    job_.enough = nullptr;
    return kernels_.collide_singly(job_, sink) == 0;
  }

  /// After `decide`, for kernels that go on from the contact.
  const kernels::PairJob<T>& job() const { return job_; }

 private:
  static bool has(const detail::SceneData<T>& scene, BodyId body) {
    return body < scene.bodies.size() && !scene.bodies[body].place.is_removed() && scene.links.of(body) == nullptr;
  }

  const Scenes<T>& scenes_;
  const kernels::CollideKernels<T>& kernels_;
  Pair pair_;
  std::uint32_t open_;
  std::size_t in_doubles_ = 0;
  kernels::PairJob<T> job_;
};

}  // namespace satchel::query
