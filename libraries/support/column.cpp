#include "libraries/support/column.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace gputest::libraries {

std::size_t Column::bytes_of(std::size_t count) const {
  return count * (precision_ == Precision::fp32 ? sizeof(float) : sizeof(double));
}

void Column::resize(Queue& queue, std::size_t count) {
  auto memory = queue.allocate(bytes_of(count));
  if (precision_ == Precision::fp32)
    singles_.resize(count);
  else
    doubles_.resize(count);
  memory_ = std::move(memory);
  upload(0, count);
}

template <class Real>
Real* Column::numbers() {
  if constexpr (std::is_same_v<Real, float>)
    return singles_.data();
  else
    return doubles_.data();
}

void Column::set(std::size_t first, std::size_t count, const double* from) {
  const auto take = [&](auto* to) {
    for (std::size_t k = 0; k < count; ++k)
      to[first + k] = static_cast<std::decay_t<decltype(*to)>>(from[k]);
  };
  precision_ == Precision::fp32 ? take(numbers<float>()) : take(numbers<double>());
}

void Column::set_positions(Column& x, Column& y, Column& z, std::size_t first, std::size_t count,
                           const double* from) {
  const auto take = [&](auto* to_x, auto* to_y, auto* to_z) {
    using Real = std::decay_t<decltype(*to_x)>;
    for (std::size_t k = 0; k < count; ++k) {
      to_x[first + k] = static_cast<Real>(from[3 * k]);
      to_y[first + k] = static_cast<Real>(from[3 * k + 1]);
      to_z[first + k] = static_cast<Real>(from[3 * k + 2]);
    }
  };
  if (x.precision_ == Precision::fp32)
    take(x.numbers<float>(), y.numbers<float>(), z.numbers<float>());
  else
    take(x.numbers<double>(), y.numbers<double>(), z.numbers<double>());
}

void Column::upload(std::size_t first, std::size_t count) {
  if (count == 0) return;
  const void* from = precision_ == Precision::fp32
                         ? static_cast<const void*>(singles_.data() + first)
                         : static_cast<const void*>(doubles_.data() + first);
  memory_->write_part(bytes_of(first), bytes_of(count), from);
}

const double* Readout::read(const DeviceMemory& memory, Precision precision, std::size_t count) {
  if (doubles_.size() < count) doubles_.resize(count);
  if (count == 0) return doubles_.data();
  if (precision == Precision::fp64) {
    memory.read_part(0, count * sizeof(double), doubles_.data());
    return doubles_.data();
  }
  if (singles_.size() < count) singles_.resize(count);
  memory.read_part(0, count * sizeof(float), singles_.data());
  std::copy_n(singles_.begin(), count, doubles_.begin());
  return doubles_.data();
}

std::vector<double> download(const DeviceMemory& memory, Precision precision, std::size_t count) {
  Readout readout;
  readout.read(memory, precision, count);
  return std::move(readout.doubles_);
}

}  // namespace gputest::libraries
