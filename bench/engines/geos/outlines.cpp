// GEOS on two layers of parcels: building and is_valid; an STR-packed R-tree, a query and prepared `intersects` for each
// polygon, as shapely.STRtree(b).query(a, predicate="intersects") does; predicates, distances, areas of intersections.
#include <limits>

#include "engines/geos/geometry.hpp"
#include "harness/layers_engine.hpp"

namespace satchel_bench {
namespace {

class AddPolygons final : public AddLayerEngine {
 public:
  explicit AddPolygons(const Layers& layers) : AddLayerEngine(layers), context_(GEOS_init_r()) {}

  void prepare() override { polygons_.clear(); }
  void run() override {
    polygons_ = geos_polygons(context_.get(), data_);
    added_ = 0;
    for (const GeosGeometry& polygon : polygons_) added_ += GEOSisValid_r(context_.get(), polygon.get()) == 1 ? 1 : 0;
  }

 private:
  GeosContext context_;
  std::vector<GeosGeometry> polygons_;
};

class JoinPolygons final : public JoinLayersEngine {
 public:
  explicit JoinPolygons(const Layers& layers) : JoinLayersEngine(layers), context_(GEOS_init_r()) {}

  void run() override {
    const GEOSContextHandle_t context = context_.get();
    const std::vector<GeosGeometry> a = geos_polygons(context, layers_.a), b = geos_polygons(context, layers_.b);
    const GeosTree tree(GEOSSTRtree_create_r(context, 10), DestroyTree{context});
    for (std::size_t i = 0; i < b.size(); ++i) {
      GEOSSTRtree_insert_r(context, tree.get(), b[i].get(), reinterpret_cast<void*>(i));
    }
    hits_.clear();
    for (std::size_t i = 0; i < a.size(); ++i) {
      const GeosPrepared prepared = geos_prepared(context, a[i]);
      Query query{context, b, prepared.get(), i, hits_};
      GEOSSTRtree_query_r(context, tree.get(), a[i].get(), test, &query);
    }
  }

 private:
  struct Query {
    GEOSContextHandle_t context;
    const std::vector<GeosGeometry>& others;
    const GEOSPreparedGeometry* prepared;
    std::size_t asking;
    std::vector<satchel::Pair>& hits;
  };

  /// Called by the tree for each polygon whose box meets the asking one's.
  static void test(void* item, void* data) {
    const Query& query = *static_cast<const Query*>(data);
    const auto other = reinterpret_cast<std::size_t>(item);
    if (GEOSPreparedIntersects_r(query.context, query.prepared, query.others[other].get()) == 1) {
      query.hits.push_back({static_cast<satchel::BodyId>(query.asking), static_cast<satchel::BodyId>(other)});
    }
  }

  GeosContext context_;
};

/// The polygons of two layers; those of the first prepared.
struct PreparedLayers {
  GeosContext context{GEOS_init_r()};
  std::vector<GeosGeometry> a, b;
  std::vector<GeosPrepared> prepared;

  explicit PreparedLayers(const Layers& layers)
      : a(geos_polygons(context.get(), layers.a)), b(geos_polygons(context.get(), layers.b)) {
    for (const GeosGeometry& polygon : a) prepared.push_back(geos_prepared(context.get(), polygon));
  }
};

/// `ask` is a predicate of GEOS's prepared polygons.
template <auto check, auto ask>
class PolygonPairs final : public PairsOfLayersEngine<check> {
  using Base = PairsOfLayersEngine<check>;

 public:
  explicit PolygonPairs(const Layers& layers) : Base(layers), polygons_(layers) {}

  void run() override {
    for (std::size_t i = 0; i < Base::pairs_.size(); ++i) {
      const auto [a, b] = Base::pairs_[i];
      Base::answers_[i] = ask(polygons_.context.get(), polygons_.prepared[a].get(), polygons_.b[b].get()) == 1 ? 1 : 0;
    }
  }

 private:
  PreparedLayers polygons_;
};

class PolygonAreas final : public AreasOfLayersEngine {
 public:
  explicit PolygonAreas(const Layers& layers)
      : AreasOfLayersEngine(layers),
        context_(GEOS_init_r()),
        a_(geos_polygons(context_.get(), layers.a)),
        b_(geos_polygons(context_.get(), layers.b)) {}

  void run() override {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const GeosGeometry shared(GEOSIntersection_r(context_.get(), a_[pairs_[i].a].get(), b_[pairs_[i].b].get()),
                                DestroyGeometry{context_.get()});
      numbers_[i] = -1;
      if (shared) GEOSArea_r(context_.get(), shared.get(), &numbers_[i]);
    }
  }

 private:
  GeosContext context_;
  std::vector<GeosGeometry> a_, b_;
};

template <class Base>
class PolygonDistances final : public Base {
 public:
  explicit PolygonDistances(const Layers& layers) : Base(layers), polygons_(layers) {}

  void run() override {
    for (std::size_t i = 0; i < Base::pairs_.size(); ++i) {
      const auto [a, b] = Base::pairs_[i];
      Base::numbers_[i] = std::numeric_limits<double>::quiet_NaN();
      GEOSPreparedDistance_r(polygons_.context.get(), polygons_.prepared[a].get(), polygons_.b[b].get(),
                             &Base::numbers_[i]);
    }
  }

 private:
  PreparedLayers polygons_;
};

const Registered<QuestionEntry> entries[] = {
    Registered<QuestionEntry>(
        {.question = add_parcels,
         .engine = "geos",
         .note = "polygons from coordinates and is_valid; the join with STRtree, without is_valid; prepared "
                 "intersects, overlaps and distance, 0 where they meet; the area of the intersection",
         .make = make_question_engine<AddPolygons, parcel_layers>}),
    Registered<QuestionEntry>({.question = join_parcels,
                               .engine = "geos",
                               .note = "",
                               .make = make_question_engine<JoinPolygons, parcel_layers>}),
    Registered<QuestionEntry>(
        {.question = verdicts_of_parcels,
         .engine = "geos",
         .note = "",
         .make = make_question_engine<PolygonPairs<wrong_verdicts, GEOSPreparedIntersects_r>, parcel_layers>}),
    Registered<QuestionEntry>(
        {.question = relate_parcels,
         .engine = "geos",
         .note = "",
         .make = make_question_engine<PolygonPairs<wrong_overlaps, GEOSPreparedOverlaps_r>, parcel_layers>}),
    Registered<QuestionEntry>({.question = areas_of_parcels,
                               .engine = "geos",
                               .note = "",
                               .make = make_question_engine<PolygonAreas, parcel_layers>}),
    Registered<QuestionEntry>({.question = distances_of_parcels,
                               .engine = "geos",
                               .note = "",
                               .make = make_question_engine<PolygonDistances<DistancesOfLayersEngine>, parcel_layers>}),
    Registered<QuestionEntry>({.question = distances_of_parcels_apart,
                               .engine = "geos",
                               .note = "",
                               .make = make_question_engine<PolygonDistances<GapsOfLayersEngine>, parcel_layers>}),
};

}  // namespace
}  // namespace satchel_bench
