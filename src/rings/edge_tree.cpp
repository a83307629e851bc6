#include "rings/edge_tree.hpp"

#include <bit>
#include <cstring>

namespace satchel::rings {
namespace {

/// The bits of a number, with a zero before each.
std::uint64_t spread(std::uint64_t bits) {
  bits = (bits | bits << 16) & 0x0000ffff0000ffff;
  bits = (bits | bits << 8) & 0x00ff00ff00ff00ff;
  bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0f;
  bits = (bits | bits << 2) & 0x3333333333333333;
  return (bits | bits << 1) & 0x5555555555555555;
}

}  // namespace

void EdgeTree::Row::set(std::uint32_t k, const FloatBox& box) {
  min_x[k] = box.min_x;
  max_x[k] = box.max_x;
  min_y[k] = box.min_y;
  max_y[k] = box.max_y;
}

EdgeTree::FloatBox EdgeTree::Row::all() const {
  FloatBox all = box(0);
  for (std::uint32_t k = 1; k < fan; ++k) {
    all.min_x = std::min(all.min_x, min_x[k]);
    all.max_x = std::max(all.max_x, max_x[k]);
    all.min_y = std::min(all.min_y, min_y[k]);
    all.max_y = std::max(all.max_y, max_y[k]);
  }
  return all;
}

/// A byte for each box, not 0 where it meets another one.
std::uint64_t EdgeTree::Row::near(const FloatBox& box) const {
  std::uint8_t bytes[fan];
  for (std::uint32_t k = 0; k < fan; ++k) {
    const bool meets =
        (min_x[k] <= box.max_x) & (max_x[k] >= box.min_x) & (min_y[k] <= box.max_y) & (max_y[k] >= box.min_y);
    bytes[k] = meets ? 1 : 0;
  }
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// By the Z-order of their first vertices.
void EdgeTree::order_rings(const Boundary& boundary) {
  order_.clear();
  for (std::uint32_t r = 0; r < boundary.rings.size(); ++r) {
    const CleanRing& ring = boundary.rings[r];
    if (ring.count == 0) continue;
    const auto x = static_cast<std::uint32_t>(map_x(boundary.x[ring.first]) * 65535.0f),
               y = static_cast<std::uint32_t>(map_y(boundary.y[ring.first]) * 65535.0f);
    order_.push_back({spread(x) | spread(y) << 1, r});
  }
  std::sort(order_.begin(), order_.end(),
            [](const Keyed& p, const Keyed& q) { return p.key != q.key ? p.key < q.key : p.ring < q.ring; });
}

void EdgeTree::fill_edges(const Boundary& boundary, float gap_x, float gap_y) {
  std::uint32_t place = 0;
  for (const Keyed& keyed : order_) {
    const CleanRing& ring = boundary.rings[keyed.ring];
    float x = map_x(boundary.x[ring.first]), y = map_y(boundary.y[ring.first]);
    for (std::uint32_t edge = ring.first; edge < ring.first + ring.count; ++edge, ++place) {
      const float next_x = map_x(boundary.x[edge + 1]), next_y = map_y(boundary.y[edge + 1]);
      rows_[place / fan].set(place % fan, {std::min(x, next_x), std::max(x, next_x) + gap_x, std::min(y, next_y),
                                           std::max(y, next_y) + gap_y});
      edges_[place] = edge;
      x = next_x;
      y = next_y;
    }
  }
  for (; place % fan != 0; ++place) rows_[place / fan].set(place % fan, {3, -3, 3, -3});
}

void EdgeTree::build(const Boundary& boundary, const Margins& margins) {
  box_ = boundary.box;
  scale_x_ = 1 / box_.width();
  scale_y_ = 1 / box_.height();
  // A coordinate is off by at most 2^-25, a raised one by 2^-24 more.
  double gap_x = 0x1p-22 + 2 * margins.move * scale_x_, gap_y = 0x1p-22 + 2 * margins.move * scale_y_;
  keeps_apart_ = std::max(gap_x, gap_y) < 0x1p-8;
  if (!keeps_apart_) gap_x = gap_y = 0;

  order_rings(boundary);
  std::size_t count = boundary.size - order_.size(), total = 0;
  make_room(edges_, count);
  level_starts_.clear();
  for (std::size_t rows = count; rows > 1 || level_starts_.empty();) {
    rows = (rows + fan - 1) / fan;
    level_starts_.push_back(static_cast<std::uint32_t>(total));
    total += rows;
  }
  make_room(rows_, total);
  fill_edges(boundary, static_cast<float>(gap_x), static_cast<float>(gap_y));
  for (std::size_t level = 1; level < level_starts_.size(); ++level) {
    const std::uint32_t below = level_starts_[level - 1], first = level_starts_[level], children = first - below;
    for (std::uint32_t k = 0; k < children; ++k) rows_[first + k / fan].set(k % fan, rows_[below + k].all());
    for (std::uint32_t k = children; k % fan != 0; ++k) rows_[first + k / fan].set(k % fan, {3, -3, 3, -3});
  }
}

bool EdgeTree::judge_near(const Boundary& boundary, PairJudge& judge, std::uint64_t limit) {
  boundary_ = &boundary;
  judge_ = &judge;
  left_ = limit * boundary.size;
  return judge_rows(static_cast<std::uint32_t>(level_starts_.size() - 1), 0, 0);
}

/// Judges the pairs of an edge below row r and one below row s, r <= s. (All pairs below a row: r == s.)
bool EdgeTree::judge_rows(std::uint32_t level, std::uint32_t r, std::uint32_t s) {
  if (level == 0) return judge_edges(r, s);
  if (left_ == 0) return false;
  --left_;
  const Row &one = row(level, r), &other = row(level, s);
  for (std::uint32_t k = 0; k < fan; ++k) {
    std::uint64_t near = other.near(one.box(k));
    if (r == s) near &= ~std::uint64_t{0} << 8 * k;
    for (; near != 0; near &= near - 1) {
      const std::uint32_t m = static_cast<std::uint32_t>(std::countr_zero(near)) / 8;
      if (!judge_rows(level - 1, fan * r + k, fan * s + m)) return false;
    }
  }
  return true;
}

bool EdgeTree::judge_edges(std::uint32_t r, std::uint32_t s) {
  const Row &one = row(0, r), &other = row(0, s);
  std::uint64_t looked = fan;
  for (std::uint32_t k = 0; k < fan; ++k) {
    std::uint64_t near = other.near(one.box(k));
    if (r == s) near = k + 1 < fan ? near & ~std::uint64_t{0} << 8 * (k + 1) : 0;
    for (; near != 0; near &= near - 1) {
      const std::uint32_t m = static_cast<std::uint32_t>(std::countr_zero(near)) / 8;
      const std::uint32_t i = edges_[fan * r + k], j = edges_[fan * s + m];
      const std::uint32_t edge = std::min(i, j), later = std::max(i, j);
      ++looked;
      if (later <= judge_->later() && !boundary_->are_neighbours(edge, later)) judge_->judge(edge, later);
    }
  }
  if (left_ < looked) return false;
  left_ -= looked;
  return true;
}

void EdgeTree::find_left_of(const Boundary& boundary, Nesting& nesting) const {
  for (const Lookout& lookout : nesting.lookouts) {
    Ray ray{map_x(lookout.vertex.x), map_y(lookout.vertex.y), lookout, NearestEdge(boundary, lookout)};
    look(static_cast<std::uint32_t>(level_starts_.size() - 1), 0, ray);
    nesting.left_of[lookout.ring] = ray.nearest.edge();
  }
}

void EdgeTree::look(std::uint32_t level, std::uint32_t r, Ray& ray) const {
  const Row& tree_row = row(level, r);
  std::uint64_t near = tree_row.near({0, ray.x, ray.y, ray.y});
  std::uint32_t found[fan], count = 0;
  for (; near != 0; near &= near - 1) {
    const std::uint32_t k = static_cast<std::uint32_t>(std::countr_zero(near)) / 8;
    std::uint32_t at = count++;
    for (; at > 0 && tree_row.max_x[found[at - 1]] < tree_row.max_x[k]; --at) found[at] = found[at - 1];
    found[at] = k;
  }
  const CleanRing& own = ray.nearest.boundary().rings[ray.lookout.ring];
  for (std::uint32_t i = 0; i < count && tree_row.max_x[found[i]] >= ray.least; ++i) {
    const std::uint32_t child = fan * r + found[i];
    if (level > 0) {
      look(level - 1, child, ray);
      continue;
    }
    const std::uint32_t edge = edges_[child];
    if (edge >= own.first && edge < own.first + own.count) continue;
    ray.nearest.show(edge);
    if (ray.nearest.edge() == edge) ray.least = tree_row.min_x[found[i]];
  }
}

}  // namespace satchel::rings
