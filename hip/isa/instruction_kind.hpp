// What an instruction is to the counters: which unit executes it, for how long, and what it asks
// of memory. Read from its name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gputest::isa {

/// The units of a multiprocessor, finer where instructions of one differ in rate.
enum class Unit : std::uint8_t {
  valu,             ///< the vector ALU, at its full rate
  integer_product,  ///< 32 x 32 bits: a quarter of that
  fp64,             ///< double precision
  transcendental,   ///< 1/x, 1/sqrt, exp, log, sin …
  matrix,           ///< v_mfma_…
  salu,             ///< the scalar ALU
  branch,
  wait,  ///< s_waitcnt, s_barrier, s_nop, s_endpgm and what else only waits or tells
  smem,  ///< scalar loads
  vmem,  ///< global_…, buffer_…, scratch_…, image_…
  flat,  ///< flat_…, whose addresses are those of any memory
  lds,   ///< ds_…
};
constexpr std::size_t kUnits = 12;
/// As a table has them: "VALU".
constexpr std::array<std::string_view, kUnits> kUnitNames{"VALU",   "integer product",
                                                          "fp64",   "transcendental",
                                                          "matrix", "SALU",
                                                          "branch", "wait",
                                                          "SMEM",   "VMEM",
                                                          "FLAT",   "LDS"};

/// Where an access goes.
enum class Space : std::uint8_t { none, scalar, global, flat, scratch, buffer, lds };
/// What it does there.
enum class Does : std::uint8_t { load, store, atomic };

/// An instruction's.
struct InstructionKind {
  Unit unit = Unit::valu;
  std::uint32_t cycles = 0;  ///< for which a wavefront of the target keeps the unit busy
  Space space = Space::none;
  Does does = Does::load;
  std::uint32_t bytes = 0;     ///< of one access of a lane, or of a scalar load
  std::uint32_t accesses = 1;  ///< 2: read2 and write2 of LDS
  std::uint32_t scale = 1;     ///< bytes that an offset of such counts
};

/// Of the instruction as LLVM prints it. What cannot be told apart is the ALU's.
InstructionKind kind_of(const std::string& text, const std::string& target, unsigned wavefront);

}  // namespace gputest::isa
