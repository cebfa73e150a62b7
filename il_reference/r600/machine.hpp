// Runs machine code of the r600 family on the processor, wavefront by wavefront.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "il_reference/r600/memory.hpp"
#include "il_reference/r600/program.hpp"

namespace gputest::r600 {

/// What a kernel is launched with.
struct Launch {
  std::array<std::uint32_t, 3> groups{1, 1, 1};
  std::array<std::uint32_t, 3> threads{1, 1, 1};  ///< of a group
  std::vector<std::uint32_t> arguments;           ///< dwords, as Arguments lays them out
};

/// A kernel's arguments as LLVM's calling convention has them: each at a multiple of its size.
class Arguments {
 public:
  /// A number or an address, or a vector of two or four.
  template <class... Words>
  void add(Words... words) {
    constexpr std::size_t kCount = sizeof...(words);
    static_assert(kCount == 1 || kCount == 2 || kCount == 4);
    while (words_.size() % kCount != 0) words_.push_back(0);
    (words_.push_back(words), ...);
  }
  const std::vector<std::uint32_t>& words() const { return words_; }

 private:
  std::vector<std::uint32_t> words_;
};

/// Limits of a run.
struct LaunchOptions {
  std::uint64_t step_limit = 0;  ///< of a wavefront, instructions of control flow; 0: none
  std::function<void()>
      check;  ///< called by every wavefront now and then; ends the run by throwing
};

/// What a run did.
struct LaunchCounts {
  std::uint64_t wavefronts = 0;
  std::uint64_t clauses = 0;     ///< of arithmetic and of fetches
  std::uint64_t bundles = 0;     ///< of wavefronts
  std::uint64_t operations = 0;  ///< slots that they filled
  std::uint64_t lanes = 0;       ///< operations of threads: each counted with its active threads
  std::uint64_t fetches = 0, stores = 0;

  void add(const LaunchCounts& other);
  bool operator==(const LaunchCounts&) const = default;
};

/// Runs the kernel. Groups run beside each other, the wavefronts of a group in turns. Throws
/// Error(bad_input), with kernel, instruction, group, wavefront and lane, where a thread accesses
/// memory outside of every buffer or writes what is constant, where an address, a branch or a store
/// depends on what nobody wrote, where a barrier is not reached by all, and where the code is none
/// that could run.
LaunchCounts run(const Program& program, const Launch& launch, Memory& memory,
                 const LaunchOptions& options = {});

}  // namespace gputest::r600
