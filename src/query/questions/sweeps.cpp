// `try_sweep`, and the same on what is checked (sweep_work.hpp).
#include <satchel/sweep.hpp>

#include <cmath>
#include <cstdint>
#include <span>

#include "query/pipeline/follow.hpp"
#include "query/questions/sweep_work.hpp"
#include "query/questions/sweeping.hpp"
#include "scene/check_motions.hpp"

namespace satchel {
namespace {

using query::Motions;
using query::Scenes;

/// The body that turns too far, or ok.
template <class T>
Status check_turns(const detail::SceneData<T>& scene, std::span<const Motion> motions, double most,
                   Argument argument) noexcept {
  for (std::size_t i = 0; i < motions.size(); ++i) {
    if (scene.bodies[i].place.is_removed() || std::fabs(motions[i].angle) <= most) continue;
    return {ErrorCode::bad_angle, i, argument};
  }
  return {};
}

template <class T>
Status sweep_pairs(const Scenes<T>& scenes, const Motions& motions, const kernels::KernelTable& table,
                   std::span<const Pair> pairs, std::span<BasicImpact<T>> impacts, const query::SweepRules& rules,
                   const Options& options) noexcept {
  return query::follow_contacts<T>(scenes, table, pairs, impacts, options,
                                   query::Sweep<T>{scenes, motions, rules, table.sweep.template of<T>()});
}

}  // namespace

template <class T>
Status query::sweep_checked(BasicScenePair<T> given, const kernels::KernelTable& table,
                            std::span<const Motion> motions_a, std::span<const Motion> motions_b,
                            std::span<const Pair> pairs, std::span<BasicImpact<T>> impacts, const SweepRules& rules,
                            const Options& options) noexcept {
  return sweep_pairs<T>(Scenes<T>(given), {motions_a, motions_b}, table, pairs, impacts, rules, options);
}

template <class T>
Status query::check_sweep_options(T tolerance, T max_angle) noexcept {
  if (!(tolerance >= 0 && std::isfinite(tolerance))) {
    return detail::margin_error(Argument::tolerance, static_cast<double>(tolerance));
  }
  const double most = static_cast<double>(max_angle);
  if (!(most >= 0 && most <= 0x1p30)) return {ErrorCode::bad_angle, 0, Argument::max_angle, {}, most};
  return {};
}

template <class T>
Status query::sweep_queries(BasicScenePair<T> given, std::span<const Motion> motions, std::span<const Pair> pairs,
                            std::span<BasicImpact<T>> impacts, const BasicSweepOptions<T>& options) noexcept {
  static constexpr Motion still{};
  const Scenes<T> scenes(given);
  return with_kernels([&](const kernels::KernelTable& table) {
    const SweepRules rules{static_cast<double>(options.tolerance), options.leaves_start, options.points};
    return sweep_pairs<T>(scenes, {motions, {&still, 1}, 0}, table, pairs, impacts, rules, options.run);
  });
}

template <class T>
Status try_sweep(BasicScenePair<T> given, std::span<const Motion> motions_a, std::span<const Motion> motions_b,
                 std::span<const Pair> pairs, std::span<std::type_identity_t<BasicImpact<T>>> impacts,
                 const BasicSweepOptions<std::type_identity_t<T>>& options) noexcept {
  const Scenes<T> scenes(given);
  const Motions motions{motions_a, scenes.is_one_scene ? motions_a : motions_b};
  return query::with_kernels([&](const kernels::KernelTable& table) -> Status {
    const Status bad = query::check_sweep_options(options.tolerance, options.max_angle);
    if (!bad.ok() && bad.argument == Argument::tolerance) return bad;
    if (impacts.size() != pairs.size()) return detail::size_error(Argument::results, pairs.size(), impacts.size());
    if (scenes.is_one_scene && !motions_b.empty()) {
      return detail::size_error(Argument::motions_b, 0, motions_b.size(), motions_b.size());
    }
    const Status of_a =
        detail::check_motions(scenes.a, motions.a, scenes.is_one_scene ? Argument::motions : Argument::motions_a);
    if (!of_a.ok()) return of_a;
    const Status of_b =
        scenes.is_one_scene ? Status{} : detail::check_motions(scenes.b, motions.b, Argument::motions_b);
    if (!of_b.ok()) return of_b;
    const double most = static_cast<double>(options.max_angle);
    if (!bad.ok()) return bad;
    const Status turn_a =
        check_turns(scenes.a, motions.a, most, scenes.is_one_scene ? Argument::motions : Argument::motions_a);
    if (!turn_a.ok()) return turn_a;
    const Status turn_b = scenes.is_one_scene ? Status{} : check_turns(scenes.b, motions.b, most, Argument::motions_b);
    if (!turn_b.ok()) return turn_b;
    const query::SweepRules rules{static_cast<double>(options.tolerance), options.leaves_start, options.points};
    return sweep_pairs<T>(scenes, motions, table, pairs, impacts, rules, options.run);
  });
}

template Status query::sweep_checked(ScenePair, const kernels::KernelTable&, std::span<const Motion>,
                                     std::span<const Motion>, std::span<const Pair>, std::span<Impact>,
                                     const SweepRules&, const Options&) noexcept;
template Status query::sweep_checked(ScenePaird, const kernels::KernelTable&, std::span<const Motion>,
                                     std::span<const Motion>, std::span<const Pair>, std::span<Impactd>,
                                     const SweepRules&, const Options&) noexcept;
template Status query::check_sweep_options(float, float) noexcept;
template Status query::check_sweep_options(double, double) noexcept;
template Status query::sweep_queries(ScenePair, std::span<const Motion>, std::span<const Pair>, std::span<Impact>,
                                     const SweepOptions&) noexcept;
template Status query::sweep_queries(ScenePaird, std::span<const Motion>, std::span<const Pair>, std::span<Impactd>,
                                     const SweepOptionsd&) noexcept;
template Status try_sweep(ScenePair, std::span<const Motion>, std::span<const Motion>, std::span<const Pair>,
                          std::span<Impact>, const SweepOptions&) noexcept;
template Status try_sweep(ScenePaird, std::span<const Motion>, std::span<const Motion>, std::span<const Pair>,
                          std::span<Impactd>, const SweepOptionsd&) noexcept;

}  // namespace satchel
