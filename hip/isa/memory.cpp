#include "hip/isa/memory.hpp"

#include <fmt/format.h>

#include "hip/isa/touches.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {

const Allocation& Memory::find(std::uint64_t address, std::uint64_t bytes, bool writes) const {
  if (const Allocation* const found = find_or_null(address, bytes, writes)) return *found;
  auto next = all_.upper_bound(address);
  if (next != all_.begin()) {
    const Allocation& before = std::prev(next)->second;
    if (before.holds(address, bytes, writes))
      throw Fault(fmt::format("it writes to {}", before.name));
    if (address - before.begin < before.size + (std::uint64_t{1} << 20))
      throw Fault(fmt::format(
          "it accesses {} bytes at 0x{:x}, {} bytes from the beginning of {} of {} bytes", bytes,
          address, address - before.begin, before.name, before.size - before.watched));
  }
  throw Fault(
      fmt::format("it accesses {} bytes at 0x{:x}, where there is no memory", bytes, address));
}

const Allocation* Memory::find_or_null(std::uint64_t address, std::uint64_t bytes,
                                       bool writes) const {
  const auto next = all_.upper_bound(address);
  if (next == all_.begin()) return nullptr;
  const Allocation& before = std::prev(next)->second;
  return before.holds(address, bytes, writes) && (before.is_writable || !writes) ? &before
                                                                                 : nullptr;
}

void Memory::begin_launch() {
  launch_ = (launch_ + 1) % Touches::kMoments;
  if (launch_ != 0) return;
  for (auto& [begin, allocation] : all_)
    if (allocation.shadow) allocation.shadow->forget_touches();
  launch_ = 1;  // cleared records have launch number 0
}

}  // namespace gputest::isa
