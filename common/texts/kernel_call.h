/* A text includes this instead of common/device/kernel_call.hpp. It declares the part of a call
 * that constructors of arguments name; only the host calls them. */
#ifndef GPUTEST_KERNEL_CALL_H
#define GPUTEST_KERNEL_CALL_H

#include "common/texts/device_std.h"

namespace gputest {

struct Name {
  bool operator==(const char*) const;
};

struct Specialization {
  Name name;
  std::uint32_t value;
};

struct KernelCall {
  template <class Item>
  struct List {
    Item operator[](std::size_t) const;
    std::size_t size() const;
    const Item* begin() const;
    const Item* end() const;
  };
  List<const void*> inputs;
  List<void*> outputs, scratch;
  List<Specialization> specializations;
  std::uint32_t warp_size;

  template <class T>
  T scalar(const char*) const;
  std::uint32_t specialization(const char*) const;
};

}  // namespace gputest

#endif
