// Pages of memory that can be closed: whatever touches a closed one is a fault.
#pragma once

#include <cstddef>

namespace satchel::test {

std::size_t page_size();

/// Whole pages, zeroed. Throws bad_alloc.
unsigned char* take_pages(std::size_t size);
/// What take_pages gave, all of it.
void give_back_pages(unsigned char* pages, std::size_t size) noexcept;

void close_pages(unsigned char* pages, std::size_t size) noexcept;
void open_pages_to_read(unsigned char* pages, std::size_t size) noexcept;

}  // namespace satchel::test
