// The base of the engines that push letters apart: `origins_` has where each first letter of a pair goes.
#pragma once

#include <satchel/satchel.hpp>

#include <string>
#include <vector>

#include "harness/question_engine.hpp"
#include "reference/check_push_out.hpp"
#include "workloads/letters.hpp"

namespace satchel_bench {

class LettersEngine : public QuestionEngine {
 public:
  LettersEngine(const Letters& letters, const PushPromise& promise)
      : letters_(letters), origins_(overlapping_us.items), promise_(promise) {
    std::vector<satchel::ShapeId> parts;
    for (const auto& part : letters.parts) parts.push_back(scene_.add_polygon(part));
    const satchel::ShapeId letter = scene_.add_compound(parts);
    for (const satchel::Pose& pose : letters.poses) scene_.add_body(letter, pose);
    for (satchel::BodyId body = 0; body < letters.poses.size(); body += 2) pairs_.push_back({body, body + 1});
  }

  std::string error() const final { return wrong_ways(letters_, ways(), promise_); }
  /// The pairs that are apart or touch.
  std::optional<std::size_t> hits() const final { return pairs_apart(letters_, ways()); }

 protected:
  const Letters& letters_;
  satchel::Scene scene_;
  std::vector<satchel::Pair> pairs_;
  std::vector<satchel::Vec2d> origins_;

 private:
  Ways ways() const {
    Ways ways;
    for (std::size_t i = 0; i < origins_.size(); ++i) {
      const satchel::Pose& from = letters_.poses[2 * i];
      ways.push_back({origins_[i].x - from.x, origins_[i].y - from.y});
    }
    return ways;
  }

  PushPromise promise_;
};

}  // namespace satchel_bench
