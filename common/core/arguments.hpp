// The arguments of a kernel, described in the same way for every API: input arrays, output arrays,
// scalars.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gputest {

/// The type of one number in an array.
enum class Element { fp32, fp64, uint32, fp16, int8, uint8, int16, uint16, int32, int64, uint64 };

/// Bytes of one number.
inline std::uint64_t bytes(Element e) {
  switch (e) {
    case Element::int8:
    case Element::uint8:
      return 1;
    case Element::fp16:
    case Element::int16:
    case Element::uint16:
      return 2;
    case Element::fp64:
    case Element::int64:
    case Element::uint64:
      return 8;
    case Element::fp32:
    case Element::uint32:
    case Element::int32:
      break;
  }
  return 4;
}

/// The memory that holds an array: the device's, or the host's. The operating system may move
/// pageable host memory; pinned memory stays in place, so that a device can read and write it
/// directly.
enum class MemoryKind { device, pageable, pinned };

/// Name, type and extent of an array, without its data. They suffice to check every limit before
/// anything is allocated.
struct ArrayShape {
  std::string name;
  Element element = Element::fp32;
  std::uint32_t components = 1;   ///< numbers per element: 4 for float4
  std::uint64_t count = 0;        ///< elements that carry data
  std::uint64_t image_width = 0;  ///< texels per row of a 2D resource; 0 for a plain buffer
  MemoryKind memory = MemoryKind::device;
  /// Of an output that a launch also reads: the number of the input whose content it has before
  /// each launch. Such an output has the input's size.
  std::optional<std::size_t> begins_as = {};

  bool is_image() const { return image_width != 0; }
  bool is_on_host() const { return memory != MemoryKind::device; }
  /// Rows of a 2D resource; the last may be partly filled.
  std::uint64_t image_height() const {
    return is_image() ? (count + image_width - 1) / image_width : 0;
  }
  /// Elements allocated: whole rows for a 2D resource.
  std::uint64_t allocated() const { return is_image() ? image_width * image_height() : count; }
  std::uint64_t bytes() const { return allocated() * components * gputest::bytes(element); }
};

/// An array in host memory. `data` holds shape.bytes() bytes; the part past shape.count is zero.
struct HostArray {
  ArrayShape shape;
  std::vector<std::byte> data;

  template <class T>
  T* as() {
    return reinterpret_cast<T*>(data.data());
  }
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(data.data());
  }
};

/// The bits of a scalar whose type does not depend on the kernel's precision.
struct TypedBits {
  Element element;
  std::uint64_t bits;  ///< in the lowest bytes
};

/// A scalar argument. A double is passed in the kernel's precision.
struct Scalar {
  std::string name;
  std::variant<std::uint32_t, double, TypedBits> value;
};

/// A number for which the kernel is compiled. It is not an argument of a launch.
struct Specialization {
  std::string name;  ///< in OpenCL C the macro GT_<NAME>
  std::uint32_t value;
};

/// The whole-number scalar of that name, if there is one.
inline std::optional<std::uint32_t> find_whole(const std::vector<Scalar>& all,
                                               std::string_view name) {
  for (const Scalar& one : all)
    if (one.name == name) return std::get<std::uint32_t>(one.value);
  return std::nullopt;
}

/// The value of the specialization of that name, if there is one.
inline std::optional<std::uint32_t> find_value(const std::vector<Specialization>& all,
                                               std::string_view name) {
  for (const Specialization& one : all)
    if (one.name == name) return one.value;
  return std::nullopt;
}

/// Sets the specialization of that name, if there is one.
inline void specialize(std::vector<Specialization>& all, std::string_view name,
                       std::uint32_t value) {
  for (Specialization& one : all)
    if (one.name == name) one.value = value;
}

/// The shape of a launch, if the problem fixes it.
struct FixedGrid {
  std::array<std::uint64_t, 2> groups{1, 1};  ///< blocks, or work-groups
  std::array<std::uint32_t, 2> block{1, 1};   ///< threads of each
};

/// A property of the data that a launch plan may depend on. It is not passed to the kernel. It is
/// computed on first use, because most kernels do not need it.
struct LazyProperty {
  std::string name;
  std::function<double()> value;
};

/// The name of the type in C: "unsigned short".
inline const char* c_name(Element element) {
  switch (element) {
    case Element::fp16:
      return "half";
    case Element::fp32:
      return "float";
    case Element::fp64:
      return "double";
    case Element::int8:
      return "char";
    case Element::uint8:
      return "unsigned char";
    case Element::int16:
      return "short";
    case Element::uint16:
      return "unsigned short";
    case Element::int32:
      return "int";
    case Element::uint32:
      return "unsigned";
    case Element::int64:
      return "long";
    case Element::uint64:
      break;
  }
  return "unsigned long";
}

/// The items at those places; all of them if `places` is empty.
template <class Item>
std::vector<Item> in_order(const std::vector<std::size_t>& places, std::vector<Item> items) {
  if (places.empty()) return items;
  std::vector<Item> chosen;
  for (const std::size_t place : places) chosen.push_back(items.at(place));
  return chosen;
}

/// The arguments of a kernel in the order in which every API passes them: inputs, outputs, scratch,
/// scalars.
struct KernelSignature {
  std::vector<ArrayShape> inputs;
  std::vector<ArrayShape> outputs;
  std::vector<ArrayShape> scratch;  ///< device memory that the host never sees
  std::vector<Scalar> scalars;
  std::vector<Specialization> specializations;
  std::vector<LazyProperty> properties;
  std::uint64_t items = 0;  ///< independent results; the simplest kernel has one thread for each
  /// The order in which a user's kernel takes its arguments, as places in the order above; it may
  /// leave some out. Empty: all, in the order above.
  std::vector<std::size_t> order;
  std::optional<FixedGrid> grid;  ///< of a user's kernel; none: by its manifest

  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const auto* arrays : {&inputs, &outputs, &scratch})
      for (const ArrayShape& shape : *arrays) sum += shape.bytes();
    return sum;
  }
  /// The bytes that lie in device memory.
  std::uint64_t device_bytes() const {
    std::uint64_t sum = bytes();
    for (const auto* arrays : {&inputs, &outputs, &scratch})
      for (const ArrayShape& shape : *arrays) sum -= shape.is_on_host() ? shape.bytes() : 0;
    return sum;
  }
};

/// Whether a launch changes an array that it reads: its outputs begin as inputs.
inline bool has_fresh_arrays(const KernelSignature& signature) {
  return std::any_of(signature.outputs.begin(), signature.outputs.end(),
                     [](const ArrayShape& shape) { return shape.begins_as.has_value(); });
}

}  // namespace gputest
