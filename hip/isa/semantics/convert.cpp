// Conversions between numbers.
// Compiled once for each of Highway's targets: foreach_target.h includes this file repeatedly.
#include <limits>

#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hip/isa/semantics/convert.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "hip/isa/semantics/lanes.inl"

HWY_BEFORE_NAMESPACE();
namespace gputest::isa::HWY_NAMESPACE {
namespace {

/// Rounds towards zero; a value out of range becomes the nearest in range, and NaN becomes 0.
template <class To, class From>
To saturated(From x) {
  constexpr auto least = static_cast<double>(std::numeric_limits<To>::min());
  constexpr auto most = static_cast<double>(std::numeric_limits<To>::max());
  const auto value = static_cast<double>(x);
  if (!(value == value)) return 0;
  return value <= least  ? std::numeric_limits<To>::min()
         : value >= most ? std::numeric_limits<To>::max()
                         : static_cast<To>(value);
}

}  // namespace

std::span<const Semantics> convert_table() {
  static const Semantics kTable[]{
      lanes<([](u32 a) { return static_cast<float>(a); })>("v_cvt_f32_u32"),
      lanes<([](i32 a) { return static_cast<float>(a); })>("v_cvt_f32_i32"),
      lanes<([](u32 a) { return static_cast<float>(a & 0xFF); })>("v_cvt_f32_ubyte0"),
      lanes<([](u32 a) { return static_cast<float>(a >> 8 & 0xFF); })>("v_cvt_f32_ubyte1"),
      lanes<([](u32 a) { return static_cast<float>(a >> 16 & 0xFF); })>("v_cvt_f32_ubyte2"),
      lanes<([](u32 a) { return static_cast<float>(a >> 24); })>("v_cvt_f32_ubyte3"),
      lanes<([](double a) { return static_cast<float>(a); })>("v_cvt_f32_f64"),
      lanes<([](float a) { return saturated<u32>(a); })>("v_cvt_u32_f32"),
      lanes<([](float a) { return saturated<i32>(a); })>("v_cvt_i32_f32"),
      lanes<([](float a) { return saturated<i32>(std::floor(a)); })>("v_cvt_flr_i32_f32"),
      lanes<([](float a) { return saturated<i32>(std::floor(a + 0.5F)); })>("v_cvt_rpi_i32_f32"),
      lanes<([](double a) { return saturated<u32>(a); })>("v_cvt_u32_f64"),
      lanes<([](double a) { return saturated<i32>(a); })>("v_cvt_i32_f64"),
      lanes<([](float a) { return static_cast<double>(a); })>("v_cvt_f64_f32"),
      lanes<([](u32 a) { return static_cast<double>(a); })>("v_cvt_f64_u32"),
      lanes<([](i32 a) { return static_cast<double>(a); })>("v_cvt_f64_i32"),
  };
  return kTable;
}
}  // namespace gputest::isa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::isa {
HWY_EXPORT(convert_table);
std::span<const Semantics> convert_instructions() { return HWY_DYNAMIC_DISPATCH(convert_table)(); }
}  // namespace gputest::isa
#endif
