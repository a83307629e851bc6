// How the engines of satchel_bench register themselves and in which order they stand.
#include "harness/registry.hpp"

#include <gtest/gtest.h>

namespace satchel_bench {
namespace {

struct Entry {
  std::string query, engine;
  EntryName name() const { return {query, engine}; }
};

const Registered<Entry> entries[] = {
    Registered<Entry>({"areas", "mine"}),      Registered<Entry>({"classify", "satchel"}),
    Registered<Entry>({"collide", "zebra"}),   Registered<Entry>({"collide", "geos"}),
    Registered<Entry>({"areas", "satchel"}),   Registered<Entry>({"collide", "another"}),
    Registered<Entry>({"collide", "satchel"}),
};

TEST(Registry, has_known_queries_and_engines_first_and_new_ones_by_name) {
  std::vector<std::string> names;
  for (const Entry& entry : Registered<Entry>::all()) names.push_back(entry.query + '/' + entry.engine);
  const std::vector<std::string> expected{"collide/satchel",  "collide/geos",  "collide/another", "collide/zebra",
                                          "classify/satchel", "areas/satchel", "areas/mine"};
  EXPECT_EQ(names, expected);
}

}  // namespace
}  // namespace satchel_bench
