// Runs another program: arguments in; exit status and both outputs out.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace satchel::test {

struct Outcome {
  int status;  ///< -1: it did not end by itself
  std::string out;
  std::string err;
};

std::string file_text(const std::filesystem::path& path);

/// `command` begins with the program. Text is UTF-8. The environment has this SATCHEL_ISA, or none; standard input is empty.
Outcome run_program(const std::vector<std::string>& command, const std::optional<std::string>& isa = {});

}  // namespace satchel::test
