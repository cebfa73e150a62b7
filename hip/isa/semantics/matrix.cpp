// Matrix instructions in single and double precision: D = A B + C over all lanes, active or not.
// AMD's "Instinct MI200" ISA manual, chapter 7, "Matrix Arithmetic Instructions", gives the places
// of elements.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <type_traits>

#include "hip/isa/semantics.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

/// Products of M × K and K × M matrices, and their number.
struct Shape {
  unsigned m, k, blocks;
};

/// The product, row and column of a lane's number in the k-th register (or pair of them).
struct Element {
  unsigned block, row, column;
};
template <Shape S, class T>
constexpr Element element_of(unsigned k, unsigned lane) {
  if constexpr (std::is_same_v<T, double>)
    return S.m == 16 ? Element{0, 4 * k + lane / 16, lane % 16}
                     : Element{lane / 4 % 4, lane / 16, lane % 4};
  else if constexpr (S.m == 32)
    return {k / 16, 8 * (k % 16 / 4) + 4 * (lane / 32) + k % 4, lane % 32};
  else if constexpr (S.m == 16)
    return {k / 4, 4 * (lane / 16) + k % 4, lane % 16};
  else
    return {lane / 4, k, lane % 4};
}

/// A lane's number in a source; the source's registers begin at `index`.
template <class T>
T number_at(const Wave& wave, unsigned index, unsigned lane) {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<T>(wave.vectors[index].lane[lane]);
  else
    return std::bit_cast<T>(wave.vectors[index].lane[lane] | u64{wave.vectors[index + 1].lane[lane]}
                                                                 << 32);
}

template <Shape S, class T>
void multiply(Wave& wave, const Operation& op) {
  constexpr unsigned kWords = sizeof(T) / 4, kNumbers = S.m * S.m * S.blocks / 64;
  const Operand &a = op.in[0], &b = op.in[1], &c = op.in[2], &d = op.out[0];
  const u64 defined_a = defined_lanes(wave, a), defined_b = defined_lanes(wave, b);
  require_ready(wave, c);
  require_ready(wave, d);
  T results[kNumbers][kLanes];
  u64 known[kNumbers];
  for (unsigned k = 0; k < kNumbers; ++k) {
    known[k] = ~0ull;
    if (c.place == Place::vector)
      for (unsigned word = 0; word < kWords; ++word)
        known[k] &= wave.defined[c.index + k * kWords + word];
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const Element at = element_of<S, T>(k, lane);
      T sum;
      if (c.place == Place::vector)
        sum = number_at<T>(wave, c.index + k * kWords, lane);
      else if constexpr (sizeof(T) == 4)
        sum = std::bit_cast<T>(static_cast<u32>(c.value));
      else
        sum = std::bit_cast<T>(c.value);
      for (unsigned inner = 0; inner < S.k; ++inner) {
        const unsigned other = S.m * (at.block + S.blocks * inner);
        const unsigned from_a = at.row + other, from_b = at.column + other;
        sum =
            std::fma(number_at<T>(wave, a.index, from_a), number_at<T>(wave, b.index, from_b), sum);
        if ((defined_a >> from_a & defined_b >> from_b & 1) == 0) known[k] &= ~(u64{1} << lane);
      }
      results[k][lane] = sum;
    }
  }
  for (unsigned k = 0; k < kNumbers; ++k)
    for (unsigned word = 0; word < kWords; ++word) {
      const unsigned index = d.index + k * kWords + word;
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        u32 words[kWords];
        std::memcpy(words, &results[k][lane], sizeof words);
        wave.vectors[index].lane[lane] = words[word];
      }
      mark(wave, index, ~0ull, known[k]);
    }
}

template <Shape S, class T>
void bind_matrix(const Syntax& syntax, const Surroundings& in, Operation& op) {
  constexpr unsigned kWords = sizeof(T) / 4, kResult = S.m * S.m * S.blocks / 64 * kWords;
  constexpr Type type = kWords == 1 ? Type::f32 : Type::f64;
  if (syntax.operands.size() != 4) throw Fault("a matrix instruction has four operands");
  if (!syntax.modifiers.empty())
    throw Fault("the modifier " + syntax.modifiers[0].name + " is not implemented");
  op.out[0] = parse_operand(syntax.operands[0], type, in);
  for (unsigned k = 0; k < 3; ++k) op.in[k] = parse_operand(syntax.operands[k + 1], type, in);
  const auto is_of = [](const Operand& operand, unsigned words) {
    return operand.place == Place::vector && operand.words == words;
  };
  const bool adds_constant = op.in[2].place == Place::constant;
  if (!is_of(op.out[0], kResult) || !is_of(op.in[0], kWords) || !is_of(op.in[1], kWords) ||
      !(adds_constant || is_of(op.in[2], kResult)))
    throw Fault("the operands of a matrix instruction have the wrong numbers of registers");
}

template <Shape S, class T>
constexpr Semantics matrix(std::string_view mnemonic) {
  Semantics entry{mnemonic, &multiply<S, T>};
  entry.bind = &bind_matrix<S, T>;
  return entry;
}

const Semantics kMatrix[]{
    matrix<Shape{32, 1, 2}, float>("v_mfma_f32_32x32x1f32"),
    matrix<Shape{32, 2, 1}, float>("v_mfma_f32_32x32x2f32"),
    matrix<Shape{16, 1, 4}, float>("v_mfma_f32_16x16x1f32"),
    matrix<Shape{16, 4, 1}, float>("v_mfma_f32_16x16x4f32"),
    matrix<Shape{4, 1, 16}, float>("v_mfma_f32_4x4x1f32"),
    matrix<Shape{16, 4, 1}, double>("v_mfma_f64_16x16x4f64"),
    matrix<Shape{4, 4, 4}, double>("v_mfma_f64_4x4x4f64"),
};

}  // namespace

std::span<const Semantics> matrix_instructions() { return kMatrix; }

}  // namespace gputest::isa
