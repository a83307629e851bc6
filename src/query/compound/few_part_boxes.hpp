// The boxes of the parts of a pair of bodies, and the gaps between these.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "query/compound/part_boxes.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// A pair of bodies in evaluation order, and the parts of each.
struct PairOfParts {
  BodyId id_a, id_b;
  detail::PartRange a, b;
};

/// The boxes for a list of pairs of one kind: A is a compound in all of them or in none, and so is B.
template <class T>
class FewPartBoxes {
  using Scene = detail::SceneData<T>;

 public:
  FewPartBoxes(const Scene& a, const Scene& b, bool is_compound_a, bool is_compound_b)
      : a_(a),
        b_(b),
        is_compound_a_(is_compound_a),
        is_compound_b_(is_compound_b),
        boxes_a_(is_compound_a ? a.compounds.boxes.data() : a.boxes.data()),
        boxes_b_(is_compound_b ? b.compounds.boxes.data() : b.boxes.data()) {}

  bool is_compound_a() const { return is_compound_a_; }
  bool is_compound_b() const { return is_compound_b_; }

  double delta_x(const PairOfParts& pair) const { return b_.bodies[pair.id_b].x - a_.bodies[pair.id_a].x; }
  double delta_y(const PairOfParts& pair) const { return b_.bodies[pair.id_b].y - a_.bodies[pair.id_a].y; }
  T slack(const PairOfParts& pair) const {
    return slack_of(a_.bodies[pair.id_a], b_.bodies[pair.id_b], delta_x(pair), delta_y(pair));
  }

  /// The smallest gap between the boxes of two parts.
  T least_gap(const PairOfParts& pair) const {
    const T dx = static_cast<T>(delta_x(pair)), dy = static_cast<T>(delta_y(pair));
    T least = std::numeric_limits<T>::infinity();
    for (std::uint32_t i = 0; i < pair.a.count; ++i) {
      for (std::uint32_t j = 0; j < pair.b.count; ++j) {
        least = std::min(least, box_of_a(pair, i).gap(box_of_b(pair, j).from(dx, dy)));
      }
    }
    return least;
  }

  /// The gap between the boxes of two parts, in double: part of the key that ranks disjoint parts.
  double gap(const PairOfParts& pair, PartPair parts) const {
    double radii = 0;
    if (!is_compound_a_) radii = static_cast<double>(a_.bodies[pair.id_a].radius());
    if (!is_compound_b_) radii = static_cast<double>(b_.bodies[pair.id_b].radius());
    return gap_between(boxes_a_[pair.a.first + parts.a], boxes_b_[pair.b.first + parts.b], delta_x(pair),
                       delta_y(pair)) -
           radii;
  }

  /// The box of a part; it holds the radius.
  FourBounds<T> box_of_a(const PairOfParts& pair, std::uint32_t i) const {
    const FourBounds<T> box = FourBounds<T>::of(boxes_a_[pair.a.first + i]);
    return is_compound_a_ ? box : FourBounds<T>{box.bounds + a_.bodies[pair.id_a].radius()};
  }
  FourBounds<T> box_of_b(const PairOfParts& pair, std::uint32_t j) const {
    const FourBounds<T> box = FourBounds<T>::of(boxes_b_[pair.b.first + j]);
    return is_compound_b_ ? box : FourBounds<T>{box.bounds + b_.bodies[pair.id_b].radius()};
  }

 private:
  const Scene& a_;
  const Scene& b_;
  bool is_compound_a_, is_compound_b_;
  // A body that is its only part has its box here without its radius.
  const kernels::OffsetBox<T>*boxes_a_, *boxes_b_;
};

}  // namespace satchel::query
