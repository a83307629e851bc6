#include "bindings/c/status.hpp"

#include <satchel/version.hpp>
#include <string>

namespace satchel::c {
namespace {

/// The code of C++, or `ok` if the code is of C alone or unknown.
ErrorCode code_of_number(std::int32_t code) noexcept {
  for (int i = 0; i < 256; ++i) {
    const auto candidate = static_cast<ErrorCode>(i);
    if (code_of(candidate) == code && (code != SATCHEL_INTERNAL || candidate == ErrorCode::internal)) return candidate;
  }
  return ErrorCode::ok;
}

const char* member_name(std::int32_t member) noexcept {
  switch (member) {
    case SATCHEL_ARGUMENT_MEMBER_SCENE_A:
      return "scene_a";
    case SATCHEL_ARGUMENT_MEMBER_SCENE_B:
      return "scene_b";
    case SATCHEL_ARGUMENT_MEMBER_PAIRS:
      return "pairs";
    case SATCHEL_ARGUMENT_MEMBER_IMAGE_PAIRS:
      return "image_pairs";
    case SATCHEL_ARGUMENT_MEMBER_PERIODS:
      return "periods";
    case SATCHEL_ARGUMENT_MEMBER_INDEX:
      return "index";
    case SATCHEL_ARGUMENT_MEMBER_BROAD_PHASE:
      return "broad_phase";
    default:
      return nullptr;
  }
}

/// What is said beside the code of a member of a satchel_pair_list.
const char* about_member(const satchel_status& status) noexcept {
  if (status.code == SATCHEL_NULL_POINTER && status.argument == SATCHEL_ARGUMENT_MEMBER_PERIODS) {
    return "; image_pairs need periods";
  }
  if (status.code == SATCHEL_NULL_POINTER && status.argument == SATCHEL_ARGUMENT_MEMBER_IMAGE_PAIRS) {
    return "; periods need image_pairs, in place of pairs";
  }
  if (status.code == SATCHEL_NOT_TAKEN && status.argument == SATCHEL_ARGUMENT_MEMBER_PAIRS) {
    return "; a list has pairs or image_pairs, not both";
  }
  return "";
}

/// A code of C alone, or an unknown one.
const char* own_message(std::int32_t code) noexcept {
  switch (code) {
    case SATCHEL_NULL_POINTER:
      return "the pointer is NULL; give memory, or a count of 0 where there is one";
    case SATCHEL_MISALIGNED:
      return "the pointer is not aligned as its type";
    case SATCHEL_WRONG_PRECISION:
      return "it has the other precision; functions for SATCHEL_DOUBLE end in _d, and two scenes, or a scene and its "
             "index, have one precision";
    case SATCHEL_UNKNOWN_VALUE:
      return "the number is none of its enumeration";
    case SATCHEL_WRONG_SIZE:
      return "struct_size is wrong; set it to the sizeof of the struct";
    case SATCHEL_BAD_EXECUTOR:
      return "the executor has no function `run`, or 0 workers; give a function, and 1 or more";
    case SATCHEL_WRONG_ABI:
      return "the program was compiled with a header that this library does not serve; build it with the library's own";
    case SATCHEL_NOT_TAKEN:
      return "this call does not take it; set it to 0";
    default:
      return "unknown error";
  }
}

std::string text_of(const satchel_status& status) {
  if (status.code == SATCHEL_OK || code_of_number(status.code) != ErrorCode::ok) {
    return message(Status{code_of_number(status.code),
                          static_cast<std::size_t>(status.index),
                          static_cast<Argument>(status.argument),
                          {status.numbers[0], status.numbers[1], status.numbers[2], status.numbers[3]},
                          status.value,
                          status.value_y});
  }
  const std::string first = std::to_string(status.numbers[0]), second = std::to_string(status.numbers[1]);
  std::string item;
  if (status.code == SATCHEL_WRONG_ABI) {
    item = "ABI " + first + " of the library, " + second + " of the program: ";
  } else if (status.index != 0) {
    item = "parameter " + std::to_string(status.index);
    if (const char* member = member_name(status.argument)) item += std::string(", member ") + member;
    if (status.code == SATCHEL_WRONG_SIZE) item += ": " + first + " bytes expected, " + second + " given";
    item += ": ";
  }
  return item + own_message(status.code) + about_member(status);
}

}  // namespace
}  // namespace satchel::c

extern "C" {

const char* satchel_message(satchel_status status) {
  thread_local std::string text;
  try {
    text = satchel::c::text_of(status);
    return text.c_str();
  } catch (...) {
    return satchel_code_message(status.code);
  }
}

const char* satchel_code_message(int32_t code) {
  const satchel::ErrorCode known = satchel::c::code_of_number(code);
  return known != satchel::ErrorCode::ok || code == SATCHEL_OK ? satchel::message(known)
                                                               : satchel::c::own_message(code);
}

satchel_status satchel_check_abi(uint32_t abi) {
  if (abi >= SATCHEL_OLDEST_ABI && abi <= SATCHEL_ABI) return satchel::c::ok;
  return satchel::c::own_status(SATCHEL_WRONG_ABI, 1, SATCHEL_ABI, abi);
}

const char* satchel_version(void) { return satchel::version().data(); }

}  // extern "C"
