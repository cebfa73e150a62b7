// Finds slots of temporaries with equal values, and products with a common factor.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "il_reference/opencl/operands.hpp"

namespace gputest::il {

/// A product that several slots of a sum a b + c share, after a or b is split into its factors.
struct SharedProduct {
  std::string text;  ///< the product
  /// By slot of the destination, the remaining factor; empty if the slot has another product.
  std::array<std::string, 4> factors;
};

/// Numbers the values of temporaries' slots along straight code (local value numbering): equal
/// numbers are equal values. For fast mode, where a product may be computed in any order.
class ValueNumbers {
 public:
  explicit ValueNumbers(const Operands& operands) : operands_(operands) {}

  /// Call it before and after instructions that change the control flow.
  void forget();
  /// Call it after each instruction.
  void note(const Instruction& instruction);

  /// The product that two or more slots of that mad share: for (r8 r5.xyz) r0.w it is r8 r0.w,
  /// because r8 is the same in all slots. Nothing if it would save no multiplication.
  std::optional<SharedProduct> shared_product(const Instruction& mad,
                                              const std::vector<unsigned>& slots);

 private:
  using Value = std::uint32_t;

  Value fresh() { return ++last_; }
  Value named(const std::string& name);
  Value of(const Source& source, unsigned slot);
  Value result(const Instruction& instruction, unsigned slot);
  /// A slot that now has the value, as text; empty if there is none.
  std::string text_of(Value value) const;

  const Operands& operands_;
  Value last_ = 0;
  std::map<std::string, Value> names_;
  std::map<std::pair<std::uint32_t, unsigned>, Value> slots_;
  std::map<Value, std::pair<Value, Value>> factors_;
};

}  // namespace gputest::il
