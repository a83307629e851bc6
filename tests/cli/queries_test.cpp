// The subcommands that ask about the rows of a CSV file: rays, points, boxes, poses and trajectories.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tool.hpp"

namespace satchel::cli_test {
namespace {

constexpr const char* ray_header = "origin_x,origin_y,direction_x,direction_y,max_time\n";
constexpr const char* trajectory_header = "trajectory,shape,x,y,angle\n";

class Queries : public Tool {
 protected:
  /// What the command writes about these queries.
  std::string answer(const std::string& command, const std::string& scene_file, const std::string& queries,
                     const std::vector<std::string>& options = {}) const {
    write_file(path("q.csv"), queries);
    std::vector<std::string> arguments{
        command, scene_file, "--queries", path("q.csv").string(), "--out", path("o.csv").string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    output(arguments);
    return file_text(path("o.csv"));
  }
};

/// A triangle of whole coordinates, counter-clockwise, and where it stands.
struct Triangle {
  std::array<std::pair<std::int64_t, std::int64_t>, 3> corners;  // world

  [[nodiscard]] bool contains(std::int64_t x, std::int64_t y) const {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [ax, ay] = corners[i];
      const auto [bx, by] = corners[(i + 1) % 3];
      if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) {
        return false;
      }
    }
    return true;
  }
};

/// Random triangles, some of which are crossed by the lines of whole coordinates in corners and along edges.
std::vector<Triangle> random_triangles(std::size_t count, std::mt19937& random) {
  std::vector<Triangle> triangles;
  std::uniform_int_distribution<int> place(-20, 20), side(-6, 6);
  while (triangles.size() < count) {
    const std::int64_t x = place(random), y = place(random);
    const std::int64_t ux = side(random), uy = side(random), vx = side(random), vy = side(random);
    if (ux * vy - uy * vx > 0) {
      triangles.push_back({{{{x, y}, {x + ux, y + uy}, {x + vx, y + vy}}}});
    }
  }
  return triangles;
}

std::string scene_of(const std::vector<Triangle>& triangles) {
  std::string shapes, bodies;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto& c = triangles[i].corners;
    shapes += fmt::format(R"({}{{"type":"polygon","vertices":[[0,0],[{},{}],[{},{}]]}})", i == 0 ? "" : ",",
                          c[1].first - c[0].first, c[1].second - c[0].second, c[2].first - c[0].first,
                          c[2].second - c[0].second);
    bodies += fmt::format("{}[{},{},{},0]", i == 0 ? "" : ",", i, c[0].first, c[0].second);
  }
  return fmt::format(R"({{"shapes":[{}],"bodies":[{}]}})", shapes, bodies);
}

// ---- points, boxes, rays ---------------------------------------------------------------------------------------------

TEST_F(Queries, points_are_found_in_every_body_that_contains_them) {
  std::mt19937 random(7);
  const std::vector<Triangle> triangles = random_triangles(60, random);
  std::uniform_int_distribution<int> coordinate(-24, 24);
  std::string queries = "x,y\n", expected = "point,body\n";
  std::size_t found = 0;
  for (int i = 0; i < 500; ++i) {
    const int x = coordinate(random), y = coordinate(random);
    queries += fmt::format("{},{}\n", x, y);
    for (std::size_t k = 0; k < triangles.size(); ++k) {
      if (triangles[k].contains(x, y)) {
        expected += fmt::format("{},{}\n", i, k);
        ++found;
      }
    }
  }
  EXPECT_GT(found, 100u);
  for (const char* precision : {"float", "double"}) {
    EXPECT_EQ(answer("points", scene(scene_of(triangles)), queries, {"--precision", precision}), expected);
  }
}

/// A box of whole coordinates meets a triangle if, and only if, no edge of either separates them.
bool meets(const Triangle& triangle, const std::array<int, 4>& box) {
  const std::array<std::pair<std::int64_t, std::int64_t>, 4> corners{
      {{box[0], box[1]}, {box[2], box[1]}, {box[2], box[3]}, {box[0], box[3]}}};
  std::int64_t min_x = 1000, min_y = 1000, max_x = -1000, max_y = -1000;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [ax, ay] = triangle.corners[i];
    const auto [bx, by] = triangle.corners[(i + 1) % 3];
    bool all_outside = true;
    for (const auto& [x, y] : corners) {
      all_outside = all_outside && (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0;
    }
    if (all_outside) {
      return false;
    }
    min_x = std::min(min_x, ax), max_x = std::max(max_x, ax);
    min_y = std::min(min_y, ay), max_y = std::max(max_y, ay);
  }
  return box[0] <= max_x && min_x <= box[2] && box[1] <= max_y && min_y <= box[3];
}

