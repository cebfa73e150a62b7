// What the command line of `gputest isa run` gives a kernel: numbers, and memory with what files
// put into it.
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
  /// `given` are of the form N=FILE, N=BYTES or N=NUMBERS, N being the number of an argument, from
  /// 0. Buffers are added to the memory. Throws Error(bad_input) and Error(usage).
  IsaArguments(const isa::KernelOfFile& kernel, const std::vector<std::string>& given,
               isa::Memory& memory);

  /// Gives each pointer to LDS its place behind what the kernel has and `dynamic` bytes more, in
  /// their order. Gives how much the launch adds to a block's LDS then.
  std::uint32_t place_in_lds(std::uint32_t dynamic);

  /// A pointer to each argument, as a launch takes them.
  std::vector<void*> pointers();
  /// What argument N holds now. Throws Error(usage) where it is no buffer, and Error(bad_input)
  /// where the kernel stored there what nobody had written.
  std::span<const std::uint8_t> buffer(std::size_t number) const;
  /// The numbers of those that are buffers.
  std::vector<std::size_t> buffers() const;

 private:
  /// Arrays begin where a GPU's would: in a line of any cache.
  struct alignas(256) Line {
    std::array<std::uint8_t, 256> bytes;
  };
  struct Argument {
    bool is_buffer = false;
    std::uint32_t lds = 0, alignment = 1;  ///< bytes of a pointer to LDS
    std::vector<std::uint8_t> value;       ///< of one that is no buffer
    std::vector<Line> lines;               ///< of a buffer
    std::uint64_t bytes = 0, address = 0;
    std::shared_ptr<isa::Shadow> shadow;
  };
  void fill(Argument& argument, const isa::KernelArgument& declared, std::size_t number,
            const std::string& text);

  std::string kernel_;
  std::uint32_t fixed_lds_;  ///< bytes of it that the kernel has without the arguments
  std::vector<Argument> all_;
};

/// "N=…": N, with what stands behind. Throws Error(bad_input) for another form.
std::pair<std::size_t, std::string> parse_isa_argument(const std::string& option,
                                                       const std::string& text);

}  // namespace gputest
