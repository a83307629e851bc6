// The table at the end of a run of satchel_bench.
#include "report/table.hpp"

#include <gtest/gtest.h>

namespace satchel_bench {
namespace {

const Notes notes{{{"collide", "satchel"}, "exact verdict, normal, separation"},
                  {{"collide", "box2d"}, "contact manifold in float"},
                  {{"classify", "box2d"}, "the same, more than a verdict"},
                  {{"collide", "textbook"}, "verdict, normal, depth in float"}};

TEST(Table, has_a_row_a_workload_and_a_column_an_engine_with_ratios_and_notes) {
  Table table;
  table.add("collide/boxes_l2/satchel", "ns_per_pair", 5.4);
  table.add("collide/boxes_l2/box2d", "ns_per_pair", 60.75);
  table.add("collide/octagons_l2/satchel", "ns_per_pair", 14.8);
  table.add("collide/octagons_l2/box2d", "ns_per_pair", 1160);
  table.add("collide/octagons_l2/textbook", "ns_per_pair", 148);
  table.add("collide/octagons_l2/satchel/threads:2", "ns_per_pair", 7.5);
  EXPECT_EQ(table.text(notes), R"(
collide, ns per pair; x: how many times satchel's

                         satchel        box2d    textbook
boxes_l2                    5.40   60.8 11.2x
octagons_l2                 14.8   1160 78.4x   148 10.0x
octagons_l2, threads:2      7.50

  satchel   exact verdict, normal, separation
  box2d     contact manifold in float
  textbook  verdict, normal, depth in float
)");
}

TEST(Table, takes_the_median_of_repetitions) {
  Table table;
  for (const double ns : {9.0, 1.0, 2.0}) table.add("collide/boxes_l2/satchel", "ns_per_pair", ns);
  for (const double ns : {7.0, 5.0}) table.add("collide/boxes_l2/other", "ns_per_pair", ns);
  table.add("collide/boxes_l2/box2d", "ns_per_pair", 99);
  table.set_median("collide/boxes_l2/box2d", "ns_per_pair", 8);  // as Google Benchmark reports it
  EXPECT_NE(table.text(notes).find("boxes_l2      2.00   6.00 3.00x   8.00 4.00x\n"), std::string::npos)
      << table.text(notes);
}

TEST(Table, says_what_an_engine_computes_in_this_query_alone) {
  for (const auto& [query, expected] :
       {std::pair("collide", "\n  box2d  contact manifold in float\n"),
        std::pair("classify", "\n  box2d  the same, more than a verdict\n"), std::pair("pairs", "1.00\n")}) {
    Table table;
    table.add(std::string(query) + "/some/box2d", "ns_per_pair", 1);
    const std::string text = table.text(notes);
    EXPECT_TRUE(text.ends_with(expected)) << text;
  }
}

TEST(Table, takes_queries_units_and_engines_that_it_does_not_know) {
  Table table;
  table.add("distance/boxes_l2/satchel", "ns_per_pair", 10);
  table.add("rays/boxes_l2/satchel", "ns_per_ray", 20);
  table.add("distance/boxes_l2/another", "ns_per_pair", 25);
  table.add("bound/read/l1", "bytes_per_ns", 150);
  EXPECT_EQ(table.text(notes), R"(
distance, ns per pair; x: how many times satchel's

           satchel      another
boxes_l2      10.0   25.0 2.50x

rays, ns per ray

           satchel
boxes_l2      20.0

bound, bytes per ns

        l1
read   150
)");
}

TEST(Table, is_empty_until_something_is_there) {
  Table table;
  EXPECT_EQ(table.text(notes), "");
  table.add("set_poses/boxes_l2/satchel", "ns_per_body", 5);
  EXPECT_NE(table.text(notes), "");
}

}  // namespace
}  // namespace satchel_bench
