// Reads a whole input file.
#pragma once

#include <string>

namespace satchel::cli {

/// The text of a file, without a byte order mark. Throws `Failure` (file) with the name and the reason.
std::string input_text(const std::string& path);

}  // namespace satchel::cli
