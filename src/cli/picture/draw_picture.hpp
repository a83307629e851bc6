// Draws the whole page: drawing, panel, inset.
#pragma once

#include "cli/output/output_file.hpp"
#include "cli/picture/picture.hpp"

namespace satchel::cli {

void draw_picture(OutputFile& out, const Picture& picture);

}  // namespace satchel::cli
