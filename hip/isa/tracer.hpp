// Shows the work of a wavefront: an observer of the machine (machine.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// The wavefront and lane to show.
struct Traced {
  std::array<std::uint32_t, 3> block{};
  unsigned wavefront = 0;        ///< in the block
  std::optional<unsigned> lane;  ///< none: all lanes of the wavefront
  std::function<void(std::string_view line)> print;
};

/// Prints a line for each instruction of the wavefront: its address in the kernel, its text and the
/// registers that it wrote. With one lane, vector instructions are left out while the lane is
/// inactive.
class Tracer {
 public:
  explicit Tracer(Traced traced) : traced_(std::move(traced)) {}

  void begun(const Wave&) {}
  void before(const Wave& wave, const Operation& op);
  void after(const Wave& wave, const Operation& op) const;
  void add(const Tracer&) {}

 private:
  Traced traced_;
  bool shown_ = false;      ///< the current operation
  std::uint64_t exec_ = 0;  ///< before the current operation
  std::uint64_t vcc_ = 0;
  bool condition_ = false;
};

}  // namespace gputest::isa
