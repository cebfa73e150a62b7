// Memory around arrays, where kernels may neither read nor write. A user's kernel is compiled with
// a call before each access, which compares the address.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace hip_host {

/// An array of a kernel, with forbidden memory around it.
struct GuardedArray {
  std::string name;
  const std::byte* begin = nullptr;
  std::size_t elements = 0;
  std::size_t element_bytes = 0;
};

/// Forbids `bytes` bytes of device memory around the array until they are freed. At most 256
/// ranges are forbidden at a time; a further one has no effect.
void forbid(const std::byte* first, std::size_t bytes, const GuardedArray& array);

/// An access of a kernel to forbidden memory.
struct ForbiddenAccess {
  const void* code = nullptr;  ///< the instruction behind the access
  /// "writes 16 bytes at sums[1000], outside its 1000 elements of 16 bytes"
  std::string text;
};

/// The first such access since the last call, if there was any. Kernels continue after it.
std::optional<ForbiddenAccess> take_forbidden_access();

namespace detail {

/// Permits accesses to memory that is freed.
void permit(const void* first, std::size_t bytes);

}  // namespace detail
}  // namespace hip_host
