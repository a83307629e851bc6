// What GEOS says about two outlines, with holes or without: intersects, the area in common, the distance.
#pragma once

#include <geos_c.h>

#include <memory>
#include <satchel/types.hpp>
#include <type_traits>
#include <vector>

namespace satchel::test {

/// The outer ring, then holes.
using PlacedRings = std::vector<std::vector<Vec2d>>;

class GeosJudge {
 public:
  struct Answer {
    bool intersects;
    double common_area, distance;
  };

  GeosJudge() : context_(GEOS_init_r()) {}

  Answer judge(const PlacedRings& a, const PlacedRings& b) const {
    const Geometry p = polygon(a), q = polygon(b);
    Answer answer{};
    answer.intersects = GEOSIntersects_r(context_.get(), p.get(), q.get()) == 1;
    const Geometry common(GEOSIntersection_r(context_.get(), p.get(), q.get()), {context_.get()});
    if (common) GEOSArea_r(context_.get(), common.get(), &answer.common_area);
    GEOSDistance_r(context_.get(), p.get(), q.get(), &answer.distance);
    return answer;
  }

 private:
  struct Finish {
    void operator()(GEOSContextHandle_t context) const { GEOS_finish_r(context); }
  };
  struct Destroy {
    GEOSContextHandle_t context;
    void operator()(GEOSGeometry* geometry) const { GEOSGeom_destroy_r(context, geometry); }
  };
  using Geometry = std::unique_ptr<GEOSGeometry, Destroy>;

  Geometry polygon(const PlacedRings& rings) const {
    std::vector<GEOSGeometry*> closed;
    for (const std::vector<Vec2d>& ring : rings) {
      const auto n = static_cast<unsigned>(ring.size());
      GEOSCoordSequence* const points = GEOSCoordSeq_create_r(context_.get(), n + 1, 2);
      for (unsigned i = 0; i <= n; ++i) GEOSCoordSeq_setXY_r(context_.get(), points, i, ring[i % n].x, ring[i % n].y);
      closed.push_back(GEOSGeom_createLinearRing_r(context_.get(), points));
    }
    return Geometry(GEOSGeom_createPolygon_r(context_.get(), closed[0], closed.data() + 1,
                                             static_cast<unsigned>(closed.size() - 1)),
                    {context_.get()});
  }

  std::unique_ptr<std::remove_pointer_t<GEOSContextHandle_t>, Finish> context_;
};

}  // namespace satchel::test
