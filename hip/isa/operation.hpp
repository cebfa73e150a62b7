// A decoded instruction: what it does and where its operands are. Made once, executed often.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace gputest::isa {

struct Wave;
struct Operation;

/// Executes an operation for a wavefront. What is wrong is thrown as a Fault (wave.hpp).
using Handler = void (*)(Wave&, const Operation&);

/// What an operand's bits mean.
enum class Type : std::uint8_t {
  none,
  b16,     ///< 16 bits of an integer
  f16,     ///< half precision
  b32,     ///< 32 bits of an integer
  f32,     ///< single precision
  b64,     ///< two registers: 64 bits of an integer
  f64,     ///< two registers: double precision
  pair,    ///< two registers: two numbers in single precision
  halves,  ///< one register: two numbers of 16 bits
  mask,    ///< a bit a lane, in scalar registers
};

/// Where an operand is.
enum class Place : std::uint8_t { none, vector, scalar, constant, condition };

/// The numbers of scalar registers, as instructions encode them.
namespace scalar {
constexpr std::uint16_t kVcc = 106, kM0 = 124, kNull = 125, kExec = 126, kCount = 128;
}  // namespace scalar

/// What part of a register SDWA reads or writes.
enum class Part : std::uint8_t { dword, byte0, byte1, byte2, byte3, word0, word1 };

/// An operand. Registers of several words are named by their first.
struct Operand {
  Place place = Place::none;
  std::uint8_t words = 0;  ///< registers
  Part part = Part::dword;
  bool negate = false, absolute = false, sign_extend = false;
  std::uint16_t index = 0;  ///< of the register: accumulation registers follow the vector's
  std::uint64_t value = 0;  ///< of a constant, in the operand's type
};

/// From which lane each lane reads its first source (DPP); 0xFF where there is none.
struct LanePermutation {
  std::array<std::uint8_t, 64> from;
  std::uint64_t enabled = 0;     ///< lanes whose row and bank are written
  bool zero_if_invalid = false;  ///< bound_ctrl: else a lane without a source is not written
  bool fetch_inactive = false;   ///< fi
};

/// Which field of a wavefront's mode rounds a result.
enum class Rounding : std::uint8_t { none, of_single, of_double, unknown };

/// An instruction of a kernel.
struct Operation {
  Handler run = nullptr;
  std::array<Operand, 2> out;
  std::array<Operand, 5> in;
  std::int64_t offset = 0;      ///< bytes that are added to an address; a branch's target
  std::uint32_t offset1 = 0;    ///< of a second access to LDS
  std::uint32_t immediate = 0;  ///< what else the instruction holds
  std::uint8_t multiplier = 0;  ///< omod: 1 doubles, 2 quadruples, 3 halves
  bool clamp = false;
  Rounding rounding = Rounding::none;
  bool is_vector = false;                    ///< works on lanes
  bool returns = false;                      ///< glc of an atomic: the old value goes to a register
  Part out_part = Part::dword;               ///< SDWA's dst_sel
  std::uint8_t unused = 0;                   ///< SDWA's dst_unused: 0 zero, 1 sign, 2 preserve
  std::uint8_t select = 0, select_high = 0;  ///< op_sel, op_sel_hi: a bit a source
  std::uint8_t negate_low = 0, negate_high = 0;        ///< neg_lo, neg_hi
  std::shared_ptr<const LanePermutation> permutation;  ///< DPP; null without
  std::uint64_t address = 0;                           ///< in the code object
  const std::string* text = nullptr;                   ///< as LLVM prints it
  const std::string* reason = nullptr;                 ///< of one that this machine lacks
};

}  // namespace gputest::isa
