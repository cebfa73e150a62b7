// A single wavefront that executes instructions in text form.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "hip/isa/decode.hpp"
#include "hip/isa/memory.hpp"
#include "hip/isa/rounding.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// A wavefront with every lane active and undefined vector registers.
class TestWave {
 public:
  explicit TestWave(const std::string& target = "gfx906", unsigned lanes = 64)
      : in_{target, lanes, 0, 64, 0} {
    wave_.lanes = lanes;
    wave_.vectors.resize(64);
    wave_.defined.assign(64, 0);
    wave_.vector_pending.assign(64, 0);
    wave_.memory = &memory_;
    wave_.block = &block_;
    wave_.mode = 0xF0;  // subnormal numbers are kept
    block_.lds.resize(1024);
    block_.lds_written.assign(1024, 0);
    wave_.scalar_defined[scalar::kNull] = ~0u;
    set_exec(wave_.all_lanes());
  }

  Wave& wave() { return wave_; }
  Memory& memory() { return memory_; }
  Block& block() { return block_; }

  void set_exec(std::uint64_t lanes) {
    wave_.set_pair(scalar::kExec, lanes);
    wave_.scalar_defined[scalar::kExec] = wave_.scalar_defined[scalar::kExec + 1] = ~0u;
  }
  void set_scalar(unsigned index, std::uint32_t value) {
    wave_.scalars[index] = value;
    wave_.scalar_defined[index] = ~0u;
  }
  void set_pair(unsigned index, std::uint64_t value) {
    set_scalar(index, static_cast<std::uint32_t>(value));
    set_scalar(index + 1, static_cast<std::uint32_t>(value >> 32));
  }
  /// Sets the register to f(lane) in every lane.
  template <class F>
  void set_vector(unsigned index, F&& f) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      wave_.vectors[index].lane[lane] = std::bit_cast<std::uint32_t>(f(lane));
    wave_.defined[index] = ~0ull;
  }
  /// Sets a pair of registers to 64 bits.
  template <class F>
  void set_wide(unsigned index, F&& f) {
    set_vector(index, [&](unsigned lane) {
      return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(f(lane)));
    });
    set_vector(index + 1, [&](unsigned lane) {
      return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(f(lane)) >> 32);
    });
  }

  /// Executes the instructions.
  void run(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const Operation op = decode_text(text, in_);
      isa::run(wave_, op);
    }
  }

  std::uint32_t word(unsigned index, unsigned lane = 0) const {
    return wave_.vectors[index].lane[lane];
  }
  float number(unsigned index, unsigned lane = 0) const {
    return std::bit_cast<float>(word(index, lane));
  }
  double wide_number(unsigned index, unsigned lane = 0) const {
    return std::bit_cast<double>(word(index, lane) |
                                 static_cast<std::uint64_t>(word(index + 1, lane)) << 32);
  }
  bool is_defined(unsigned index, unsigned lane = 0) const {
    return (wave_.defined[index] >> lane & 1) != 0;
  }

 private:
  Surroundings in_;
  Memory memory_;
  Block block_;
  Wave wave_;
};

/// The message of the Fault of these instructions; empty if there is none.
inline std::string fault_of(TestWave& wave, const std::vector<std::string>& texts) {
  try {
    wave.run(texts);
  } catch (const Fault& fault) {
    return fault.what();
  }
  return "";
}

/// Whether the text contains the part.
inline testing::AssertionResult says(const std::string& text, const std::string& part) {
  if (text.find(part) != text.npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "\"" << text << "\" does not say \"" << part << "\"";
}

}  // namespace gputest::isa
