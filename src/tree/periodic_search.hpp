// Finds the bodies of which some image meets a box, in a tree over the bodies where they are.
//
// A box is tested with all its images at once: along an axis, an image of it meets the query if the distance of the two
// middles, up to a whole number of periods, is at most the sum of the half widths. So bodies may lie any number of
// periods apart, and the search goes down once.
#pragma once

#include <cmath>
#include <cstdint>

#include <satchel/image_pair.hpp>

#include "format/box_layout.hpp"
#include "tree/box_groups.hpp"

namespace satchel::tree {

class PeriodicSearch {
 public:
  PeriodicSearch(const kernels::BoxTreeView& tree, const Periods& periods)
      : tree_(tree), x_(periods.x), y_(periods.y) {}

  /// Calls visit(body, its box) for each body of which an image may meet the box; for some others, too. A number of
  /// periods between the two is at most 2^30.
  template <class Visit>
  void find(const Box& box, const Visit& visit) const {
    find(box, visit, {0, tree_.group_count});
  }
  /// The same among the bodies of some groups.
  template <class Visit>
  void find(const Box& box, const Visit& visit, const kernels::GroupRange& groups) const {
    if (groups.first < groups.last) find_below(box, tree_.level_count, 0, groups, visit);
  }

 private:
  static constexpr unsigned width = kernels::group_width;

  /// An axis, in periods; one without a period in units.
  struct Axis {
    double scale, wraps;
    explicit Axis(double period) : scale(period > 0 ? 1 / period : 1), wraps(period > 0 ? 1 : 0) {}

    /// Whether [least, largest] may meet an image of [low, high]. False for empty ones: their middle is NaN.
    bool meet(double least, double largest, double low, double high) const {
      const double apart = ((least + largest) - (low + high)) * (0.5 * scale);
      const double reach = ((largest - least) + (high - low)) * (0.5 * scale);
      constexpr double to_integer = 0x1.8p52;
      const double whole = wraps * ((apart + to_integer) - to_integer);
      return std::fabs(apart - whole) <= reach + 0x1p-48 * std::fabs(apart);
    }
  };

  /// Whether a node, which is a group at level 0, has some of these groups below it.
  static bool has_some(const kernels::GroupRange& groups, unsigned level, std::uint32_t node) {
    const unsigned shift = kernels::group_shift * level;
    return groups.first >> shift <= node && node <= (groups.last - 1) >> shift;
  }

  template <class Visit>
  void find_below(const Box& box, unsigned level, std::uint32_t node, const kernels::GroupRange& groups,
                  const Visit& visit) const {
    const kernels::BoxGroup& boxes = level == 0 ? tree_.groups[node] : tree_.levels[level - 1][node];
    unsigned met = 0;
    for (unsigned i = 0; i < width; ++i) {
      const unsigned meets = unsigned{x_.meet(box.min_x, box.max_x, boxes.min_x[i], boxes.max_x[i])} &
                             unsigned{y_.meet(box.min_y, box.max_y, boxes.min_y[i], boxes.max_y[i])};
      met |= meets << i;
    }
    for (; met != 0; met &= met - 1) {
      const auto i = static_cast<unsigned>(__builtin_ctz(met));
      const std::uint32_t child = node * width + i;
      if (level > 0) {
        if (has_some(groups, level - 1, child)) find_below(box, level - 1, child, groups, visit);
      } else {
        visit(tree_.ids[child], box_of_lane(boxes, i));
      }
    }
  }

  kernels::BoxTreeView tree_;
  Axis x_, y_;
};

}  // namespace satchel::tree
