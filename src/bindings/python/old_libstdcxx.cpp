// What containers call when an allocation is too large: in libstdc++ since g++ 11, in each header's code before.
#include <new>

namespace std {

[[noreturn, gnu::visibility("hidden")]] void __throw_bad_array_new_length() { throw bad_array_new_length(); }

}  // namespace std
