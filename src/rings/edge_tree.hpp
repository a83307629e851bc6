// An implicit tree of boxes over the edges of a geometry: eight edges in a row, in the order of the rings, eight rows
// below a row of the next level, and so on. Rings that are near each other come one after the other.
//
// Box coordinates are floats from 0 to 1 over the box of the geometry. The map is monotone, so boxes of edges that meet
// meet. The upper ends are raised by so much that edges whose boxes do not meet stay apart when the geometry is
// rotated.
#pragma once

#include "rings/nesting.hpp"
#include "rings/pair_judge.hpp"

namespace satchel::rings {

class EdgeTree {
 public:
  /// O(n + R log R).
  void build(const Boundary& boundary, const Margins& margins);

  /// Whether edges whose boxes do not meet stay apart.
  bool keeps_apart() const { return keeps_apart_; }

  /// Judges all pairs of edges whose boxes meet, but for neighbours and for pairs behind a fault. Returns false if it
  /// gave up, because it would have to look at more than `limit` edges an edge.
  bool judge_near(const Boundary& boundary, PairJudge& judge, std::uint64_t limit);

  /// Finds `left_of` of all rings: each looks at the edges whose boxes its ray meets, the rightmost first.
  void find_left_of(const Boundary& boundary, Nesting& nesting) const;

 private:
  static constexpr std::uint32_t fan = 8;

  struct FloatBox {
    float min_x, max_x, min_y, max_y;
  };
  /// Boxes of edges, or of the rows below.
  struct Row {
    float min_x[fan], max_x[fan], min_y[fan], max_y[fan];

    FloatBox box(std::uint32_t k) const { return {min_x[k], max_x[k], min_y[k], max_y[k]}; }
    void set(std::uint32_t k, const FloatBox& box);
    FloatBox all() const;
    std::uint64_t near(const FloatBox& box) const;
  };
  struct Ray {
    float x, y;
    const Lookout& lookout;
    NearestEdge nearest;
    float least = -1;  ///< boxes that end below that in x hold no nearer edge
  };

  void order_rings(const Boundary& boundary);
  void fill_edges(const Boundary& boundary, float gap_x, float gap_y);
  bool judge_rows(std::uint32_t level, std::uint32_t r, std::uint32_t s);
  bool judge_edges(std::uint32_t r, std::uint32_t s);
  void look(std::uint32_t level, std::uint32_t r, Ray& ray) const;
  const Row& row(std::uint32_t level, std::uint32_t r) const { return rows_[level_starts_[level] + r]; }
  float map_x(double x) const { return static_cast<float>((x - box_.min_x) * scale_x_); }
  float map_y(double y) const { return static_cast<float>((y - box_.min_y) * scale_y_); }

  struct Keyed {
    std::uint64_t key;
    std::uint32_t ring;
  };
  std::vector<Row> rows_;
  std::vector<std::uint32_t> level_starts_;
  std::vector<std::uint32_t> edges_;  ///< which edge has each place in the rows of level 0
  std::vector<Keyed> order_;
  Box box_{};
  double scale_x_ = 1, scale_y_ = 1;
  bool keeps_apart_ = false;
  const Boundary* boundary_ = nullptr;  // during judge_near and find_left_of
  PairJudge* judge_ = nullptr;
  std::uint64_t left_ = 0;
};

}  // namespace satchel::rings
