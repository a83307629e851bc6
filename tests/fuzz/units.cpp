// Scenes in units whose exponents are drawn evenly from the range: every answer is that in units of 1, scaled.
#include <satchel/satchel.hpp>
#include <string>

#include "bytes.hpp"
#include "evenly.hpp"
#include "in_one_precision.hpp"
#include "support/reference_isa.hpp"
#include "target.hpp"
#include "units/questions.hpp"

namespace satchel::fuzz {
namespace {

namespace units = test::units;

/// @param isa  on which the scaled scene is asked; that in units of 1 is asked on the reference
template <class T>
void try_unit(Bytes& bytes, std::string_view isa) {
  constexpr bool is_float = sizeof(T) == sizeof(float);
  struct Question {
    void (*ask)(const units::Asking&, units::Answers&);
    int least;  ///< the least exponent, at least that of the others
  };
  const Question questions[] = {
      {units::ask_about_contacts<T>, -200},  {units::ask_about_containment<T>, is_float ? -39 : -200},
      {units::ask_about_distances<T>, -200}, {units::ask_about_areas<T>, -200},
      {units::ask_about_motions<T>, -200},   {units::ask_to_push_out<T>, -200},
      {units::ask_broad_phase<T>, -200},     {units::ask_index<T>, -200},
      {units::ask_about_images<T>, -200},    {units::ask_about_seams<T>, -200},
      {units::ask_about_rings<T>, -200},
  };
  const Question& question = questions[bytes.byte() % std::size(questions)];
  const bool is_turned = bytes.byte() % 2 != 0;
  const int least = std::max(is_float ? (is_turned ? -100 : -138) : (is_turned ? -150 : -189), question.least);
  Evenly draw(bytes);
  const int unit = draw(least, is_float ? 53 : 193);
  const int bodies = bytes.integer(2, 24);
  const units::Plan plan = units::draw_plan(draw, bodies, is_turned);
  units::Asking asking = units::asking_of<T>(plan);
  units::Answers in_ones, now;
  question.ask(asking, in_ones);
  asking.unit = unit;
  force_isa(isa);
  question.ask(asking, now);
  const double rounding = is_float && unit < -19 ? 0x1p-17 : 0;
  const std::string difference = in_ones.difference<T>(now, unit, rounding);
  require(difference.empty(), (is_float ? "float: " : "double: ") + difference);
}

}  // namespace
}  // namespace satchel::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  satchel::fuzz::in_one_precision(data, size, [](auto precision, satchel::fuzz::Bytes& bytes, std::string_view isa) {
    satchel::fuzz::try_unit<decltype(precision)>(bytes, isa);
  });
  return 0;
}
