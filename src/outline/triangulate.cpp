#include "outline/triangulate.hpp"

#include <geos_c.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>

#include "exact/orient2d.hpp"

namespace satchel::outline {
namespace {

/// Deleter for GEOS objects, which are freed by a function of the context.
template <class Object, void (*destroy)(GEOSContextHandle_t, Object*)>
struct Destroy {
  GEOSContextHandle_t context;
  void operator()(Object* object) const { destroy(context, object); }
};
struct Finish {
  void operator()(GEOSContextHandle_t context) const { GEOS_finish_r(context); }
};
using Context = std::unique_ptr<std::remove_pointer_t<GEOSContextHandle_t>, Finish>;
using Geometry = std::unique_ptr<GEOSGeometry, Destroy<GEOSGeometry, GEOSGeom_destroy_r>>;

/// The region as a GEOS polygon without holes, whose ring touches itself along the bridges of holes: GEOS makes such
/// rings of polygons with holes itself, and does not ask that a ring be simple. Null if GEOS fails.
template <class T>
Geometry polygon_of(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> ring,
                    GEOSContextHandle_t context) {
  const std::size_t n = ring.size();
  GEOSCoordSequence* const points = GEOSCoordSeq_create_r(context, static_cast<unsigned>(n + 1), 2);
  if (points == nullptr) return {nullptr, {context}};
  for (std::size_t i = 0; i <= n; ++i) {
    const BasicVec2<T>& vertex = vertices[ring[i % n]];
    GEOSCoordSeq_setXY_r(context, points, static_cast<unsigned>(i), static_cast<double>(vertex.x),
                         static_cast<double>(vertex.y));
  }
  GEOSGeometry* const closed = GEOSGeom_createLinearRing_r(context, points);  // takes ownership of its argument
  if (closed == nullptr) return {nullptr, {context}};
  return Geometry(GEOSGeom_createPolygon_r(context, closed, nullptr, 0), {context});
}

/// Finds a vertex by its coordinates, which GEOS returns unchanged.
template <class T>
class VertexFinder {
 public:
  explicit VertexFinder(std::span<const BasicVec2<T>> ring) : ring_(ring), order_(ring.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t i, std::uint32_t j) { return at(i) < at(j); });
  }

  /// The index of the vertex at (x, y); ring.size() if there is none.
  std::uint32_t find(double x, double y) const {
    const std::pair<double, double> wanted(x, y);
    const auto found = std::lower_bound(order_.begin(), order_.end(), wanted,
                                        [&](std::uint32_t i, const auto& point) { return at(i) < point; });
    return found != order_.end() && at(*found) == wanted ? *found : static_cast<std::uint32_t>(ring_.size());
  }

 private:
  std::pair<double, double> at(std::uint32_t i) const {
    return {static_cast<double>(ring_[i].x), static_cast<double>(ring_[i].y)};
  }

  std::span<const BasicVec2<T>> ring_;
  std::vector<std::uint32_t> order_;
};

template <class T>
int turn(std::span<const BasicVec2<T>> ring, const Triangle& t) {
  return exact::orient2d(ring[t[0]].x, ring[t[0]].y, ring[t[1]].x, ring[t[1]].y, ring[t[2]].x, ring[t[2]].y);
}

}  // namespace

template <class T>
std::vector<Triangle> triangulate(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> ring) {
  const Context context(GEOS_init_r());
  const Geometry polygon = polygon_of(vertices, ring, context.get());
  if (!polygon) return {};
  const Geometry cut(GEOSConstrainedDelaunayTriangulation_r(context.get(), polygon.get()), {context.get()});
  if (!cut) return {};
  const VertexFinder<T> finder(vertices);
  const int count = GEOSGetNumGeometries_r(context.get(), cut.get());
  std::vector<Triangle> triangles;
  for (int k = 0; k < count; ++k) {
    const GEOSGeometry* const shell =
        GEOSGetExteriorRing_r(context.get(), GEOSGetGeometryN_r(context.get(), cut.get(), k));
    const GEOSCoordSequence* const points = shell == nullptr ? nullptr : GEOSGeom_getCoordSeq_r(context.get(), shell);
    unsigned size = 0;
    if (points == nullptr || GEOSCoordSeq_getSize_r(context.get(), points, &size) == 0 || size != 4) return {};
    Triangle triangle{};
    for (unsigned i = 0; i < 3; ++i) {
      double x = 0, y = 0;
      GEOSCoordSeq_getXY_r(context.get(), points, i, &x, &y);
      triangle[i] = finder.find(x, y);
      if (triangle[i] == vertices.size()) return {};
    }
    if (turn(vertices, triangle) < 0) std::swap(triangle[1], triangle[2]);
    triangles.push_back(triangle);
  }
  return triangles;
}

template <class T>
bool is_triangulation(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> starts,
                      std::span<const Triangle> triangles) {
  const std::size_t holes = starts.size() - 2;
  if (triangles.size() != vertices.size() + 2 * holes - 2) return false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // of triangles, and reversed edges of the rings
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
    for (std::uint32_t i = starts[k]; i < starts[k + 1]; ++i) {
      edges.emplace_back(i + 1 == starts[k + 1] ? starts[k] : i + 1, i);
    }
  }
  for (const Triangle& t : triangles) {
    if (turn(vertices, t) <= 0) return false;
    for (std::size_t k = 0; k < 3; ++k) edges.emplace_back(t[k], t[(k + 1) % 3]);
  }
  std::sort(edges.begin(), edges.end());
  if (std::adjacent_find(edges.begin(), edges.end()) != edges.end()) return false;
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    return std::binary_search(edges.begin(), edges.end(), std::pair(edge.second, edge.first));
  });
}

template std::vector<Triangle> triangulate(std::span<const BasicVec2<float>>, std::span<const std::uint32_t>);
template bool is_triangulation(std::span<const BasicVec2<float>>, std::span<const std::uint32_t>,
                               std::span<const Triangle>);
template std::vector<Triangle> triangulate(std::span<const BasicVec2<double>>, std::span<const std::uint32_t>);
template bool is_triangulation(std::span<const BasicVec2<double>>, std::span<const std::uint32_t>,
                               std::span<const Triangle>);

}  // namespace satchel::outline
