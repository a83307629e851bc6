// Names of files as each system has them.
#include <string>
#include <vector>

#include "tool.hpp"

namespace satchel::cli_test {
namespace {

const std::string two_squares =
    R"({"shapes": [{"type": "box", "half_width": 1, "half_height": 1}], "bodies": [[0, 0, 0, 0], [0, 1, 0, 0]]})";

class Paths : public Tool {
 protected:
  /// Collides two squares: a file in, two files out.
  void expect_collided(const std::string& in, const std::string& csv, const std::string& svg) const {
    const Outcome result = run({"collide", in, "--out", csv, "--svg", svg});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.out.find(csv), std::string::npos) << result.out;
  }
};

#if defined(_WIN32)
const std::string null_device = "NUL";
#else
const std::string null_device = "/dev/null";
#endif

TEST_F(Paths, may_have_characters_of_any_script_and_spaces) {
  const std::string name = "sz \u00f6 \u540d \U0001f4d0";
  const auto in = path(name + ".json"), csv = path(name + ".csv"), svg = path(name + ".svg");
  write_file(in, two_squares);
  expect_collided(name_of(in), name_of(csv), name_of(svg));
  EXPECT_EQ(lines(file_text(csv)).size(), 2u);
  EXPECT_NE(file_text(svg).find("</svg>"), std::string::npos);
  EXPECT_EQ(file_count(), 3u);
  const Outcome refused = run({"collide", name_of(path("no " + name))});
  EXPECT_EQ(refused.status, 3);
  EXPECT_NE(refused.err.find(name), std::string::npos) << refused.err;
}

TEST_F(Paths, may_be_written_with_slashes) {
  write_file(path("s.json"), two_squares);
  std::filesystem::create_directory(path("folder"));
  expect_collided(path("s.json").generic_string(), path("folder/c.csv").generic_string(),
                  path("s.svg").generic_string());
  EXPECT_EQ(lines(file_text(path("folder") / "c.csv")).size(), 2u);
}

TEST_F(Paths, may_begin_with_a_slash_and_are_no_options_then) {
  const Outcome result = run({"collide", "/no/such/scene.json"});
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(result.err.find("/no/such/scene.json: cannot be read: "), std::string::npos) << result.err;
}

TEST_F(Paths, of_the_null_device_are_written_and_leave_nothing) {
  write_file(path("s.json"), two_squares);
  expect_collided(path("s.json").string(), null_device, null_device);
  EXPECT_EQ(file_count(), 1u);
}

TEST_F(Paths, that_differ_in_case_are_of_one_file_on_windows_alone) {
  write_file(path("s.json"), two_squares);
  const Outcome result =
      run({"collide", path("s.json").string(), "--out", path("out.csv").string(), "--svg", path("Out.CSV").string()});
#if defined(_WIN32)
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("is named twice"), std::string::npos) << result.err;
  EXPECT_EQ(run({"collide", path("s.json").string(), "--out", path("S.JSON").string()}).status, 1);
  EXPECT_EQ(file_text(path("s.json")), two_squares);
  EXPECT_EQ(file_count(), 1u);
#elif defined(__linux__)
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(file_count(), 3u);
#endif
}

TEST_F(Paths, of_one_file_in_two_spellings_are_refused) {
  write_file(path("s.json"), two_squares);
  std::filesystem::create_directory(path("folder"));
  const Outcome result = run({"collide", path("s.json").string(), "--out", path("folder/../s.json").string()});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("is named twice"), std::string::npos) << result.err;
  EXPECT_EQ(file_text(path("s.json")), two_squares);
}

TEST_F(Paths, of_an_old_file_are_replaced) {
  write_file(path("s.json"), two_squares);
  write_file(path("c.csv"), "old");
  expect_collided(path("s.json").string(), path("c.csv").string(), path("p.svg").string());
  EXPECT_EQ(lines(file_text(path("c.csv"))).size(), 2u);
  EXPECT_EQ(file_count(), 3u);
}

TEST_F(Paths, lead_to_lines_that_end_alike_on_every_system) {
  write_file(path("s.json"), two_squares);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"info"},
        {"info", "--routes"},
        {"--help"},
        {"--version"},
        {"collide", path("s.json").string(), "--out", path("c.csv").string(), "--svg", path("p.svg").string(), "--html",
         path("p.html").string()}}) {
    EXPECT_EQ(output(arguments).find('\r'), std::string::npos) << arguments[0];
  }
  output({"generate", "--kind", "demo", "--bodies", "20", "--out", path("g.json").string()});
  for (const char* name : {"c.csv", "p.svg", "p.html", "g.json"}) {
    EXPECT_NE(file_text(path(name)).find('\n'), std::string::npos) << name;
    EXPECT_EQ(file_text(path(name)).find('\r'), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace satchel::cli_test
