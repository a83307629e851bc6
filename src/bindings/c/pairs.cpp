// The broad phase.
#include <satchel/c/pairs.h>

#include <satchel/broad_phase.hpp>

#include "bindings/c/pair_choice.hpp"

namespace satchel::c {
namespace {

/// One scene, or two of one precision: parameters 1 and 2.
Checks check(const satchel_scene* a, const satchel_scene* b) noexcept {
  Checks checks = Checks().one(1, a);
  return b != nullptr ? checks.same_precision(2, b, a) : checks;
}

/// Finds pairs. @param out  the number of `pairs`; room, found and options follow  @param periods  of image pairs
template <class Found, class Given, class... World>
satchel_status find_pairs(Checks checks, const satchel_scene* a, const satchel_scene* b, unsigned out, Given* pairs,
                          std::size_t room, std::size_t* found, const satchel_pair_options* options,
                          const World&... periods) noexcept {
  if (!checks.array(out, pairs, room).one(out + 2, found).passed()) return checks.status();
  return on_scene(a, [&]<class T>(const BasicScene<T>& first) {
    const std::size_t slots = first.body_slots() + (b != nullptr ? scene_of<T>(b).body_slots() : 0);
    return run_with_choice<T>(checks, options, out + 3, slots, [&](const auto& chosen, satchel_broad_phase* memory) {
      return with_count(found, [&](std::size_t& n) {
        const BasicScenePair<T> scenes = scene_pair_of(first, b);
        const Output<Found> list(view<Found>(pairs, room), n);
        return memory != nullptr ? memory->finder.try_find_pairs(scenes, periods..., list, chosen)
                                 : try_find_pairs(scenes, periods..., list, chosen);
      });
    });
  });
}

}  // namespace
}  // namespace satchel::c

using satchel::c::Checks;

extern "C" {

satchel_status satchel_find_pairs(const satchel_scene* scene_a, const satchel_scene* scene_b, satchel_pair* pairs,
                                  size_t room, size_t* found, const satchel_pair_options* options) {
  return satchel::c::find_pairs<satchel::Pair>(satchel::c::check(scene_a, scene_b), scene_a, scene_b, 3, pairs, room,
                                               found, options);
}

satchel_status satchel_find_image_pairs(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                        const satchel_periods* periods, satchel_image_pair* pairs, size_t room,
                                        size_t* found, const satchel_pair_options* options) {
  const Checks checks = satchel::c::check(scene_a, scene_b).one(3, periods);
  if (!checks.passed()) return checks.status();
  return satchel::c::find_pairs<satchel::ImagePair>(checks, scene_a, scene_b, 4, pairs, room, found, options,
                                                    satchel::Periods{periods->x, periods->y});
}

satchel_status satchel_broad_phase_create(satchel_broad_phase** broad_phase) {
  return satchel::c::create(Checks().one(1, broad_phase), broad_phase, [] { return new satchel_broad_phase; });
}

void satchel_broad_phase_destroy(satchel_broad_phase* broad_phase) { delete broad_phase; }

size_t satchel_broad_phase_memory_bytes(const satchel_broad_phase* broad_phase) {
  return broad_phase != nullptr ? broad_phase->finder.memory_bytes() : 0;
}

}  // extern "C"
