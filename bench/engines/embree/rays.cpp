// Embree: a bounding volume hierarchy over bodies as user geometries, with rtcIntersect1, one ray a call.
#include <algorithm>
#include <limits>

#include "engines/embree/bodies.hpp"
#include "harness/question_engine.hpp"
#include "reference/check_probes.hpp"

namespace satchel_bench {
namespace {

void intersect(const RTCIntersectFunctionNArguments* arguments) {
  if (arguments->valid[0] == 0) return;
  const auto& polygons = *static_cast<const std::vector<EmbreePolygon>*>(arguments->geometryUserPtr);
  auto& hit = *reinterpret_cast<RTCRayHit*>(arguments->rayhit);  // one ray a packet
  float enters = hit.ray.tnear, leaves = hit.ray.tfar, nx = 0, ny = 0;
  for (const EmbreeEdge& edge : polygons[arguments->primID].edges) {
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
  explicit EmbreeRays(const Probes& probes) : probes_(probes), polygons_(embree_polygons(probes.workload)) {
    if (kept) scene_.build(polygons_, intersect);
  }

  void run() override {
    if (!kept) scene_.build(polygons_, intersect);
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
      rtcIntersect1(scene_.get(), &context, &hit);
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

  const Probes& probes_;
  std::vector<EmbreePolygon> polygons_;
  EmbreeScene scene_;
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
const Registered<QuestionEntry> single({.question = single_ray_hits_kept,
                                        .engine = "embree",
                                        .note = note,
                                        .make = make_question_engine<EmbreeRays<true>, shuffled_probes>});
const Registered<PeerVersion> version({"embree", RTC_VERSION_STRING});

}  // namespace
}  // namespace satchel_bench
