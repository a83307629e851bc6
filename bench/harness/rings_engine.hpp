// The base of the engines of validity: how many geometries are valid. All are.
#pragma once

#include <string>

#include "harness/question_engine.hpp"
#include "workloads/rings.hpp"

namespace satchel_bench {

class RingsEngine : public QuestionEngine {
 public:
  explicit RingsEngine(const RingData& data) : data_(data) {}

  std::string error() const final {
    return valid_ == data_.geometries() ? "" : std::to_string(data_.geometries() - valid_) + " geometries are refused";
  }
  std::optional<std::size_t> hits() const final { return valid_; }

 protected:
  const RingData& data_;
  std::size_t valid_ = 0;  // written by run()
};

/// Registers an engine for all workloads.
template <class Engine>
class RegisteredRings {
 public:
  RegisteredRings(const char* name, const char* note)
      : parcels_(
            {.question = parcels, .engine = name, .note = note, .make = make_question_engine<Engine, parcel_rings>}),
        winding_({.question = winding_parcels,
                  .engine = name,
                  .note = "",
                  .make = make_question_engine<Engine, winding_parcel_rings>}),
        combs_({.question = combs, .engine = name, .note = "", .make = make_question_engine<Engine, comb_rings>}),
        islands_({.question = islands, .engine = name, .note = "", .make = make_question_engine<Engine, island_rings>}),
        long_({.question = long_ring, .engine = name, .note = "", .make = make_question_engine<Engine, long_rings>}) {}

 private:
  Registered<QuestionEntry> parcels_, winding_, combs_, islands_, long_;
};

}  // namespace satchel_bench
