// Where systems differ: terminals, devices, and when two names are of one file.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>

namespace satchel::cli {

/// Both outputs take every byte as it is: on Windows no "\n" becomes "\r\n".
void write_bytes_as_they_are();

/// Whether messages go to a terminal.
bool errors_go_to_terminal();

/// Names are UTF-8 on every system; std::filesystem takes a std::string for something else on Windows.
std::filesystem::path path_of(const std::string& name);
std::string name_of(const std::filesystem::path& path);

/// What the path refers to, links followed; none: nothing, or something that cannot be asked. Devices of Windows (NUL, CON), whose
/// names stand in every folder, are character files.
std::filesystem::file_type type_of(const std::string& path);

/// Opens a file that is not there yet; null, and EEXIST in errno, where it is there.
std::FILE* open_new_file(const std::string& path);

/// The process's own standard output or error, by a name that Unix has for it; null for another name. What is written goes behind
/// what is there, and whoever redirected the stream keeps it.
std::FILE* open_own_stream(const std::string& path);

/// Whether two paths are of one file, which need not exist. Windows does not tell upper from lower case.
bool are_same_file(const std::string& path_a, const std::string& path_b);

}  // namespace satchel::cli
