// Where systems differ: terminals, devices, and when two names are of one file.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>

namespace satchel::cli {

/// Standard output takes every byte as it is: on Windows no "\n" becomes "\r\n".
void write_bytes_as_they_are();

/// Whether messages go to a terminal.
bool errors_go_to_terminal();

/// What the path refers to, links followed; none: nothing, or something that cannot be asked. Devices of Windows (NUL, CON), whose
/// names stand in every folder, are character files.
std::filesystem::file_type type_of(const std::string& path);

/// Opens a file that is not there yet; null, and EEXIST in errno, where it is there.
std::FILE* open_new_file(const std::string& path);

/// Whether two paths are of one file, which need not exist. Windows does not tell upper from lower case.
bool are_same_file(const std::string& path_a, const std::string& path_b);

}  // namespace satchel::cli
