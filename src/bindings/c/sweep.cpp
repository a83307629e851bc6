// Sweeps: moving bodies.
#include <satchel/c/questions.h>

#include <satchel/sweep.hpp>

#include "bindings/c/ask.hpp"
#include "bindings/c/numbers.hpp"

namespace satchel::c {
namespace {

/// Bodies of one scene that move: function(scene, motions).
template <class T>
struct OfMoving {
  using Scalar = T;
  const satchel_scene* scene;
  const satchel_motion* motions;
  std::size_t count;
  static constexpr unsigned last = 3;

  [[nodiscard]] Checks check() const noexcept { return Checks().scene<T>(1, scene).array(2, motions, count); }
  template <class Function>
  Status call(const Function& function) const noexcept {
    return function(scene_of<T>(scene), view<const Motion>(motions, count));
  }
};

/// Bodies of two scenes that move: function(scene_a, motions_a, scene_b, motions_b).
template <class T>
struct OfMovingTwo {
  using Scalar = T;
  OfMoving<T> a, b;
  static constexpr unsigned last = 6;

  [[nodiscard]] Checks check() const noexcept {
    return a.check().same_precision(4, b.scene, a.scene).array(5, b.motions, b.count);
  }
  template <class Function>
  Status call(const Function& function) const noexcept {
    return a.call([&](const auto&... first) {
      return b.call([&](const auto&... second) { return function(first..., second...); });
    });
  }
};

template <class Of, class Result>
satchel_status sweep(const Of& of, const satchel_pair* pairs, std::size_t count, double tolerance, Result* impacts,
                     const satchel_options* options) noexcept {
  using T = typename Of::Scalar;
  return ask_pairs<BasicImpact<T>>(
      of, pairs, count, impacts, options,
      [&](const Options& how, const auto&... given) {
        return try_sweep(given..., {.tolerance = narrow_margin<T>(tolerance), .run = how});
      },
      1);
}

template <class Of, class Result>
satchel_status sweep_with(const Of& of, const satchel_pair* pairs, std::size_t count, Result* impacts,
                          const satchel_sweep_options* options) noexcept {
  using T = typename Of::Scalar;
  BasicSweepOptions<T> chosen;
  const satchel_options* run = nullptr;
  if (options != nullptr) {
    satchel_sweep_options taken;
    if (const satchel_status status = take_options(*options, 0, of.last + 4, taken); status.code != SATCHEL_OK) {
      return status;
    }
    chosen.tolerance = narrow_margin<T>(taken.tolerance);
    if (taken.max_angle != 0) chosen.max_angle = narrow_margin<T>(taken.max_angle);
    chosen.leaves_start = taken.leaves_start;
    run = taken.run;
  }
  return ask_pairs<BasicImpact<T>>(of, pairs, count, impacts, run, [&](const Options& how, const auto&... given) {
    chosen.run = how;
    return try_sweep(given..., chosen);
  });
}

}  // namespace
}  // namespace satchel::c

using satchel::c::OfMoving;
using satchel::c::OfMovingTwo;

extern "C" {

satchel_status satchel_sweep(const satchel_scene* scene, const satchel_motion* motions, size_t motion_count,
                             const satchel_pair* pairs, size_t count, double tolerance, satchel_impact* impacts,
                             const satchel_options* options) {
  return satchel::c::sweep(OfMoving<float>{scene, motions, motion_count}, pairs, count, tolerance, impacts, options);
}

satchel_status satchel_sweep_between(const satchel_scene* scene_a, const satchel_motion* motions_a,
                                     size_t motion_count_a, const satchel_scene* scene_b,
                                     const satchel_motion* motions_b, size_t motion_count_b, const satchel_pair* pairs,
                                     size_t count, double tolerance, satchel_impact* impacts,
                                     const satchel_options* options) {
  const OfMovingTwo<float> both{{scene_a, motions_a, motion_count_a}, {scene_b, motions_b, motion_count_b}};
  return satchel::c::sweep(both, pairs, count, tolerance, impacts, options);
}

satchel_status satchel_sweep_d(const satchel_scene* scene, const satchel_motion* motions, size_t motion_count,
                               const satchel_pair* pairs, size_t count, double tolerance, satchel_impactd* impacts,
                               const satchel_options* options) {
  return satchel::c::sweep(OfMoving<double>{scene, motions, motion_count}, pairs, count, tolerance, impacts, options);
}

satchel_status satchel_sweep_between_d(const satchel_scene* scene_a, const satchel_motion* motions_a,
                                       size_t motion_count_a, const satchel_scene* scene_b,
                                       const satchel_motion* motions_b, size_t motion_count_b,
                                       const satchel_pair* pairs, size_t count, double tolerance,
                                       satchel_impactd* impacts, const satchel_options* options) {
  const OfMovingTwo<double> both{{scene_a, motions_a, motion_count_a}, {scene_b, motions_b, motion_count_b}};
  return satchel::c::sweep(both, pairs, count, tolerance, impacts, options);
}

satchel_status satchel_sweep_with(const satchel_scene* scene, const satchel_motion* motions, size_t motion_count,
                                  const satchel_pair* pairs, size_t count, satchel_impact* impacts,
                                  const satchel_sweep_options* options) {
  return satchel::c::sweep_with(OfMoving<float>{scene, motions, motion_count}, pairs, count, impacts, options);
}

satchel_status satchel_sweep_with_between(const satchel_scene* scene_a, const satchel_motion* motions_a,
                                          size_t motion_count_a, const satchel_scene* scene_b,
                                          const satchel_motion* motions_b, size_t motion_count_b,
                                          const satchel_pair* pairs, size_t count, satchel_impact* impacts,
                                          const satchel_sweep_options* options) {
  const OfMovingTwo<float> both{{scene_a, motions_a, motion_count_a}, {scene_b, motions_b, motion_count_b}};
  return satchel::c::sweep_with(both, pairs, count, impacts, options);
}

satchel_status satchel_sweep_with_d(const satchel_scene* scene, const satchel_motion* motions, size_t motion_count,
                                    const satchel_pair* pairs, size_t count, satchel_impactd* impacts,
                                    const satchel_sweep_options* options) {
  return satchel::c::sweep_with(OfMoving<double>{scene, motions, motion_count}, pairs, count, impacts, options);
}

satchel_status satchel_sweep_with_between_d(const satchel_scene* scene_a, const satchel_motion* motions_a,
                                            size_t motion_count_a, const satchel_scene* scene_b,
                                            const satchel_motion* motions_b, size_t motion_count_b,
                                            const satchel_pair* pairs, size_t count, satchel_impactd* impacts,
                                            const satchel_sweep_options* options) {
  const OfMovingTwo<double> both{{scene_a, motions_a, motion_count_a}, {scene_b, motions_b, motion_count_b}};
  return satchel::c::sweep_with(both, pairs, count, impacts, options);
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
