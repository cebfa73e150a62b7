// The arguments that the command line of `gputest isa run` gives to a kernel: numbers, and memory
// filled from files.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/isa/file.hpp"
#include "hip/isa/memory.hpp"

namespace gputest {

/// Bytes of LDS that a block may have.
constexpr std::uint32_t kMostLds = 64 << 10;

/// The arguments of one launch.
class IsaArguments {
 public:
  /// `given` has the form N=FILE, N=BYTES or N=NUMBERS; N counts arguments from 0. Adds buffers to
  /// the memory. Throws Error(bad_input) and Error(usage).
  IsaArguments(const isa::KernelOfFile& kernel, const std::vector<std::string>& given,
               isa::Memory& memory);

  /// Places the arguments in LDS one after another, behind the kernel's own LDS and `dynamic`
  /// bytes. Returns the number of bytes that the launch adds to a block's LDS.
  std::uint32_t place_in_lds(std::uint32_t dynamic);

  /// Pointers to the arguments, in the form that a launch takes.
  std::vector<void*> pointers();
  /// The content of argument N. Throws Error(usage) if it is not a buffer, and Error(bad_input) if
  /// the kernel stored a value there that nothing had written.
  std::span<const std::uint8_t> buffer(std::size_t number) const;
  /// The numbers of the arguments that are buffers.
  std::vector<std::size_t> buffers() const;

 private:
  /// Arrays are aligned like on a GPU: to a line of any cache.
  struct alignas(256) Line {
    std::array<std::uint8_t, 256> bytes;
  };
  struct Argument {
    bool is_buffer = false;
    std::uint32_t lds = 0, alignment = 1;  ///< size and alignment, if it points to LDS
    std::vector<std::uint8_t> value;       ///< if it is not a buffer
    std::vector<Line> lines;               ///< if it is a buffer
    std::uint64_t bytes = 0, address = 0;
    std::shared_ptr<isa::Shadow> shadow;
  };
  void fill(Argument& argument, const isa::KernelArgument& declared, std::size_t number,
            const std::string& text);

  std::string kernel_;
  std::uint32_t fixed_lds_;  ///< LDS of the kernel without the arguments, in bytes
  std::vector<Argument> all_;
};

/// Splits "N=…" into N and the text after "=". Throws Error(bad_input) for another form.
std::pair<std::size_t, std::string> parse_isa_argument(const std::string& option,
                                                       const std::string& text);

}  // namespace gputest
