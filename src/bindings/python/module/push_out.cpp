// Push-out: translations that take bodies out of all they overlap.
#include <satchel/push_out.hpp>

#include "bindings.hpp"
#include "call.hpp"
#include "docs.hpp"
#include "options.hpp"
#include "results.hpp"
#include "scene.hpp"

namespace satchel::python {

using namespace nb::literals;

void bind_push_out(Module& m) {
  m.def(
      "push_out",
      [](const PyScene& scene, nb::handle bodies, nb::handle candidates, nb::handle offsets, nb::handle rounds,
         nb::handle last_motions, double front_tolerance, nb::handle out, nb::handle threads, nb::handle progress) {
        const auto most_rounds = static_cast<std::uint32_t>(whole_number(rounds, "rounds", 0xffffffff));
        const Input<std::uint32_t> pushed = optional_ids(bodies, {"bodies", {-1}, "(n,): the bodies to push out"});
        Input<std::uint32_t> list = ids(candidates, {"candidates", {-1}, "(m,): what they are pushed out of"});
        std::vector<std::uint32_t> starts, repeated;
        if (offsets.is_none()) {  // every body has all candidates
          if (list.size * pushed.size > 0xffffffffull) {
            fail("too_many", "candidates", -1,
                 "the bodies have more than 4294967295 candidates together; call for fewer bodies at a time");
          }
          for (std::size_t i = 0; i <= pushed.size; ++i) starts.push_back(static_cast<std::uint32_t>(i * list.size));
          for (std::size_t i = 0; i < pushed.size; ++i)
            repeated.insert(repeated.end(), list.data, list.data + list.size);
        } else {
          const Input<std::uint32_t> given =
              ids(offsets, {"offsets", {-1}, "(n + 1,): where the candidates of each body begin, and the end"});
          starts.assign(given.data, given.data + given.size);
        }
        const std::span<const BodyId> all = offsets.is_none() ? std::span<const BodyId>(repeated) : list.span();
        std::optional<Input<double>> motions;
        if (!last_motions.is_none()) {
          motions = floats<double>(last_motions, {"last_motions", {-1, 3}, "(bodies, 3): x, y, angle of each body"});
        }
        nb::object array = results<PushOut>(out, pushed.size);
        if (!out.is_none()) {
          refuse_overlap(array, {{pushed.owner, "bodies"},
                                 {list.owner, "candidates"},
                                 {motions ? nb::handle(motions->owner) : nb::handle(), "last_motions"}});
        }
        return read(scene, [&](const auto& s) {
          Call call({threads, nb::none(), progress});
          call.run([&](const Options& options) {
            return try_push_out(s, pushed.span(), starts, all, span_of<PushOut>(array),
                                {.rounds = most_rounds,
                                 .run = options,
                                 .last_motions = motions ? motions->as<Motion>() : std::span<const Motion>(),
                                 .front_tolerance = front_tolerance});
          });
          return array;
        });
      },
      docs::push_out, "scene"_a, "bodies"_a, "candidates"_a, "offsets"_a = nb::none(), nb::kw_only(), "rounds"_a = 64,
      "last_motions"_a = nb::none(), "front_tolerance"_a = 0.0, "out"_a = nb::none(), "threads"_a = nb::none(),
      "progress"_a = nb::none());
}

}  // namespace satchel::python
