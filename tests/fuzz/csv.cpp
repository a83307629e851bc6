// The tool's reader of CSV files of queries: it refuses a text with a message that names the file and a line, or has the
// numbers of every row; written again, with the columns in another order, they are read the same.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "cli/queries/number_table.hpp"
#include "cli/queries/trajectory_list.hpp"
#include "read_text.hpp"

namespace satchel::fuzz {
namespace {

using Columns = std::vector<std::string_view>;

/// Calls work() and checks the message, if it refuses; false then.
template <class Work>
bool is_taken(const Work& work) {
  try {
    work();
    return true;
  } catch (const cli::Failure& failure) {
    check_message(failure, "queries.csv");
    require(std::string_view(failure.what()).starts_with("queries.csv: line "), "a message that names no line");
    return false;
  }
}

bool same_bits(double p, double q) { return std::memcmp(&p, &q, sizeof p) == 0; }

void check_table(const cli::NumberTable& table, const Columns& columns) {
  std::string text;
  const std::size_t count = columns.size();
  for (std::size_t k = count; k-- > 0;) text += std::string(columns[k]) + (k > 0 ? "," : ",more\n");
  std::size_t last = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    require(table.line(row) > last, "rows out of order");
    last = table.line(row);
    for (std::size_t k = count; k-- > 0;) {
      char number[40];
      std::snprintf(number, sizeof number, "\"%.17g\"", table.at(row, k));
      text += std::string(number) + (k > 0 ? " ,\t" : ",x\r\n");
    }
  }
  const cli::NumberTable again(text, "again.csv", columns);
  require(again.rows() == table.rows() && again.ignored().size() == 1, "another number of rows");
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t k = 0; k < count; ++k) {
      const double one = table.at(row, k), other = again.at(row, k);
      require(same_bits(one, other) || (std::isnan(one) && std::isnan(other)), "a number changes when it is written");
    }
  }
}

void try_csv(std::string_view text) {
  const Columns two{"x", "y"}, five{"trajectory", "shape", "x", "y", "angle"};
  for (const Columns& columns : {two, five}) {
    std::optional<cli::NumberTable> table;
    if (!is_taken([&] { table.emplace(text, "queries.csv", columns); })) continue;
    check_table(*table, columns);
    if (columns.size() == 2) continue;
    constexpr std::array<ShapeId, 3> shapes{0, no_shape, 4};
    std::vector<cli::Trajectory> found;
    if (!is_taken([&] { found = cli::find_trajectories(*table, shapes); })) continue;
    std::size_t row = 0;
    for (const cli::Trajectory& trajectory : found) {
      require(trajectory.first_row == row && trajectory.steps > 0, "trajectories that are not the rows one by one");
      row += trajectory.steps;
    }
    require(row == table->rows(), "rows of no trajectory");
  }
}

}  // namespace
}  // namespace satchel::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  satchel::fuzz::try_csv({reinterpret_cast<const char*>(data), size});
  return 0;
}
