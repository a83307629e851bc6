// Embree with rtcIntersect16: sixteen rays a call, in the order given.
#include <algorithm>
#include <array>
#include <limits>

#include "engines/embree/bodies.hpp"
#include "harness/question_engine.hpp"
#include "reference/check_probes.hpp"

namespace satchel_bench {
namespace {

constexpr std::size_t lanes = 16;

#ifdef __x86_64__
#define SATCHEL_BENCH_LANES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define SATCHEL_BENCH_LANES
#endif

/// The rays of a packet against one polygon, an edge at a time. Embree splits packets as it likes: there are up to 16.
SATCHEL_BENCH_LANES void intersect(const RTCIntersectFunctionNArguments* arguments) {
  const unsigned count = arguments->N;
  RTCRayN* const rays = RTCRayHitN_RayN(arguments->rayhit, count);
  RTCHitN* const hits = RTCRayHitN_HitN(arguments->rayhit, count);
  const auto& polygons = *static_cast<const std::vector<EmbreePolygon>*>(arguments->geometryUserPtr);
  const float* const org_x = &RTCRayN_org_x(rays, count, 0);
  const float* const org_y = &RTCRayN_org_y(rays, count, 0);
  const float* const dir_x = &RTCRayN_dir_x(rays, count, 0);
  const float* const dir_y = &RTCRayN_dir_y(rays, count, 0);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::array<float, lanes> enters, leaves, nx, ny;
  for (unsigned i = 0; i < count; ++i) {
    enters[i] = RTCRayN_tnear(rays, count, i), leaves[i] = RTCRayN_tfar(rays, count, i);
    nx[i] = ny[i] = 0;
  }
  for (const EmbreeEdge edge : polygons[arguments->primID].edges) {
    for (unsigned i = 0; i < count; ++i) {
      const float ahead = edge.offset - edge.normal_x * org_x[i] - edge.normal_y * org_y[i];
      const float speed = edge.normal_x * dir_x[i] + edge.normal_y * dir_y[i];
      const float time = ahead / speed;
      // A ray along the edge: outside it never enters, inside it never leaves by it.
      const float leave = speed > 0 ? time : speed < 0 || ahead >= 0 ? infinity : -infinity;
      const bool later = speed < 0 && time > enters[i];
      leaves[i] = leave < leaves[i] ? leave : leaves[i];
      enters[i] = later ? time : enters[i];
      nx[i] = later ? edge.normal_x : nx[i];
      ny[i] = later ? edge.normal_y : ny[i];
    }
  }
  for (unsigned i = 0; i < count; ++i) {
    if (arguments->valid[i] == 0 || enters[i] > leaves[i]) continue;
    RTCRayN_tfar(rays, count, i) = enters[i];
    RTCHitN_primID(hits, count, i) = arguments->primID;
    RTCHitN_geomID(hits, count, i) = 0;
    RTCHitN_Ng_x(hits, count, i) = nx[i], RTCHitN_Ng_y(hits, count, i) = ny[i], RTCHitN_Ng_z(hits, count, i) = 0;
  }
}

/// @tparam kept  the hierarchy is built before the timed call
template <bool kept>
class EmbreePackets final : public QuestionEngine {
 public:
  explicit EmbreePackets(const Probes& probes) : probes_(probes), polygons_(embree_polygons(probes.workload)) {
    if (kept) scene_.build(polygons_, intersect);
  }

  void run() override {
    if (!kept) scene_.build(polygons_, intersect);
    const std::size_t count = probes_.rays.size();
    packets_.resize((count + lanes - 1) / lanes);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    for (std::size_t first = 0; first < count; first += lanes) {
      RTCRayHit16& packet = packets_[first / lanes];
      alignas(64) int valid[lanes];
      for (std::size_t i = 0; i < lanes; ++i) {
        valid[i] = first + i < count ? -1 : 0;
        const satchel::Ray& ray = probes_.rays[std::min(first + i, count - 1)];
        packet.ray.org_x[i] = static_cast<float>(ray.origin.x), packet.ray.org_y[i] = static_cast<float>(ray.origin.y);
        packet.ray.dir_x[i] = static_cast<float>(ray.direction.x);
        packet.ray.dir_y[i] = static_cast<float>(ray.direction.y);
        packet.ray.org_z[i] = packet.ray.dir_z[i] = packet.ray.tnear[i] = packet.ray.time[i] = 0;
        packet.ray.tfar[i] = static_cast<float>(ray.max_time);
        packet.ray.mask[i] = ~0u;
        packet.ray.flags[i] = 0;
        packet.hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
      }
      rtcIntersect16(valid, scene_.get(), &context, &packet);
    }
  }
  std::string error() const override { return wrong_rays(probes_, times()); }
  std::optional<std::size_t> hits() const override {
    const std::vector<double> all = times();
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](double time) { return time < infinity; }));
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// One per ray; infinity: no hit.
  std::vector<double> times() const {
    std::vector<double> all;
    for (std::size_t i = 0; i < probes_.rays.size(); ++i) {
      const RTCRayHit16& packet = packets_[i / lanes];
      const bool hit = packet.hit.geomID[i % lanes] != RTC_INVALID_GEOMETRY_ID;
      all.push_back(hit ? static_cast<double>(packet.ray.tfar[i % lanes]) : infinity);
    }
    return all;
  }

  const Probes& probes_;
  std::vector<EmbreePolygon> polygons_;
  EmbreeScene scene_;
  std::vector<RTCRayHit16> packets_;
};

constexpr const char* note = "first body on each ray in float, sixteen rays at once (rtcIntersect16, user geometry)";
const Registered<QuestionEntry> built({.question = ray_hits,
                                       .engine = "embree16",
                                       .note = note,
                                       .make = make_question_engine<EmbreePackets<false>, probes>});
const Registered<QuestionEntry> in_kept({.question = ray_hits_kept,
                                         .engine = "embree16",
                                         .note = note,
                                         .make = make_question_engine<EmbreePackets<true>, probes>});
const Registered<QuestionEntry> shuffled({.question = shuffled_ray_hits_kept,
                                          .engine = "embree16",
                                          .note = note,
                                          .make = make_question_engine<EmbreePackets<true>, shuffled_probes>});

}  // namespace
}  // namespace satchel_bench
