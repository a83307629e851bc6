#include "spatial/point_stripes.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include "format/tree_layout.hpp"
#include "parallel/parallel.hpp"

namespace satchel::spatial {
namespace {

/// Stripes take less time than without them from about so many points an outline on.
constexpr std::size_t fewest_points = 32;
constexpr std::uint32_t groups_of_stripe = 4;  ///< how many stripes there are at first
constexpr std::uint32_t most_listed = 4;       ///< on average in so many stripes; else there are half as many

/// The groups of edges of one outline, dealt to stripes.
template <class T>
class Striping {
 public:
  Striping(const detail::SceneData<T>& scene, BodyId body)
      : block_{scene.compounds.outlines.table().of(scene.bodies[body].place), scene.outline_of(body).groups,
               scene.outline_of(body).rings} {
    // No less than the kernel's error at points that are not far: see PointsInOutlines.
    const kernels::BodyRecord<T>& record = scene.bodies[body];
    error_ = 0x1p-48 * (static_cast<double>(record.reach) + std::fabs(record.x) + std::fabs(record.y));
  }

  /// As many stripes as do not list groups too often; `first` is not set.
  kernels::OutlineStripes choose() const {
    const T* const whole = block_.whole();  // -min_x, -min_y, max_x, max_y
    const double low = -static_cast<double>(whole[1]), height = static_cast<double>(whole[3]) - low;
    kernels::OutlineStripes stripes{low, 0, -static_cast<double>(whole[0]), 0, block_.groups / groups_of_stripe};
    for (;; stripes.count /= 2) {
      stripes.per_height = static_cast<double>(stripes.count) / height;
      if (stripes.count == 1 || count_listed(stripes) <= most_listed * std::uint64_t{block_.groups}) return stripes;
    }
  }

  std::uint64_t count_listed(const kernels::OutlineStripes& stripes) const {
    std::uint64_t count = 0;
    for (std::uint32_t group = 0; group < block_.groups; ++group) {
      const auto [first, last] = stripes_at(stripes, group);
      count += last - first + 1;
    }
    return count;
  }

  /// Lists the groups of each stripe.
  /// @param starts  stripes.count + 1 of them, the first of which is set
  void list(const kernels::OutlineStripes& stripes, std::uint32_t* starts, kernels::StripeGroup* groups) const {
    // starts[s + 1]: first how many groups stripe s lists, then where its next one goes: in the end where it ends.
    std::fill_n(starts + 1, stripes.count, 0u);
    for_each(stripes, [&](std::uint32_t stripe, std::uint32_t) { ++starts[stripe + 1]; });
    std::uint32_t sum = starts[0];
    for (std::uint32_t s = 1; s <= stripes.count; ++s) sum += std::exchange(starts[s], sum);
    for_each(stripes, [&](std::uint32_t stripe, std::uint32_t group) {
      const double from_left = static_cast<double>(block_.box_of_group(group)[16]) - stripes.left;
      constexpr float infinity = std::numeric_limits<float>::infinity();
      const float max_x = from_left > 0x1p126 ? infinity : kernels::TreeFrame::float_above(from_left);
      groups[starts[stripe + 1]++] = {max_x, group};
    });
  }

 private:
  std::pair<std::uint32_t, std::uint32_t> stripes_at(const kernels::OutlineStripes& stripes,
                                                     std::uint32_t group) const {
    const T* const box = block_.box_of_group(group);
    return {stripes.stripe_of(-static_cast<double>(box[8]) - error_),
            stripes.stripe_of(static_cast<double>(box[24]) + error_)};
  }
  template <class Use>
  void for_each(const kernels::OutlineStripes& stripes, const Use& use) const {
    for (std::uint32_t group = 0; group < block_.groups; ++group) {
      const auto [first, last] = stripes_at(stripes, group);
      for (std::uint32_t s = first; s <= last; ++s) use(s, group);
    }
  }

  kernels::OutlineBlock<const T> block_;
  double error_;
};

template <class T>
bool is_large(const detail::SceneData<T>& scene, BodyId body) {
  const kernels::Place place = scene.bodies[body].place;
  return !place.is_removed() && place.is_outline() &&
         scene.outline_of(body).groups > kernels::most_groups_without_stripes;
}

}  // namespace

template <class T>
Status PointStripes::make(const detail::SceneData<T>& scene, std::size_t points, const Options& options) noexcept {
  if (points < fewest_points || scene.compounds.outlines.large == 0) return {};
  try {
    std::vector<BodyId> large;
    for (BodyId body = 0; body < scene.bodies.size(); ++body) {
      if (is_large(scene, body)) large.push_back(body);
    }
    if (large.empty() || points / fewest_points < large.size()) return {};
    Options quiet = options;
    quiet.progress = nullptr;
    of_body_.assign(scene.bodies.size(), {});
    std::vector<std::uint64_t> listed(large.size());
    Status status = parallel::for_each_chunk(large.size(), quiet, [&](std::size_t i) noexcept {
      const Striping<T> striping(scene, large[i]);
      of_body_[large[i]] = striping.choose();
      listed[i] = striping.count_listed(of_body_[large[i]]);
    });
    std::uint64_t starts = 0, groups = 0;
    for (std::size_t i = 0; i < large.size(); ++i) {
      of_body_[large[i]].first = static_cast<std::uint32_t>(starts);
      starts += of_body_[large[i]].count + std::uint64_t{1};
      groups += std::exchange(listed[i], groups);
    }
    if (!status.ok() || groups > 0xffffffff) {  // there are no more starts than groups
      of_body_.clear();
      return status;
    }
    starts_.resize(static_cast<std::size_t>(starts));
    groups_.resize(static_cast<std::size_t>(groups));
    return parallel::for_each_chunk(large.size(), quiet, [&](std::size_t i) noexcept {
      const kernels::OutlineStripes& stripes = of_body_[large[i]];
      starts_[stripes.first] = static_cast<std::uint32_t>(listed[i]);
      Striping<T>(scene, large[i]).list(stripes, starts_.data() + stripes.first, groups_.data());
    });
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

template Status PointStripes::make(const detail::SceneData<float>&, std::size_t, const Options&) noexcept;
template Status PointStripes::make(const detail::SceneData<double>&, std::size_t, const Options&) noexcept;

}  // namespace satchel::spatial
