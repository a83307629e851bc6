// The names that searches of trees of floats share.
#pragma once

#include "format/tree_layout.hpp"

namespace {

using satchel::BodyId;
using satchel::kernels::FloatGroup;
using satchel::kernels::FloatTreeView;
using satchel::kernels::group_shift;
using satchel::kernels::group_width;
using satchel::kernels::max_levels;

}  // namespace
