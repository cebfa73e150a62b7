// Integer and bit instructions of the vector ALU.
// Compiled once for each of Highway's targets: foreach_target.h includes this file repeatedly.
#include <limits>

#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hip/isa/semantics/vector_integer.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "hip/isa/semantics/lanes.inl"

HWY_BEFORE_NAMESPACE();
namespace gputest::isa::HWY_NAMESPACE {
namespace {

inline i32 low24(i32 x) { return static_cast<i32>(static_cast<u32>(x) << 8) >> 8; }
inline u32 low24(u32 x) { return x & 0xFF'FFFF; }
inline u32 reversed(u32 x) {
  x = (x >> 1 & 0x5555'5555) | (x & 0x5555'5555) << 1;
  x = (x >> 2 & 0x3333'3333) | (x & 0x3333'3333) << 2;
  x = (x >> 4 & 0x0F0F'0F0F) | (x & 0x0F0F'0F0F) << 4;
  return __builtin_bswap32(x);
}
inline u32 field(u32 x, u32 from, u32 width) {
  return (x >> (from & 31)) & ((1u << (width & 31)) - 1);
}
inline u32 signed_field(u32 x, u32 from, u32 width) {
  const u32 bits = width & 31;
  if (bits == 0) return 0;
  return static_cast<u32>(static_cast<i32>(field(x, from, bits) << (32 - bits)) >> (32 - bits));
}
inline u32 leading_zeros(u32 x) { return x == 0 ? ~0u : static_cast<u32>(std::countl_zero(x)); }
/// v_perm_b32: one of eight bytes, or a constant.
inline u32 permuted_byte(u64 bytes, u32 select) {
  if (select >= 13) return 0xFF;
  if (select == 12) return 0;
  if (select >= 8) return (bytes >> (16 * (select - 8) + 15) & 1) != 0 ? 0xFF : 0;
  return static_cast<u32>(bytes >> (8 * select) & 0xFF);
}
inline u32 permuted_bytes(u32 high, u32 low, u32 select) {
  const u64 bytes = low | static_cast<u64>(high) << 32;
  u32 result = 0;
  for (unsigned k = 0; k < 4; ++k)
    result |= permuted_byte(bytes, select >> (8 * k) & 0xFF) << (8 * k);
  return result;
}
template <class T>
T least_of(T a, T b) {
  return a < b ? a : b;
}
template <class T>
T most_of(T a, T b) {
  return a > b ? a : b;
}
template <class T>
T middle_of(T a, T b, T c) {
  return most_of(least_of(a, b), least_of(most_of(a, b), c));
}
/// The nearest number in the type's range.
template <class T>
T saturated(i64 x) {
  constexpr i64 least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  return static_cast<T>(x < least ? least : x > most ? most : x);
}
inline Carry add(u32 a, u32 b, bool carry) {
  const u64 sum = static_cast<u64>(a) + b + (carry ? 1 : 0);
  return {static_cast<u32>(sum), sum >> 32 != 0};
}
inline Carry subtract(u32 a, u32 b, bool borrow) {
  const u64 difference = static_cast<u64>(a) - b - (borrow ? 1 : 0);
  return {static_cast<u32>(difference), difference >> 32 != 0};
}

}  // namespace

std::span<const Semantics> vector_integer_table() {
  static const Semantics kTable[]{
      lanes<([](u32 a) { return a; })>("v_mov_b32"),
      lanes<([](u32 a) { return a; })>("v_accvgpr_read_b32"),
      lanes<([](u32 a) { return a; })>("v_accvgpr_write_b32"),
      lanes<([](u32 a) { return a; })>("v_accvgpr_mov_b32"),
      lanes<([](u64 a) { return a; })>("v_mov_b64"),
      lanes<([](u32 a) { return ~a; })>("v_not_b32"),
      lanes<([](u32 a, u32 b) { return a & b; })>("v_and_b32"),
      lanes<([](u32 a, u32 b) { return a | b; })>("v_or_b32"),
      lanes<([](u32 a, u32 b) { return a ^ b; })>("v_xor_b32"),
      lanes<([](u32 a, u32 b) { return ~(a ^ b); })>("v_xnor_b32"),
      lanes<([](u32 a, u32 b, u32 c) { return (a & b) | c; })>("v_and_or_b32"),
      lanes<([](u32 a, u32 b, u32 c) { return a | b | c; })>("v_or3_b32"),
      lanes<([](u32 a, u32 b, u32 c) { return a ^ b ^ c; })>("v_xor3_b32"),
      lanes<([](u32 a, u32 b, u32 c) { return (a ^ b) + c; })>("v_xad_u32"),
      lanes<([](u32 a, u32 b, u32 c) { return (a & b) | (~a & c); })>("v_bfi_b32"),
      lanes<([](u32 by, u32 a) { return a << (by & 31); })>("v_lshlrev_b32"),
      lanes<([](u32 by, u32 a) { return a >> (by & 31); })>("v_lshrrev_b32"),
      lanes<([](u32 by, i32 a) { return a >> (by & 31); })>("v_ashrrev_i32"),
      upward<([](u32 by, u64 a) { return a << (by & 63); })>("v_lshlrev_b64"),
      lanes<([](u32 by, u64 a) { return a >> (by & 63); })>("v_lshrrev_b64"),
      lanes<([](u32 by, i64 a) { return a >> (by & 63); })>("v_ashrrev_i64"),
      lanes<([](u32 a, u32 by, u32 c) { return (a << (by & 31)) + c; })>("v_lshl_add_u32"),
      lanes<([](u64 a, u32 by, u64 c) { return (a << (by & 7)) + c; })>("v_lshl_add_u64"),
      lanes<([](u32 a, u32 b, u32 by) { return (a + b) << (by & 31); })>("v_add_lshl_u32"),
      lanes<([](u32 a, u32 by, u32 c) { return a << (by & 31) | c; })>("v_lshl_or_b32"),
      lanes<([](u32 a, u32 b, u32 c) { return a + b + c; })>("v_add3_u32"),
      clampable<([](u32 a, u32 b) { return static_cast<u32>(a + b); }),
                ([](u32 a, u32 b) { return saturated<u32>(i64{a} + b); })>("v_add_u32"),
      clampable<([](u32 a, u32 b) { return static_cast<u32>(a + b); }),
                ([](u32 a, u32 b) { return saturated<u32>(i64{a} + b); })>("v_add_nc_u32"),
      clampable<([](u32 a, u32 b) { return static_cast<u32>(a - b); }),
                ([](u32 a, u32 b) { return saturated<u32>(i64{a} - b); })>("v_sub_u32"),
      clampable<([](u32 a, u32 b) { return static_cast<u32>(a - b); }),
                ([](u32 a, u32 b) { return saturated<u32>(i64{a} - b); })>("v_sub_nc_u32"),
      clampable<([](u32 a, u32 b) { return static_cast<u32>(b - a); }),
                ([](u32 a, u32 b) { return saturated<u32>(i64{b} - a); })>("v_subrev_u32"),
      clampable<([](u32 a, u32 b) { return static_cast<u32>(b - a); }),
                ([](u32 a, u32 b) { return saturated<u32>(i64{b} - a); })>("v_subrev_nc_u32"),
      clampable<([](u16 a, u16 b) { return static_cast<u16>(a + b); }),
                ([](u16 a, u16 b) { return saturated<u16>(i64{a} + b); })>("v_add_u16"),
      clampable<([](u16 a, u16 b) { return static_cast<u16>(a + b); }),
                ([](u16 a, u16 b) { return saturated<u16>(i64{a} + b); })>("v_add_nc_u16"),
      clampable<([](u16 a, u16 b) { return static_cast<u16>(a - b); }),
                ([](u16 a, u16 b) { return saturated<u16>(i64{a} - b); })>("v_sub_u16"),
      clampable<([](u16 a, u16 b) { return static_cast<u16>(a - b); }),
                ([](u16 a, u16 b) { return saturated<u16>(i64{a} - b); })>("v_sub_nc_u16"),
      clampable<([](u16 a, u16 b) { return static_cast<u16>(b - a); }),
                ([](u16 a, u16 b) { return saturated<u16>(i64{b} - a); })>("v_subrev_u16"),
      clampable<([](i32 a, i32 b) {
                  return static_cast<i32>(static_cast<u32>(a) + static_cast<u32>(b));
                }),
                ([](i32 a, i32 b) { return saturated<i32>(i64{a} + b); })>("v_add_i32"),
      clampable<([](i32 a, i32 b) {
                  return static_cast<i32>(static_cast<u32>(a) - static_cast<u32>(b));
                }),
                ([](i32 a, i32 b) { return saturated<i32>(i64{a} - b); })>("v_sub_i32"),
      clampable<([](i32 a, i32 b) {
                  return static_cast<i32>(static_cast<u32>(a) + static_cast<u32>(b));
                }),
                ([](i32 a, i32 b) { return saturated<i32>(i64{a} + b); })>("v_add_nc_i32"),
      clampable<([](i32 a, i32 b) {
                  return static_cast<i32>(static_cast<u32>(a) - static_cast<u32>(b));
                }),
                ([](i32 a, i32 b) { return saturated<i32>(i64{a} - b); })>("v_sub_nc_i32"),
      clampable<([](i16 a, i16 b) {
                  return static_cast<i16>(static_cast<i32>(a) + static_cast<i32>(b));
                }),
                ([](i16 a, i16 b) { return saturated<i16>(i64{a} + b); })>("v_add_i16"),
      clampable<([](i16 a, i16 b) {
                  return static_cast<i16>(static_cast<i32>(a) - static_cast<i32>(b));
                }),
                ([](i16 a, i16 b) { return saturated<i16>(i64{a} - b); })>("v_sub_i16"),
      clampable<([](i16 a, i16 b) {
                  return static_cast<i16>(static_cast<i32>(a) + static_cast<i32>(b));
                }),
                ([](i16 a, i16 b) { return saturated<i16>(i64{a} + b); })>("v_add_nc_i16"),
      clampable<([](i16 a, i16 b) {
                  return static_cast<i16>(static_cast<i32>(a) - static_cast<i32>(b));
                }),
                ([](i16 a, i16 b) { return saturated<i16>(i64{a} - b); })>("v_sub_nc_i16"),
      lanes<([](u32 a, u32 b) { return add(a, b, false); })>("v_add_co_u32"),
      lanes<([](u32 a, u32 b, bool c) { return add(a, b, c); })>("v_addc_co_u32"),
      lanes<([](u32 a, u32 b, bool c) { return add(a, b, c); })>("v_add_co_ci_u32"),
      lanes<([](u32 a, u32 b) { return subtract(a, b, false); })>("v_sub_co_u32"),
      lanes<([](u32 a, u32 b, bool c) { return subtract(a, b, c); })>("v_subb_co_u32"),
      lanes<([](u32 a, u32 b, bool c) { return subtract(a, b, c); })>("v_sub_co_ci_u32"),
      lanes<([](u32 a, u32 b) { return subtract(b, a, false); })>("v_subrev_co_u32"),
      lanes<([](u32 a, u32 b, bool c) { return subtract(b, a, c); })>("v_subbrev_co_u32"),
      lanes<([](u32 a, u32 b, bool c) { return subtract(b, a, c); })>("v_subrev_co_ci_u32"),
      lanes<([](u32 a, u32 b) { return a * b; })>("v_mul_lo_u32"),
      lanes<([](u32 a, u32 b) { return static_cast<u32>(static_cast<u64>(a) * b >> 32); })>(
          "v_mul_hi_u32"),
      lanes<([](i32 a, i32 b) { return static_cast<i32>(i64{a} * b >> 32); })>("v_mul_hi_i32"),
      lanes<([](u32 a, u32 b) { return low24(a) * low24(b); })>("v_mul_u32_u24"),
      lanes<([](i32 a, i32 b) { return static_cast<u32>(low24(a)) * static_cast<u32>(low24(b)); })>(
          "v_mul_i32_i24"),
      lanes<([](u32 a, u32 b) { return static_cast<u32>(u64{low24(a)} * low24(b) >> 32); })>(
          "v_mul_hi_u32_u24"),
      lanes<([](i32 a, i32 b) { return static_cast<i32>(i64{low24(a)} * low24(b) >> 32); })>(
          "v_mul_hi_i32_i24"),
      lanes<([](u32 a, u32 b, u32 c) { return low24(a) * low24(b) + c; })>("v_mad_u32_u24"),
      lanes<([](i32 a, i32 b, u32 c) {
        return static_cast<u32>(low24(a)) * static_cast<u32>(low24(b)) + c;
      })>("v_mad_i32_i24"),
      upward<([](u32 a, u32 b, u64 c) {
        const u64 product = static_cast<u64>(a) * b;
        return Flagged<u64>{product + c, product + c < product};
      })>("v_mad_u64_u32"),
      upward<([](i32 a, i32 b, i64 c) {
        i64 sum = 0;
        const bool overflow = __builtin_add_overflow(i64{a} * b, c, &sum);
        return Flagged<u64>{static_cast<u64>(sum), overflow};
      })>("v_mad_i64_i32"),
      lanes<([](u32 a, u32 b) { return least_of(a, b); })>("v_min_u32"),
      lanes<([](u32 a, u32 b) { return most_of(a, b); })>("v_max_u32"),
      lanes<([](i32 a, i32 b) { return least_of(a, b); })>("v_min_i32"),
      lanes<([](i32 a, i32 b) { return most_of(a, b); })>("v_max_i32"),
      lanes<([](u32 a, u32 b, u32 c) { return least_of(least_of(a, b), c); })>("v_min3_u32"),
      lanes<([](u32 a, u32 b, u32 c) { return most_of(most_of(a, b), c); })>("v_max3_u32"),
      lanes<([](u32 a, u32 b, u32 c) { return middle_of(a, b, c); })>("v_med3_u32"),
      lanes<([](i32 a, i32 b, i32 c) { return least_of(least_of(a, b), c); })>("v_min3_i32"),
      lanes<([](i32 a, i32 b, i32 c) { return most_of(most_of(a, b), c); })>("v_max3_i32"),
      lanes<([](i32 a, i32 b, i32 c) { return middle_of(a, b, c); })>("v_med3_i32"),
      lanes<([](u32 a, u32 from, u32 width) { return field(a, from, width); })>("v_bfe_u32"),
      lanes<([](u32 a, u32 from, u32 width) { return signed_field(a, from, width); })>("v_bfe_i32"),
      lanes<([](u32 a, u32 b) { return ((1u << (a & 31)) - 1) << (b & 31); })>("v_bfm_b32"),
      lanes<([](u32 high, u32 low, u32 by) {
        return static_cast<u32>((low | static_cast<u64>(high) << 32) >> (by & 31));
      })>("v_alignbit_b32"),
      lanes<([](u32 high, u32 low, u32 by) {
        return static_cast<u32>((low | static_cast<u64>(high) << 32) >> (8 * (by & 3)));
      })>("v_alignbyte_b32"),
      lanes<([](u32 a, u32 b, u32 c) { return permuted_bytes(a, b, c); })>("v_perm_b32"),
      lanes<([](u32 a) { return reversed(a); })>("v_bfrev_b32"),
      lanes<([](u32 a) { return leading_zeros(a); })>("v_ffbh_u32"),
      lanes<([](u32 a) {
        const u32 differing = a ^ static_cast<u32>(static_cast<i32>(a) >> 31);
        return leading_zeros(differing);
      })>("v_ffbh_i32"),
      lanes<([](u32 a) { return a == 0 ? ~0u : static_cast<u32>(std::countr_zero(a)); })>(
          "v_ffbl_b32"),
      lanes<([](u32 a, u32 b) { return static_cast<u32>(std::popcount(a)) + b; })>(
          "v_bcnt_u32_b32"),
      lanes<([](u32 a, u32 b, u32 c) { return (a > b ? a - b : b - a) + c; })>("v_sad_u32"),

      lanes<([](u16 a, u16 b) { return static_cast<u16>(u32{a} * b); })>("v_mul_lo_u16"),
      lanes<([](u16 a, u16 b, u16 c) { return static_cast<u16>(u32{a} * b + c); })>("v_mad_u16"),
      lanes<([](u16 a, u16 b, u16 c) { return u32{static_cast<u16>(u32{a} * b + c)}; })>(
          "v_mad_legacy_u16"),
      lanes<([](u16 a, u16 b) { return least_of(a, b); })>("v_min_u16"),
      lanes<([](u16 a, u16 b) { return most_of(a, b); })>("v_max_u16"),
      lanes<([](i16 a, i16 b) { return least_of(a, b); })>("v_min_i16"),
      lanes<([](i16 a, i16 b) { return most_of(a, b); })>("v_max_i16"),
      lanes<([](u16 by, u16 a) { return static_cast<u16>(a << (by & 15)); })>("v_lshlrev_b16"),
      lanes<([](u16 by, u16 a) { return static_cast<u16>(a >> (by & 15)); })>("v_lshrrev_b16"),
      lanes<([](u16 by, i16 a) { return static_cast<i16>(a >> (by & 15)); })>("v_ashrrev_i16"),
  };
  return kTable;
}
}  // namespace gputest::isa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::isa {
HWY_EXPORT(vector_integer_table);
std::span<const Semantics> vector_integer_instructions() {
  return HWY_DYNAMIC_DISPATCH(vector_integer_table)();
}
}  // namespace gputest::isa
#endif