TEST_F(Queries, columns_that_are_not_read_are_named_in_the_summary) {
  const std::string square =
      R"({"shapes":[{"type":"box","half_width":1,"half_height":1}],"bodies":[[0,0,0,0]],"pears":[],"source":"a test"})";
  write_file(path("points.csv"), "id,x,z,y\n7,0,0,0\n");
  const std::string summary = output({"points", scene(square), "--queries", path("points.csv").string()});
  EXPECT_NE(summary.find("ignored columns:             2  id, z\n"), std::string::npos) << summary;
  EXPECT_NE(summary.find("ignored keys:                2  pears, source\n"), std::string::npos) << summary;
  write_file(path("points.csv"), "x,y\n0,0\n");
  EXPECT_EQ(output({"points", scene(square), "--queries", path("points.csv").string()}).find("ignored columns"),
            std::string::npos);
}

TEST_F(Queries, boxes_find_every_body_that_they_meet) {
  std::mt19937 random(8);
  const std::vector<Triangle> triangles = random_triangles(60, random);
  std::uniform_int_distribution<int> coordinate(-24, 24), size(0, 4);
  // the columns in another order, with another column among them
  std::string queries = "max_y,name,min_x,min_y,max_x\n", expected = "box,body\n";
  for (int i = 0; i < 300; ++i) {
    const int x = coordinate(random), y = coordinate(random);
    const std::array<int, 4> box{x, y, x + size(random), y + size(random)};
    queries += fmt::format("{},box {},{},{},{}\n", box[3], i, box[0], box[1], box[2]);
    for (std::size_t k = 0; k < triangles.size(); ++k) {
      if (meets(triangles[k], box)) {
        expected += fmt::format("{},{}\n", i, k);
      }
    }
  }
  EXPECT_EQ(answer("boxes", scene(scene_of(triangles)), queries), expected);
}

TEST_F(Queries, rays_hit_the_first_body) {
  const std::string json = scene(
      R"({"shapes":[{"type":"box","half_width":1,"half_height":1},{"type":"segment","a":[0,-2],"b":[0,2]}],
      "bodies":[[0,0,0,0],[0,10,0,0],[1,5,0,0]]})");
  const std::string queries = std::string(ray_header) +
                              "-5,0.5,1,0,100\n"    // the box at 0
                              "-5,0.5,2,0,1.75\n"   // ends before it
                              "-5,9,1,0,inf\n"      // above all
                              "2,0,1,0,Infinity\n"  // the segment
                              "0,0,0,-1,1\n"        // begins in a box
                              "20,-1,-4,0,3\n";     // along the lower edge of the box at 10
  EXPECT_EQ(answer("rays", json, queries),
            "ray,body,time,normal_x,normal_y\n"
            "0,0,4,-1,0\n"
            "1,-1,,,\n"
            "2,-1,,,\n"
            "3,2,3,-1,0\n"
            "4,0,0,0,1\n"
            "5,1,2.25,1,0\n");
}

// ---- first hits ------------------------------------------------------------------------------------------------------

TEST_F(Queries, first_hits_with_a_clearance_are_sooner) {
  const std::string json = scene(R"({"version":1,"shapes":[{"type":"box","half_width":1,"half_height":1}],
    "bodies":[[0,5,0,0]]})");
  write_file(path("q.csv"), std::string(trajectory_header) + "7,0,0,0,0\n7,0,2,0,0\n7,0,3,0,0\n");
  const auto ask = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"first-hits",           json,    "--queries",
                                          path("q.csv").string(), "--out", path("h.csv").string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    output(arguments);
    return file_text(path("h.csv"));
  };
  EXPECT_EQ(ask({}), "trajectory,step,body\n7,2,0\n");
  EXPECT_EQ(ask({"--clearance", "1"}), "trajectory,step,body\n7,1,0\n");
  EXPECT_EQ(ask({"--clearance", "3.5"}), "trajectory,step,body\n7,0,0\n");
  const Outcome refused = run({"first-hits", json, "--queries", path("q.csv").string(), "--clearance", "-1"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.err.find("--clearance"), std::string::npos) << refused.err;
}

