// Tables for modules that have to be small: contacts by all edges alone, without facing parts, which are most of the code;
// no kernels of manifolds and sweeps, which such a module must not ask for. They replace those of collide.cpp, manifold.cpp
// and sweep.cpp where they are linked before the library.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/long/collide_long.hpp"
#include "kernels/sat/box_pairs.hpp"
#include "kernels/sat/collide.hpp"
#include "kernels/sat/discs.hpp"
#include "kernels/sat/polygon_pairs.hpp"
#include "kernels/sat/single_pairs.hpp"
#include "kernels/sat/verdict_bounds.hpp"
#include "kernels/tables/class_pairs.hpp"

namespace {

using satchel::kernels::CollideKernels;
using satchel::kernels::shared_class;

template <class T>
struct Collide {
  static constexpr CollideKernels<T> kernels() {
    using L = Isa::Lanes<T>;
    CollideKernels<T> kernels{};
    kernels.permutes_rows = L::permutes_rows;
    for_each_class_pair<satchel::kernels::lane_class_count>([&](auto ka, auto kb) {
      kernels.collide[ka][kb] = collide_lanes<L, PolygonKernel<L, shared_class(ka), shared_class(kb)>>;
    });
    kernels.collide_boxes = collide_lanes<L, BoxKernel<L>>;
    kernels.classify_boxes = classify_by_edges<L, BoxKernel<L>>;
    kernels.classify_up_to_4 = classify_by_edges<L, PolygonKernel<L, 0, 0>>;
    kernels.collide_singly = collide_singly<T>;
    kernels.collide_long = collide_long<L, Isa::FourLanes<T>>;
    kernels.classify_by_discs = classify_by_discs<L>;
    kernels.near_by_discs = near_by_discs<L>;
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const CollideKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(collide, SATCHEL_PRECISION);
constinit const CollideKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(collide, SATCHEL_PRECISION) =
    Collide<SATCHEL_PRECISION>::kernels();
extern const ManifoldKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(manifold, SATCHEL_PRECISION);
constinit const ManifoldKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(manifold, SATCHEL_PRECISION) = {};
extern const SweepKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(sweep, SATCHEL_PRECISION);
constinit const SweepKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(sweep, SATCHEL_PRECISION) = {};

}  // namespace satchel::kernels
