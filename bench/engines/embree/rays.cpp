// Embree: a bounding volume hierarchy over bodies as user geometries, with rtcIntersect1, one ray a call. The bodies lie
// in the plane z = 0; a body is met where the ray enters its polygon, in float.
#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/question_engine.hpp"
#include "reference/check_probes.hpp"
#include "workloads/world_vertices.hpp"

namespace satchel_bench {
namespace {

/// An edge of a polygon in the world: outward unit normal, and the line normal . p = offset.
struct Edge {
  float normal_x, normal_y, offset;
};

struct Polygon {
  std::vector<Edge> edges;
  RTCBounds bounds;
};

Polygon polygon_of(const std::vector<satchel::Vec2d>& vertices) {
  Polygon polygon;
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

void intersect(const RTCIntersectFunctionNArguments* arguments) {
  if (arguments->valid[0] == 0) return;
  const auto& polygons = *static_cast<const std::vector<Polygon>*>(arguments->geometryUserPtr);
  auto& hit = *reinterpret_cast<RTCRayHit*>(arguments->rayhit);  // one ray a packet
  float enters = hit.ray.tnear, leaves = hit.ray.tfar, nx = 0, ny = 0;
  for (const Edge& edge : polygons[arguments->primID].edges) {
    const float ahead = edge.offset - edge.normal_x * hit.ray.org_x - edge.normal_y * hit.ray.org_y;
    const float speed = edge.normal_x * hit.ray.dir_x + edge.normal_y * hit.ray.dir_y;
    if (speed == 0) {
      if (ahead < 0) return;
      continue;
    }
    const float time = ahead / speed;
    if (speed > 0) {
      leaves = std::min(leaves, time);
    } else if (time > enters) {
      enters = time, nx = edge.normal_x, ny = edge.normal_y;
    }
  }
  if (enters > leaves) return;
  hit.ray.tfar = enters;
  hit.hit.primID = arguments->primID;
  hit.hit.geomID = 0;
  hit.hit.Ng_x = nx, hit.hit.Ng_y = ny, hit.hit.Ng_z = 0;
}

/// @tparam kept  the hierarchy is built before the timed call
template <bool kept>
class EmbreeRays final : public QuestionEngine {
 public:
  explicit EmbreeRays(const Probes& probes) : probes_(probes), device_(rtcNewDevice("threads=1,set_affinity=0")) {
    for (std::size_t body = 0; body < probes.workload.poses.size(); ++body) {
      polygons_.push_back(polygon_of(world_vertices(probes.workload, body)));
    }
    if (kept) build();
  }
  ~EmbreeRays() override {
    if (scene_ != nullptr) rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  void run() override {
    if (!kept) build();
    hits_.resize(probes_.rays.size());
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (std::size_t i = 0; i < probes_.rays.size(); ++i) {
      const satchel::Ray& ray = probes_.rays[i];
      RTCRayHit& hit = hits_[i];
      hit.ray = {};
      hit.ray.org_x = static_cast<float>(ray.origin.x), hit.ray.org_y = static_cast<float>(ray.origin.y);
      hit.ray.dir_x = static_cast<float>(ray.direction.x), hit.ray.dir_y = static_cast<float>(ray.direction.y);
      hit.ray.tfar = static_cast<float>(ray.max_time);
      hit.ray.mask = ~0u;
      hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
      rtcIntersect1(scene_, &context, &hit);
    }
  }
  std::string error() const override {
    std::vector<double> times;
    for (const RTCRayHit& hit : hits_) {
      times.push_back(is_hit(hit) ? static_cast<double>(hit.ray.tfar) : std::numeric_limits<double>::infinity());
    }
    return wrong_rays(probes_, times);
  }
  std::optional<std::size_t> hits() const override {
    return static_cast<std::size_t>(std::count_if(hits_.begin(), hits_.end(), is_hit));
  }

 private:
  static bool is_hit(const RTCRayHit& hit) { return hit.hit.geomID != RTC_INVALID_GEOMETRY_ID; }

  void build() {
    if (scene_ != nullptr) rtcReleaseScene(scene_);
    scene_ = rtcNewScene(device_);
    const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(polygons_.size()));
    rtcSetGeometryUserData(geometry, &polygons_);
    rtcSetGeometryBoundsFunction(
        geometry,
        [](const RTCBoundsFunctionArguments* arguments) {
          const auto& polygons = *static_cast<const std::vector<Polygon>*>(arguments->geometryUserPtr);
          *arguments->bounds_o = polygons[arguments->primID].bounds;
        },
        nullptr);
    rtcSetGeometryIntersectFunction(geometry, intersect);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
  }

  const Probes& probes_;
  std::vector<Polygon> polygons_;
  RTCDevice device_;
  RTCScene scene_ = nullptr;
  std::vector<RTCRayHit> hits_;
};

constexpr const char* note = "first body on each ray in float (rtcIntersect1, user geometry)";
const Registered<QuestionEntry> built(
    {.question = ray_hits, .engine = "embree", .note = note, .make = make_question_engine<EmbreeRays<false>, probes>});
const Registered<QuestionEntry> in_kept({.question = ray_hits_kept,
                                         .engine = "embree",
                                         .note = note,
                                         .make = make_question_engine<EmbreeRays<true>, probes>});
const Registered<QuestionEntry> shuffled({.question = shuffled_ray_hits_kept,
                                          .engine = "embree",
                                          .note = note,
                                          .make = make_question_engine<EmbreeRays<true>, shuffled_probes>});

}  // namespace
}  // namespace satchel_bench
