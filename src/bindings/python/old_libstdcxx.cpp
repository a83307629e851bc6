// What g++ 12 calls in libstdc++ 11 and newer, where older ones have it under another version or in the headers.
#include <condition_variable>
#include <new>

namespace std {

[[noreturn]] void __throw_bad_array_new_length() { throw bad_array_new_length(); }

void condition_variable::wait(unique_lock<mutex>& lock) { _M_cond.wait(*lock.mutex()); }

}  // namespace std
