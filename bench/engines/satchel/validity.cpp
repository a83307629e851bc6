// Satchel's check of rings, from coordinates and offsets: cleaning, meetings of edges, nesting, and whether rotations
// keep the boundaries apart.
#include "rings/validity.hpp"

#include "harness/rings_engine.hpp"

namespace satchel_bench {
namespace {

class SatchelValidity final : public RingsEngine {
 public:
  using RingsEngine::RingsEngine;

  void run() override {
    valid_ = 0;
    for (std::size_t k = 0; k < data_.geometries(); ++k) {
      const std::uint32_t first = data_.geometry_starts[k];
      const satchel::rings::Geometry<double> geometry{data_.points.data(), data_.ring_starts.data(),
                                                      data_.polygon_starts.data() + first,
                                                      data_.geometry_starts[k + 1] - first};
      valid_ += validity_.check(geometry).kind == satchel::rings::FaultKind::none ? 1 : 0;
    }
  }

 private:
  satchel::rings::Validity validity_;
};

const RegisteredRings<SatchelValidity> entries("satchel", "exact, in double, from coordinates and offsets");

}  // namespace
}  // namespace satchel_bench
