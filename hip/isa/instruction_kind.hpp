// An instruction's properties for the counters: its unit, its cycles and its memory access. They
// are derived from its name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gputest::isa {

/// The units of a multiprocessor, divided further if instructions of one unit differ in rate.
enum class Unit : std::uint8_t {
  valu,             ///< the vector ALU, at its full rate
  integer_product,  ///< 32 x 32 bits: a quarter of the full rate
  fp64,             ///< double precision
  transcendental,   ///< 1/x, 1/sqrt, exp, log, sin …
  matrix,           ///< v_mfma_…
  salu,             ///< the scalar ALU
  branch,
  wait,  ///< s_waitcnt, s_barrier, s_nop, s_endpgm and others that only wait or signal
  smem,  ///< scalar loads
  vmem,  ///< global_…, buffer_…, scratch_…, image_…
  flat,  ///< flat_…; the address may be in any memory
  lds,   ///< ds_…
};
constexpr std::size_t kUnits = 12;
/// The names in tables: "VALU".
constexpr std::array<std::string_view, kUnits> kUnitNames{"VALU",   "integer product",
                                                          "fp64",   "transcendental",
                                                          "matrix", "SALU",
                                                          "branch", "wait",
                                                          "SMEM",   "VMEM",
                                                          "FLAT",   "LDS"};

/// The memory of an access.
enum class Space : std::uint8_t { none, scalar, global, flat, scratch, buffer, lds };
/// The kind of an access.
enum class Does : std::uint8_t { load, store, atomic };

/// The properties of an instruction.
struct InstructionKind {
  Unit unit = Unit::valu;
  std::uint32_t cycles = 0;  ///< a wavefront of the target keeps the unit busy for this long
  Space space = Space::none;
  Does does = Does::load;
  std::uint32_t bytes = 0;     ///< of one access of a lane, or of a scalar load
  std::uint32_t accesses = 1;  ///< 2: read2 and write2 of LDS
  std::uint32_t scale = 1;     ///< bytes per unit of the offset
};

/// Takes the instruction in LLVM's text form. An unknown instruction counts as the ALU's.
InstructionKind kind_of(const std::string& text, const std::string& target, unsigned wavefront);

}  // namespace gputest::isa
