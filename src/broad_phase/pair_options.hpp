// The options of the broad phase: checked, and as kernels take them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <satchel/broad_phase.hpp>

#include "scene/check_motions.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"
#include "tree/grown_box.hpp"

namespace satchel::broad_phase {

/// The first option that is refused, or ok.
/// @param b  null: one scene
template <class T>
Status check_options(const BasicPairOptions<T>& options, const detail::SceneData<T>& a,
                     const detail::SceneData<T>* b) noexcept {
  const std::size_t slots_a = a.bodies.size(), slots = slots_a + (b != nullptr ? b->bodies.size() : 0);
  if (!std::isfinite(options.margin) || options.margin < 0) {
    return detail::margin_error(Argument::margin, static_cast<double>(options.margin));
  }
  if (!options.filters.empty() && options.filters.size() != slots) {
    return detail::size_error(Argument::filters, slots, options.filters.size());
  }
  if (!options.worlds.empty() && options.worlds.size() != slots) {
    return detail::size_error(Argument::worlds, slots, options.worlds.size(), 1);
  }
  if (!options.margins.empty() && options.margins.size() != slots) {
    return detail::size_error(Argument::margin, slots, options.margins.size(), 2);
  }
  for (std::size_t i = 0; i < options.margins.size(); ++i) {
    const T margin = options.margins[i];
    if (std::isfinite(margin) && margin >= 0) continue;
    return detail::margin_error(i, static_cast<double>(margin), b == nullptr, slots_a);
  }
  if (options.motions.empty()) return {};
  if (options.motions.size() != slots) return detail::size_error(Argument::motions, slots, options.motions.size(), 3);
  if (b == nullptr) return detail::check_each_motion(a, options.motions, Argument::motions);
  const Status status = detail::check_each_motion(a, options.motions.first(slots_a), Argument::motions_a);
  return status.ok() ? detail::check_each_motion(*b, options.motions.subspan(slots_a), Argument::motions_b) : status;
}

/// By how much the options grow the boxes of a scene whose first body has this number in their spans.
template <class T>
tree::BoxGrowth<T> growth_of(const BasicPairOptions<T>& options, std::size_t first) {
  // Each of the two boxes gets half of the margin.
  const double margin = std::min(0.5 * static_cast<double>(options.margin), tree::endless_margin);
  return {margin, options.margins.empty() ? nullptr : options.margins.data() + first,
          options.motions.empty() ? nullptr : options.motions.data() + first};
}

}  // namespace satchel::broad_phase
