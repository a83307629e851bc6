// The base of the engines of boxes on a ground: points of contact, none of which may push a box along the ground.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "harness/question_engine.hpp"
#include "workloads/ground.hpp"

namespace satchel_bench {

class GroundEngine : public QuestionEngine {
 public:
  explicit GroundEngine(const Ground& ground) : ground_(ground), normals_(ground.pairs.size()) {}

  std::string error() const final {
    constexpr float steepest = 0.35f;  // of a segment, from its ends' heights
    for (std::size_t i = 0; i < normals_.size(); ++i) {
      const satchel::Vec2 normal = normals_[i];
      if (std::fabs(normal.x) > steepest) return "pair " + std::to_string(i) + " has a sideways normal";
    }
    return {};
  }
  std::optional<std::size_t> hits() const final {
    std::size_t count = 0;
    for (const satchel::Vec2 normal : normals_) count += normal.y != 0 ? 1 : 0;
    return count;
  }

 protected:
  const Ground& ground_;
  std::vector<satchel::Vec2> normals_;  // of each pair, for `error`; (0, 0) without points
};

}  // namespace satchel_bench
