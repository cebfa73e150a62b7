// What list builders ask of a platform's library of primitives: CUB, rocPRIM, or on the host the
// C++ library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "common/simt/library_failure.hpp"

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

/// Calls f(memory, bytes), a function of the library's that gives the run-time's errors, twice:
/// without memory, to learn the bytes that it wants, and with. Throws LibraryFailure where it gives
/// an error and std::logic_error where it wants more than there is.
template <class F>
void with_sort_storage(const char* library, const SortStorage& storage, F&& f) {
  const auto call = [&](void* memory, std::size_t& bytes) {
    if (const int code = static_cast<int>(f(memory, bytes)); code != 0)
      throw LibraryFailure(library, code);
  };
  std::size_t bytes = 0;
  call(nullptr, bytes);
  if (bytes > storage.bytes)
    throw std::logic_error(std::string(library) + " wants " + std::to_string(bytes) +
                           " bytes of storage, and has " + std::to_string(storage.bytes));
  call(storage.memory, bytes);
}

}  // namespace simt
}  // namespace gputest
