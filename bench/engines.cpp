#include "engines.hpp"

#if SATCHEL_BENCH_BOX2D
#include <box2d/b2_common.h>
#include <box2d/b2_settings.h>
#endif
#if SATCHEL_BENCH_CHIPMUNK
#include <chipmunk/chipmunk.h>
#endif
#if SATCHEL_BENCH_GEOS
#include <geos_c.h>
#endif
#if SATCHEL_BENCH_BOOST
#include <boost/version.hpp>
#endif
#if SATCHEL_BENCH_CGAL
#include <CGAL/version_macros.h>
#endif

namespace satchel_bench {
namespace {

constexpr std::size_t any = static_cast<std::size_t>(-1);

/// Limit of bodies for engines that prepare kilobytes per body: with more the allocator is measured.
[[maybe_unused]] constexpr std::size_t small_scenes = 100'000;

template <std::unique_ptr<Engine> (*make)(const Workload&)>
std::unique_ptr<Engine> one_thread(const Workload& workload, unsigned) {
  return make(workload);
}

}  // namespace

const std::vector<EngineEntry>& engines() {
  static const std::vector<EngineEntry> list {
    {"satchel", Query::collide, any, any, true, make_satchel_collide},
        {"satchel_double", Query::collide, any, any, false, make_satchel_collide_double},
        {"textbook", Query::collide, 256, any, false, one_thread<make_textbook>},
        {"bytes", Query::collide, 16, any, false, one_thread<make_bytes>},
        {"satchel", Query::classify, any, any, true, make_satchel_classify},
        {"satchel_double", Query::classify, any, any, false, make_satchel_classify_double},
        {"satchel", Query::distance, any, any, true, make_satchel_distance},
        {"satchel", Query::sweep, any, any, true, make_satchel_sweep},
        {"satchel", Query::manifold, any, any, true, make_satchel_manifold},
#if SATCHEL_BENCH_BOX2D
        {"box2d", Query::distance, b2_maxPolygonVertices, any, false, one_thread<make_box2d_distance>},
        {"box2d", Query::sweep, b2_maxPolygonVertices, any, false, one_thread<make_box2d_sweep>},
        {"box2d", Query::manifold, b2_maxPolygonVertices, any, false, one_thread<make_box2d>},
        {"box2d", Query::collide, b2_maxPolygonVertices, any, false, one_thread<make_box2d>},
        {"box2d_overlap", Query::classify, b2_maxPolygonVertices, any, false, one_thread<make_box2d_overlap>},
#endif
#if SATCHEL_BENCH_CHIPMUNK
        {"chipmunk", Query::collide, 64, any, false, one_thread<make_chipmunk>},
#endif
#if SATCHEL_BENCH_GEOS
        {"geos", Query::classify, any, small_scenes, false, one_thread<make_geos>},
#endif
#if SATCHEL_BENCH_BOOST
        {"boost_geometry", Query::classify, any, small_scenes, false, one_thread<make_boost_geometry>},
#endif
  };
  return list;
}

std::map<std::string, std::string> peer_versions() {
  std::map<std::string, std::string> versions;
#if SATCHEL_BENCH_BOX2D
  versions["box2d"] = std::to_string(b2_version.major) + '.' + std::to_string(b2_version.minor) + '.' +
                      std::to_string(b2_version.revision);
#endif
#if SATCHEL_BENCH_CHIPMUNK
  versions["chipmunk"] = cpVersionString;
#endif
#if SATCHEL_BENCH_GEOS
  versions["geos"] = GEOSversion();
#endif
#if SATCHEL_BENCH_BOOST
  versions["boost_geometry"] = BOOST_LIB_VERSION;
#endif
#if SATCHEL_BENCH_CGAL
  versions["cgal"] = CGAL_STR(CGAL_VERSION);
#endif
  return versions;
}

}  // namespace satchel_bench
