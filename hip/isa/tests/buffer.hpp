// A wavefront with an array and a buffer descriptor for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hip/isa/tests/wave.hpp"

namespace gputest::isa {

constexpr std::uint32_t kBufferWords = 4096;

/// A descriptor's fields, with the manuals' numbers.
struct BufferFields {
  std::uint32_t records = 4 * kBufferWords, stride = 0;
  bool swizzled = false, adds_lane = false;
  std::uint32_t index_stride = 0;                        ///< 8, 16, 32 or 64 as 0, 1, 2, 3
  std::uint32_t bounds = 3;                              ///< OOB_SELECT, of RDNA
  std::uint32_t format = 4;                              ///< of data; on RDNA, of data and numbers
  std::uint32_t numbers = 7;                             ///< the number format, except on RDNA
  std::uint32_t selects = 4 | 5 << 3 | 6 << 6 | 7 << 9;  ///< the component for each register
};

/// A wavefront with an array in which word k is 1000 + k, and its descriptor in s[4:7].
class TestBuffer {
 public:
  explicit TestBuffer(const std::string& target = "gfx906", const BufferFields& fields = {})
      : wave(target, target == "gfx1030" ? 32 : 64),
        words(kBufferWords),
        shadow(std::make_shared<Shadow>(4 * kBufferWords)),
        is_rdna_(target == "gfx1030") {
    wave.wave().is_rdna = is_rdna_;
    for (std::uint32_t k = 0; k < kBufferWords; ++k) words[k] = 1000 + k;
    shadow->set(0, 4 * kBufferWords, Written::value);
    wave.memory().add({address(), 4 * kBufferWords, true, "an array", shadow});
    describe(fields);
    wave.set_scalar(8, 64);
    for (unsigned k = 16; k < 20; ++k)
      wave.set_vector(k, [k](unsigned lane) { return 100 * k + lane; });
  }
  std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(words.data()); }

  void describe(const BufferFields& of) {
    wave.set_scalar(4, static_cast<std::uint32_t>(address()));
    wave.set_scalar(5, static_cast<std::uint32_t>(address() >> 32) | (of.stride & 0x3FFF) << 16 |
                           (of.swizzled ? 1u << 31 : 0));
    wave.set_scalar(6, of.records);
    wave.set_scalar(
        7, of.selects | of.index_stride << 21 | (of.adds_lane ? 1u << 23 : 0) |
               (is_rdna_ ? of.format << 12 | of.bounds << 28
                         : of.numbers << 12 | (of.adds_lane ? of.stride >> 14 : of.format) << 15));
  }
  /// Sets a register to offsets or indices of the lanes.
  void set(unsigned index, const std::function<std::uint32_t(std::uint32_t)>& f) {
    wave.set_vector(index, f);
  }
  /// Runs the instruction and waits.
  void run(const std::string& text) { wave.run({text, "s_waitcnt vmcnt(0)"}); }
  std::string fault(const std::string& text) {
    return fault_of(wave, {text, "s_waitcnt vmcnt(0)"});
  }

  TestWave wave;
  std::vector<std::uint32_t> words;
  std::shared_ptr<Shadow> shadow;

 private:
  bool is_rdna_;
};

}  // namespace gputest::isa
