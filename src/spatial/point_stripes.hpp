// Stripes over the large outlines of a scene, for calls with many points.
#pragma once

#include <vector>

#include <satchel/error.hpp>
#include <satchel/options.hpp>

#include "format/point_layout.hpp"
#include "scene/data.hpp"

namespace satchel::spatial {

class PointStripes {
 public:
  /// Makes them of all bodies that are large outlines, or of none if these are not few beside the points.
  /// O(bodies + groups of edges). Errors: no_memory, cancelled.
  template <class T>
  Status make(const detail::SceneData<T>& scene, std::size_t points, const Options& options) noexcept;

  kernels::StripesView view() const noexcept {
    return {of_body_.empty() ? nullptr : of_body_.data(), starts_.data(), groups_.data()};
  }

 private:
  std::vector<kernels::OutlineStripes> of_body_;
  std::vector<std::uint32_t> starts_;
  std::vector<kernels::StripeGroup> groups_;
};

}  // namespace satchel::spatial
