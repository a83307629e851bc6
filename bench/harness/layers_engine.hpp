// The bases of the engines of outlines: two layers of parcels, as coordinates and offsets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/question_engine.hpp"
#include "reference/meetings.hpp"
#include "workloads/rings.hpp"

namespace satchel_bench {

/// Adds layer a. All of it is valid.
class AddLayerEngine : public QuestionEngine {
 public:
  explicit AddLayerEngine(const Layers& layers) : data_(layers.a) {}

  std::string error() const final {
    return added_ == data_.geometries() ? "" : std::to_string(data_.geometries() - added_) + " geometries are refused";
  }

 protected:
  const RingData& data_;
  std::size_t added_ = 0;  // written by run()
};

/// Finds the pairs of both layers that meet, from coordinates.
class JoinLayersEngine : public QuestionEngine {
 public:
  explicit JoinLayersEngine(const Layers& layers) : layers_(layers) {}

  std::string error() const final { return wrong_meetings(parcel_meetings(), hits_); }
  std::optional<std::size_t> hits() const final { return hits_.size(); }

 protected:
  const Layers& layers_;
  std::vector<satchel::Pair> hits_;  // written by run()
};

/// Says yes or no to each pair whose bounding boxes meet; `check` is the check of the answers.
template <auto check>
class PairsOfLayersEngine : public QuestionEngine {
 public:
  explicit PairsOfLayersEngine(const Layers& layers)
      : layers_(layers), pairs_(parcel_meetings().pairs), answers_(pairs_.size()) {}

  std::string error() const final { return check(parcel_meetings(), answers_); }
  std::optional<std::size_t> hits() const final {
    return answers_.size() - static_cast<std::size_t>(std::count(answers_.begin(), answers_.end(), std::uint8_t{0}));
  }
  std::optional<std::size_t> items() const final { return pairs_.size(); }

 protected:
  const Layers& layers_;
  const std::vector<satchel::Pair>& pairs_;
  std::vector<std::uint8_t> answers_;  // written by run(); 0: no
};

/// Finds a number for each pair of a list: `check` is the check of the numbers.
template <auto check, std::vector<satchel::Pair> Meetings::*list>
class NumbersOfLayersEngine : public QuestionEngine {
 public:
  explicit NumbersOfLayersEngine(const Layers& layers)
      : layers_(layers), pairs_(parcel_meetings().*list), numbers_(pairs_.size()) {}

  std::string error() const final { return check(parcel_meetings(), numbers_); }
  std::optional<std::size_t> items() const final { return pairs_.size(); }

 protected:
  const Layers& layers_;
  const std::vector<satchel::Pair>& pairs_;
  std::vector<double> numbers_;  // written by run()
};
using AreasOfLayersEngine = NumbersOfLayersEngine<wrong_areas, &Meetings::met>;
using DistancesOfLayersEngine = NumbersOfLayersEngine<wrong_distances, &Meetings::pairs>;
using GapsOfLayersEngine = NumbersOfLayersEngine<wrong_gaps, &Meetings::apart>;

}  // namespace satchel_bench
