// Compilation of texts that are not in the cache, several at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "common/texts/compiler.hpp"
#include "common/texts/instance.hpp"

namespace gputest::texts {

/// Instances of one file's kernels, for a target.
struct Wanted {
  const Compiler* compiler = nullptr;
  std::string file;  ///< "common/gravity/simt/tiled.inl"
  std::vector<Instance> instances;
  std::string target;  ///< "sm_90", "gfx90a"
};

/// The texts that are not in a cache, each once. Empty if there is no compiler or the result cannot
/// be cached for another process.
std::vector<Wanted> not_compiled(const std::vector<Wanted>& all);

/// Compiles and caches them, as many at a time as the processor has cores, at most eight. Calls
/// `done` with the number of finished texts, from one thread at a time. Ignores compiler errors;
/// the next request for the text reports them. If a target is unavailable, skips its remaining
/// texts. Ends on an interrupt.
void compile_all(const std::vector<Wanted>& texts, const std::function<void(std::size_t)>& done);

}  // namespace gputest::texts
