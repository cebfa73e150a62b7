#include "libraries/support/column.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

#include "libraries/support/in_parts.hpp"

namespace gputest::libraries {

std::size_t Column::bytes_of(std::size_t count) const {
  return count * (precision_ == Precision::fp32 ? sizeof(float) : sizeof(double));
}

void Column::resize(Queue& queue, std::size_t count) {
  auto memory = queue.allocate(bytes_of(count));
  Staging host(&queue);
  host.resize(bytes_of(count));
  if (host_.size() > 0) std::memcpy(host.data(), host_.data(), host_.size());
  std::memset(host.data() + host_.size(), 0, host.size() - host_.size());
  host_ = std::move(host);
  memory_ = std::move(memory);
  upload(0, count);
}

void Column::set(std::size_t first, std::size_t count, const double* from) {
  const auto take = [&](auto* to) {
    in_parts(count, [=](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        to[first + k] = static_cast<std::decay_t<decltype(*to)>>(from[k]);
    });
  };
  precision_ == Precision::fp32 ? take(numbers<float>()) : take(numbers<double>());
}

void Column::set_positions(Column& x, Column& y, Column& z, std::size_t first, std::size_t count,
                           const double* from) {
  const auto take = [&](auto* to_x, auto* to_y, auto* to_z) {
    using Real = std::decay_t<decltype(*to_x)>;
    in_parts(count, [=](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        to_x[first + k] = static_cast<Real>(from[3 * k]);
        to_y[first + k] = static_cast<Real>(from[3 * k + 1]);
        to_z[first + k] = static_cast<Real>(from[3 * k + 2]);
      }
    });
  };
  if (x.precision_ == Precision::fp32)
    take(x.numbers<float>(), y.numbers<float>(), z.numbers<float>());
  else
    take(x.numbers<double>(), y.numbers<double>(), z.numbers<double>());
}

void Column::upload(std::size_t first, std::size_t count, const SideStream* in) {
  if (count == 0) return;
  const std::byte* const from = host_.data() + bytes_of(first);
  if (in != nullptr)
    memory_->write_in(*in, bytes_of(first), bytes_of(count), from);
  else
    memory_->write_part(bytes_of(first), bytes_of(count), from);
}

std::vector<double> download(const DeviceMemory& memory, Precision precision, std::size_t count) {
  std::vector<double> doubles(count);
  if (count == 0) return doubles;
  if (precision == Precision::fp64) {
    memory.read_part(0, count * sizeof(double), doubles.data());
    return doubles;
  }
  std::vector<float> singles(count);
  memory.read_part(0, count * sizeof(float), singles.data());
  return {singles.begin(), singles.end()};
}

}  // namespace gputest::libraries
