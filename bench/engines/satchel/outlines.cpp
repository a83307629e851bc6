// Outlines of Satchel, in double: adding them, and joins, verdicts, predicates, areas and distances of two layers.
#include <satchel/satchel.hpp>

#include <optional>
#include <vector>

#include "engines/satchel/layer.hpp"
#include "harness/layers_engine.hpp"

namespace satchel_bench {
namespace {

template <bool trusted>
class AddOutlines final : public AddLayerEngine {
 public:
  explicit AddOutlines(const Layers& layers) : AddLayerEngine(layers), layer_(layers.a) {}

  void prepare() override { scene_.emplace(); }
  void run() override {
    layer_.add_to(*scene_, shapes_, trusted);
    added_ = scene_->shape_count();
  }
  std::optional<std::size_t> bytes() const override { return scene_->memory_bytes(); }

 private:
  Coordinates layer_;
  std::vector<satchel::ShapeId> shapes_;
  std::optional<satchel::Scened> scene_;
};

class JoinOutlines final : public JoinLayersEngine {
 public:
  explicit JoinOutlines(const Layers& layers) : JoinLayersEngine(layers), a_(layers.a), b_(layers.b) {}

  void run() override {
    const satchel::Scened a = a_.scene(), b = b_.scene();
    std::vector<satchel::Pair> pairs;
    satchel::find_pairs(a, b, pairs, satchel::PairOptionsd{.run = one_thread});
    std::vector<satchel::Verdict> verdicts(pairs.size());
    satchel::classify(a, b, pairs, verdicts, one_thread);
    hits_.clear();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (verdicts[i] != satchel::Verdict::disjoint) hits_.push_back(pairs[i]);
    }
  }

 private:
  Coordinates a_, b_;
};

class OutlineVerdicts final : public PairsOfLayersEngine<wrong_verdicts> {
 public:
  explicit OutlineVerdicts(const Layers& layers)
      : PairsOfLayersEngine(layers), a_(Coordinates(layers.a).scene()), b_(Coordinates(layers.b).scene()) {
    require_same_bits([&] {
      run();
      return answers_;
    });
  }

  void run() override {
    verdicts_.resize(pairs_.size());
    satchel::classify(a_, b_, pairs_, verdicts_, one_thread);
    for (std::size_t i = 0; i < pairs_.size(); ++i) answers_[i] = static_cast<std::uint8_t>(verdicts_[i]);
  }

 private:
  satchel::Scened a_, b_;
  std::vector<satchel::Verdict> verdicts_;
};

class OutlineOverlaps final : public PairsOfLayersEngine<wrong_overlaps> {
 public:
  explicit OutlineOverlaps(const Layers& layers)
      : PairsOfLayersEngine(layers), a_(Coordinates(layers.a).scene()), b_(Coordinates(layers.b).scene()) {
    require_same_bits([&] {
      run();
      return answers_;
    });
  }

  void run() override { satchel::relate(a_, b_, pairs_, satchel::Predicate::overlaps, answers_, one_thread); }

 private:
  satchel::Scened a_, b_;
};

class OutlineAreas final : public AreasOfLayersEngine {
 public:
  explicit OutlineAreas(const Layers& layers)
      : AreasOfLayersEngine(layers), a_(Coordinates(layers.a).scene()), b_(Coordinates(layers.b).scene()) {
    require_same_bits([&] {
      run();
      return numbers_;
    });
  }

  void run() override { satchel::overlap_areas(a_, b_, pairs_, numbers_, one_thread); }

 private:
  satchel::Scened a_, b_;
};

/// Overlapping pairs get the depth of their convex parts, which the call makes.
template <class Base>
class OutlineDistances final : public Base {
 public:
  explicit OutlineDistances(const Layers& layers)
      : Base(layers),
        a_(Coordinates(layers.a).scene()),
        b_(Coordinates(layers.b).scene()),
        distances_(Base::pairs_.size()) {
    require_same_bits([&] {
      run();
      return Base::numbers_;
    });
  }

  void run() override {
    satchel::distances(a_, b_, Base::pairs_, distances_, one_thread);
    for (std::size_t i = 0; i < distances_.size(); ++i) Base::numbers_[i] = distances_[i].distance;
  }

 private:
  satchel::Scened a_, b_;
  std::vector<satchel::Distanced> distances_;
};

const Registered<QuestionEntry> entries[] = {
    Registered<QuestionEntry>(
        {.question = add_parcels,
         .engine = "satchel",
         .note = "exact, in double; rings are checked; the join from coordinates and offsets, with scenes, "
                 "bodies and pairs",
         .make = make_question_engine<AddOutlines<false>, parcel_layers>}),
    Registered<QuestionEntry>({.question = add_parcels,
                               .engine = "satchel_trusted",
                               .note = "the same without the check of rings",
                               .make = make_question_engine<AddOutlines<true>, parcel_layers>}),
    Registered<QuestionEntry>({.question = join_parcels,
                               .engine = "satchel",
                               .note = "",
                               .make = make_question_engine<JoinOutlines, parcel_layers>}),
    Registered<QuestionEntry>({.question = verdicts_of_parcels,
                               .engine = "satchel",
                               .note = "",
                               .make = make_question_engine<OutlineVerdicts, parcel_layers>}),
    Registered<QuestionEntry>({.question = relate_parcels,
                               .engine = "satchel",
                               .note = "",
                               .make = make_question_engine<OutlineOverlaps, parcel_layers>}),
    Registered<QuestionEntry>({.question = areas_of_parcels,
                               .engine = "satchel",
                               .note = "",
                               .make = make_question_engine<OutlineAreas, parcel_layers>}),
    Registered<QuestionEntry>({.question = distances_of_parcels,
                               .engine = "satchel",
                               .note = "",
                               .make = make_question_engine<OutlineDistances<DistancesOfLayersEngine>, parcel_layers>}),
    Registered<QuestionEntry>({.question = distances_of_parcels_apart,
                               .engine = "satchel",
                               .note = "",
                               .make = make_question_engine<OutlineDistances<GapsOfLayersEngine>, parcel_layers>}),
};

}  // namespace
}  // namespace satchel_bench
