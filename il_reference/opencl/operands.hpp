// IL's registers and operands in OpenCL C.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "il_reference/language/program.hpp"
#include "il_reference/opencl/slot_facts.hpp"

namespace gputest::il {

/// The type of an expression: of floats, signed or unsigned integers.
enum class Type : char { floating = 'f', signed_integer = 'i', unsigned_integer = 'u' };

/// An expression of OpenCL C: a vector of `width` components, or a scalar (1).
struct Expression {
  std::string text;
  unsigned width = 1;
  Type type = Type::unsigned_integer;
};

/// "float3", "uint", …
std::string type_name(Type type, unsigned width);

/// The same bits as another type: as_float3(…).
Expression reinterpret(Expression expression, Type type);

/// The expression with `width` components, a scalar repeated: (float3)(…).
Expression widened(const Expression& expression, unsigned width);

/// The slots of a destination that receive the result: 0 to 3.
std::vector<unsigned> result_slots(const Destination& destination);

/// The temporaries and literals that are declared as float4: every instruction uses them as floats,
/// or only moves them. All others are uint4.
class RegisterTypes {
 public:
  RegisterTypes() = default;  ///< uint4 for all
  explicit RegisterTypes(const Program& program);
  Type of(File file, std::uint32_t number) const;

 private:
  std::set<std::uint32_t> floating_temps_;
  std::set<std::uint32_t> floating_literals_;
};

/// Turns operands into expressions.
class Operands {
 public:
  /// `numbers` are the slots that may hold a NaN with arbitrary bits; operands that are read as
  /// bits convert it to the canonical NaN.
  explicit Operands(RegisterTypes types, SlotFacts numbers = {})
      : types_(std::move(types)), numbers_(std::move(numbers)) {}

  Type type_of(File file, std::uint32_t number) const { return types_.of(file, number); }

  /// Whether a NaN in that slot may have arbitrary bits.
  bool holds_numbers(File file, std::uint32_t number, unsigned slot) const {
    return numbers_.holds(file, number, slot);
  }

  /// Sets the instruction of the following operands, for faults: 1 + its index.
  void set_place(std::uint32_t place) { place_ = place; }

  /// The declared register: "r5", "cb0[3u]", "g[il_index(r1.x + 3u, …)]".
  std::string register_text(File file, std::uint32_t number, const Index& index) const;

  /// One slot of a source after its swizzle and modifiers, as bits. `kind` is the operand's letter
  /// in InstructionInfo::sources.
  std::string bits(const Source& source, unsigned slot, char kind) const;

  /// Some slots of a source as one expression of that type, with native arithmetic for modifiers.
  /// It has one component if all slots read the same.
  Expression native(const Source& source, const std::vector<unsigned>& slots, Type type) const;

 private:
  std::string bits_before_division(const Source& source, unsigned slot, char kind) const;
  std::string index_text(const Index& index) const;
  Expression swizzled(const Source& source, const std::vector<unsigned>& slots, Type type) const;

  RegisterTypes types_;
  SlotFacts numbers_;
  std::uint32_t place_ = 0;
};

}  // namespace gputest::il
