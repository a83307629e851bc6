// One lane: any machine.
#include "kernels/lanes_scalar.hpp"
#include "kernels/table.hpp"

constinit const satchel::kernels::KernelTable satchel::kernels::scalar_kernels = {
    "scalar", kernels_of<ScalarLanes<float>, ScalarLanes<float>, ScalarLanes<float>, ScalarLanes<double>>(),
    kernels_of<ScalarLanes<double>, ScalarLanes<double>, ScalarLanes<double>, ScalarLanes<double>>(), survey,
    find_overlaps<ScalarLanes<double>>};
