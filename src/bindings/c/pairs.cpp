// The broad phase.
#include <satchel/c/pairs.h>
#include <satchel/c/periodic.h>

#include <satchel/broad_phase.hpp>

#include "bindings/c/ask.hpp"
#include "bindings/c/pair_choice.hpp"

namespace satchel::c {
namespace {

/// Finds pairs: find(what they are of..., list, options).
/// @param before  the checks of the parameters before those of `of`
template <class Of, class Pairs, class Find>
satchel_status find_pairs(const Checks& before, const Of& of, Pairs* pairs, std::size_t room, std::size_t* found,
                          const satchel_pair_options* options, const Find& find) noexcept {
  const Checks checks = of.check(before).array(of.last + 1, pairs, room).one(of.last + 3, found);
  return run_with_choice<typename Of::Scalar>(checks, options, of.last + 4, [&](const auto& chosen) {
    return with_count(found, [&](std::size_t& n) {
      using Found = std::remove_const_t<PairOf<Pairs>>;
      return of.call(
          [&](const auto&... given) { return find(given..., Output<Found>(view<Found>(pairs, room), n), chosen); });
    });
  });
}

constexpr auto with_own_memory = [](const auto&... given) { return try_find_pairs(given...); };

auto with_memory_of(satchel_broad_phase* broad_phase) noexcept {
  return [=](const auto&... given) { return broad_phase->finder.try_find_pairs(given...); };
}

}  // namespace
}  // namespace satchel::c

using satchel::c::Checks;
using satchel::c::find_pairs;
using satchel::c::of_either;
using satchel::c::OfImages;
using satchel::c::OfOne;
using satchel::c::OfTwo;
using satchel::c::with_memory_of;
using satchel::c::with_own_memory;

extern "C" {

satchel_status satchel_find_pairs(const satchel_scene* scene, satchel_pair* pairs, size_t room, size_t* found,
                                  const satchel_pair_options* options) {
  return of_either(
      scene, [&]<class T>(T) { return find_pairs({}, OfOne<T>{scene}, pairs, room, found, options, with_own_memory); });
}

satchel_status satchel_find_pairs_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                          satchel_pair* pairs, size_t room, size_t* found,
                                          const satchel_pair_options* options) {
  return of_either(scene_a, [&]<class T>(T) {
    return find_pairs({}, OfTwo<T>{scene_a, scene_b}, pairs, room, found, options, with_own_memory);
  });
}

satchel_status satchel_find_image_pairs(const satchel_scene* scene, const satchel_periods* periods,
                                        satchel_image_pair* pairs, size_t room, size_t* found,
                                        const satchel_pair_options* options) {
  return of_either(scene, [&]<class T>(T) {
    return find_pairs({}, OfImages{OfOne<T>{scene}, periods}, pairs, room, found, options, with_own_memory);
  });
}

satchel_status satchel_find_image_pairs_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                const satchel_periods* periods, satchel_image_pair* pairs, size_t room,
                                                size_t* found, const satchel_pair_options* options) {
  return of_either(scene_a, [&]<class T>(T) {
    return find_pairs({}, OfImages{OfTwo<T>{scene_a, scene_b}, periods}, pairs, room, found, options, with_own_memory);
  });
}

satchel_status satchel_broad_phase_create(satchel_broad_phase** broad_phase) {
  return satchel::c::create(Checks().one(1, broad_phase), broad_phase, [] { return new satchel_broad_phase; });
}

void satchel_broad_phase_destroy(satchel_broad_phase* broad_phase) { delete broad_phase; }

satchel_status satchel_broad_phase_find_pairs(satchel_broad_phase* broad_phase, const satchel_scene* scene,
                                              satchel_pair* pairs, size_t room, size_t* found,
                                              const satchel_pair_options* options) {
  return of_either(scene, [&]<class T>(T) {
    return find_pairs(Checks().one(1, broad_phase), OfOne<T>{scene, 2}, pairs, room, found, options,
                      with_memory_of(broad_phase));
  });
}

satchel_status satchel_broad_phase_find_pairs_between(satchel_broad_phase* broad_phase, const satchel_scene* scene_a,
                                                      const satchel_scene* scene_b, satchel_pair* pairs, size_t room,
                                                      size_t* found, const satchel_pair_options* options) {
  return of_either(scene_a, [&]<class T>(T) {
    return find_pairs(Checks().one(1, broad_phase), OfTwo<T>{scene_a, scene_b, 3}, pairs, room, found, options,
                      with_memory_of(broad_phase));
  });
}

satchel_status satchel_broad_phase_find_image_pairs(satchel_broad_phase* broad_phase, const satchel_scene* scene,
                                                    const satchel_periods* periods, satchel_image_pair* pairs,
                                                    size_t room, size_t* found, const satchel_pair_options* options) {
  return of_either(scene, [&]<class T>(T) {
    return find_pairs(Checks().one(1, broad_phase), OfImages{OfOne<T>{scene, 2}, periods}, pairs, room, found, options,
                      with_memory_of(broad_phase));
  });
}

satchel_status satchel_broad_phase_find_image_pairs_between(satchel_broad_phase* broad_phase,
                                                            const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                            const satchel_periods* periods, satchel_image_pair* pairs,
                                                            size_t room, size_t* found,
                                                            const satchel_pair_options* options) {
  return of_either(scene_a, [&]<class T>(T) {
    return find_pairs(Checks().one(1, broad_phase), OfImages{OfTwo<T>{scene_a, scene_b, 3}, periods}, pairs, room,
                      found, options, with_memory_of(broad_phase));
  });
}

size_t satchel_broad_phase_memory_bytes(const satchel_broad_phase* broad_phase) {
  return broad_phase != nullptr ? broad_phase->finder.memory_bytes() : 0;
}

}  // extern "C"
