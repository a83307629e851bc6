// The table of trees of a module that searches none. It replaces that of tree.cpp where it is linked before the library.
#include "format/tree_layout.hpp"

#include "lanes/isa.hpp"

namespace satchel::kernels {

extern const TreeKernels SATCHEL_TABLE(tree);
constinit const TreeKernels SATCHEL_TABLE(tree) = {};

}  // namespace satchel::kernels
