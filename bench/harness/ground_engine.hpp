// The base of the engines of boxes on a ground: points of contact, none of which may push a box along the ground.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "harness/question_engine.hpp"
#include "reference/check_ground.hpp"
#include "workloads/ground.hpp"

namespace satchel_bench {

class GroundEngine : public QuestionEngine {
 public:
  explicit GroundEngine(const Ground& ground) : ground_(ground), normals_(ground.pairs.size()) {}

  std::string error() const final {
    std::vector<GroundContact> contacts;
    for (std::size_t i = 0; i < normals_.size(); ++i) {
      contacts.push_back(contact(i));
      const satchel::Vec2d normal = contacts[i].count > 0 ? contacts[i].normal : satchel::Vec2d{0, 0};
      if (!(std::hypot(normals_[i].x - normal.x, normals_[i].y - normal.y) <= 1e-5)) {
        return "pair " + std::to_string(i) + " keeps another normal";
      }
    }
    return wrong_ground(ground_, contacts, skin);
  }
  std::optional<std::size_t> hits() const final {
    std::size_t count = 0;
    for (std::size_t i = 0; i < normals_.size(); ++i) count += contact(i).count > 0 ? 1 : 0;
    return count;
  }

 protected:
  static constexpr double skin = 0.02;  // of both engines

  /// The contact of a pair of the last run. Not timed.
  virtual GroundContact contact(std::size_t pair) const = 0;

  const Ground& ground_;
  std::vector<satchel::Vec2> normals_;  // of each pair, written by run(); (0, 0) without points
};

}  // namespace satchel_bench
