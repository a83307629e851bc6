// Writes a page: src/page with a scene's data in it.
#pragma once

#include <string>
#include <string_view>

#include "cli/output/output_file.hpp"

namespace satchel::cli {

/// @param title  shown in the browser's tab
/// @param data   as of `page_data`
void write_page(OutputFile& out, const std::string& title, std::string_view data);

}  // namespace satchel::cli
