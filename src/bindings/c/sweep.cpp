// Sweeps: moving bodies.
#include <satchel/c/questions.h>

#include <satchel/sweep.hpp>

#include "bindings/numbers.hpp"
#include "bindings/c/pair_list.hpp"

namespace satchel::c {
namespace {

template <class T, class Given>
satchel_status sweep(const satchel_pair_list* list, const satchel_motion* motions_a, std::size_t count_a,
                     const satchel_motion* motions_b, std::size_t count_b, Given* impacts,
                     const satchel_sweep_options* options) noexcept {
  const PairList pairs = PairList::of<T>(list, plain_pairs);
  Checks checks = pairs.checks().array(2, motions_a, count_a).array(4, motions_b, count_b);
  if (!pairs.is_between() && count_b != 0) checks.add(own_status(SATCHEL_NOT_TAKEN, 4));
  checks.array(6, impacts, pairs.size());
  satchel_sweep_options taken{};
  if (options != nullptr) checks.add(take_struct(*options, 7, taken));
  return run(checks, taken.run, 7, [&](const Options& how) {
    BasicSweepOptions<T> more;
    more.tolerance = narrow_margin<T>(taken.tolerance);
    if (taken.max_angle != 0) more.max_angle = narrow_up_to<T>(largest_angle, taken.max_angle);
    more.leaves_start = taken.leaves_start;
    more.points = !taken.without_points;
    more.run = how;
    return pairs.call<T, plain_pairs>([&](BasicScenePair<T> scenes, std::span<const Pair> of) {
      return try_sweep(scenes, view<const Motion>(motions_a, count_a), view<const Motion>(motions_b, count_b), of,
                       view<BasicImpact<T>>(impacts, pairs.size()), more);
    });
  });
}

}  // namespace
}  // namespace satchel::c

extern "C" {

satchel_status satchel_sweep(const satchel_pair_list* list, const satchel_motion* motions_a, size_t count_a,
                             const satchel_motion* motions_b, size_t count_b, satchel_impact* impacts,
                             const satchel_sweep_options* options) {
  return satchel::c::sweep<float>(list, motions_a, count_a, motions_b, count_b, impacts, options);
}

satchel_status satchel_sweep_d(const satchel_pair_list* list, const satchel_motion* motions_a, size_t count_a,
                               const satchel_motion* motions_b, size_t count_b, satchel_impactd* impacts,
                               const satchel_sweep_options* options) {
  return satchel::c::sweep<double>(list, motions_a, count_a, motions_b, count_b, impacts, options);
}

satchel_status satchel_advance(const satchel_scene* scene, const satchel_motion* motions, size_t motion_count,
                               satchel_scene* end, const satchel_options* options) {
  using namespace satchel;
  return c::run(c::Checks().one(1, scene).array(2, motions, motion_count).same_precision(4, end, scene), options, 5,
                [&](const Options& how) {
                  return c::on_scene(scene, [&]<class T>(const BasicScene<T>& start) {
                    return try_advance(start, c::view<const Motion>(motions, motion_count), c::scene_of<T>(end), how);
                  });
                });
}

}  // extern "C"
