// Two files as layers, and predicates: beside sets of unit cells, which decide about polygons on an integer grid.
#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "input.hpp"

namespace satchel::cli_test {
namespace {

using Cell = std::pair<int, int>;  // the unit square with this lower left corner
using Cells = std::set<Cell>;

/// A polygon whose edges lie on grid lines.
struct GridBody {
  std::vector<Ring> rings;
  Cells cells;
};

/// A rectangle, an L or a frame; the hole of a frame may touch its shell in a corner.
template <class Generator>
GridBody random_body(Generator& random, int extent) {
  const auto number = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const int x = number(0, extent), y = number(0, extent), w = number(3, 7), h = number(3, 7);
  GridBody body;
  for (int i = x; i < x + w; ++i) {
    for (int j = y; j < y + h; ++j) {
      body.cells.insert({i, j});
    }
  }
  const int cut_x = number(1, w - 2), cut_y = number(1, h - 2);
  const Ring shell{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
  switch (number(0, 2)) {
    case 0:
      body.rings = {shell};
      break;
    case 1:
      body.rings = {{{x, y}, {x + w, y}, {x + w, y + cut_y}, {x + cut_x, y + cut_y}, {x + cut_x, y + h}, {x, y + h}}};
      std::erase_if(body.cells, [&](const Cell& c) { return c.first >= x + cut_x && c.second >= y + cut_y; });
      break;
    default:
      body.rings = {shell,
                    {{x + cut_x, y + cut_y}, {x + cut_x, y + h - 1}, {x + w - 1, y + h - 1}, {x + w - 1, y + cut_y}}};
      std::erase_if(body.cells, [&](const Cell& c) {
        return c.first >= x + cut_x && c.first < x + w - 1 && c.second >= y + cut_y && c.second < y + h - 1;
      });
  }
  return body;
}

/// The grid points of the closed body.
Cells points_of(const GridBody& body) {
  Cells points;
  for (const auto& [x, y] : body.cells) {
    points.insert({{x, y}, {x + 1, y}, {x, y + 1}, {x + 1, y + 1}});
  }
  return points;
}

bool meet(const Cells& a, const Cells& b) {
  return std::any_of(a.begin(), a.end(), [&](const Cell& cell) { return b.contains(cell); });
}
bool holds(const Cells& a, const Cells& b) { return std::includes(a.begin(), a.end(), b.begin(), b.end()); }

/// Whether all of b, a closed set, lies in the interior of a: each grid point of b has its four cells in a.
bool holds_inside(const GridBody& a, const GridBody& b) {
  const Cells points = points_of(b);
  return std::all_of(points.begin(), points.end(), [&](const Cell& p) {
    const auto [x, y] = p;
    return a.cells.contains({x, y}) && a.cells.contains({x - 1, y}) && a.cells.contains({x, y - 1}) &&
           a.cells.contains({x - 1, y - 1});
  });
}

bool boxes_meet(const GridBody& a, const GridBody& b) {
  const auto box = [](const GridBody& body) {
    int low_x = 1000, low_y = 1000, high_x = -1000, high_y = -1000;
    for (const auto& [x, y] : points_of(body)) {
      low_x = std::min(low_x, x), low_y = std::min(low_y, y), high_x = std::max(high_x, x),
      high_y = std::max(high_y, y);
    }
    return std::array{low_x, low_y, high_x, high_y};
  };
  const auto s = box(a), t = box(b);
  return s[0] <= t[2] && t[0] <= s[2] && s[1] <= t[3] && t[1] <= s[3];
}

const std::map<std::string, bool (*)(const GridBody&, const GridBody&)> predicates{
    {"intersects", [](const GridBody& a, const GridBody& b) { return meet(points_of(a), points_of(b)); }},
    {"disjoint", [](const GridBody& a, const GridBody& b) { return !meet(points_of(a), points_of(b)); }},
    {"touches",
     [](const GridBody& a, const GridBody& b) { return meet(points_of(a), points_of(b)) && !meet(a.cells, b.cells); }},
    {"overlaps",
     [](const GridBody& a, const GridBody& b) {
       return meet(a.cells, b.cells) && !holds(a.cells, b.cells) && !holds(b.cells, a.cells);
     }},
    {"within", [](const GridBody& a, const GridBody& b) { return holds(b.cells, a.cells); }},
    {"covered_by", [](const GridBody& a, const GridBody& b) { return holds(b.cells, a.cells); }},
    {"contains", [](const GridBody& a, const GridBody& b) { return holds(a.cells, b.cells); }},
    {"covers", [](const GridBody& a, const GridBody& b) { return holds(a.cells, b.cells); }},
    {"contains_properly", holds_inside},
    {"equals", [](const GridBody& a, const GridBody& b) { return a.cells == b.cells; }},
};
const std::set<std::string> directed{"within", "covered_by", "contains", "covers", "contains_properly"};

using Row = std::vector<std::string>;

class Layers : public Input {
 protected:
  std::vector<GridBody> a, b;
  std::string file_a, file_b;

  void SetUp() override {
    Input::SetUp();
    std::mt19937 random(20);
    for (int i = 0; i < 60; ++i) a.push_back(random_body(random, 30));
    for (int i = 0; i < 50; ++i) b.push_back(random_body(random, 30));
    for (std::size_t i = 0; i < 40; i += 4) b[i] = a[i];
    for (std::size_t i = 1; i < 40; i += 4) {  // a cell of the other layer's body, and what lies inside of one
      const auto [x, y] = *std::next(a[i].cells.begin(), static_cast<std::ptrdiff_t>(a[i].cells.size() / 2));
      b[i] = {{{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}}, {{x, y}}};
    }
    file_a = file("a.wkt", wkt(a));
    file_b = file("b.geojson", geojson(b));
  }

  static std::string wkt(const std::vector<GridBody>& bodies) {
    std::string text;
    for (const GridBody& body : bodies) {
      std::string rings;
      for (const Ring& ring : body.rings) rings += (rings.empty() ? "" : ", ") + wkt_ring(closed(ring));
      text += "POLYGON (" + rings + ")\n";
    }
    return text;
  }
  static std::string geojson(const std::vector<GridBody>& bodies) {
    std::string text;
    for (const GridBody& body : bodies) {
      std::string rings;
      for (const Ring& ring : body.rings) rings += (rings.empty() ? "" : ",") + json_ring(closed(ring));
      text += fmt::format(R"({}{{"type":"Polygon","coordinates":[{}]}})", text.empty() ? "" : ",\n", rings);
    }
    return R"({"type":"GeometryCollection","geometries":[)" + text + "]}";
  }

  /// Calls each(i, j, first, second) for all pairs of the layers whose boxes meet, in order.
  template <class Each>
  void for_candidates(const Each& each) const {
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < b.size(); ++j) {
        if (boxes_meet(a[i], b[j])) each(i, j, a[i], b[j]);
      }
    }
  }
  static std::set<Row> sorted(const std::vector<Row>& rows) { return {rows.begin(), rows.end()}; }
  /// What a command writes about both layers.
  std::vector<Row> joined(const std::string& command, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> options{file_b};
    options.insert(options.end(), more.begin(), more.end());
    const std::vector<Row> found = rows(command, file_a, options);
    EXPECT_EQ(sorted(found).size(), found.size()) << "a pair stands twice";
    return found;
  }
};

TEST_F(Layers, are_joined_by_candidates_and_verdicts) {
  std::set<Row> pairs, verdicts, areas, within;
  std::size_t count[3] = {0, 0, 0};
  for_candidates([&](std::size_t i, std::size_t j, const GridBody& first, const GridBody& second) {
    const std::string of_a = std::to_string(i), of_b = std::to_string(j);
    pairs.insert({of_a, of_b});
    Cells common;
    std::set_intersection(first.cells.begin(), first.cells.end(), second.cells.begin(), second.cells.end(),
                          std::inserter(common, common.end()));
    const int verdict = !common.empty() ? 2 : meet(points_of(first), points_of(second)) ? 1 : 0;
    ++count[verdict];
    constexpr const char* names[] = {"disjoint", "touching", "overlapping"};
    verdicts.insert({of_a, of_b, names[verdict]});
    areas.insert({of_a, of_b, std::to_string(common.size())});
    within.insert({of_a, of_b,
                   !holds(second.cells, first.cells) ? "no"
                   : holds_inside(second, first)     ? "inside"
                                                     : "touching"});
  });
  for (const std::size_t of_kind : count) EXPECT_GT(of_kind, 15u) << "the oracle sees all kinds";
  EXPECT_EQ(sorted(joined("pairs")), pairs);
  EXPECT_EQ(sorted(joined("classify")), verdicts);
  EXPECT_EQ(sorted(joined("within")), within);
  std::set<Row> found;
  for (const Row& row : joined("areas")) found.insert({row[0], row[1], row[2]});
  EXPECT_EQ(found, areas);
  found.clear();
  for (const Row& row : joined("collide")) found.insert({row[0], row[1], row[2]});
  EXPECT_EQ(found, verdicts) << "contacts are those of parts that the tool made";
  // Distances and manifolds: signs follow from the verdicts.
  for (const Row& row : joined("distance")) {
    const double distance = std::stod(row[3]);
    EXPECT_TRUE(verdicts.contains({row[0], row[1],
                                   distance < 0   ? "overlapping"
                                   : distance > 0 ? "disjoint"
                                                  : "touching"}))
        << row[0] << ' ' << row[1] << ": " << distance;
    EXPECT_NEAR(std::hypot(std::stod(row[6]) - std::stod(row[8]), std::stod(row[7]) - std::stod(row[9])),
                std::abs(distance), 1e-12);
  }
  EXPECT_EQ(joined("manifold").size(), pairs.size());
  EXPECT_FALSE(joined("manifold", {"--parts"}).empty());
}

TEST_F(Layers, are_related_by_predicates) {
  for (const auto& [name, predicate] : predicates) {
    const auto& related = predicate;  // clang 14 lets no lambda capture a structured binding
    std::set<Row> expected;
    std::size_t holding = 0;
    for_candidates([&](std::size_t i, std::size_t j, const GridBody& first, const GridBody& second) {
      const bool result = related(first, second);
      holding += result;
      expected.insert({std::to_string(i), std::to_string(j), result ? "1" : "0"});
    });
    EXPECT_GT(holding, name == "contains_properly" ? 0u : 5u) << name;
    EXPECT_EQ(sorted(joined("relate", {"--predicate", name})), expected) << name;
    const std::string summary = output({"relate", file_a, file_b, "--predicate", name});
    EXPECT_EQ(summary_value(summary, "  that hold").substr(0, std::to_string(holding).size()), std::to_string(holding));
  }
}

TEST_F(Layers, of_one_scene_are_related_both_ways_where_the_predicate_has_a_direction) {
  for (const auto& [name, predicate] : predicates) {
    std::set<Row> expected;
    for (std::size_t i = 0; i < b.size(); ++i) {
      for (std::size_t j = 0; j < b.size(); ++j) {
        if (i == j || (i > j && !directed.contains(name)) || !boxes_meet(b[i], b[j])) continue;
        expected.insert({std::to_string(i), std::to_string(j), predicate(b[i], b[j]) ? "1" : "0"});
      }
    }
    EXPECT_EQ(sorted(rows("relate", file_b, {"--predicate", name})), expected) << name;
  }
}

TEST_F(Layers, have_the_same_bytes_on_every_isa_and_thread_count) {
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
           {"relate", "--predicate", "touches"}, {"classify"}, {"areas"}, {"distance"}}) {
    const std::vector<std::string> options(more.begin() + 1, more.end());
    const std::vector<Row> expected = joined(more[0], options);
    for (const std::string& isa : isas()) {
      for (const char* threads : {"1", "3"}) {
        std::vector<std::string> how = options;
        how.insert(how.end(), {"--isa", isa, "--threads", threads});
        EXPECT_EQ(joined(more[0], how), expected) << more[0] << ' ' << isa;
      }
    }
  }
}