TEST_F(Queries, all_hits_clearances_and_times_by_hand) {
  const std::string json = scene(R"({"shapes":[{"type":"box","half_width":0.5,"half_height":0.5}],
    "bodies":[[0,5,0,0],[0,5,2,0]]})");
  const std::string path_of_two = std::string(trajectory_header) + "7,0,0,0,0\n7,0,4,0,0\n7,0,5,1,0\n9,0,0,0,0\n";
  EXPECT_EQ(answer("trajectory-hits", json, path_of_two),
            "trajectory,step,body,verdict\n7,1,0,touching\n7,2,0,touching\n7,2,1,touching\n");
  EXPECT_EQ(answer("trajectory-hits", json, path_of_two, {"--reference", "-1", "0"}),
            "trajectory,step,body,verdict\n7,1,0,overlapping\n7,2,0,touching\n7,2,1,touching\n");
  EXPECT_EQ(answer("clearances", json, path_of_two, {"--max-distance", "3"}),
            "trajectory,step,body,distance,normal_x,normal_y,point_a_x,point_a_y,point_b_x,point_b_y\n"
            "7,1,0,0,1,0,4.5,-0.5,4.5,-0.5\n9,-1,-1,,,,,,,\n");
  EXPECT_EQ(lines(answer("clearances", json, path_of_two, {"--clearance", "0.5"}))[2].substr(0, 12), "9,0,0,3.5,1,");
  const std::string moving =
      "trajectory,shape,x,y,angle,velocity_x,velocity_y,velocity_angle\n7,0,0,0,0,2,0,0\n7,0,0,0,0,1,0,0\n";
  EXPECT_EQ(answer("times-to-collision", json, moving, {"--horizon", "4"}),
            "trajectory,step,body,time,normal_x,normal_y\n7,0,0,2,1,0\n7,1,0,4,1,0\n");
  EXPECT_EQ(answer("times-to-collision", json, moving, {"--horizon", "2"}),
            "trajectory,step,body,time,normal_x,normal_y\n7,0,0,2,1,0\n7,1,-1,,,\n");
  const Outcome refused = run({"times-to-collision", json, "--queries", path("q.csv").string(), "--horizon", "0"});
  EXPECT_EQ(refused.status, 1);
  const auto refused_for = [&](const char* horizon, const char* velocity, const char* words) {
    write_file(
        path("q.csv"),
        std::string("trajectory,shape,x,y,angle,velocity_x,velocity_y,velocity_angle\n7,0,0,0,0,") + velocity + "\n");
    const Outcome outcome =
        run({"times-to-collision", json, "--queries", path("q.csv").string(), "--horizon", horizon});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
  };
  refused_for("1", "2,0,99",
              "line 2: movers: velocity of body 0, step 0: within the horizon the body turns by more than 64");
  const char* const far = "line 2: movers: velocity of body 0, step 0: within the horizon its motion is out of range";
  refused_for("1e10", "1e15,0,0", far);
  refused_for("1e300", "2,0,0", far);
  refused_for("1", "1e300,0,0", "line 2: movers: velocity of body 0, step 0: a number is out of range");
}

TEST_F(Queries, poses_touch_or_overlap_and_rays_leave) {
  const std::string json = scene(R"({"shapes":[{"type":"box","half_width":0.5,"half_height":0.5}],
    "bodies":[[0,5,0,0],[0,6,0,0]]})");
  EXPECT_EQ(answer("poses", json, "shape,x,y,angle\n0,4,0,0\n0,5.5,0,0\n0,9,9,0\n"),
            "pose,body,verdict\n0,0,touching\n1,0,overlapping\n1,1,overlapping\n");
  const std::string rays = std::string(ray_header) + "0,0,2,0,inf\n5,0,1,0,9\n0,9,1,0,inf\n";
  EXPECT_EQ(answer("rays", json, rays, {"--exits"}),
            "ray,body,time,normal_x,normal_y,exit\n0,0,2.25,-1,0,2.75\n1,0,0,-1,0,0.5\n2,-1,,,,\n");
  EXPECT_EQ(answer("rays", json, rays, {"--boundary"}),
            "ray,body,time,normal_x,normal_y\n0,0,2.25,-1,0\n1,0,0.5,1,0\n2,-1,,,\n");
}

