// The memory that a kernel may access: the program's own, which is the host's, at the host's
// addresses.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "hip/isa/shadow.hpp"

namespace gputest::isa {

/// A piece of memory.
struct Allocation {
  std::uint64_t begin = 0, size = 0;
  bool is_writable = true;
  std::string name;  ///< "an array of the program"
  std::shared_ptr<Shadow> shadow =
      nullptr;                ///< null: every byte has a value, and races are not looked for
  std::uint64_t watched = 0;  ///< bytes at its end that a launch must not read

  bool holds(std::uint64_t address, std::uint64_t bytes, bool writes) const {
    const std::uint64_t room = writes ? size : size - watched;
    return address >= begin && bytes <= room && address - begin <= room - bytes;
  }
};

/// Where flat addresses are those of LDS and of a thread's own memory: their upper 16 bits.
constexpr std::uint64_t kLdsAperture = 1, kScratchAperture = 2;

/// All allocations. Launches only read it.
class Memory {
 public:
  void add(const Allocation& allocation) { all_[allocation.begin] = allocation; }
  void remove(std::uint64_t begin) { all_.erase(begin); }

  /// The allocation that holds the bytes. Throws Fault where none does, or may not be written to.
  const Allocation& find(std::uint64_t address, std::uint64_t bytes, bool writes) const;

  /// The same, or null.
  const Allocation* find_or_null(std::uint64_t address, std::uint64_t bytes, bool writes) const;

  /// Begins a launch: who went to an array in the last one does not matter any more.
  void begin_launch();
  /// The number of the launch, as Touches has it.
  std::uint32_t launch() const { return launch_; }

 private:
  std::uint32_t launch_ = 0;
  std::map<std::uint64_t, Allocation> all_;
};

}  // namespace gputest::isa