TEST_F(Layers, are_named_one_after_the_other) {
  const std::string summary = output({"classify", file_a, file_b});
  EXPECT_LT(summary.find("layer a:          " + file_a), summary.find("layer b:          " + file_b));
  EXPECT_NE(summary.find("bodies:                     60"), std::string::npos) << summary;
  EXPECT_NE(summary.find("bodies:                     50"), std::string::npos) << summary;
  EXPECT_EQ(summary_value(summary, "precision"), "double");
}

TEST_F(Layers, may_be_one_file_and_of_any_kind) {
  std::set<Row> itself;
  for (const Row& row : rows("relate", file_a, {file_a, "--predicate", "equals"})) {
    if (row[2] == "1") itself.insert({row[0], row[1]});
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_TRUE(itself.contains({std::to_string(i), std::to_string(i)})) << i;
  }
  // A scene file beside a map: both are double, and the pairs of the file are not those of the layers.
  const std::string json = scene(R"({"shapes":[{"type":"circle","center":[0,0],"radius":0.5},
      {"type":"outline","rings":[[[0,0],[3,0],[0,3]]]}],"bodies":[[0,50,50,0],[0,1,1,0],[1,0,0,0]],"pairs":[[0,1]]})");
  const std::string map = file("map.wkt", "POLYGON ((0 0, 5 0, 5 5, 0 5, 0 0))\n");
  EXPECT_EQ(rows("classify", json, {map}), (std::vector<Row>{{"1", "0", "overlapping"}, {"2", "0", "overlapping"}}));
  EXPECT_EQ(rows("classify", map, {json}), (std::vector<Row>{{"0", "1", "overlapping"}, {"0", "2", "overlapping"}}));
  EXPECT_EQ(rows("within", json, {map}), (std::vector<Row>{{"1", "0", "inside"}, {"2", "0", "touching"}}));
  // A circle has no DE-9IM: its pairs are left out and counted.
  EXPECT_EQ(rows("relate", json, {map, "--predicate", "within"}), (std::vector<Row>{{"2", "0", "1"}}));
  EXPECT_EQ(summary_value(output({"relate", json, map, "--predicate", "within"}), "pairs left out"), "1");
  EXPECT_EQ(rows("relate", map, {json, "--predicate", "contains"}), (std::vector<Row>{{"0", "2", "1"}}));
  EXPECT_EQ(summary_value(output({"classify", json, map}), "precision"), "double");
  EXPECT_EQ(summary_value(output({"classify", json, json}), "precision"), "float");
}

