// Pairs of the tests' families, as vertices in the world: satchel_audit_pairs COUNT SEED
// A line a pair: its family, and the pair as peers/pairs.hpp reads it. COUNT pairs of each family, of float and of double. A vertex is
// rounded to a double; pairs that this makes concave are left out, so are those of many vertices.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/area_families.hpp"
#include "support/generators.hpp"
#include "support/placed_polygon.hpp"

namespace satchel::test {
namespace {

constexpr std::size_t max_vertices = 12;

template <class T>
std::string placed_text(const BasicPosed<T>& posed) {
  BasicScene<T> scene;
  const BasicPlacedPolygon<T> body = placed(scene, add(scene, posed));
  Polygond world;
  for (const auto [x, y] : body.offsets) {
    world.push_back({body.origin_x + static_cast<double>(x), body.origin_y + static_cast<double>(y)});
  }
  if (world.size() > max_vertices || !strictly_convex(world)) return {};
  std::string text = std::to_string(world.size());
  for (const auto [x, y] : world) {
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, " %.17g %.17g", x, y);
    text += numbers;
  }
  return text;
}

template <class T>
void print(const BasicFamily<T>& family, const char* precision, int count, Random& random) {
  for (int k = 0; k < count; ++k) {
    const BasicCouple<T> couple = family.make(random);
    const std::string a = placed_text(couple.a), b = placed_text(couple.b);
    if (!a.empty() && !b.empty()) std::printf("%s/%s %s %s\n", family.name, precision, a.c_str(), b.c_str());
  }
}

template <class T>
void print_all(const char* precision, int count, std::uint64_t seed) {
  Random random(seed);
  for (const BasicFamily<T>& family : families<T>()) print(family, precision, count, random);
  for (const BasicFamily<T>& family : area_families<T>()) print(family, precision, count, random);
}

}  // namespace
}  // namespace satchel::test

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: satchel_audit_pairs COUNT SEED\n", stderr);
    return 1;
  }
  const int pairs = std::atoi(arguments[1]);
  const auto seed = static_cast<std::uint64_t>(std::atoll(arguments[2]));
  satchel::test::print_all<float>("float", pairs, seed);
  satchel::test::print_all<double>("double", pairs, seed);
}
