#include "hip/isa/shadow.hpp"

#include <algorithm>
#include <new>

#include "hip/isa/touches.hpp"

namespace gputest::isa {
namespace {

template <class T>
T* zeros(std::uint64_t count) {
  auto* const all = static_cast<T*>(std::calloc(std::max<std::uint64_t>(count, 1), sizeof(T)));
  if (all == nullptr) throw std::bad_alloc();
  return all;
}

}  // namespace

Shadow::Shadow(std::uint64_t bytes)
    : bytes_(bytes),
      written_(zeros<std::uint8_t>(bytes)),
      touches_(zeros<std::uint64_t>((bytes + 3) / 4)),
      lines_(zeros<std::uint64_t>((bytes + Touches::kLine - 1) / Touches::kLine)) {}

bool Shadow::has_value(std::uint64_t offset, std::uint64_t bytes) const {
  const std::uint8_t* const from = written(offset);
  return std::all_of(from, from + bytes, [](std::uint8_t state) {
    return state == static_cast<std::uint8_t>(Written::value);
  });
}

void Shadow::forget_touches() {
  std::memset(touches_.get(), 0, (bytes_ + 3) / 4 * sizeof(std::uint64_t));
  std::memset(lines_.get(), 0,
              (bytes_ + Touches::kLine - 1) / Touches::kLine * sizeof(std::uint64_t));
}

void Shadow::blame(const std::string& store) {
  const std::lock_guard lock(mutex_);
  if (blame_.empty()) blame_ = store;
}

std::string Shadow::blamed(std::uint64_t offset, std::uint64_t bytes) const {
  const std::lock_guard lock(mutex_);
  if (blame_.empty()) return "";
  const std::uint8_t* const from = written(offset);
  const bool is_theirs = std::any_of(from, from + bytes, [](std::uint8_t state) {
    return state == static_cast<std::uint8_t>(Written::without_value);
  });
  return is_theirs ? blame_ : "";
}

}  // namespace gputest::isa
