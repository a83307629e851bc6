// Questions about pairs: what their pairs are of, and the two forms of their results.
#pragma once

#include <satchel/satchel.h>

#include <cstddef>
#include <satchel/image_pair.hpp>
#include <satchel/types.hpp>
#include <type_traits>

#include "bindings/c/call.hpp"

namespace satchel::c {

// What pairs are of: the parameters of a call before its pairs, of which `last` is the number of the last one. `check` checks
// them; `call` calls a function with what they are in C++.

/// Bodies of one scene: function(scene).
template <class T>
struct OfOne {
  using Scalar = T;
  const satchel_scene* scene;
  unsigned last = 1;

  [[nodiscard]] Checks check(Checks checks = {}) const noexcept { return checks.scene<T>(last, scene); }
  template <class Function>
  Status call(const Function& function) const noexcept {
    return function(scene_of<T>(scene));
  }
};

/// Bodies of two scenes: function(scene_a, scene_b).
template <class T>
struct OfTwo {
  using Scalar = T;
  const satchel_scene *a, *b;
  unsigned last = 2;

  [[nodiscard]] Checks check(Checks checks = {}) const noexcept {
    return checks.scene<T>(last - 1, a).same_precision(last, b, a);
  }
  template <class Function>
  Status call(const Function& function) const noexcept {
    return function(scene_of<T>(a), scene_of<T>(b));
  }
};

/// Bodies and images of bodies, in a periodic world: function(scenes..., periods).
template <class Scenes>
struct OfImages {
  using Scalar = typename Scenes::Scalar;
  Scenes scenes;
  const satchel_periods* periods;
  unsigned last = scenes.last + 1;

  [[nodiscard]] Checks check(Checks checks = {}) const noexcept { return scenes.check(checks).one(last, periods); }
  template <class Function>
  Status call(const Function& function) const noexcept {
    return scenes.call([&](const auto&... of) { return function(of..., Periods{periods->x, periods->y}); });
  }
};
template <class Scenes>
OfImages(Scenes, const satchel_periods*) -> OfImages<Scenes>;

/// Calls function(T()) with the precision of the scene, or with any if the pointer is wrong.
template <class Function>
satchel_status of_either(const satchel_scene* scene, const Function& function) noexcept {
  if (!Checks().one(1, scene).passed() || precision_of(*scene) == 0) return function(float());
  return function(double());
}

/// The pairs of C++ that have the layout of those of C.
template <class Pairs>
using PairOf = std::conditional_t<std::is_same_v<Pairs, satchel_pair>, const Pair, const ImagePair>;

/// Asks for one result a pair: ask(options, scenes..., pairs, results).
/// @param between  how many parameters there are between the pairs and the results
template <class Result, class Of, class Pairs, class Given, class Ask>
satchel_status ask_pairs(const Of& of, const Pairs* pairs, std::size_t count, Given* results,
                         const satchel_options* options, const Ask& ask, unsigned between = 0) noexcept {
  const unsigned out = of.last + 3 + between;
  const Checks checks = of.check().array(of.last + 1, pairs, count).array(out, results, count);
  return run(checks, options, out + 1, [&](const Options& how) {
    return of.call([&](const auto&... scenes) {
      return ask(how, scenes..., view<PairOf<Pairs>>(pairs, count), view<Result>(results, count));
    });
  });
}

/// Asks for a list: ask(options, scenes..., pairs, list).
template <class Result, class Of, class Pairs, class Given, class Ask>
satchel_status list_pairs(const Of& of, const Pairs* pairs, std::size_t count, Given* list, std::size_t room,
                          std::size_t* found, const satchel_options* options, const Ask& ask,
                          unsigned between = 0) noexcept {
  const unsigned out = of.last + 3 + between;
  const Checks checks = of.check().array(of.last + 1, pairs, count).array(out, list, room).one(out + 2, found);
  return run(checks, options, out + 3, [&](const Options& how) {
    return with_count(found, [&](std::size_t& n) {
      return of.call([&](const auto&... scenes) {
        return ask(how, scenes..., view<PairOf<Pairs>>(pairs, count), Output<Result>(view<Result>(list, room), n));
      });
    });
  });
}

}  // namespace satchel::c
