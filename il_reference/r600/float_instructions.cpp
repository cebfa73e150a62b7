// Arithmetic of single precision, and conversions to and from it.
#include <cmath>
#include <limits>

#include "il_reference/r600/lanewise.hpp"

namespace gputest::r600 {
namespace {

constexpr std::uint32_t kOnes = 0xFFFF'FFFFu;
constexpr float kHuge = std::numeric_limits<float>::max();

// The older forms, in which 0 times anything is 0, like IL's mul without _ieee.
float legacy_product(float a, float b) { return a == 0 || b == 0 ? 0.0f : a * b; }

float add(float a, float b) { return a + b; }
float product(float a, float b) { return a * b; }
// The product is rounded before the sum.
float product_and_sum(float a, float b, float c) { return a * b + c; }
float legacy_product_and_sum(float a, float b, float c) { return legacy_product(a, b) + c; }
float fused(float a, float b, float c) { return std::fma(a, b, c); }

float larger(float a, float b) { return a >= b ? a : b; }
float smaller(float a, float b) { return a < b ? a : b; }
// A number and NaN give the number.
float larger_number(float a, float b) { return a >= b || std::isnan(b) ? a : b; }
float smaller_number(float a, float b) { return a < b || std::isnan(b) ? a : b; }

float fraction(float a) { return a - std::floor(a); }
float truncated(float a) { return std::trunc(a); }
float ceiling(float a) { return std::ceil(a); }
float to_even(float a) { return std::nearbyint(a); }
float floored(float a) { return std::floor(a); }

// Results of unit t are rounded correctly here.
float exponential(float a) { return static_cast<float>(std::exp2(double{a})); }
float logarithm(float a) { return static_cast<float>(std::log2(double{a})); }
float reciprocal(float a) { return 1.0f / a; }
float reciprocal_root(float a) { return static_cast<float>(1.0 / std::sqrt(double{a})); }
float root(float a) { return std::sqrt(a); }
// Angles are in turns: 1.0 is the whole circle.
constexpr double kTurn = 6.283185307179586;
float sine(float a) { return static_cast<float>(std::sin(double{a} * kTurn)); }
float cosine(float a) { return static_cast<float>(std::cos(double{a} * kTurn)); }

float clamped(float a) { return std::isinf(a) ? std::copysign(kHuge, a) : a; }
float clamped_logarithm(float a) { return clamped(logarithm(a)); }
float clamped_reciprocal(float a) { return clamped(reciprocal(a)); }
float clamped_reciprocal_root(float a) { return clamped(reciprocal_root(a)); }

bool equal(float a, float b) { return a == b; }
bool greater(float a, float b) { return a > b; }
bool not_less(float a, float b) { return a >= b; }
bool unequal(float a, float b) { return !(a == b); }

template <auto F>
bool compared(std::uint32_t a, std::uint32_t b) {
  return F(std::bit_cast<float>(flushed(a)), std::bit_cast<float>(flushed(b)));
}
/// 1.0 or 0.0.
template <auto F>
std::uint32_t set(std::uint32_t a, std::uint32_t b) {
  return compared<F>(a, b) ? std::bit_cast<std::uint32_t>(1.0f) : 0;
}
/// All bits set, or none.
template <auto F>
std::uint32_t set_bits(std::uint32_t a, std::uint32_t b) {
  return compared<F>(a, b) ? kOnes : 0;
}
template <auto F>
std::uint32_t chosen(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return compared<F>(a, 0) ? b : c;
}

std::uint32_t moved(std::uint32_t a) { return a; }

std::uint32_t to_signed(std::uint32_t bits) {
  const float a = std::bit_cast<float>(flushed(bits));
  if (std::isnan(a)) return 0;
  if (a >= 2147483648.0f) return 0x7FFF'FFFFu;
  if (a < -2147483648.0f) return 0x8000'0000u;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(a));
}
std::uint32_t to_unsigned(std::uint32_t bits) {
  const float a = std::bit_cast<float>(flushed(bits));
  if (!(a > 0)) return 0;
  return a >= 4294967296.0f ? kOnes : static_cast<std::uint32_t>(a);
}
std::uint32_t from_signed(std::uint32_t a) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(a)));
}
std::uint32_t from_unsigned(std::uint32_t a) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(a));
}

constexpr auto kTrans = Unit::trans;

}  // namespace

