// The ray kernels of one instruction set.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/tree/ray_boxes.hpp"

namespace satchel::kernels {

extern const RayKernels SATCHEL_TABLE(rays);
constinit const RayKernels SATCHEL_TABLE(rays) = {find_on_ray<Isa::Lanes<double>>};

}  // namespace satchel::kernels
