#include "broad_phase.hpp"

namespace satchel_bench {

const std::vector<BroadPhaseEntry>& broad_phase_engines() {
  constexpr std::size_t any = static_cast<std::size_t>(-1);
  // The peers' limit: with more bodies one pass takes many seconds.
  [[maybe_unused]] constexpr std::size_t a_million = 1'000'000;
  static const std::vector<BroadPhaseEntry> list {
    {"satchel", "pairs", any, any, true, make_satchel_pairs},
#if SATCHEL_BENCH_CGAL
        {"cgal", "pairs", a_million, any, false, make_cgal_pairs},
#endif
#if SATCHEL_BENCH_BOX2D
        {"box2d", "pairs", a_million, any, false, make_box2d_pairs},
#endif
#if SATCHEL_BENCH_BOOST
        {"boost_rtree", "pairs", a_million, any, false, make_boost_rtree_pairs},
#endif
        {"satchel", "frame", any, any, true, make_satchel_frame},
#if SATCHEL_BENCH_BOX2D
        {"box2d", "frame", a_million, 8, false, make_box2d_frame},
#endif
  };
  return list;
}

}  // namespace satchel_bench
