// What list builders ask of a platform's library of primitives: CUB, rocPRIM, or on the host the
// C++ library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace gputest {
namespace simt {

/// Device memory that a library's functions may use: see sort_work_words().
struct SortStorage {
  void* memory;
  std::size_t bytes;
  void* stream = nullptr;  ///< the run-time API's handle; null: the default stream
};

/// n pairs of a key and a value, on the device; the four arrays do not overlap.
struct KeyedValues {
  const std::uint32_t* keys;
  std::uint32_t* sorted_keys;
  const std::uint32_t* values;
  std::uint32_t* sorted_values;
  std::uint32_t n;
  std::uint32_t key_bits;  ///< bits above these are 0 in every key
};

/// Calls f(memory, bytes), a function of the library's, twice: without memory, to learn the bytes
/// that it wants, and with. What goes wrong at a launch is the run-time's last error. Throws
/// std::logic_error where the function wants more than there is.
template <class F>
void with_sort_storage(const char* library, const SortStorage& storage, F&& f) {
  std::size_t bytes = 0;
  static_cast<void>(f(nullptr, bytes));
  if (bytes > storage.bytes)
    throw std::logic_error(std::string(library) + " wants " + std::to_string(bytes) +
                           " bytes of storage, and has " + std::to_string(storage.bytes));
  static_cast<void>(f(storage.memory, bytes));
}

}  // namespace simt
}  // namespace gputest
