// Shows what a wavefront does: an observer of the machine (machine.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// Whose instructions are shown.
struct Traced {
  std::array<std::uint32_t, 3> block{};
  unsigned wavefront = 0;        ///< in the block
  std::optional<unsigned> lane;  ///< none: all lanes of it
  std::function<void(std::string_view line)> print;
};

/// A line for each instruction of the wavefront: its address in the kernel, its text and what it
/// wrote to registers. Of one lane, those that work on lanes while it is inactive are left out.
class Tracer {
 public:
  explicit Tracer(Traced traced) : traced_(std::move(traced)) {}

  void begun(const Wave&) {}
  void before(const Wave& wave, const Operation& op);
  void after(const Wave& wave, const Operation& op) const;
  void add(const Tracer&) {}

 private:
  Traced traced_;
  bool shown_ = false;      ///< the operation at hand
  std::uint64_t exec_ = 0;  ///< before it
  std::uint64_t vcc_ = 0;
  bool condition_ = false;
};

}  // namespace gputest::isa
