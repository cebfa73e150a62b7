// Which slots of temporaries have the same value, and which products have a factor in common.
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

/// A product that several slots of a sum a b + c have in common, after a or b is taken apart.
struct SharedProduct {
  std::string text;  ///< the product
  /// By slot of the destination, the factor that is left; empty where the slot has another product.
  std::array<std::string, 4> factors;
};

/// Numbers the values of temporaries' slots along straight code (local value numbering): equal
/// numbers are equal values. For fast mode, where a product may be computed in any order.
class ValueNumbers {
 public:
  explicit ValueNumbers(const Operands& operands) : operands_(operands) {}

  /// Before and after whatever changes the flow of control.
  void forget();
  /// After an instruction.
  void note(const Instruction& instruction);

  /// What two or more slots of that mad have in common: of (r8 r5.xyz) r0.w the product r8 r0.w,
  /// where r8 is the same in all slots. Nothing where it would save no multiplication.
  std::optional<SharedProduct> shared_product(const Instruction& mad,
                                              const std::vector<unsigned>& slots);

 private:
  using Value = std::uint32_t;

  Value fresh() { return ++last_; }
  Value named(const std::string& name);
  Value of(const Source& source, unsigned slot);
  Value result(const Instruction& instruction, unsigned slot);
  /// A slot that now has the value, as text; empty where none has.
  std::string text_of(Value value) const;

  const Operands& operands_;
  Value last_ = 0;
  std::map<std::string, Value> names_;
  std::map<std::pair<std::uint32_t, unsigned>, Value> slots_;
  std::map<Value, std::pair<Value, Value>> factors_;
};

}  // namespace gputest::il
