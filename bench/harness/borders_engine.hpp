// The bases of the engines of borders and of points over layers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/question_engine.hpp"
#include "reference/points_in_rings.hpp"
#include "workloads/borders.hpp"

namespace satchel_bench {

/// Says yes or no to each pair: whether two cells meet, or whether a district holds a cell.
template <bool within>
class BordersEngine : public QuestionEngine {
 public:
  explicit BordersEngine(const Borders& borders)
      : borders_(borders), pairs_(within ? borders.in_districts : borders.neighbours), answers_(pairs_.size()) {}

  /// By the way they are made.
  std::string error() const final {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto [a, b] = pairs_[i];
      if ((answers_[i] != 0) == (within ? is_cell_of(a, b) : true)) continue;
      return "a wrong answer for " + std::to_string(a) + " and " + std::to_string(b);
    }
    return {};
  }
  std::optional<std::size_t> hits() const final {
    return answers_.size() - static_cast<std::size_t>(std::count(answers_.begin(), answers_.end(), std::uint8_t{0}));
  }
  std::optional<std::size_t> items() const final { return pairs_.size(); }

 protected:
  const Borders& borders_;
  const std::vector<satchel::Pair>& pairs_;
  std::vector<std::uint8_t> answers_;  // written by run()
};

/// Finds the outlines that hold each point, from coordinates.
class PointsInLayerEngine : public QuestionEngine {
 public:
  explicit PointsInLayerEngine(const PointsInLayer& points) : points_(points) {}

  std::string error() const final { return wrong_points_in(points_, found_); }
  std::optional<std::size_t> hits() const final { return found_.size(); }

 protected:
  const PointsInLayer& points_;
  std::vector<satchel::FoundBody> found_;  // written by run(), in any order
};

}  // namespace satchel_bench
