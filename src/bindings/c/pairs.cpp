// The broad phase.
#include <satchel/c/pairs.h>

#include <new>
#include <satchel/broad_phase.hpp>

#include "bindings/c/call.hpp"
#include "bindings/c/numbers.hpp"

namespace satchel::c {
namespace {

/// Calls find(options, number of pairs) with the options of C++. @param parameter  the number of `options`
template <class T, class Find>
satchel_status find_pairs(const Checks& checks, std::size_t* found, const satchel_pair_options* options,
                          unsigned parameter, const Find& find) noexcept {
  if (!checks.passed()) return checks.status();
  BasicPairOptions<T> chosen;
  const satchel_options* how = nullptr;
  if (options != nullptr) {
    const Checks aligned = Checks().one(parameter, options);
    if (!aligned.passed()) return aligned.status();
    if (const satchel_status status = has_size(options->struct_size, sizeof *options, parameter);
        status.code != ok.code) {
      return status;
    }
    const Checks arrays = Checks()
                              .array(parameter, options->filters, options->filter_count)
                              .array(parameter, options->worlds, options->world_count);
    if (!arrays.passed()) return arrays.status();
    chosen.margin = narrow_margin<T>(options->margin);
    chosen.filters = view<const Filter>(options->filters, options->filter_count);
    chosen.worlds = view<const std::uint32_t>(options->worlds, options->world_count);
    if (options->max_pairs != 0) chosen.max_pairs = options->max_pairs;
    how = options->run;
  }
  return run(checks, how, parameter, [&](const Options& given) {
    chosen.run = given;
    return with_count(found, [&](std::size_t& n) { return find(chosen, n); });
  });
}

/// @param finder  what finds them: finder(scene or two scenes, pairs, options)
template <class Finder>
satchel_status of_one(const Checks& checks, const satchel_scene* scene, satchel_pair* pairs, std::size_t room,
                      std::size_t* found, const satchel_pair_options* options, unsigned parameter,
                      const Finder& finder) noexcept {
  if (!checks.passed()) return checks.status();
  return on_scene(scene, [&]<class T>(const BasicScene<T>& of) {
    return find_pairs<T>(checks, found, options, parameter, [&](const BasicPairOptions<T>& chosen, std::size_t& n) {
      return finder(Output<Pair>(view<Pair>(pairs, room), n), chosen, of);
    });
  });
}

template <class Finder>
satchel_status of_two(const Checks& checks, const satchel_scene* scene_a, const satchel_scene* scene_b,
                      satchel_pair* pairs, std::size_t room, std::size_t* found, const satchel_pair_options* options,
                      unsigned parameter, const Finder& finder) noexcept {
  if (!checks.passed()) return checks.status();
  return on_scene(scene_a, [&]<class T>(const BasicScene<T>& a) {
    return find_pairs<T>(checks, found, options, parameter, [&](const BasicPairOptions<T>& chosen, std::size_t& n) {
      return finder(Output<Pair>(view<Pair>(pairs, room), n), chosen, a, scene_of<T>(scene_b));
    });
  });
}

constexpr auto with_own_memory = [](Output<Pair> pairs, const auto& options, const auto&... scenes) {
  return try_find_pairs(scenes..., pairs, options);
};

auto with_memory_of(satchel_broad_phase* broad_phase) noexcept {
  return [=](Output<Pair> pairs, const auto& options, const auto&... scenes) {
    return broad_phase->finder.try_find_pairs(scenes..., pairs, options);
  };
}

}  // namespace
}  // namespace satchel::c

using satchel::c::Checks;

extern "C" {

satchel_status satchel_find_pairs(const satchel_scene* scene, satchel_pair* pairs, size_t room, size_t* found,
                                  const satchel_pair_options* options) {
  return satchel::c::of_one(Checks().one(1, scene).array(2, pairs, room).one(4, found), scene, pairs, room, found,
                            options, 5, satchel::c::with_own_memory);
}

satchel_status satchel_find_pairs_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                          satchel_pair* pairs, size_t room, size_t* found,
                                          const satchel_pair_options* options) {
  const Checks checks =
      Checks().one(1, scene_a).same_precision(2, scene_b, scene_a).array(3, pairs, room).one(5, found);
  return satchel::c::of_two(checks, scene_a, scene_b, pairs, room, found, options, 6, satchel::c::with_own_memory);
}

satchel_status satchel_broad_phase_create(satchel_broad_phase** broad_phase) {
  const Checks checks = Checks().one(1, broad_phase);
  if (!checks.passed()) return checks.status();
  *broad_phase = nullptr;
  try {
    *broad_phase = new satchel_broad_phase;
    return satchel::c::ok;
  } catch (const std::bad_alloc&) {
    return satchel::c::status_of({satchel::ErrorCode::no_memory});
  }
}

void satchel_broad_phase_destroy(satchel_broad_phase* broad_phase) { delete broad_phase; }

satchel_status satchel_broad_phase_find_pairs(satchel_broad_phase* broad_phase, const satchel_scene* scene,
                                              satchel_pair* pairs, size_t room, size_t* found,
                                              const satchel_pair_options* options) {
  const Checks checks = Checks().one(1, broad_phase).one(2, scene).array(3, pairs, room).one(5, found);
  return satchel::c::of_one(checks, scene, pairs, room, found, options, 6, satchel::c::with_memory_of(broad_phase));
}

satchel_status satchel_broad_phase_find_pairs_between(satchel_broad_phase* broad_phase, const satchel_scene* scene_a,
                                                      const satchel_scene* scene_b, satchel_pair* pairs, size_t room,
                                                      size_t* found, const satchel_pair_options* options) {
  const Checks checks = Checks()
                            .one(1, broad_phase)
                            .one(2, scene_a)
                            .same_precision(3, scene_b, scene_a)
                            .array(4, pairs, room)
                            .one(6, found);
  return satchel::c::of_two(checks, scene_a, scene_b, pairs, room, found, options, 7,
                            satchel::c::with_memory_of(broad_phase));
}

size_t satchel_broad_phase_memory_bytes(const satchel_broad_phase* broad_phase) {
  return broad_phase != nullptr ? broad_phase->finder.memory_bytes() : 0;
}

}  // extern "C"
