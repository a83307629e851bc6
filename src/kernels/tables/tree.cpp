// The kernels of one instruction set that search trees of floats.
#include "format/tree_layout.hpp"

#include "lanes/isa.hpp"

#include "kernels/outline/points_in_outlines.hpp"
#include "kernels/tree/fan_on_polygon.hpp"
#include "kernels/tree/find_in_boxes.hpp"
#include "kernels/tree/find_in_fan.hpp"
#include "kernels/tree/find_near.hpp"
#include "kernels/tree/find_on_ray.hpp"
#include "kernels/tree/float_groups.hpp"

namespace satchel::kernels {

extern const TreeKernels SATCHEL_TABLE(tree);
constinit const TreeKernels SATCHEL_TABLE(tree) = {meet_polygon<Isa::Lanes<double>, Isa::FourLanes<double>>,
                                                   meet_polygon<Isa::Lanes<double>, Isa::FourLanes<double>>,
                                                   find_on_ray<Isa::Lanes<float>>,
                                                   find_in_fan<Isa::Lanes<float>>,
                                                   find_in_boxes<Isa::Lanes<float>, Isa::Lanes<double>>,
                                                   find_near<Isa::Lanes<float>>,
                                                   find_in_outlines<Isa::Lanes<double>, float>,
                                                   find_in_outlines<Isa::Lanes<double>, double>,
                                                   to_floats};

}  // namespace satchel::kernels
