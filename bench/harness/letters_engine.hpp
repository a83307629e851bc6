// The base of the engines that push letters apart: `origins_` has where each first letter of a pair goes.
#pragma once

#include <satchel/satchel.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/question_engine.hpp"
#include "workloads/letters.hpp"

namespace satchel_bench {

class LettersEngine : public QuestionEngine {
 public:
  explicit LettersEngine(const Letters& letters) : letters_(letters), origins_(overlapping_us.items) {
    std::vector<satchel::ShapeId> parts;
    for (const auto& part : letters.parts) parts.push_back(scene_.add_polygon(part));
    const satchel::ShapeId letter = scene_.add_compound(parts);
    for (const satchel::Pose& pose : letters.poses) scene_.add_body(letter, pose);
    for (satchel::BodyId body = 0; body < letters.poses.size(); body += 2) pairs_.push_back({body, body + 1});
  }

  std::string error() const final {
    return 1000 * left() > promised_left_ * pairs_.size() ? std::to_string(left()) + " pairs overlap still"
                                                          : std::string();
  }
  /// The pairs that are apart or touch.
  std::optional<std::size_t> hits() const final { return pairs_.size() - left(); }

 protected:
  /// @param in_a_thousand  pairs that may overlap still
  void promise(std::size_t in_a_thousand) { promised_left_ = in_a_thousand; }

  const Letters& letters_;
  satchel::Scene scene_;
  std::vector<satchel::Pair> pairs_;
  std::vector<satchel::Vec2d> origins_;

 private:
  std::size_t left() const {
    satchel::Scene moved = scene_;
    std::vector<satchel::Verdict> verdicts(pairs_.size());
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      moved.set_pose(pairs_[i].a, {origins_[i].x, origins_[i].y, letters_.poses[pairs_[i].a].rotation});
    }
    satchel::classify(moved, pairs_, verdicts);
    return static_cast<std::size_t>(std::count(verdicts.begin(), verdicts.end(), satchel::Verdict::overlapping));
  }

  std::size_t promised_left_ = 1;
};

}  // namespace satchel_bench
