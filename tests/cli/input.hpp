// Runs the tool on input files.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tool.hpp"

namespace satchel::cli_test {

using Ring = std::vector<std::pair<int, int>>;

inline std::string json_ring(const Ring& ring) {
  std::string text;
  for (const auto& [x, y] : ring) {
    text += fmt::format("{}[{},{}]", text.empty() ? "" : ",", x, y);
  }
  return "[" + text + "]";
}

inline std::string wkt_ring(const Ring& ring) {
  std::string text;
  for (const auto& [x, y] : ring) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", x, y);
  }
  return "(" + text + ")";
}

inline Ring closed(Ring ring) {
  ring.push_back(ring.front());
  return ring;
}

inline Ring reversed(const Ring& ring) { return {ring.rbegin(), ring.rend()}; }

class Input : public Tool {
 protected:
  /// The rows of a CSV file that a command writes about an input file, each as its fields; the header is left out.
  std::vector<std::vector<std::string>> rows(const std::string& command, const std::string& file,
                                             const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments{command, file, "--out", path("out.csv").string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    output(arguments);
    std::vector<std::vector<std::string>> result;
    for (const std::string& line : lines(file_text(path("out.csv")))) {
      result.push_back(fields(line));
    }
    result.erase(result.begin());
    return result;
  }

  std::string file(const std::string& name, const std::string& text) const {
    write_file(path(name), text);
    return path(name).string();
  }

  /// The text behind a label of the summary; empty if there is none.
  static std::string summary_value(const std::string& summary, const std::string& label) {
    for (const std::string& line : lines(summary)) {
      const std::size_t at = line.find(label + ":");
      if (at != std::string::npos) {
        const std::size_t value = line.find_first_not_of(' ', at + label.size() + 1);
        return value == std::string::npos ? "" : line.substr(value);
      }
    }
    return {};
  }

  void expect_refused(const std::vector<std::string>& arguments, const std::vector<std::string>& words) const {
    const Outcome result = run(arguments);
    EXPECT_EQ(result.status, 2) << result.out;
    std::size_t from = 0;
    for (const std::string& word : words) {
      const std::size_t found = result.err.find(word, from);
      EXPECT_NE(found, std::string::npos) << "no '" << word << "' in: " << result.err;
      from = found == std::string::npos ? from : found + word.size();
    }
    EXPECT_FALSE(std::filesystem::exists(path("out.csv")));
  }
};

inline std::string polygon_scene(const std::string& vertices, const char* type = "polygon") {
  return fmt::format(R"({{"units":"m","shapes":[{{"type":"{}","vertices":{}}}],"bodies":[[0,0,0,0]],"pairs":[]}})",
                     type, vertices);
}

}  // namespace satchel::cli_test
