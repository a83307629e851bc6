// Boxes of edges, and which of them meet a box: a binary tree over the boxes, split at medians. Directions count as places do, so
// that edges that fan out from a point, or lie at one place, are not all found.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace satchel::detail {

/// Where an edge lies, and its direction: from `min` to `max` along x, along y, and of the two members of a vector along it.
struct EdgeBox {
  std::array<double, 4> min, max;

  bool meets(const EdgeBox& other) const {
    for (std::size_t k = 0; k < min.size(); ++k) {
      if (!(min[k] <= other.max[k] && other.min[k] <= max[k])) return false;
    }
    return true;
  }
  /// That of an edge at the same place which runs in the opposite direction.
  EdgeBox opposite() const { return {{min[0], min[1], -max[2], -max[3]}, {max[0], max[1], -min[2], -min[3]}}; }
};

class EdgeBoxes {
 public:
  /// O(n log n).
  explicit EdgeBoxes(std::vector<EdgeBox> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    std::size_t nodes = 1;
    while (nodes * leaf < boxes_.size()) nodes *= 2;
    nodes_.resize(2 * nodes);
    if (!boxes_.empty()) build(1, 0, boxes_.size());
  }

  /// Calls visit(i) for all boxes that meet this one.
  template <class Visit>
  void for_each_meeting(const EdgeBox& box, Visit visit) const {
    if (!boxes_.empty()) search(1, 0, boxes_.size(), box, visit);
  }

 private:
  static constexpr std::size_t leaf = 8;

  bool is_leaf(std::size_t node) const { return 2 * node >= nodes_.size(); }

  void build(std::size_t node, std::size_t begin, std::size_t end) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EdgeBox all{{infinity, infinity, infinity, infinity}, {-infinity, -infinity, -infinity, -infinity}};
    EdgeBox sums = all;  // twice the centres: a wide box is wide on both sides of a split
    for (std::size_t i = begin; i < end; ++i) {
      const EdgeBox& box = boxes_[order_[i]];
      for (std::size_t k = 0; k < all.min.size(); ++k) {
        all.min[k] = std::min(all.min[k], box.min[k]);
        all.max[k] = std::max(all.max[k], box.max[k]);
        sums.min[k] = std::min(sums.min[k], box.min[k] + box.max[k]);
        sums.max[k] = std::max(sums.max[k], box.min[k] + box.max[k]);
      }
    }
    nodes_[node] = all;
    if (is_leaf(node)) return;
    std::size_t axis = 0;
    for (std::size_t k = 1; k < all.min.size(); ++k) {
      if (sums.max[k] - sums.min[k] > sums.max[axis] - sums.min[axis]) axis = k;
    }
    const std::size_t middle = (begin + end) / 2;
    const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t i, std::uint32_t j) {
      const EdgeBox &p = boxes_[i], &q = boxes_[j];
      return p.min[axis] + p.max[axis] < q.min[axis] + q.max[axis];
    });
    build(2 * node, begin, middle);
    build(2 * node + 1, middle, end);
  }

  template <class Visit>
  void search(std::size_t node, std::size_t begin, std::size_t end, const EdgeBox& box, Visit& visit) const {
    if (!nodes_[node].meets(box)) return;
    if (is_leaf(node)) {
      for (std::size_t i = begin; i < end; ++i) {
        if (boxes_[order_[i]].meets(box)) visit(order_[i]);
      }
      return;
    }
    const std::size_t middle = (begin + end) / 2;
    search(2 * node, begin, middle, box, visit);
    search(2 * node + 1, middle, end, box, visit);
  }

  std::vector<EdgeBox> boxes_;
  std::vector<std::uint32_t> order_;
  std::vector<EdgeBox> nodes_;  ///< node k above the nodes 2 k and 2 k + 1; the root is node 1
};

}  // namespace satchel::detail