TEST_F(Queries, first_hits_of_ragged_trajectories_are_those_that_collide_finds) {
  const std::string json = generate("shapes", 40, 3);
  std::mt19937 random(9);
  std::uniform_real_distribution<double> place(-1, 8), angle(-3, 3);
  std::uniform_int_distribution<int> shape(0, 31), length(1, 40);
  std::string queries = trajectory_header;
  std::vector<std::vector<std::string>> steps;  // of each trajectory, as rows of bodies
  for (int k = 0; k < 60; ++k) {
    const int its_shape = 5 * (shape(random) / 5), number = 1000 - 7 * k;  // circles, which need no GEOS
    std::vector<std::string>& its = steps.emplace_back();
    double x = -2 - place(random), y = place(random);
    for (int left = length(random); left > 0; --left) {
      x += 0.3;
      its.push_back(fmt::format("[{},{},{},{}]", its_shape, x, y, angle(random)));
      queries += fmt::format("{},{}\n", number, its.back().substr(1, its.back().size() - 2));
    }
  }
  const std::string found = answer("first-hits", json, queries);

  // the same poses as bodies of the scene, each paired with all the others
  std::string text = file_text(json);
  const std::size_t pairs = text.find("],\n\"pairs\"");
  std::string bodies, all_pairs;
  std::size_t body = 40;
  for (const auto& its : steps) {
    for (const std::string& row : its) {
      bodies += ",\n" + row;
      for (int other = 0; other < 40; ++other) {
        all_pairs += fmt::format("{}[{},{}]", all_pairs.empty() ? "" : ",", body, other);
      }
      ++body;
    }
  }
  output({"collide", scene(text.substr(0, pairs) + bodies + "],\n\"pairs\":[" + all_pairs + "]}"), "--out",
          path("c.csv").string()});
  const std::vector<std::string> contacts = lines(file_text(path("c.csv")));
  std::string expected = "trajectory,step,body\n";
  std::size_t row = 1;
  std::array<std::size_t, 2> outcomes{};
  for (std::size_t k = 0; k < steps.size(); ++k) {
    int hit_step = -1, hit_body = -1;
    for (std::size_t step = 0; step < steps[k].size(); ++step) {
      for (int other = 0; other < 40; ++other, ++row) {
        if (hit_step < 0 && fields(contacts[row])[2] != "disjoint") {
          hit_step = static_cast<int>(step);
          hit_body = other;
        }
      }
    }
    ++outcomes[hit_step < 0 ? 0 : 1];
    expected += fmt::format("{},{},{}\n", 1000 - 7 * static_cast<int>(k), hit_step, hit_body);
  }
  EXPECT_GT(outcomes[0], 5u);
  EXPECT_GT(outcomes[1], 5u);
  EXPECT_EQ(found, expected);
}

// ---- bytes, tables, messages -----------------------------------------------------------------------------------------

TEST_F(Queries, same_bytes_on_every_isa_and_thread_count) {
  const std::string json = generate("mixed", 2000, 5);
  std::mt19937 random(10);
  std::uniform_real_distribution<double> place(-2, 47), part(-1, 1);
  std::array<std::pair<std::string, std::string>, 7> cases{{{"rays", ray_header},
                                                            {"points", "x,y\n"},
                                                            {"boxes", "min_x,min_y,max_x,max_y\n"},
                                                            {"first-hits", trajectory_header},
                                                            {"trajectory-hits", trajectory_header},
                                                            {"clearances", trajectory_header},
                                                            {"poses", "shape,x,y,angle\n"}}};
  for (int i = 0; i < 1500; ++i) {
    const double x = place(random), y = place(random), u = part(random), v = part(random);
    cases[0].second += fmt::format("{},{},{},{},{}\n", x, y, u, v, 3);
    cases[1].second += fmt::format("{},{}\n", x, y);
    cases[2].second += fmt::format("{},{},{},{}\n", x, y, x + 1 + u, y + 1 + v);
    cases[3].second += fmt::format("{},{},{},{},{}\n", i / 7, (i / 7) % 100, x, y, u);
    cases[6].second += fmt::format("{},{},{},{}\n", (i / 7) % 100, x, y, u);
  }
  cases[4].second = cases[5].second = cases[3].second;
  for (const auto& [command, queries] : cases) {
    std::set<std::uint64_t> hashes;
    for (const std::string& isa : isas()) {
      for (const char* threads : {"1", "2", "0"}) {
        hashes.insert(hash(answer(command, json, queries, {"--isa", isa, "--threads", threads})));
      }
    }
    EXPECT_EQ(hashes.size(), 1u) << command;
    EXPECT_GT(lines(file_text(path("o.csv"))).size(), 200u) << command;
  }
}

