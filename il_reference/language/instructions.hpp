// The table of IL's instructions (instructions.def). The parser, the checker, the printer, the
// interpreter, the translator and the documentation read it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace gputest::il {

enum class Opcode : std::uint16_t {
#define IL_INSTRUCTION(id, mnemonic, shape, result, sources, suffixes, semantics) id,
#include "il_reference/language/instructions.def"
#undef IL_INSTRUCTION
};

/// How an instruction treats the four slots.
enum class Shape : std::uint8_t {
  slots,       ///< each slot by itself: il_<mnemonic>(a.x, b.x), …
  scalar,      ///< reads the first slot after swizzling; every slot in the mask gets the result
  dot,         ///< the sum of the products of two, three or four slots; every slot gets it
  pairs,       ///< doubles: slots xy make one result and zw another
  first_pair,  ///< reads the double in the first two slots; every slot gets the result
  widen,       ///< reads the first slot; every pair of slots gets the double
  whole,       ///< reads four slots at once; its semantics define each slot's result
  texture,     ///< reads a resource
  lds,         ///< reads or writes LDS
  uav,         ///< reads or writes a UAV
  fence,
  flow,
};

/// Suffixes that an instruction may take, as bits of InstructionInfo::suffixes.
namespace suffix {
inline constexpr std::uint32_t none = 0;
inline constexpr std::uint32_t result = 1;         ///< _sat, _x2 … _d8
inline constexpr std::uint32_t ieee = 2;           ///< _ieee
inline constexpr std::uint32_t zero_op = 4;        ///< _zeroop(…)
inline constexpr std::uint32_t relation = 8;       ///< _relop(…)
inline constexpr std::uint32_t sampling = 16;      ///< _resource _sampler _aoffimmi _coordtype
inline constexpr std::uint32_t id = 32;            ///< _id(n)
inline constexpr std::uint32_t cached = 64;        ///< _cached
inline constexpr std::uint32_t size = 128;         ///< _size(dword|short|byte)
inline constexpr std::uint32_t lds_offset = 256;   ///< _lOffset(n), _sharingMode(…)
inline constexpr std::uint32_t lds_sharing = 512;  ///< _sharingMode(…), _neighborExch
inline constexpr std::uint32_t fence = 1024;       ///< _threads _lds _memory _sr
}  // namespace suffix

/// A row of the table. An operand's kind is one letter: `b` bits that are only moved, `f` float,
/// `i` signed and `u` unsigned integer, `d` double and `q` 64-bit integer in a pair of slots.
struct InstructionInfo {
  Opcode opcode;
  std::string_view mnemonic;
  Shape shape;
  /// The result's kind; `-` for none, `m` if the destination is `mem`.
  char result;
  std::string_view sources;  ///< one letter for each source
  std::uint32_t suffixes;
  std::string_view semantics;  ///< one line
};

/// Whether operands of that kind take pairs of slots.
constexpr bool in_pairs(char kind) { return kind == 'd' || kind == 'q'; }

/// All rows, in the order of Opcode.
std::span<const InstructionInfo> instructions();

/// The row of an instruction.
const InstructionInfo& info(Opcode opcode);

bool is_loop(Opcode opcode);       ///< whileloop and loop, which open one
bool opens_block(Opcode opcode);   ///< an if, a loop, switch and func
bool closes_block(Opcode opcode);  ///< endif, endloop, endswitch and endfunc
bool is_call(Opcode opcode);       ///< call, call_logicalz and call_logicalnz

/// The instruction with the longest mnemonic that `text` begins with, if the end of `text` or `_`
/// follows: mul for mul_ieee, imul_high for imul_high. Aliases are known too: `and` for iand.
/// `length`, if given, receives the length of the name in `text`.
const InstructionInfo* find_instruction(std::string_view text, std::size_t* length = nullptr);

/// Whether `text` begins with the name of a known instruction that is not supported here, and with
/// no longer name of a supported one.
bool known_unsupported(std::string_view text);

}  // namespace gputest::il
