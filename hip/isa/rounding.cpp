#include "hip/isa/rounding.hpp"

#include <algorithm>
#include <array>
#include <cfenv>

namespace gputest::isa {
namespace {

using namespace std::string_view_literals;

constexpr std::array kRoundedInSingle{
    "v_add_f32"sv,    "v_sub_f32"sv,     "v_subrev_f32"sv, "v_mul_f32"sv,    "v_mul_legacy_f32"sv,
    "v_mad_f32"sv,    "v_mac_f32"sv,     "v_madak_f32"sv,  "v_madmk_f32"sv,  "v_fma_f32"sv,
    "v_fmac_f32"sv,   "v_fmaak_f32"sv,   "v_fmamk_f32"sv,  "v_pk_add_f32"sv, "v_pk_mul_f32"sv,
    "v_pk_fma_f32"sv, "v_cvt_f32_i32"sv, "v_cvt_f32_u32"sv};
constexpr std::array kRoundedInDouble{"v_add_f64"sv, "v_mul_f64"sv, "v_fma_f64"sv, "v_fmac_f64"sv};
/// Prefixes of exact instructions, and of those with rounding in their name.
constexpr std::array kNotRounded{
    "v_cmp"sv,     "v_min"sv,     "v_max"sv,         "v_med3"sv,         "v_rndne"sv,
    "v_trunc"sv,   "v_floor"sv,   "v_ceil"sv,        "v_frexp"sv,        "v_cvt_i32"sv,
    "v_cvt_u32"sv, "v_cvt_f64"sv, "v_cvt_f32_f16"sv, "v_cvt_f32_ubyte"sv};

bool is_among(const auto& names, std::string_view mnemonic) {
  return std::find(names.begin(), names.end(), mnemonic) != names.end();
}

/// Changes the processor's rounding until the end of the block.
class Rounded {
 public:
  explicit Rounded(std::uint32_t field) {
    constexpr std::array kModes{FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    std::fesetround(kModes[field & 3]);
  }
  ~Rounded() { std::fesetround(FE_TONEAREST); }
  Rounded(const Rounded&) = delete;
  Rounded& operator=(const Rounded&) = delete;
};

}  // namespace

Rounding rounding_of(std::string_view mnemonic) {
  if (is_among(kRoundedInSingle, mnemonic)) return Rounding::of_single;
  if (is_among(kRoundedInDouble, mnemonic)) return Rounding::of_double;
  const bool is_exact = std::any_of(kNotRounded.begin(), kNotRounded.end(),
                                    [&](auto start) { return mnemonic.starts_with(start); });
  const bool has_floats = mnemonic.find("_f16") != mnemonic.npos ||
                          mnemonic.find("_f32") != mnemonic.npos ||
                          mnemonic.find("_f64") != mnemonic.npos;
  return is_exact || !has_floats ? Rounding::none : Rounding::unknown;
}

void run_rounded(Wave& wave, const Operation& op) {
  const std::uint32_t single = wave.mode & 3, other = wave.mode >> 2 & 3;
  if (op.rounding == Rounding::unknown)
    throw Fault("rounding other than to the nearest is not implemented for this instruction");
  const Rounded rounded(op.rounding == Rounding::of_single   ? single
                        : op.rounding == Rounding::of_double ? other
                                                             : 0);
  op.run(wave, op);
}

}  // namespace gputest::isa
