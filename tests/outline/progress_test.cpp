// `Options::progress` of clean_ring and convex_parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <satchel/outline.hpp>
#include <satchel/ring.hpp>
#include <thread>
#include <utility>
#include <vector>

namespace satchel::test {
namespace {

struct Reports {
  std::size_t most = ~std::size_t{0};
  std::vector<std::uint64_t> done, all;
  bool on_this_thread = true;
  std::thread::id thread = std::this_thread::get_id();

  Options options() {
    Options result;
    result.progress = [](void* context, std::uint64_t parts, std::uint64_t of) {
      Reports& self = *static_cast<Reports*>(context);
      self.done.push_back(parts);
      self.all.push_back(of);
      self.on_this_thread = self.on_this_thread && std::this_thread::get_id() == self.thread;
      return self.done.size() < self.most;
    };
    result.progress_context = this;
    return result;
  }
};

template <class T>
BasicVec2<T> slanted(int x, int y) {
  return {T(x - y), T(x + y)};
}

/// A comb whose teeth are as long as it is wide, and slanted, so that neither order by x nor by y tells its edges apart.
template <class T>
std::vector<BasicVec2<T>> comb(int teeth, bool rising) {
  std::vector<BasicVec2<T>> points{slanted<T>(0, 2 * teeth), slanted<T>(-1, 2 * teeth), slanted<T>(-1, 0)};
  for (int k = 0; k < teeth; ++k) {
    points.insert(points.end(), {slanted<T>(0, 2 * k), slanted<T>(2 * teeth + k % 7, 2 * k + 1)});
  }
  for (BasicVec2<T>& point : points) point = rising ? point : BasicVec2<T>{point.y, -point.x};
  return points;
}

/// Grows the work until it reports twice; then the same is cancelled at its first report.
template <class Call>
void expect_reports(std::size_t first, std::size_t last, const Call& call) {
  Reports reports;
  std::size_t size = first;
  for (; size <= last; size *= 2) {
    reports = Reports();
    ASSERT_TRUE(call(size, reports.options()).ok());
    if (reports.done.size() >= 3) break;
  }
  ASSERT_GE(reports.done.size(), 3u);
  EXPECT_TRUE(std::is_sorted(reports.done.begin(), reports.done.end()));
  EXPECT_TRUE(reports.on_this_thread);
  EXPECT_EQ(reports.done.back(), reports.all.back());
  EXPECT_EQ(reports.all, std::vector<std::uint64_t>(reports.all.size(), reports.all[0]));
  Reports cancelled;
  cancelled.most = 1;
  EXPECT_EQ(call(size, cancelled.options()).code, ErrorCode::cancelled);
  EXPECT_EQ(cancelled.done.size(), 1u);
}

template <class T>
class OutlineProgress : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(OutlineProgress, Precisions);

TYPED_TEST(OutlineProgress, of_a_ring_is_reported_and_cancels) {
  expect_reports(1 << 12, 1 << 16, [](std::size_t size, const Options& options) {
    const std::vector<BasicVec2<TypeParam>> points = comb<TypeParam>(static_cast<int>(size / 2), true);
    BasicRing<TypeParam> ring;
    const Status status = try_clean_ring<TypeParam>(points, Winding::counter_clockwise, ring, options);
    EXPECT_EQ(ring.vertices.empty(), !status.ok());
    return status;
  });
}

TYPED_TEST(OutlineProgress, of_an_outline_is_reported_and_cancels) {
  expect_reports(1 << 13, 1 << 17, [](std::size_t size, const Options& options) {
    const int side = static_cast<int>(std::sqrt(static_cast<double>(size - 4) / 4));
    std::vector<BasicVec2<TypeParam>> rings;
    std::vector<std::uint32_t> starts{0};
    const auto add = [&](int x, int y, int width, bool hole) {
      const auto left = TypeParam(x), low = TypeParam(y), right = TypeParam(x + width), high = TypeParam(y + width);
      rings.insert(rings.end(), {{left, low}, {right, low}, {right, high}, {left, high}});
      if (hole) std::reverse(rings.end() - 4, rings.end());
      starts.push_back(static_cast<std::uint32_t>(rings.size()));
    };
    add(0, 0, 3 * side, false);
    for (int k = 0; k < side * side; ++k) add(k / side * 3 + 1, k % side * 3 + 1, 1, true);
    BasicConvexParts<TypeParam> parts;
    const Status status = try_convex_parts<TypeParam>(rings, starts, parts, options);
    EXPECT_EQ(parts.size() == 0, !status.ok());
    return status;
  });
}

/// To name what is wrong takes longer than to find that all is right.
TYPED_TEST(OutlineProgress, of_an_outline_that_meets_itself_is_reported_and_cancels) {
  std::vector<BasicVec2<TypeParam>> ring = comb<TypeParam>(4000, true);
  ring.push_back(slanted<TypeParam>(50, 7000));  // across many teeth
  Reports reports;
  BasicConvexParts<TypeParam> parts;
  EXPECT_EQ(try_convex_parts<TypeParam>(ring, {}, parts, reports.options()).code, ErrorCode::meets_itself);
  EXPECT_TRUE(std::is_sorted(reports.done.begin(), reports.done.end()));
  EXPECT_TRUE(reports.on_this_thread);
  ASSERT_GE(reports.done.size(), 1u);
  Reports cancelled;
  cancelled.most = 1;
  EXPECT_EQ(try_convex_parts<TypeParam>(ring, {}, parts, cancelled.options()).code, ErrorCode::cancelled);
}

TEST(OutlineProgressOf, an_outline_changes_no_part) {
  const std::vector<Vec2d> ring = clean_ring(comb<double>(1500, false)).vertices;
  Reports reports;
  const ConvexPartsd with = convex_parts(ring, {}, reports.options()), without = convex_parts(ring);
  EXPECT_EQ(with.vertices, without.vertices);
  EXPECT_EQ(with.starts, without.starts);
  EXPECT_EQ(with.indices, without.indices);
  EXPECT_EQ(with.inner_edges, without.inner_edges);
}

}  // namespace
}  // namespace satchel::test
