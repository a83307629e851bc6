// Says which geometries of the input are left out (--skip-invalid).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "cli/raw_scene/raw_scene.hpp"
#include "cli/support/output_file.hpp"

namespace satchel::cli {

/// Writes how many to standard error, with the first ones and the reasons; and all of them to a CSV file.
class LeftOutReport {
 public:
  /// @param path  of the CSV file: `file,body,place,reason`, a row a geometry; empty: none
  explicit LeftOutReport(const std::string& path);

  /// @param taken  how many geometries of the file are bodies
  void add(const std::string& file, std::span<const LeftOut> left_out, std::size_t taken);
  /// Ends the CSV file.
  void finish();

 private:
  std::optional<OutputFile> out_;
};

}  // namespace satchel::cli
