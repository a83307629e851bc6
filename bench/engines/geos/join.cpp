// GEOS's join: polygons, an STR-packed R-tree, one query a polygon, and `intersects` on prepared polygons.
#include "engines/geos/geometry.hpp"
#include "harness/join_engine.hpp"
#include "workloads/crowds.hpp"
#include "workloads/world_vertices.hpp"

namespace satchel_bench {
namespace {

class GeosJoin final : public JoinEngine {
 public:
  explicit GeosJoin(const Workload& workload) : JoinEngine(workload), context_(GEOS_init_r()) {
    for (std::size_t body = 0; body < workload.poses.size(); ++body) {
      vertices_.push_back(world_vertices(workload, body));
    }
  }

  void run() override {
    const GEOSContextHandle_t context = context_.get();
    const GeosTree tree(GEOSSTRtree_create_r(context, 10), DestroyTree{context});
    std::vector<GeosGeometry> polygons;
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      polygons.push_back(geos_polygon(context, vertices_[i]));
      GEOSSTRtree_insert_r(context, tree.get(), polygons.back().get(), reinterpret_cast<void*>(i));
    }
    hits_.clear();
    for (std::size_t i = 0; i < polygons.size(); ++i) {
      const GeosPrepared prepared = geos_prepared(context, polygons[i]);
      Query query{context, polygons, prepared.get(), i, hits_};
      GEOSSTRtree_query_r(context, tree.get(), polygons[i].get(), test, &query);
    }
  }

 private:
  struct Query {
    GEOSContextHandle_t context;
    const std::vector<GeosGeometry>& polygons;
    const GEOSPreparedGeometry* prepared;
    std::size_t asking;
    std::vector<satchel::Pair>& hits;
  };

  /// Called by the tree for each polygon whose box meets the asking one's.
  static void test(void* item, void* data) {
    const Query& query = *static_cast<const Query*>(data);
    const auto other = reinterpret_cast<std::size_t>(item);
    if (query.asking < other &&
        GEOSPreparedIntersects_r(query.context, query.prepared, query.polygons[other].get()) == 1) {
      query.hits.push_back({static_cast<satchel::BodyId>(query.asking), static_cast<satchel::BodyId>(other)});
    }
  }

  GeosContext context_;
  std::vector<std::vector<satchel::Vec2d>> vertices_;  // of each body, in world coordinates
};

const Registered<QuestionEntry> entry(
    {.question = octagon_join,
     .engine = "geos",
     .note = "polygons in world coordinates, STRtree, yes or no in double (prepared intersects)",
     .make = make_question_engine<GeosJoin, octagon_crowd>});

}  // namespace
}  // namespace satchel_bench
