// The outlines of recorded scenes (tests/scenes/README.md).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <satchel/outline.hpp>
#include <set>
#include <string>

#include "outline_check.hpp"
#include "support/recorded_files.hpp"

namespace satchel::test {
namespace {

/// The indices of the shapes that are refused for meeting themselves; all others are checked.
template <class T>
std::set<std::size_t> check_scene(const std::filesystem::path& path) {
  std::ifstream file(path);
  const nlohmann::json json = nlohmann::json::parse(file);
  std::set<std::size_t> refused;
  std::size_t at = 0;
  for (const auto& shape : json.at("shapes")) {
    const std::size_t index = at++;
    if (shape.at("type") != "concave") continue;
    SCOPED_TRACE(path.string() + ", shape " + std::to_string(index));
    std::vector<BasicVec2<T>> outline;
    for (const auto& v : shape.at("vertices")) outline.push_back({v.at(0).get<T>(), v.at(1).get<T>()});
    try {
      const BasicConvexParts<T> parts = convex_parts(std::span<const BasicVec2<T>>(outline));
      expect_right_parts<T>(outline, parts);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::meets_itself) << error.what();
      refused.insert(index);
    }
    if (testing::Test::HasFatalFailure()) break;
  }
  return refused;
}

TEST(RecordedOutlines, of_solved_layouts_are_cut) {
  for (const char* name : {"nesting_swim", "nesting_trousers", "nesting_gardeyn2"}) {
    EXPECT_TRUE(check_scene<float>(recorded_file(name)).empty());
    EXPECT_TRUE(check_scene<double>(recorded_file(name)).empty());
  }
}

TEST(RecordedOutlines, of_counties_are_cut_but_those_that_touch_or_cross_themselves) {
  // The vertices of the last shape named touch as written; rounded to float they no longer do.
  const auto expect_refused = [](const std::filesystem::path& path, std::set<std::size_t> bad,
                                 std::size_t not_as_float) {
    EXPECT_EQ(check_scene<double>(path), bad);
    bad.erase(not_as_float);
    EXPECT_EQ(check_scene<float>(path), bad);
  };
  expect_refused(recorded_file("geo_us_counties_part"), {3, 27, 32, 44}, 44);
  if (const auto whole = extra_file("geo_us_counties")) {
    expect_refused(*whole, {281,  297,  546,  548,  921,  952,  1009, 1028, 1125, 1326, 1342,
                            1409, 1515, 1629, 2072, 2187, 2199, 2487, 2494, 2528, 2927, 2957},
                   2199);
  }
}

}  // namespace
}  // namespace satchel::test