TEST_F(Layers, far_from_zero_have_common_borders_in_float) {
  // The second layer alone would have another origin.
  const std::string left =
      file("left.wkt", "POLYGON ((335600.3 5677800.7, 335642.1 5677801.3, 335642.1 5677850.9, 335600.3 5677850.2))\n");
  const std::string right =
      file("right.wkt",
           "POLYGON ((335642.1 5677801.3, 335699.9 5677801.1, 335699.9 5677850.4, 335642.1 5677850.9))\n"
           "POLYGON ((435642.1 5977801.3, 435699.9 5977801.1, 435699.9 5977850.4))\n");
  for (const char* precision : {"float", "double"}) {
    EXPECT_EQ(rows("classify", left, {right, "--precision", precision}), (std::vector<Row>{{"0", "0", "touching"}}));
    EXPECT_EQ(rows("classify", right, {left, "--precision", precision}), (std::vector<Row>{{"0", "0", "touching"}}));
  }
}

TEST_F(Layers, relate_refuses_pairs_of_a_file_whose_bodies_have_no_edges) {
  const std::string json = scene(R"({"shapes":[{"type":"circle","center":[0,0],"radius":0.5}],
      "bodies":[[0,0,0,0],[0,1,1,0]],"pairs":[[0,1]]})");
  std::filesystem::remove(path("out.csv"));
  expect_refused({"relate", json, "--predicate", "touches", "--out", path("out.csv").string()},
                 {json, "no area that edges"});
}