TEST_F(Queries, sse42_is_a_name_of_sse4_2) {
  const std::string json = generate("boxes", 50, 1);
  const auto with = [&](const std::string& name) { return run({"collide", json, "--isa", name}); };
  const Outcome other = with("sse42"), usual = with("sse4.2");
  EXPECT_EQ(other.status, usual.status);
  EXPECT_EQ(run({"info"}, "sse42").status, usual.status);
  if (usual.status == 0) {
    EXPECT_NE(other.out.find("sse4.2"), std::string::npos);
  } else {
    EXPECT_NE(other.err.find("this machine or this build does not have"), std::string::npos) << other.err;
  }
}

TEST_F(Queries, tables_are_read_as_programs_write_them) {
  const std::string json =
      scene(R"({"shapes":[{"type":"box","half_width":1,"half_height":1}],"bodies":[[0,0,0,0],[0,1.5,0,0]]})");
  const std::string expected = "point,body\n0,0\n1,0\n1,1\n";
  for (const char* table : {"x,y\n0,0\n1,0\n", "\xef\xbb\xbfx,y\r\n0,0\r\n1,0\r\n", "\"x\",\"y\"\n\"0\",\"0\"\n+1,-0",
                            "\n x , y \n\n 0 ,\t0\n\n1,0\n\n", "note,y,x\nhello,0,0\n\"\",0,1e0\n"}) {
    EXPECT_EQ(answer("points", json, table), expected) << table;
  }
  EXPECT_EQ(answer("points", json, "x,y\n"), "point,body\n");
  EXPECT_EQ(answer("first-hits", json, trajectory_header), "trajectory,step,body\n");
  EXPECT_EQ(answer("rays", json, ray_header), "ray,body,time,normal_x,normal_y\n");
  write_file(path("q.csv"), "x,y\n0,0\n1,0\n9,9\n");
  const std::string summary = output({"points", json, "--queries", path("q.csv").string()});
  EXPECT_NE(summary.find("queries:                     3\n"), std::string::npos) << summary;
  EXPECT_NE(summary.find("bodies found:              3\n"), std::string::npos) << summary;
}

struct BadTable {
  const char* command;
  std::string text;
  std::vector<std::string> words;  // all in the message, in this order
};

