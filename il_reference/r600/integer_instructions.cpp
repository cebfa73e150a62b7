// Arithmetic of 32-bit integers and bits.
#include <algorithm>
#include <bit>

#include "il_reference/r600/lanewise.hpp"

namespace gputest::r600 {
namespace {

using Word = std::uint32_t;

constexpr Word kEveryBit = 0xFFFF'FFFFu;

constexpr std::int32_t as_int(Word a) { return static_cast<std::int32_t>(a); }
constexpr Word as_word(std::int32_t a) { return static_cast<Word>(a); }

Word sum(Word a, Word b) { return a + b; }
Word difference(Word a, Word b) { return a - b; }
Word carry(Word a, Word b) { return a + b < a ? 1 : 0; }
Word borrow(Word a, Word b) { return a < b ? 1 : 0; }

Word both(Word a, Word b) { return a & b; }
Word either(Word a, Word b) { return a | b; }
Word one_of(Word a, Word b) { return a ^ b; }
Word inverted(Word a) { return ~a; }

// A shift uses the low five bits of its distance.
Word left(Word a, Word b) { return a << (b & 31); }
Word right(Word a, Word b) { return a >> (b & 31); }
Word arithmetic_right(Word a, Word b) { return as_word(as_int(a) >> (b & 31)); }

Word signed_max(Word a, Word b) { return as_word(std::max(as_int(a), as_int(b))); }
Word signed_min(Word a, Word b) { return as_word(std::min(as_int(a), as_int(b))); }
Word unsigned_max(Word a, Word b) { return std::max(a, b); }
Word unsigned_min(Word a, Word b) { return std::min(a, b); }

bool same(Word a, Word b) { return a == b; }
bool other(Word a, Word b) { return a != b; }
bool signed_greater(Word a, Word b) { return as_int(a) > as_int(b); }
bool signed_not_less(Word a, Word b) { return as_int(a) >= as_int(b); }
bool unsigned_greater(Word a, Word b) { return a > b; }
bool unsigned_not_less(Word a, Word b) { return a >= b; }

template <auto F>
Word bits_where(Word a, Word b) {
  return F(a, b) ? kEveryBit : 0;
}
template <auto F>
Word chosen_where(Word a, Word b, Word c) {
  return F(a, 0) ? b : c;
}

// {a, b} as 64 bits, shifted right; the lower half of the result.
Word aligned_bits(Word a, Word b, Word c) {
  return static_cast<Word>(((std::uint64_t{a} << 32) | b) >> (c & 31));
}
Word aligned_bytes(Word a, Word b, Word c) { return aligned_bits(a, b, (c & 3) * 8); }
// c bits of a, from bit b on.
Word field(Word a, Word b, Word c) {
  const Word width = c & 31, offset = b & 31;
  if (width == 0) return 0;
  return offset + width < 32 ? a << (32 - width - offset) >> (32 - width) : a >> offset;
}
Word signed_field(Word a, Word b, Word c) {
  const Word width = c & 31, offset = b & 31;
  if (width == 0) return 0;
  if (offset + width >= 32) return as_word(as_int(a) >> offset);
  return as_word(as_int(a << (32 - width - offset)) >> (32 - width));
}
Word merged(Word a, Word b, Word c) { return (a & b) | (~a & c); }
Word bits_mask(Word a, Word b) { return ((Word{1} << (a & 31)) - 1) << (b & 31); }
Word bits_set(Word a) { return static_cast<Word>(std::popcount(a)); }
// Distance of the first set bit from the highest, from the lowest; all bits set if there is none.
Word from_high(Word a) { return a == 0 ? kEveryBit : static_cast<Word>(std::countl_zero(a)); }
Word from_low(Word a) { return a == 0 ? kEveryBit : static_cast<Word>(std::countr_zero(a)); }
Word reversed(Word a) {
  Word result = 0;
  for (unsigned k = 0; k < 32; ++k) result |= (a >> k & 1) << (31 - k);
  return result;
}

Word low_product(Word a, Word b) { return a * b; }
Word high_product(Word a, Word b) { return static_cast<Word>((std::uint64_t{a} * b) >> 32); }
Word signed_high_product(Word a, Word b) {
  return static_cast<Word>(static_cast<std::uint64_t>(std::int64_t{as_int(a)} * as_int(b)) >> 32);
}
Word low24(Word a) { return a & 0xFF'FFFF; }
std::int64_t signed24(Word a) { return as_int(a << 8) >> 8; }
Word product24(Word a, Word b) { return low24(a) * low24(b); }
Word signed_product24(Word a, Word b) { return static_cast<Word>(signed24(a) * signed24(b)); }
Word high_product24(Word a, Word b) {
  return static_cast<Word>((std::uint64_t{low24(a)} * low24(b)) >> 32);
}
Word product24_and_sum(Word a, Word b, Word c) { return product24(a, b) + c; }
Word signed_product24_and_sum(Word a, Word b, Word c) { return signed_product24(a, b) + c; }
// 2^32 / a, rounded down; all bits set for 0 and 1.
Word integer_reciprocal(Word a) {
  return a <= 1 ? kEveryBit : static_cast<Word>((std::uint64_t{1} << 32) / a);
}

template <unsigned Byte>
Word byte_as_float(Word a) {
  return std::bit_cast<Word>(static_cast<float>(a >> (8 * Byte) & 0xFF));
}

Word index_of(Word a) { return a; }

}  // namespace

const std::vector<Instruction>& integer_instructions() {
  static const std::vector<Instruction> table{
      {"ADD_INT", 2, Kind::word, Unit::any, each_lane2<sum>},
      {"SUB_INT", 2, Kind::word, Unit::any, each_lane2<difference>},
      {"ADDC_UINT", 2, Kind::word, Unit::any, each_lane2<carry>},
      {"SUBB_UINT", 2, Kind::word, Unit::any, each_lane2<borrow>},
      {"AND_INT", 2, Kind::word, Unit::any, each_lane2<both>},
      {"OR_INT", 2, Kind::word, Unit::any, each_lane2<either>},
      {"XOR_INT", 2, Kind::word, Unit::any, each_lane2<one_of>},
      {"NOT_INT", 1, Kind::word, Unit::any, each_lane1<inverted>},
      {"LSHL", 2, Kind::word, Unit::any, each_lane2<left>},
      {"LSHR", 2, Kind::word, Unit::any, each_lane2<right>},
      {"ASHR", 2, Kind::word, Unit::any, each_lane2<arithmetic_right>},
      {"MAX_INT", 2, Kind::word, Unit::any, each_lane2<signed_max>},
      {"MIN_INT", 2, Kind::word, Unit::any, each_lane2<signed_min>},
      {"MAX_UINT", 2, Kind::word, Unit::any, each_lane2<unsigned_max>},
      {"MIN_UINT", 2, Kind::word, Unit::any, each_lane2<unsigned_min>},
      {"SETE_INT", 2, Kind::word, Unit::any, each_lane2<bits_where<same>>},
      {"SETNE_INT", 2, Kind::word, Unit::any, each_lane2<bits_where<other>>},
      {"SETGT_INT", 2, Kind::word, Unit::any, each_lane2<bits_where<signed_greater>>},
      {"SETGE_INT", 2, Kind::word, Unit::any, each_lane2<bits_where<signed_not_less>>},
      {"SETGT_UINT", 2, Kind::word, Unit::any, each_lane2<bits_where<unsigned_greater>>},
      {"SETGE_UINT", 2, Kind::word, Unit::any, each_lane2<bits_where<unsigned_not_less>>},
      {"PRED_SETE_INT", 2, Kind::predicate, Unit::any, each_lane2<bits_where<same>>},
      {"PRED_SETNE_INT", 2, Kind::predicate, Unit::any, each_lane2<bits_where<other>>},
      {"PRED_SETGT_INT", 2, Kind::predicate, Unit::any, each_lane2<bits_where<signed_greater>>},
      {"PRED_SETGE_INT", 2, Kind::predicate, Unit::any, each_lane2<bits_where<signed_not_less>>},
      {"CNDE_INT", 3, Kind::choice, Unit::any, each_lane3<chosen_where<same>>},
      {"CNDGT_INT", 3, Kind::choice, Unit::any, each_lane3<chosen_where<signed_greater>>},
      {"CNDGE_INT", 3, Kind::choice, Unit::any, each_lane3<chosen_where<signed_not_less>>},
      {"BIT_ALIGN_INT", 3, Kind::word, Unit::any, each_lane3<aligned_bits>},
      {"BYTE_ALIGN_INT", 3, Kind::word, Unit::any, each_lane3<aligned_bytes>},
      {"BFE_UINT", 3, Kind::word, Unit::vector, each_lane3<field>},
      {"BFE_INT", 3, Kind::word, Unit::vector, each_lane3<signed_field>},
      {"BFI_INT", 3, Kind::word, Unit::vector, each_lane3<merged>},
      {"BFM_INT", 2, Kind::word, Unit::vector, each_lane2<bits_mask>},
      {"BCNT_INT", 1, Kind::word, Unit::vector, each_lane1<bits_set>},
      {"FFBH_UINT", 1, Kind::word, Unit::vector, each_lane1<from_high>},
      {"FFBL_INT", 1, Kind::word, Unit::vector, each_lane1<from_low>},
      {"BFREV_INT", 1, Kind::word, Unit::vector, each_lane1<reversed>},
      {"MULLO_INT", 2, Kind::word, Unit::trans, each_lane2<low_product>},
      {"MULLO_UINT", 2, Kind::word, Unit::trans, each_lane2<low_product>},
      {"MULHI", 2, Kind::word, Unit::trans, each_lane2<high_product>},
      {"MULHI_INT", 2, Kind::word, Unit::trans, each_lane2<signed_high_product>},
      {"MUL_UINT24", 2, Kind::word, Unit::vector, each_lane2<product24>},
      {"MUL_INT24", 2, Kind::word, Unit::vector, each_lane2<signed_product24>},
      {"MULHI_UINT24", 2, Kind::word, Unit::vector, each_lane2<high_product24>},
      {"MULADD_UINT24", 3, Kind::word, Unit::vector, each_lane3<product24_and_sum>},
      {"MULADD_INT24", 3, Kind::word, Unit::vector, each_lane3<signed_product24_and_sum>},
      {"RECIP_UINT", 1, Kind::word, Unit::trans, each_lane1<integer_reciprocal>},
      {"UBYTE0_FLT", 1, Kind::word, Unit::any, each_lane1<byte_as_float<0>>},
      {"UBYTE1_FLT", 1, Kind::word, Unit::any, each_lane1<byte_as_float<1>>},
      {"UBYTE2_FLT", 1, Kind::word, Unit::any, each_lane1<byte_as_float<2>>},
      {"UBYTE3_FLT", 1, Kind::word, Unit::any, each_lane1<byte_as_float<3>>},
      {"MOVA_INT", 1, Kind::address, Unit::vector, each_lane1<index_of>},
  };
  return table;
}

}  // namespace gputest::r600
