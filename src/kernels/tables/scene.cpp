// The kernels of one instruction set that place bodies and deal with their boxes.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/scene/body_boxes.hpp"
#include "kernels/scene/place.hpp"

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

extern const ByPrecision<SceneKernels> SATCHEL_TABLE(scene);
constinit const ByPrecision<SceneKernels> SATCHEL_TABLE(scene) = table_of<SceneKernels, OfScene>();

}  // namespace satchel::kernels
