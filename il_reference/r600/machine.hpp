// Runs machine code of the r600 family on the processor, wavefront by wavefront.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "il_reference/r600/memory.hpp"
#include "il_reference/r600/program.hpp"

namespace gputest::r600 {

/// The arguments and size of a launch.
struct Launch {
  std::array<std::uint32_t, 3> groups{1, 1, 1};
  std::array<std::uint32_t, 3> threads{1, 1, 1};  ///< per group
  std::vector<std::uint32_t> arguments;           ///< dwords, in the layout of Arguments
};

/// A kernel's arguments in LLVM's calling convention: each at a multiple of its size.
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
  std::uint64_t step_limit = 0;  ///< control-flow instructions per wavefront; 0: no limit
  std::function<void()>
      check;  ///< every wavefront calls it at intervals; it ends the run by throwing
};

/// Statistics of a run.
struct LaunchCounts {
  std::uint64_t wavefronts = 0;
  std::uint64_t clauses = 0;     ///< of arithmetic and of fetches
  std::uint64_t bundles = 0;     ///< executed by wavefronts
  std::uint64_t operations = 0;  ///< filled slots of these bundles
  std::uint64_t lanes = 0;       ///< operations summed over active threads
  std::uint64_t fetches = 0, stores = 0;

  void add(const LaunchCounts& other);
  bool operator==(const LaunchCounts&) const = default;
};

/// Runs the kernel: groups in parallel, the wavefronts of a group in turn. Throws Error(bad_input),
/// with kernel, instruction, group, wavefront and lane, in these cases: a thread accesses memory
/// outside of every buffer or writes constant memory; an address, a branch or a store depends on an
/// undefined value; not all threads reach a barrier; the code cannot run.
LaunchCounts run(const Program& program, const Launch& launch, Memory& memory,
                 const LaunchOptions& options = {});

}  // namespace gputest::r600
