// Questions about pairs: what their pairs are of, and the two forms of their results.
#pragma once

#include <satchel/satchel.h>

#include <cstddef>
#include <satchel/image_pair.hpp>
#include <satchel/types.hpp>
#include <type_traits>

#include "bindings/c/call.hpp"

namespace satchel::c {

/// What a question may be asked of.
struct Takes {
  bool pairs, image_pairs, two_scenes;
};
constexpr Takes any_pairs{true, true, true}, plain_pairs{true, false, true}, only_image_pairs{false, true, true},
    pairs_of_one_scene{true, false, false};

/// The list of a question, its first parameter.
class PairList {
 public:
  /// Checks the list and takes it. @tparam T  the precision of the scenes, or void: either
  template <class T>
  static PairList of(const satchel_pair_list* given, Takes takes) noexcept {
    PairList list;
    if (!list.checks_.one(1, given).passed()) return list;
    if (!list.checks_.add(take_struct(*given, 1, list.list_)).passed()) return list;
    list.checks_.scene<T>(1, list.list_.scene_a).in(SATCHEL_ARGUMENT_MEMBER_SCENE_A);
    list.check(takes);
    return list;
  }
  [[nodiscard]] Checks checks() const noexcept { return checks_; }
  [[nodiscard]] bool is_between() const noexcept { return list_.scene_b != nullptr; }
  [[nodiscard]] std::size_t size() const noexcept { return list_.count; }

  /// Calls function(scenes, pairs), with periods before image pairs.
  template <class T, Takes takes, class Function>
  Status call(const Function& function) const noexcept {
    return on_scene<T>(list_.scene_a, [&]<class S>(const BasicScene<S>& a) {
      const auto with = [&](const auto&... arguments) {
        return function(scene_pair_of(a, list_.scene_b), arguments...);
      };
      if constexpr (takes.image_pairs) {
        const auto images = [&] {
          return with(Periods{list_.periods->x, list_.periods->y}, view<const ImagePair>(list_.image_pairs, size()));
        };
        if constexpr (!takes.pairs) {
          return images();
        } else if (list_.periods != nullptr) {
          return images();
        }
      }
      if constexpr (takes.pairs) return with(view<const Pair>(list_.pairs, size()));
    });
  }

 private:
  /// Checks all but the first scene.
  void check(Takes takes) noexcept;

  Checks checks_;
  satchel_pair_list list_{};
};

/// Asks for one result a pair: ask(options, scenes, pairs, results).
/// @tparam T   the precision of the scenes, or void: either
/// @param out  the number of `results`; the options follow it
template <class T, Takes takes, class Result, class Given, class Ask>
satchel_status ask_each(const satchel_pair_list* list, Given* results, const satchel_options* options, const Ask& ask,
                        unsigned out = 2) noexcept {
  const PairList pairs = PairList::of<T>(list, takes);
  return run(pairs.checks().array(out, results, pairs.size()), options, out + 1, [&](const Options& how) {
    return pairs.call<T, takes>(
        [&](const auto&... of) { return ask(how, of..., view<Result>(results, pairs.size())); });
  });
}

/// Asks for a list: ask(options, scenes, pairs, list).
/// @param out  the number of `results`; room, found and options follow it
template <class T, Takes takes, class Result, class Given, class Ask>
satchel_status ask_list(const satchel_pair_list* list, Given* results, std::size_t room, std::size_t* found,
                        const satchel_options* options, const Ask& ask, unsigned out = 2) noexcept {
  const PairList pairs = PairList::of<T>(list, takes);
  return run(pairs.checks().array(out, results, room).one(out + 2, found), options, out + 3, [&](const Options& how) {
    return with_count(found, [&](std::size_t& n) {
      return pairs.call<T, takes>(
          [&](const auto&... of) { return ask(how, of..., Output<Result>(view<Result>(results, room), n)); });
    });
  });
}

}  // namespace satchel::c
