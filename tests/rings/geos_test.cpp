// GEOS's is_valid as a second opinion. It calls invalid what has an interior that touches fall apart; that is valid
// here.
#include <geos_c.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>

#include "ring_families.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using rings::FaultKind;
using Set = RingSet<double>;

class Geos {
 public:
  Geos() : context_(GEOS_init_r()) {}

  /// Why a geometry is not valid; "Valid Geometry" if it is. The first ring of each polygon is its shell.
  std::string opinion(const Set& set) const {
    std::vector<GEOSGeometry*> polygons;
    for (const GivenPolygon<double>& polygon : set) {
      std::vector<GEOSGeometry*> its;
      for (const GivenRing<double>& ring : polygon) {
        if (!ring.empty()) its.push_back(closed(ring));
      }
      if (its.empty()) continue;
      polygons.push_back(
          GEOSGeom_createPolygon_r(context_.get(), its[0], its.data() + 1, static_cast<unsigned>(its.size() - 1)));
    }
    GEOSGeometry* const all = GEOSGeom_createCollection_r(context_.get(), GEOS_MULTIPOLYGON, polygons.data(),
                                                          static_cast<unsigned>(polygons.size()));
    char* const reason = GEOSisValidReason_r(context_.get(), all);
    const std::string text = reason == nullptr ? "" : reason;
    GEOSFree_r(context_.get(), reason);
    GEOSGeom_destroy_r(context_.get(), all);
    return text.substr(0, text.find('['));
  }

 private:
  struct Finish {
    void operator()(GEOSContextHandle_t context) const { GEOS_finish_r(context); }
  };

  GEOSGeometry* closed(const GivenRing<double>& ring) const {
    const auto n = static_cast<unsigned>(ring.size());
    GEOSCoordSequence* const points = GEOSCoordSeq_create_r(context_.get(), n + 1, 2);
    for (unsigned i = 0; i <= n; ++i) {
      GEOSCoordSeq_setXY_r(context_.get(), points, i, ring[i % n].x, ring[i % n].y);
    }
    return GEOSGeom_createLinearRing_r(context_.get(), points);
  }

  std::unique_ptr<std::remove_pointer_t<GEOSContextHandle_t>, Finish> context_;
};

/// Puts the shell of each polygon first.
Set shells_first(Set set, const rings::Validity& validity) {
  std::size_t ring = 0;
  for (GivenPolygon<double>& polygon : set) {
    for (std::size_t k = 0; k < polygon.size(); ++k, ++ring) {
      if (validity.rings()[ring].count != 0 && !validity.rings()[ring].is_hole) std::swap(polygon[0], polygon[k]);
    }
  }
  return set;
}

TEST(RingsBesideGeos, verdicts_agree) {
  const Geos geos;
  rings::Validity validity;
  Random random(2621);
  int valid = 0, invalid = 0, apart = 0;
  for (std::size_t k = 0; k < sampled(40000); ++k) {
    Set set = random_rings<double>(random);
    if (random.chance(0.3)) {
      const double angle = random.uniform(0, 7), c = std::cos(angle), s = std::sin(angle),
                   far = random.pick({0.0, 5e6});
      map_points<double>(set, [=](Vec2d p) -> Vec2d { return {far + c * p.x - s * p.y, s * p.x + c * p.y - far}; });
    }
    const FaultKind kind = fault_in(set, validity).kind;
    if (kind == FaultKind::too_few_points) continue;  // GEOS makes no such ring
    if (kind != FaultKind::none) {
      ++invalid;
      EXPECT_NE(geos.opinion(set), "Valid Geometry") << static_cast<int>(kind) << " " << text(set);
      continue;
    }
    const std::string opinion = geos.opinion(shells_first(set, validity));
    ++valid;
    apart += opinion == "Interior is disconnected" ? 1 : 0;
    EXPECT_TRUE(opinion == "Valid Geometry" || opinion == "Interior is disconnected") << opinion << " " << text(set);
  }
  EXPECT_GT(valid, 1000);
  EXPECT_GT(invalid, 1000);
  EXPECT_GT(apart, 10);
}

}  // namespace
}  // namespace satchel::test
