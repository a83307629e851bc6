// What `satchel collide` says on standard output.
#pragma once

#include <cstddef>

#include "collide_scene.hpp"

namespace satchel::cli {

void print_summary(std::size_t bodies, const CollideResults& results, unsigned threads);

}  // namespace satchel::cli
