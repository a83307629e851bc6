// Draws the whole page: drawing, panel, inset.
#pragma once

#include "cli/picture/picture.hpp"
#include "cli/support/output_file.hpp"

namespace satchel::cli {

void draw_picture(OutputFile& out, const Picture& picture);

}  // namespace satchel::cli
