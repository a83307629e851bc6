// The base of the engines of containment: whether a lies in b, for each pair.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/question_engine.hpp"
#include "workloads/containers.hpp"
#include "workloads/world_vertices.hpp"

namespace satchel_bench {

class ContainersEngine : public QuestionEngine {
 public:
  explicit ContainersEngine(const Workload& workload) : workload_(workload), within_(workload.pairs.size()) {}

  /// Tries each vertex of a against each edge of b, in double; what is on the border up to rounding, either may say.
  std::string error() const final {
    for (std::size_t i = 0; i < within_.size(); ++i) {
      const auto inner = world_vertices(workload_, workload_.pairs[i].a),
                 outer = world_vertices(workload_, workload_.pairs[i].b);
      double least = 1e9;
      for (std::size_t e = 0; e < outer.size(); ++e) {
        const satchel::Vec2d &from = outer[e], &to = outer[(e + 1) % outer.size()];
        for (const satchel::Vec2d& v : inner) {
          least = std::min(least, (to.x - from.x) * (v.y - from.y) - (to.y - from.y) * (v.x - from.x));
        }
      }
      if (least > 1e-3 && within_[i] == 0) return "pair " + std::to_string(i) + " lies within";
      if (least < -1e-3 && within_[i] != 0) return "pair " + std::to_string(i) + " does not lie within";
    }
    return {};
  }
  std::optional<std::size_t> hits() const final {
    return static_cast<std::size_t>(std::count(within_.begin(), within_.end(), std::uint8_t{1}));
  }

 protected:
  const Workload& workload_;
  std::vector<std::uint8_t> within_;  // 1: a lies in b
};

}  // namespace satchel_bench
