// `try_nms`: checks the input, sorts the bodies by class and score, and suppresses (suppression.hpp).
#include <satchel/areas.hpp>

#include <algorithm>
#include <cmath>
#include <new>
#include <tuple>
#include <vector>

#include "nms/suppression.hpp"
#include "scene/checks.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"
#include "scene/region_of.hpp"

namespace satchel {
namespace {

template <class T, class Score>
Status check(const BasicScene<T>& scene, std::span<const Score> scores, T threshold,
             std::span<const std::uint32_t> classes) {
  const std::size_t slots = scene.body_slots();
  if (scores.size() != slots) return detail::size_error(Argument::scores, slots, scores.size());
  if (!classes.empty() && classes.size() != slots) return detail::size_error(Argument::classes, slots, classes.size());
  if (!(threshold >= 0 && threshold <= 1)) {
    return {ErrorCode::bad_threshold, 0, Argument::threshold, {}, static_cast<double>(threshold)};
  }
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  const Status lacks_parts = detail::check_has_parts(data);
  for (BodyId body = 0; body < slots; ++body) {
    if (!data.has_body(body)) continue;
    if (!lacks_parts.ok() && !query::is_region(data, body)) return lacks_parts;
    if (!std::isfinite(scores[body])) return {ErrorCode::not_finite, body, Argument::scores};
    const kernels::Place shape = data.shapes[data.body_shapes[body]].place;
    if (shape.is_compound() && data.compounds.parts_overlap(shape)) {
      return {ErrorCode::overlapping_parts, body, Argument::body};
    }
  }
  return {};
}

template <class T, class Score>
Status suppress(const BasicScene<T>& scene, std::span<const Score> scores, T threshold, const Output<BodyId>& kept,
                std::span<const std::uint32_t> classes, const Options& options) noexcept {
  const FpEnvironment environment;
  try {
    if (const Status status = check(scene, scores, threshold, classes); !status.ok()) return status;
    const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
    const auto class_of = [&](BodyId body) { return classes.empty() ? 0 : classes[body]; };
    std::vector<std::tuple<std::uint32_t, Score, BodyId>> sorted;  // class, -score, body
    sorted.reserve(scores.size());
    for (BodyId body = 0; body < scores.size(); ++body) {
      if (data.has_body(body)) sorted.emplace_back(class_of(body), -scores[body], body);
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<BodyId> order;
    std::vector<std::size_t> ends;
    order.reserve(sorted.size());
    for (const auto& [its_class, score, body] : sorted) {
      if (!order.empty() && its_class != class_of(order.back())) ends.push_back(order.size());
      order.push_back(body);
    }
    ends.push_back(order.size());
    detail::Suppression<T> suppression(scene, threshold, order, ends, options);
    if (const Status status = suppression.run(); !status.ok()) return status;
    if (ends.size() > 1 || threshold >= 1) {
      std::sort(suppression.kept.begin(), suppression.kept.end(),
                [&](BodyId p, BodyId q) { return scores[p] != scores[q] ? scores[p] > scores[q] : p < q; });
    }
    BodyId* const to = kept.resize(suppression.kept.size());
    if (to == nullptr && !suppression.kept.empty()) {
      return detail::room_error(suppression.kept.size(), kept.room());
    }
    std::copy(suppression.kept.begin(), suppression.kept.end(), to);
  } catch (const std::bad_alloc&) {
    return {ErrorCode::no_memory};
  }
  return {};
}

}  // namespace

template <class T>
Status try_nms(const BasicScene<T>& scene, std::span<const double> scores, std::type_identity_t<T> threshold,
               Output<BodyId> kept, std::span<const std::uint32_t> classes, const Options& options) noexcept {
  return suppress<T>(scene, scores, threshold, kept, classes, options);
}
template <class T>
Status try_nms(const BasicScene<T>& scene, std::span<const float> scores, std::type_identity_t<T> threshold,
               Output<BodyId> kept, std::span<const std::uint32_t> classes, const Options& options) noexcept {
  return suppress<T>(scene, scores, threshold, kept, classes, options);
}

template Status try_nms(const Scene&, std::span<const double>, float, Output<BodyId>, std::span<const std::uint32_t>,
                        const Options&) noexcept;
template Status try_nms(const Scene&, std::span<const float>, float, Output<BodyId>, std::span<const std::uint32_t>,
                        const Options&) noexcept;
template Status try_nms(const Scened&, std::span<const double>, double, Output<BodyId>, std::span<const std::uint32_t>,
                        const Options&) noexcept;
template Status try_nms(const Scened&, std::span<const float>, double, Output<BodyId>, std::span<const std::uint32_t>,
                        const Options&) noexcept;

}  // namespace satchel
