// Boxes of edges, and which of them meet a box: a binary tree over the boxes, split at medians.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace satchel::detail {

struct EdgeBox {
  double min_x, min_y, max_x, max_y;

  bool meets(const EdgeBox& other) const {
    return min_x <= other.max_x && other.min_x <= max_x && min_y <= other.max_y && other.min_y <= max_y;
  }
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
    EdgeBox all{infinity, infinity, -infinity, -infinity};
    for (std::size_t i = begin; i < end; ++i) {
      const EdgeBox& box = boxes_[order_[i]];
      all = {std::min(all.min_x, box.min_x), std::min(all.min_y, box.min_y), std::max(all.max_x, box.max_x),
             std::max(all.max_y, box.max_y)};
    }
    nodes_[node] = all;
    if (is_leaf(node)) return;
    const bool by_x = all.max_x - all.min_x > all.max_y - all.min_y;
    const std::size_t middle = (begin + end) / 2;
    const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t i, std::uint32_t j) {
      const EdgeBox &p = boxes_[i], &q = boxes_[j];
      return by_x ? p.min_x + p.max_x < q.min_x + q.max_x : p.min_y + p.max_y < q.min_y + q.max_y;
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
