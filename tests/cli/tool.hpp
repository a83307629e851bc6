// Runs the satchel tool as a user does: arguments in; exit status, both outputs and files out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace satchel::cli_test {

using test::file_text;
using test::Outcome;

inline void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    result.push_back(line);
  }
  return result;
}

inline std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> result;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) {
    result.push_back(field);
  }
  return result;
}

/// FNV-1a, to tell files apart.
inline std::uint64_t hash(const std::string& text) {
  std::uint64_t value = 0xcbf29ce484222325u;
  for (const char byte : text) {
    value = (value ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  }
  return value;
}

/// Each test has an empty folder of its own.
class Tool : public testing::Test {
 protected:
  /// A file of the test's folder; it need not exist.
  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }

  std::string scene(const std::string& json) const {
    write_file(path("scene.json"), json);
    return path("scene.json").string();
  }

  /// How many files there are, temporary ones included.
  [[nodiscard]] std::size_t file_count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_.path()), {}));
  }

  Outcome run(const std::vector<std::string>& arguments, const std::string& isa = {}) const {
    std::vector<std::string> command{SATCHEL_TOOL_PATH};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return test::run_program(command, isa.empty() ? std::nullopt : std::optional(isa));
  }

  /// Runs the tool where it has to succeed.
  std::string output(const std::vector<std::string>& arguments) const {
    const Outcome result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  }

  /// The instruction sets that the tool can use here.
  std::vector<std::string> isas() const {
    const std::string info = output({"info"});
    std::string list = info.substr(info.find("available: ") + 11);
    std::istringstream names(list.substr(0, list.find('\n')));
    std::vector<std::string> result;
    for (std::string isa; std::getline(names >> std::ws, isa, ',');) {
      result.push_back(isa);
    }
    return result;
  }

  std::string generate(const std::string& kind, int bodies, int seed,
                       const std::string& name = "generated.json") const {
    output({"generate", "--kind", kind, "--bodies", std::to_string(bodies), "--seed", std::to_string(seed), "--out",
            path(name).string()});
    return path(name).string();
  }

 private:
  test::TemporaryFolder folder_;
};

}  // namespace satchel::cli_test
