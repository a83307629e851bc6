// Separations by the reference of any two bodies, for questions that compare all with all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "reference/reference.hpp"

namespace satchel_bench {

/// The largest distance of a shape from its origin.
double reach_of(const Shape& shape);

class Separations {
 public:
  explicit Separations(const Workload& workload);

  /// The separation of two bodies; a lower bound of it if their bounding circles are apart.
  double operator()(std::size_t a, std::size_t b);

  /// Bodies whose origins are farther apart than this are apart.
  double range() const { return 2 * *std::max_element(reaches_.begin(), reaches_.end()); }

 private:
  const Workload& workload_;
  Reference reference_;
  std::vector<double> reaches_;  // of each shape: the radius of its bounding circle
};

}  // namespace satchel_bench
