// Borders that outlines share, and points over layers, in double.
#include <satchel/satchel.hpp>

#include <vector>

#include "engines/satchel/layer.hpp"
#include "harness/borders_engine.hpp"

namespace satchel_bench {
namespace {

class BorderVerdicts final : public BordersEngine<false> {
 public:
  explicit BorderVerdicts(const Borders& borders)
      : BordersEngine(borders), cells_(Coordinates(borders.layers.a).scene()), verdicts_(pairs_.size()) {}

  void run() override {
    satchel::classify(cells_, pairs_, verdicts_, one_thread);
    for (std::size_t i = 0; i < pairs_.size(); ++i) answers_[i] = verdicts_[i] == satchel::Verdict::touching ? 1 : 0;
  }

 private:
  satchel::Scened cells_;
  std::vector<satchel::Verdict> verdicts_;
};

class BordersWithin final : public BordersEngine<true> {
 public:
  explicit BordersWithin(const Borders& borders)
      : BordersEngine(borders),
        cells_(Coordinates(borders.layers.a).scene()),
        districts_(Coordinates(borders.layers.b).scene()),
        places_(pairs_.size()) {}

  void run() override {
    satchel::within(cells_, districts_, pairs_, places_, one_thread);
    for (std::size_t i = 0; i < pairs_.size(); ++i) answers_[i] = places_[i] != satchel::Within::no ? 1 : 0;
  }

 private:
  satchel::Scened cells_, districts_;
  std::vector<satchel::Within> places_;
};

class PointsInOutlines final : public PointsInLayerEngine {
 public:
  explicit PointsInOutlines(const PointsInLayer& points) : PointsInLayerEngine(points), layer_(points.layer) {}

  void run() override { satchel::bodies_at_points(layer_.scene(), points_.points, found_, one_thread); }

 private:
  Coordinates layer_;
};

const Registered<QuestionEntry> entries[] = {
    Registered<QuestionEntry>({.question = verdicts_of_borders,
                               .engine = "satchel",
                               .note = "",
                               .make = make_question_engine<BorderVerdicts, borders>}),
    Registered<QuestionEntry>({.question = within_borders,
                               .engine = "satchel",
                               .note = "",
                               .make = make_question_engine<BordersWithin, borders>}),
    Registered<QuestionEntry>({.question = points_in_parcels,
                               .engine = "satchel",
                               .note = "",
                               .make = make_question_engine<PointsInOutlines, points_over_parcels>}),
    Registered<QuestionEntry>({.question = points_in_borders,
                               .engine = "satchel",
                               .note = "",
                               .make = make_question_engine<PointsInOutlines, points_over_borders>}),
};

}  // namespace
}  // namespace satchel_bench
