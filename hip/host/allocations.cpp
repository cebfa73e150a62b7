#include "hip/host/allocations.hpp"

#include <algorithm>
#include <iterator>
#include <new>

#include "common/core/host.hpp"
#include "common/core/memory_bound.hpp"
#include "hip/host/forbidden.hpp"

namespace hip_host::detail {
namespace {

constexpr std::align_val_t kAlignment{256};

}  // namespace

Allocations& device_memory() {
  static Allocations& memory = *new Allocations;  // never destroyed: memory may be freed at exit
  return memory;
}

void* Allocations::allocate(std::size_t bytes) {
  const std::scoped_lock lock(mutex_);
  if (bytes > free_bytes_unlocked()) return nullptr;
  void* const block = ::operator new(bytes, kAlignment, std::nothrow);
  if (block == nullptr) return nullptr;
  try {
    blocks_.emplace(reinterpret_cast<std::uintptr_t>(block), bytes);
  } catch (const std::bad_alloc&) {
    ::operator delete(block, kAlignment);
    return nullptr;
  }
  allocated_ += bytes;
  return block;
}

bool Allocations::release(void* block) {
  const std::scoped_lock lock(mutex_);
  const auto found = blocks_.find(reinterpret_cast<std::uintptr_t>(block));
  if (found == blocks_.end()) return false;
  allocated_ -= found->second;
  permit(block, found->second);
  blocks_.erase(found);
  ::operator delete(block, kAlignment);
  return true;
}

std::optional<std::size_t> Allocations::bytes_left_at(const void* pointer) const {
  const std::scoped_lock lock(mutex_);
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return std::nullopt;
  const auto& [start, bytes] = *std::prev(after);
  if (address - start >= bytes) return std::nullopt;
  return bytes - (address - start);
}

std::size_t Allocations::free_bytes() const {
  const std::scoped_lock lock(mutex_);
  return free_bytes_unlocked();
}

std::size_t Allocations::free_bytes_unlocked() const {
  const std::size_t unallocated = gputest::machine_memory() - allocated_;
  return std::min<std::size_t>(unallocated, gputest::available_memory());
}

}  // namespace hip_host::detail
