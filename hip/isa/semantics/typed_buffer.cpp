// Loads and stores of buffers with formatted elements. The format is the descriptor's
// (buffer_load_format_x) or the instruction's (tbuffer_load_format_x).
#include <algorithm>
#include <cstring>
#include <iterator>

#include "hip/isa/buffer_format.hpp"
#include "hip/isa/semantics.hpp"
#include "hip/isa/semantics/bind_memory.hpp"
#include "hip/isa/semantics/lane_access.hpp"
#include "hip/isa/semantics/resolver.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

/// If the instruction has a format, offset1 holds it: the components and, above these, a bit for
/// floats. 0: the descriptor has it.
constexpr u32 kComponents = 7, kFloat = 8;

/// Call it after the descriptor is known to be defined.
BufferFormat format_of(const Wave& wave, const Operation& op) {
  if (op.offset1 == 0)
    return format_of_descriptor(wave.scalars.data() + op.in[3].index, wave.is_rdna);
  return {op.offset1 & kComponents, (op.offset1 & kFloat) != 0};
}

/// An element is within the range as a whole, or not at all.
bool reaches_all(const Resolver& memory, unsigned lane, unsigned components) {
  for (unsigned k = 0; k < components; ++k)
    if (!memory.reaches(lane, 4 * k, 4)) return false;
  return true;
}

/// A component of an element, and whether it is defined.
struct Component {
  u32 bits = 0;
  bool has_value = true;
};

/// A register's part of an element; zero if the format lacks the component.
Component selected(const BufferFormat& format, const Component* element, unsigned which) {
  constexpr unsigned kOne = 1, kFirst = 4;
  const unsigned select = format.selects[which];
  if (select == kOne) return {format.is_float ? 0x3F80'0000u : 1u};
  return select < kFirst ? Component{} : element[select - kFirst];
}

/// No manual defines the result of selecting a component that the format lacks.
void require_there(const BufferFormat& format, unsigned registers) {
  for (unsigned k = 0; k < registers; ++k)
    if (format.selects[k] >= 4 + format.components)
      throw Fault("the buffer's descriptor selects a component that its format lacks");
}

template <unsigned Registers>
void load_typed(Wave& wave, const Operation& op) {
  Resolver memory(wave, op, Space::buffer, Use::read);
  u32 words[Registers][kLanes];
  u64 defined[Registers];
  std::fill(std::begin(defined), std::end(defined), ~0ull);
  const bool is_bound = memory.is_bound();
  const BufferFormat format = is_bound ? format_of(wave, op) : BufferFormat{};
  if (is_bound && op.offset1 == 0) require_there(format, Registers);
  for_active(wave, [&](unsigned lane) {
    Component element[4];
    if (reaches_all(memory, lane, format.components))
      for (unsigned k = 0; k < format.components; ++k) {
        std::memcpy(&element[k].bits, memory.at(lane, 4 * k, 4), 4);
        element[k].has_value = has_value<4>(wave, op, lane, memory);
      }
    for (unsigned k = 0; k < Registers; ++k) {
      const Component found = is_bound ? selected(format, element, k) : Component{};
      words[k][lane] = found.bits;
      if (!found.has_value) defined[k] &= ~(u64{1} << lane);
    }
  });
  put_loaded(wave, op.out[0], words, defined);
  issue_vector(wave, Space::buffer, op.out[0], false);
}

/// Throws if the store is not component by component.
void require_plain(const BufferFormat& format, unsigned registers) {
  if (format.components > registers)
    throw Fault("it stores fewer components than the buffer's format has");
  for (unsigned k = 0; k < format.components; ++k)
    if (format.selects[k] != 4 + k)
      throw Fault("stores to buffers are not implemented if the descriptor reorders components");
}

template <unsigned Registers>
void store_typed(Wave& wave, const Operation& op) {
  Resolver memory(wave, op, Space::buffer, Use::write);
  const Operand& data = op.in[2];
  require_ready(wave, data);
  if (memory.is_bound()) {
    const BufferFormat format = format_of(wave, op);
    require_plain(format, Registers);
    for_active(wave, [&](unsigned lane) {
      if (!reaches_all(memory, lane, format.components)) return;
      for (unsigned k = 0; k < format.components; ++k) {
        const unsigned from = data.index + k;
        std::memcpy(memory.at(lane, 4 * k, 4), &wave.vectors[from].lane[lane], 4);
        set_written(wave, op, lane, memory, 4, (wave.defined[from] >> lane & 1) != 0);
      }
    });
  }
  issue_vector(wave, Space::buffer, data, true);
}

/// Removes the format's modifier from the text, which then is that of an untyped buffer.
template <Binder Bind>
void bind_typed(const Syntax& syntax, const Surroundings& in, Operation& op) {
  op.immediate = kIsTyped;
  if (!syntax.mnemonic.starts_with("tbuffer_")) return Bind(syntax, in, op);
  Syntax rest = syntax;
  const Modifier* const named = syntax.find("format");
  const BufferFormat format = format_of_text(named == nullptr ? "" : named->value);
  op.offset1 = format.components | (format.is_float ? kFloat : 0);
  std::erase_if(rest.modifiers, [](const Modifier& modifier) { return modifier.name == "format"; });
  Bind(rest, in, op);
}

constexpr Semantics of_typed(std::string_view mnemonic, Handler run, Binder bind) {
  Semantics entry{mnemonic, run};
  entry.lanes = false;
  entry.bind = bind;
  return entry;
}
constexpr Semantics loads(std::string_view mnemonic, Handler run) {
  return of_typed(mnemonic, run, &bind_typed<&bind_vector_load>);
}
constexpr Semantics stores(std::string_view mnemonic, Handler run) {
  return of_typed(mnemonic, run, &bind_typed<&bind_vector_store>);
}

const Semantics kTypedBuffer[]{
    loads("buffer_load_format_x", &load_typed<1>),
    loads("buffer_load_format_xy", &load_typed<2>),
    loads("buffer_load_format_xyz", &load_typed<3>),
    loads("buffer_load_format_xyzw", &load_typed<4>),
    loads("tbuffer_load_format_x", &load_typed<1>),
    loads("tbuffer_load_format_xy", &load_typed<2>),
    loads("tbuffer_load_format_xyz", &load_typed<3>),
    loads("tbuffer_load_format_xyzw", &load_typed<4>),
    stores("buffer_store_format_x", &store_typed<1>),
    stores("buffer_store_format_xy", &store_typed<2>),
    stores("buffer_store_format_xyz", &store_typed<3>),
    stores("buffer_store_format_xyzw", &store_typed<4>),
    stores("tbuffer_store_format_x", &store_typed<1>),
    stores("tbuffer_store_format_xy", &store_typed<2>),
    stores("tbuffer_store_format_xyz", &store_typed<3>),
    stores("tbuffer_store_format_xyzw", &store_typed<4>),
};

}  // namespace

std::span<const Semantics> typed_buffer_instructions() { return kTypedBuffer; }

}  // namespace gputest::isa