TEST_F(Queries, bad_tables_are_refused_by_line_and_column) {
  const std::string json = scene(R"({"shapes":[{"type":"box","half_width":1,"half_height":1}],"bodies":[[0,0,0,0]]})");
  const std::string rays = ray_header, trajectories = trajectory_header;
  const std::vector<BadTable> tables{
      {"points", "", {"line 1:", "names of the columns", "x,y"}},
      {"points", "\n\n", {"line 1:", "names"}},
      {"points", "0,0\n1,1\n", {"line 1:", "column x is missing", "x,y"}},
      {"points", "x,z\n0,0\n", {"line 1:", "column y is missing"}},
      {"points", "x,y,x\n0,0,1\n", {"line 1:", "column x stands twice"}},
      {"points", "x,y\n0,0\n1\n", {"line 3:", "1 field", "2 columns"}},
      {"points", "x,y\n0,0\n\n1,2,3\n", {"line 4:", "3 fields"}},
      {"points", "x,y\n0,zero\n", {"line 2:", "y:", "\"zero\"", "number"}},
      {"points", "x,y\n0,\n", {"line 2:", "y:", "\"\"", "number"}},
      {"points", "x,y\n0,1.5m\n", {"line 2:", "y:", "1.5m"}},
      {"points", "x,y\n+-1,0\n", {"line 2:", "x:", "+-1"}},
      {"points", "x,y\n0,1e999\n", {"line 2:", "y:", "1e999", "range of double"}},
      {"points", "x,y\n0;1\n", {"line 2:"}},
      {"points", std::string("x,y\n0,\0\x1b\n", 9), {"line 2:", "y:", "\\u0000\\u001b"}},
      {"points", "x,y\n0,0\nnan,0\n", {"line 3:", "not finite"}},
      {"points", "x,y\n0,0\n\n0,1e300\n", {"line 4:", "range"}},
      {"boxes", "min_x,min_y,max_x,max_y\n0,0,1,1\n2,0,1,1\n", {"line 3:", "minimum"}},
      {"rays", rays + "0,0,1,0,5\n0,0,0,0,5\n", {"line 3:", "direction"}},
      {"rays", rays + "0,0,1,0,-5\n", {"line 2:", "max_time"}},
      {"rays", rays + "0,inf,1,0,5\n", {"line 2:", "not finite"}},
      {"first-hits", trajectories + "0,0,0,0,0\n0,1,0,0,0\n", {"line 3:", "shape 1 does not exist", "1 shape"}},
      {"first-hits", trajectories + "0,0.5,0,0,0\n", {"line 2:", "shape:", "0.5", "index"}},
      {"first-hits", trajectories + "-1,0,0,0,0\n", {"line 2:", "trajectory:", "-1", "index"}},
      {"first-hits", trajectories + "0,0,0,0,0\n1,0,0,0,0\n0,0,0,0,0\n", {"line 4:", "trajectory:", "0 begins again"}},
      {"first-hits", trajectories + "0,0,0,0,0\n0,0,0,0,1e12\n", {"line 3:", "range"}},
      {"first-hits", trajectories + "0,0,0,0,0\n1,0,0,0,0\n1,0,0,0,0\n1,0,1e300,0,0\n", {"line 5:", "range"}},
  };
  for (const BadTable& bad : tables) {
    write_file(path("q.csv"), bad.text);
    const Outcome result =
        run({bad.command, json, "--queries", path("q.csv").string(), "--out", path("o.csv").string()});
    EXPECT_EQ(result.status, 2) << bad.text;
    EXPECT_EQ(result.out, "");
    const std::string start = "satchel: " + path("q.csv").string() + ": ";
    EXPECT_EQ(result.err.rfind(start, 0), 0u) << result.err;
    std::size_t from = std::min(start.size(), result.err.size());
    for (const std::string& word : bad.words) {
      const std::size_t at = result.err.find(word, from);
      EXPECT_NE(at, std::string::npos) << "no '" << word << "' in: " << result.err;
      from = at == std::string::npos ? from : at + word.size();
    }
    EXPECT_EQ(file_count(), 2u) << "there are other files than scene and queries";
  }
}

TEST_F(Queries, a_trajectory_keeps_its_shape) {
  const std::string json = scene(
      R"({"shapes":[{"type":"box","half_width":1,"half_height":1},{"type":"circle","center":[0,0],"radius":1}],"bodies":[]})");
  write_file(path("q.csv"), std::string(trajectory_header) + "5,0,0,0,0\n5,1,0,0,0\n");
  const Outcome result = run({"first-hits", json, "--queries", path("q.csv").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("line 3: shape: 1 where the trajectory began with 0"), std::string::npos) << result.err;
}

TEST_F(Queries, files_are_named_once_and_queries_are_needed) {
  const std::string json = scene(R"({"shapes":[],"bodies":[]})");
  for (const char* command : {"rays", "points", "boxes", "first-hits"}) {
    EXPECT_EQ(run({command, json}).status, 1) << command;
    write_file(path("q.csv"), "x,y\n");
    const std::string queries = path("q.csv").string();
    EXPECT_EQ(run({command, json, "--queries", queries, "--out", queries}).status, 1) << command;
    EXPECT_EQ(run({command, json, "--queries", queries, "--out", json}).status, 1) << command;
    EXPECT_EQ(run({command, json, "--queries", path("absent.csv").string()}).status, 3) << command;
    EXPECT_EQ(file_text(queries), "x,y\n");
  }
}

}  // namespace
}  // namespace satchel::cli_test
