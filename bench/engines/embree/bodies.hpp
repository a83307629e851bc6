// Bodies as user geometries of Embree in the plane z = 0: a body is met where the ray enters its polygon, in float.
#pragma once

#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "workloads/workload.hpp"
#include "workloads/world_vertices.hpp"

namespace satchel_bench {

/// An edge of a polygon in the world: outward unit normal, and the line normal . p = offset.
struct EmbreeEdge {
  float normal_x, normal_y, offset;
};

struct EmbreePolygon {
  std::vector<EmbreeEdge> edges;
  RTCBounds bounds;
};

inline EmbreePolygon embree_polygon(const std::vector<satchel::Vec2d>& vertices) {
  EmbreePolygon polygon;
  double min_x = vertices[0].x, max_x = min_x, min_y = vertices[0].y, max_y = min_y;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const satchel::Vec2d v = vertices[i], w = vertices[i + 1 < vertices.size() ? i + 1 : 0];
    const double length = std::hypot(w.x - v.x, w.y - v.y), nx = (w.y - v.y) / length, ny = (v.x - w.x) / length;
    polygon.edges.push_back({static_cast<float>(nx), static_cast<float>(ny), static_cast<float>(nx * v.x + ny * v.y)});
    min_x = std::min(min_x, v.x), max_x = std::max(max_x, v.x);
    min_y = std::min(min_y, v.y), max_y = std::max(max_y, v.y);
  }
  RTCBounds& bounds = polygon.bounds;
  bounds.lower_x = static_cast<float>(min_x), bounds.lower_y = static_cast<float>(min_y), bounds.lower_z = -1;
  bounds.upper_x = static_cast<float>(max_x), bounds.upper_y = static_cast<float>(max_y), bounds.upper_z = 1;
  return polygon;
}

inline std::vector<EmbreePolygon> embree_polygons(const Workload& workload) {
  std::vector<EmbreePolygon> polygons;
  for (std::size_t body = 0; body < workload.poses.size(); ++body) {
    polygons.push_back(embree_polygon(world_vertices(workload, body)));
  }
  return polygons;
}

/// A device of one thread and a scene with one geometry.
class EmbreeScene {
 public:
  EmbreeScene() : device_(rtcNewDevice("threads=1,set_affinity=0")) {}
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;
  ~EmbreeScene() {
    clear();
    rtcReleaseDevice(device_);
  }

  /// Builds the hierarchy anew.
  /// @param user       given to the callbacks; must stay where it is
  /// @param intersect  null: no rays
  void build(std::size_t primitives, void* user, RTCBoundsFunction bounds, RTCIntersectFunctionN intersect,
             RTCBuildQuality quality = RTC_BUILD_QUALITY_MEDIUM) {
    clear();
    scene_ = rtcNewScene(device_);
    rtcSetSceneBuildQuality(scene_, quality);
    const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(primitives));
    rtcSetGeometryUserData(geometry, user);
    rtcSetGeometryBoundsFunction(geometry, bounds, nullptr);
    rtcSetGeometryIntersectFunction(geometry, intersect);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
  }
  void build(std::vector<EmbreePolygon>& polygons, RTCIntersectFunctionN intersect) {
    const auto bounds = [](const RTCBoundsFunctionArguments* arguments) {
      const auto& all = *static_cast<const std::vector<EmbreePolygon>*>(arguments->geometryUserPtr);
      *arguments->bounds_o = all[arguments->primID].bounds;
    };
    build(polygons.size(), &polygons, bounds, intersect);
  }
  RTCScene get() const { return scene_; }

 private:
  void clear() {
    if (scene_ != nullptr) rtcReleaseScene(scene_);
    scene_ = nullptr;
  }

  RTCDevice device_;
  RTCScene scene_ = nullptr;
};

}  // namespace satchel_bench
