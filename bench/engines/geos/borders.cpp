// GEOS on borders that polygons share: prepared `intersects`, `covers`; and on points over layers: an STR-packed R-tree of
// points, a query and prepared `intersects` for each polygon, as shapely.STRtree(points).query(polygons, predicate="intersects").
#include <vector>

#include "engines/geos/geometry.hpp"
#include "harness/borders_engine.hpp"

namespace satchel_bench {
namespace {

std::vector<GeosPrepared> prepared_of(GEOSContextHandle_t context, const std::vector<GeosGeometry>& polygons) {
  std::vector<GeosPrepared> prepared;
  for (const GeosGeometry& polygon : polygons) prepared.push_back(geos_prepared(context, polygon));
  return prepared;
}

class BordersMeet final : public BordersEngine<false> {
 public:
  explicit BordersMeet(const Borders& borders)
      : BordersEngine(borders),
        context_(GEOS_init_r()),
        cells_(geos_polygons(context_.get(), borders.layers.a)),
        prepared_(prepared_of(context_.get(), cells_)) {}

  void run() override {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto [a, b] = pairs_[i];
      answers_[i] = GEOSPreparedIntersects_r(context_.get(), prepared_[a].get(), cells_[b].get()) == 1 ? 1 : 0;
    }
  }

 private:
  GeosContext context_;
  std::vector<GeosGeometry> cells_;
  std::vector<GeosPrepared> prepared_;
};

class DistrictsCover final : public BordersEngine<true> {
 public:
  explicit DistrictsCover(const Borders& borders)
      : BordersEngine(borders),
        context_(GEOS_init_r()),
        cells_(geos_polygons(context_.get(), borders.layers.a)),
        districts_(geos_polygons(context_.get(), borders.layers.b)),
        prepared_(prepared_of(context_.get(), districts_)) {}

  void run() override {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto [a, b] = pairs_[i];
      answers_[i] = GEOSPreparedCovers_r(context_.get(), prepared_[b].get(), cells_[a].get()) == 1 ? 1 : 0;
    }
  }

 private:
  GeosContext context_;
  std::vector<GeosGeometry> cells_, districts_;
  std::vector<GeosPrepared> prepared_;
};

class PointsInPolygons final : public PointsInLayerEngine {
 public:
  explicit PointsInPolygons(const PointsInLayer& points) : PointsInLayerEngine(points), context_(GEOS_init_r()) {}

  void run() override {
    const GEOSContextHandle_t context = context_.get();
    const std::vector<GeosGeometry> polygons = geos_polygons(context, points_.layer);
    std::vector<GeosGeometry> points;
    const GeosTree tree(GEOSSTRtree_create_r(context, 10), DestroyTree{context});
    for (std::size_t i = 0; i < points_.points.size(); ++i) {
      const satchel::Vec2d p = points_.points[i];
      points.push_back(GeosGeometry(GEOSGeom_createPointFromXY_r(context, p.x, p.y), DestroyGeometry{context}));
      GEOSSTRtree_insert_r(context, tree.get(), points.back().get(), reinterpret_cast<void*>(i));
    }
    found_.clear();
    for (std::size_t body = 0; body < polygons.size(); ++body) {
      const GeosPrepared prepared = geos_prepared(context, polygons[body]);
      Query query{context, points, prepared.get(), static_cast<satchel::BodyId>(body), found_};
      GEOSSTRtree_query_r(context, tree.get(), polygons[body].get(), test, &query);
    }
  }

 private:
  struct Query {
    GEOSContextHandle_t context;
    const std::vector<GeosGeometry>& points;
    const GEOSPreparedGeometry* prepared;
    satchel::BodyId body;
    std::vector<satchel::FoundBody>& found;
  };

  /// Called by the tree for each point in the polygon's box.
  static void test(void* item, void* data) {
    const Query& query = *static_cast<const Query*>(data);
    const auto point = reinterpret_cast<std::size_t>(item);
    if (GEOSPreparedIntersects_r(query.context, query.prepared, query.points[point].get()) == 1) {
      query.found.push_back({static_cast<std::uint32_t>(point), query.body});
    }
  }

  GeosContext context_;
};

const Registered<QuestionEntry> entries[] = {
    Registered<QuestionEntry>({.question = verdicts_of_borders,
                               .engine = "geos",
                               .note = "",
                               .make = make_question_engine<BordersMeet, borders>}),
    Registered<QuestionEntry>({.question = within_borders,
                               .engine = "geos",
                               .note = "",
                               .make = make_question_engine<DistrictsCover, borders>}),
    Registered<QuestionEntry>({.question = points_in_parcels,
                               .engine = "geos",
                               .note = "",
                               .make = make_question_engine<PointsInPolygons, points_over_parcels>}),
    Registered<QuestionEntry>({.question = points_in_borders,
                               .engine = "geos",
                               .note = "",
                               .make = make_question_engine<PointsInPolygons, points_over_borders>}),
};

}  // namespace
}  // namespace satchel_bench
