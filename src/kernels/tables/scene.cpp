// The kernels of one instruction set and precision that place bodies and deal with their boxes.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/scene/body_boxes.hpp"
#include "kernels/scene/place_bodies.hpp"

namespace {

using satchel::kernels::SceneKernels;

template <class T>
struct OfScene {
  static constexpr SceneKernels<T> kernels() {
    return {valid_poses<T>, place_bodies<Isa::FourLanes<T>, Isa::EightLanes<T>, Isa::Lanes<T>>, find_buckets<T>,
            deal_boxes<Isa::FourLanes<double>, T>};
  }
};

}  // namespace

namespace satchel::kernels {

extern const SceneKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(scene, SATCHEL_PRECISION);
constinit const SceneKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(scene, SATCHEL_PRECISION) =
    OfScene<SATCHEL_PRECISION>::kernels();

}  // namespace satchel::kernels
