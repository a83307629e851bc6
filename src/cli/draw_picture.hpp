// The whole page: drawing, panel, inset.
#pragma once

#include "output_file.hpp"
#include "picture.hpp"

namespace satchel::cli {

void draw_picture(OutputFile& out, const Picture& picture);

}  // namespace satchel::cli
