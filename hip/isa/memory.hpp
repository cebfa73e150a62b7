// The memory that a kernel may access: the program's memory at the host's addresses.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "hip/isa/shadow.hpp"

namespace gputest::isa {

/// An allocation.
struct Allocation {
  std::uint64_t begin = 0, size = 0;
  bool is_writable = true;
  std::string name;  ///< "an array of the program"
  std::shared_ptr<Shadow> shadow =
      nullptr;                ///< null: every byte is defined, and races are not checked
  std::uint64_t watched = 0;  ///< bytes at its end that a launch must not read

  bool holds(std::uint64_t address, std::uint64_t bytes, bool writes) const {
    const std::uint64_t room = writes ? size : size - watched;
    return address >= begin && bytes <= room && address - begin <= room - bytes;
  }
};

/// The upper 16 bits of flat addresses in LDS and in private memory.
constexpr std::uint64_t kLdsAperture = 1, kScratchAperture = 2;

/// All allocations. Launches only read this map.
class Memory {
 public:
  void add(const Allocation& allocation) { all_[allocation.begin] = allocation; }
  void remove(std::uint64_t begin) { all_.erase(begin); }

  /// The allocation that holds the bytes. Throws Fault if there is none, or if it is read-only and
  /// `writes` is set.
  const Allocation& find(std::uint64_t address, std::uint64_t bytes, bool writes) const;

  /// The same, but null instead of a Fault.
  const Allocation* find_or_null(std::uint64_t address, std::uint64_t bytes, bool writes) const;

  /// Begins a launch, and forgets the accesses of the previous one.
  void begin_launch();
  /// The number of the launch, as in Touches.
  std::uint32_t launch() const { return launch_; }

 private:
  std::uint32_t launch_ = 0;
  std::map<std::uint64_t, Allocation> all_;
};

}  // namespace gputest::isa
