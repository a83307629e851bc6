// Boxes of some bodies in groups, as queries to a tree of all bodies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "format/box_layout.hpp"
#include "tree/box_groups.hpp"
#include "tree/buffer.hpp"

namespace satchel::broad_phase {

class QueryGroups {
 public:
  /// Removes all boxes, and makes room for so many groups. Throws std::bad_alloc.
  void begin(std::size_t groups) {
    groups_.need(groups);
    numbers_.need(groups << kernels::group_shift);
    nodes_.need((groups + kernels::group_width - 1) >> kernels::group_shift);
    count_ = 0;
    lane_ = kernels::group_width;
  }
  /// Adds a box.
  /// @param section  of near boxes; boxes of several sections do not share a group. Sections come one after the other.
  void add(std::uint32_t number, const Box& box, std::uint32_t section) noexcept {
    if (lane_ == kernels::group_width || section != section_) open_group(section);
    tree::set_lane(groups_.data()[count_ - 1], lane_, box);
    numbers_.data()[((count_ - 1) << kernels::group_shift) + lane_] = number;
    next_ = number + 1;
    ++lane_;
    // Each box widens the box around its group.
    kernels::BoxGroup& node = nodes_.data()[(count_ - 1) >> kernels::group_shift];
    const std::size_t lane = (count_ - 1) & (kernels::group_width - 1);
    tree::set_lane(node, lane, tree::box_around(tree::box_of_lane(node, lane), box));
  }

  std::size_t group_count() const noexcept { return count_; }
  kernels::BoxTreeView view() const noexcept {
    return {groups_.data(), numbers_.data(), {nodes_.data()}, 1, static_cast<std::uint32_t>(count_)};
  }
  /// The range of the numbers in some groups, the last one past, if numbers were added in order.
  std::pair<std::uint32_t, std::uint32_t> numbers_of(std::size_t first_group, std::size_t groups) const noexcept {
    const std::size_t end = first_group + groups;
    return {numbers_.data()[first_group << kernels::group_shift],
            end < count_ ? numbers_.data()[end << kernels::group_shift] : next_};
  }
  std::size_t bytes() const noexcept { return groups_.bytes() + nodes_.bytes() + numbers_.bytes(); }

 private:
  void open_group(std::uint32_t section) noexcept {
    for (std::size_t k = 0; k < kernels::group_width; ++k) {
      tree::set_lane(groups_.data()[count_], k, kernels::empty_box);
      numbers_.data()[(count_ << kernels::group_shift) + k] = 0;
    }
    tree::set_lane(nodes_.data()[count_ >> kernels::group_shift], count_ & (kernels::group_width - 1),
                   kernels::empty_box);
    section_ = section;
    lane_ = 0;
    ++count_;
  }

  tree::Buffer<kernels::BoxGroup> groups_, nodes_;
  tree::Buffer<std::uint32_t> numbers_;
  std::size_t count_ = 0, lane_ = kernels::group_width;
  std::uint32_t section_ = 0, next_ = 0;
};

}  // namespace satchel::broad_phase
