// An IL program as the machine code of a GPU of its time, executed on the processor.
#pragma once

#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "il_reference/opencl/translator.hpp"
#include "il_reference/r600/card.hpp"
#include "il_reference/r600/machine.hpp"

namespace gputest::il {

/// A program translated to OpenCL C, compiled for a GPU and decoded.
class R600Program {
 public:
  /// How it is translated and run.
  struct Settings {
    Mode mode = Mode::fast;
    std::uint64_t step_limit = 0;  ///< r600::LaunchOptions::step_limit
    std::function<void()> check;   ///< r600::LaunchOptions::check
  };

  /// `bindings` give the formats. `source` is the text that the program was parsed from. Throws
  /// Error(unavailable) if the compiler is missing or rejects the program, Error(bad_input) if the
  /// code cannot be decoded.
  R600Program(const r600::Card& card, const Program& program, std::string_view source,
              const Bindings& bindings, Settings settings);

  /// One run of a pixel program over a domain, or of a compute program over groups, in the
  /// bindings' own memory; blocking. Throws Error(bad_input) like check_bindings() and r600::run().
  /// It also throws for an access out of bounds, with line and column of the IL text, and for an
  /// undefined value in an output.
  r600::LaunchCounts run(const Bindings& bindings, const Domain& domain) const;
  r600::LaunchCounts run(const Bindings& bindings, const Groups& groups) const;

 private:
  r600::LaunchCounts run(const Bindings& bindings, std::uint64_t groups, std::uint32_t threads,
                         const std::array<std::uint32_t, 4>& domain) const;

  const Program& program_;
  Settings settings_;
  std::vector<KernelArgument> arguments_;
  r600::Program code_;
};

}  // namespace gputest::il
