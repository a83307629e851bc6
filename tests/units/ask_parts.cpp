#include <satchel/outline.hpp>

#include "units/note.hpp"
#include "units/questions.hpp"

namespace satchel::test::units {

template <class T>
void ask_about_parts(const Asking& asking, Answers& answers) {
  answers.begin("convex_parts");
  for (const std::vector<Vec2d>& planned : asking.plan.rings) {
    const std::vector<BasicVec2<T>> ring = scaled_points<T>(planned, asking.unit);
    BasicConvexParts<T> parts;
    answers.status(try_convex_parts(std::span(ring).first(ring.size() - 1), {}, parts));
    for (const BasicVec2<T>& vertex : parts.vertices) answers.lengths(vertex);
    for (const std::uint32_t start : parts.starts) answers.same(start);
    for (const std::uint8_t is_inner : parts.inner_edges) answers.same(is_inner);
  }
}

template void ask_about_parts<float>(const Asking&, Answers&);
template void ask_about_parts<double>(const Asking&, Answers&);

}  // namespace satchel::test::units
