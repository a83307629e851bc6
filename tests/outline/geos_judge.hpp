// What GEOS says about two outlines: intersects, the area in common, the distance.
#pragma once

#include <geos_c.h>

#include <memory>
#include <satchel/types.hpp>
#include <type_traits>
#include <vector>

namespace satchel::test {

class GeosJudge {
 public:
  struct Answer {
    bool intersects;
    double common_area, distance;
  };

  GeosJudge() : context_(GEOS_init_r()) {}

  Answer judge(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b) const {
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

  Geometry polygon(const std::vector<Vec2d>& ring) const {
    const auto n = static_cast<unsigned>(ring.size());
    GEOSCoordSequence* const points = GEOSCoordSeq_create_r(context_.get(), n + 1, 2);
    for (unsigned i = 0; i <= n; ++i) GEOSCoordSeq_setXY_r(context_.get(), points, i, ring[i % n].x, ring[i % n].y);
    GEOSGeometry* const closed = GEOSGeom_createLinearRing_r(context_.get(), points);
    return Geometry(GEOSGeom_createPolygon_r(context_.get(), closed, nullptr, 0), {context_.get()});
  }

  std::unique_ptr<std::remove_pointer_t<GEOSContextHandle_t>, Finish> context_;
};

}  // namespace satchel::test
