#include "pages.hpp"

#include <new>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace satchel::test {

#if defined(_WIN32)

std::size_t page_size() {
  static const std::size_t size = [] {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return std::size_t{info.dwPageSize};
  }();
  return size;
}

unsigned char* take_pages(std::size_t size) {
  void* const memory = VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<unsigned char*>(memory);
}

void give_back_pages(unsigned char* pages, std::size_t) noexcept { VirtualFree(pages, 0, MEM_RELEASE); }

namespace {

void protect(unsigned char* pages, std::size_t size, DWORD access) noexcept {
  DWORD before;
  VirtualProtect(pages, size, access, &before);
}

}  // namespace

void close_pages(unsigned char* pages, std::size_t size) noexcept { protect(pages, size, PAGE_NOACCESS); }
void open_pages_to_read(unsigned char* pages, std::size_t size) noexcept { protect(pages, size, PAGE_READONLY); }

#else

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

unsigned char* take_pages(std::size_t size) {
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return static_cast<unsigned char*>(memory);
}

void give_back_pages(unsigned char* pages, std::size_t size) noexcept { munmap(pages, size); }

void close_pages(unsigned char* pages, std::size_t size) noexcept { mprotect(pages, size, PROT_NONE); }
void open_pages_to_read(unsigned char* pages, std::size_t size) noexcept { mprotect(pages, size, PROT_READ); }

#endif

}  // namespace satchel::test