TEST_F(Layers, of_a_periodic_world_meet_across_its_border) {
  const std::string left = file("left.wkt", "POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))\n");
  const std::string right = file("right.wkt", "POLYGON ((9.5 0, 10.5 0, 10.5 1, 9.5 1, 9.5 0))\n");
  EXPECT_EQ(rows("pairs", left, {right, "--period", "10", "0"}), (std::vector<Row>{{"0", "0", "-1", "0"}}));
  EXPECT_TRUE(rows("pairs", left, {right}).empty());
}

TEST_F(Layers, sweep_takes_the_motions_of_both) {
  const auto moving = [&](const std::string& name, double x, double dx) {
    return file(name, fmt::format(R"({{"shapes":[{{"type":"outline","rings":[[[0,0],[1,0],[1,1],[0,1]]]}}],
        "bodies":[[0,{},0,0]],"motions":[[{},0,0]]}})",
                                  x, dx));
  };
  const std::vector<Row> found = rows("sweep", moving("l.json", 0, 4), {moving("r.json", 9, -12)});
  EXPECT_EQ(found, (std::vector<Row>{{"0", "0", "1", "0.5", "1", "0", "3", "0.5"}}));
}

TEST_F(Layers, report_what_is_left_out_of_each) {
  const std::string bow = "POLYGON ((0 0, 2 0, 0 2, 2 2, 0 0))\n", square = "POLYGON ((0 0, 2 0, 2 2, 0 2))\n";
  const std::string first = file("first.wkt", bow + square), second = file("second.wkt", square + square + bow);
  const Outcome result = run({"classify", first, second, "--skip-invalid", "--skipped", path("skipped.csv").string(),
                              "--out", path("out.csv").string()});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(file_text(path("out.csv")), "a,b,verdict\n1,0,overlapping\n1,1,overlapping\n");
  EXPECT_NE(result.err.find(first + ": 1 of 2"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find(second + ": 1 of 3"), std::string::npos) << result.err;
  const std::vector<std::string> listed = lines(file_text(path("skipped.csv")));
  ASSERT_EQ(listed.size(), 3u);
  EXPECT_EQ(listed[1].rfind("\"" + first + "\",0,\"line 1\"", 0), 0u) << listed[1];
  EXPECT_EQ(listed[2].rfind("\"" + second + "\",2,\"line 3\"", 0), 0u) << listed[2];
}

}  // namespace
}  // namespace satchel::cli_test
