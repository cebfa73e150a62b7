// Texts that no cache has yet, compiled several at a time.
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

/// The texts that no cache has, each once. Empty where nothing compiles it, and where
/// what is compiled cannot be kept for another process.
std::vector<Wanted> not_compiled(const std::vector<Wanted>& all);

/// Compiles them, as many at a time as the processor has cores, eight at most, and keeps them.
/// `done` is called with how many are, by one thread at a time. What a compiler refuses is left to
/// whoever asks for it again. Once a target is unavailable, no more of it is compiled. An interrupt
/// ends it.
void compile_all(const std::vector<Wanted>& texts, const std::function<void(std::size_t)>& done);

}  // namespace gputest::texts
