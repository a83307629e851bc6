// Writes a page: src/page with a scene's data in it.
#pragma once

#include <string>
#include <string_view>

#include "cli/support/output_file.hpp"

namespace satchel::cli {

/// @param title  shown in the browser's tab
/// @param data   as of `page_data`
/// @param live   the data has a module, which the page's policy then allows to run
void write_page(OutputFile& out, const std::string& title, std::string_view data, bool live);

/// Reads the module of the kernel that --live names. Throws `Failure` (file, or bad input), which says how to make one.
std::string read_live_module(const std::string& path);

}  // namespace satchel::cli
