// Finds image pairs where bodies are large against the periods: copies at all images would be many times the bodies.
//
//   for each body a, in parallel: find the bodies b of which some image may meet its box (tree/periodic_search.hpp)
//     for each image of b that may meet it: take (a, b, image)
//
// O(bodies log bodies + image pairs) for bodies within a few periods. The tree is over bodies as they stand: where they are spread
// over many periods its nodes are wider than a period, and each search looks at all bodies.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/image_pair.hpp>
#include <satchel/options.hpp>

#include "broad_phase/search.hpp"
#include "format/box_layout.hpp"
#include "parallel/parallel.hpp"
#include "scene/fail.hpp"
#include "scene/image_place.hpp"
#include "tree/box_groups.hpp"
#include "tree/periodic_search.hpp"

namespace satchel::broad_phase {

/// Searches the trees of an overlap job for image pairs.
/// @tparam MayMeet  may_meet(a, b): whether the pair is wanted at all
/// @tparam Take     take(chunk, pair) -> ErrorCode for each image pair whose boxes may meet, each once; from any thread
template <class MayMeet, class Take>
class ManyImages {
 public:
  ManyImages(const kernels::OverlapJob& job, const Periods& periods, const MayMeet& may_meet, const Take& take)
      : job_(job), periods_(periods), search_(job.targets, periods), may_meet_(may_meet), take_(take) {}

  Status find(const Options& run) const {
    if (job_.queries.group_count == 0 || job_.targets.group_count == 0) return {};
    const std::size_t chunks = search_chunks(job_.queries.group_count);
    std::vector<Status> errors(chunks);
    std::atomic<std::size_t> first_error{chunks};  // the lowest chunk with an error, whatever the threads
    const Status status = parallel::for_each_chunk(chunks, run, [&](std::size_t chunk) noexcept {
      if (chunk > first_error.load(std::memory_order_relaxed)) return;
      try {
        errors[chunk] = search_chunk(chunk);
      } catch (const std::exception&) {  // of vectors
        errors[chunk] = {ErrorCode::no_memory, 0};
      }
      if (errors[chunk].ok()) return;
      std::size_t least = first_error.load(std::memory_order_relaxed);
      while (chunk < least && !first_error.compare_exchange_weak(least, chunk, std::memory_order_relaxed)) {
      }
    });
    const std::size_t least = first_error.load(std::memory_order_relaxed);
    return status.ok() && least < chunks ? errors[least] : status;
  }

 private:
  static constexpr unsigned width = kernels::group_width;

  Status search_chunk(std::size_t chunk) const {
    const Box all = tree::box_around(
        job_.targets.level_count == 0 ? job_.targets.groups[0] : job_.targets.levels[job_.targets.level_count - 1][0]);
    const double largest = tree::largest_coordinate(all) + periods_.x + periods_.y;
    const std::size_t end = std::min<std::size_t>(job_.queries.group_count, (chunk + 1) * groups_per_chunk);
    Status status;
    for (std::size_t group = chunk * groups_per_chunk; group < end; ++group) {
      const kernels::GroupRange range =
          job_.target_range != nullptr ? job_.target_range[group] : kernels::GroupRange{0, job_.targets.group_count};
      for (unsigned lane = 0; lane < width && status.ok(); ++lane) {
        Box box = tree::box_of_lane(job_.queries.groups[group], lane);
        if (tree::is_empty(box)) continue;
        // Coordinates of images are rounded: the query grows by more than that.
        const double rounding = 0x1p-48 * (largest + tree::largest_coordinate(box));
        box = {box.min_x - rounding, box.min_y - rounding, box.max_x + rounding, box.max_y + rounding};
        const BodyId a = job_.queries.ids[group * width + lane];
        search_.find(
            box,
            [&](BodyId b, const Box& box_b) {
              if (status.ok()) status = take_images(chunk, a, box, b, box_b);
            },
            range);
      }
    }
    return status;
  }

  /// Takes the images of b that may meet the box of a; of a body and its own images one of two opposite ones.
  Status take_images(std::size_t chunk, BodyId a, const Box& box, BodyId b, const Box& box_b) const {
    if ((job_.one_tree && b < a) || !may_meet_(a, b)) return {};
    const bool forward = job_.one_tree && a == b;  // images > (0, 0) alone
    detail::ImageRange x = detail::images_between(box_b.min_x, box_b.max_x, box.min_x, box.max_x, periods_.x);
    const detail::ImageRange y = detail::images_between(box_b.min_y, box_b.max_y, box.min_y, box.max_y, periods_.y);
    if (forward) x.first = std::max(x.first, 0.0);
    if (x.count() * y.count() == 0) return {};
    const auto first_y = [&](double i) { return forward && i == 0 ? std::max(y.first, 1.0) : y.first; };
    const double count = (x.count() - 1) * y.count() + std::max(y.last - first_y(x.first) + 1, 0.0);
    if (count > detail::most_images_of_pair) return detail::images_error(a, b, job_.one_tree, count);
    if (!(largest_of(x) <= detail::most_images && largest_of(y) <= detail::most_images)) {
      return detail::far_images_error(Argument::body, b, job_.one_tree ? 0 : 2);
    }
    for (double i = x.first; i <= x.last; ++i) {
      for (double j = first_y(i); j <= y.last; ++j) {
        const ImagePair pair{a, b, static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)};
        if (const ErrorCode refused = take_(chunk, pair); refused != ErrorCode::ok) return {refused, 0};
      }
    }
    return {};
  }

  static double largest_of(const detail::ImageRange& range) {
    return std::max(std::fabs(range.first), std::fabs(range.last));
  }

  kernels::OverlapJob job_;
  Periods periods_;
  tree::PeriodicSearch search_;
  const MayMeet& may_meet_;
  const Take& take_;
};

}  // namespace satchel::broad_phase
