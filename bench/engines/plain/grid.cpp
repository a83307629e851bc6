// A plain uniform grid, as anybody would write it: the honest baseline of broad phases. Cells as large as the largest
// box; a box belongs to the cell of its lower left corner and is compared with those of its own cell and of the eight
// around it. Boxes are given; Satchel computes them from its scene.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "harness/broad_phase_engine.hpp"

namespace satchel_bench {
namespace {

using satchel::BodyId;
using satchel::Box;
using satchel::Pair;

class Grid : public BroadPhaseEngine {
 public:
  explicit Grid(const Crowd& crowd) : boxes_(crowd.boxes) {}

  void run() override {
    double min_x = 1e300, min_y = 1e300, max_x = -1e300, max_y = -1e300, size = 1e-30;
    for (const Box& box : boxes_) {
      min_x = std::min(min_x, box.min_x), max_x = std::max(max_x, box.min_x);
      min_y = std::min(min_y, box.min_y), max_y = std::max(max_y, box.min_y);
      size = std::max({size, box.max_x - box.min_x, box.max_y - box.min_y});
    }
    // No more cells than four a box.
    size = std::max(size, std::sqrt((max_x - min_x + size) * (max_y - min_y + size) /
                                    (4 * static_cast<double>(boxes_.size()) + 16)));
    const auto column = [&](double x) { return static_cast<std::size_t>((x - min_x) / size); };
    const auto row = [&](double y) { return static_cast<std::size_t>((y - min_y) / size); };
    const std::size_t width = column(max_x) + 2, cells = width * (row(max_y) + 2);
    const auto cell_of = [&](const Box& box) { return row(box.min_y) * width + column(box.min_x); };
    ends_.assign(cells + 1, 0);
    for (const Box& box : boxes_) ++ends_[cell_of(box) + 1];
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    next_.assign(ends_.begin(), ends_.end() - 1);
    sorted_.resize(boxes_.size());
    bodies_.resize(boxes_.size());
    for (BodyId body = 0; body < boxes_.size(); ++body) {
      const std::uint32_t place = next_[cell_of(boxes_[body])]++;
      sorted_[place] = boxes_[body];
      bodies_[place] = body;
    }
    pairs_.clear();
    for (std::size_t cell = 0; cell < cells; ++cell) {
      for (std::uint32_t i = ends_[cell]; i < ends_[cell + 1]; ++i) {
        find(i, i + 1, ends_[cell + 1]);
        if (cell + 1 < cells) find(i, ends_[cell + 1], ends_[cell + 2]);                          // right
        if (cell + width + 1 < cells) find(i, ends_[cell + width - 1], ends_[cell + width + 2]);  // the three above
      }
    }
  }
  std::span<const Pair> pairs() const override { return pairs_; }

 protected:
  std::vector<Pair> pairs_;
  std::span<const Box> boxes_;

 private:
  void find(std::uint32_t i, std::uint32_t from, std::uint32_t to) {
    const Box& box = sorted_[i];
    for (std::uint32_t k = from; k < to; ++k) {
      const Box& other = sorted_[k];
      if (box.min_x <= other.max_x && other.min_x <= box.max_x && box.min_y <= other.max_y &&
          other.min_y <= box.max_y) {
        pairs_.push_back({std::min(bodies_[i], bodies_[k]), std::max(bodies_[i], bodies_[k])});
      }
    }
  }

  std::vector<std::uint32_t> ends_, next_;
  std::vector<Box> sorted_;
  std::vector<BodyId> bodies_;
};

/// The list sorted by (a, b): by b and then by a, each in one pass.
class SortedGrid final : public Grid {
 public:
  using Grid::Grid;

  void run() override {
    Grid::run();
    sort_by(&Pair::b, pairs_, other_);
    sort_by(&Pair::a, other_, pairs_);
  }

 private:
  void sort_by(BodyId Pair::*body, const std::vector<Pair>& from, std::vector<Pair>& to) {
    starts_.assign(boxes_.size() + 1, 0);
    for (const Pair& pair : from) ++starts_[pair.*body + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    to.resize(from.size());
    for (const Pair& pair : from) to[starts_[pair.*body]++] = pair;
  }

  std::vector<Pair> other_;
  std::vector<std::uint32_t> starts_;
};

const Registered<BroadPhaseEntry> sorted({.query = "pairs",
                                          .engine = "grid",
                                          .note = "a plain uniform grid; sorted list of pairs, from boxes",
                                          .make = make_broad_phase<SortedGrid>,
                                          .max_bodies = peers_max_bodies});
const Registered<BroadPhaseEntry> unsorted({.query = "pairs",
                                            .engine = "grid_unsorted",
                                            .note = "the same, the list in the order of the cells",
                                            .make = make_broad_phase<Grid>,
                                            .max_bodies = peers_max_bodies});

}  // namespace
}  // namespace satchel_bench