const std::vector<Instruction>& float_instructions() {
  static const std::vector<Instruction> table{
      {"ADD", 2, Kind::number, Unit::any, each_lane2<float2<add>>},
      {"MUL", 2, Kind::number, Unit::any, each_lane2<float2<legacy_product>>},
      {"MUL_IEEE", 2, Kind::number, Unit::any, each_lane2<float2<product>>},
      {"MULADD", 3, Kind::number, Unit::any, each_lane3<float3<legacy_product_and_sum>>},
      {"MULADD_IEEE", 3, Kind::number, Unit::any, each_lane3<float3<product_and_sum>>},
      {"FMA", 3, Kind::number, Unit::vector, each_lane3<float3<fused>>},
      {"MAX", 2, Kind::number, Unit::any, each_lane2<float2<larger>>},
      {"MIN", 2, Kind::number, Unit::any, each_lane2<float2<smaller>>},
      {"MAX_DX10", 2, Kind::number, Unit::any, each_lane2<float2<larger_number>>},
      {"MIN_DX10", 2, Kind::number, Unit::any, each_lane2<float2<smaller_number>>},
      {"FRACT", 1, Kind::number, Unit::any, each_lane1<float1<fraction>>},
      {"TRUNC", 1, Kind::number, Unit::any, each_lane1<float1<truncated>>},
      {"CEIL", 1, Kind::number, Unit::any, each_lane1<float1<ceiling>>},
      {"RNDNE", 1, Kind::number, Unit::any, each_lane1<float1<to_even>>},
      {"FLOOR", 1, Kind::number, Unit::any, each_lane1<float1<floored>>},
      {"MOV", 1, Kind::number, Unit::any, each_lane1<moved>},
      {"SETE", 2, Kind::number, Unit::any, each_lane2<set<equal>>},
      {"SETGT", 2, Kind::number, Unit::any, each_lane2<set<greater>>},
      {"SETGE", 2, Kind::number, Unit::any, each_lane2<set<not_less>>},
      {"SETNE", 2, Kind::number, Unit::any, each_lane2<set<unequal>>},
      {"SETE_DX10", 2, Kind::word, Unit::any, each_lane2<set_bits<equal>>},
      {"SETGT_DX10", 2, Kind::word, Unit::any, each_lane2<set_bits<greater>>},
      {"SETGE_DX10", 2, Kind::word, Unit::any, each_lane2<set_bits<not_less>>},
      {"SETNE_DX10", 2, Kind::word, Unit::any, each_lane2<set_bits<unequal>>},
      {"PRED_SETE", 2, Kind::predicate, Unit::any, each_lane2<set_bits<equal>>},
      {"PRED_SETGT", 2, Kind::predicate, Unit::any, each_lane2<set_bits<greater>>},
      {"PRED_SETGE", 2, Kind::predicate, Unit::any, each_lane2<set_bits<not_less>>},
      {"PRED_SETNE", 2, Kind::predicate, Unit::any, each_lane2<set_bits<unequal>>},
      {"CNDE", 3, Kind::choice, Unit::any, each_lane3<chosen<equal>>},
      {"CNDGT", 3, Kind::choice, Unit::any, each_lane3<chosen<greater>>},
      {"CNDGE", 3, Kind::choice, Unit::any, each_lane3<chosen<not_less>>},
      {"EXP_IEEE", 1, Kind::number, kTrans, each_lane1<float1<exponential>>},
      {"LOG_IEEE", 1, Kind::number, kTrans, each_lane1<float1<logarithm>>},
      {"LOG_CLAMPED", 1, Kind::number, kTrans, each_lane1<float1<clamped_logarithm>>},
      {"RECIP_IEEE", 1, Kind::number, kTrans, each_lane1<float1<reciprocal>>},
      {"RECIP_CLAMPED", 1, Kind::number, kTrans, each_lane1<float1<clamped_reciprocal>>},
      {"RECIPSQRT_IEEE", 1, Kind::number, kTrans, each_lane1<float1<reciprocal_root>>},
      {"RECIPSQRT_CLAMPED", 1, Kind::number, kTrans, each_lane1<float1<clamped_reciprocal_root>>},
      {"SQRT_IEEE", 1, Kind::number, kTrans, each_lane1<float1<root>>},
      {"SIN", 1, Kind::number, kTrans, each_lane1<float1<sine>>},
      {"COS", 1, Kind::number, kTrans, each_lane1<float1<cosine>>},
      {"FLT_TO_INT", 1, Kind::word, Unit::any, each_lane1<to_signed>},
      {"FLT_TO_UINT", 1, Kind::word, kTrans, each_lane1<to_unsigned>},
      {"INT_TO_FLT", 1, Kind::number, kTrans, each_lane1<from_signed>},
      {"UINT_TO_FLT", 1, Kind::number, kTrans, each_lane1<from_unsigned>},
  };
  return table;
}

}  // namespace gputest::r600
