// A vector of numbers with the operators of one number, as CPU compilers provide it.
#pragma once

#include <cstddef>

namespace gputest {

/// 64 bytes of float or double, in one or several registers.
template <class Real>
class Lanes {
 public:
  static constexpr unsigned kLanes = 64 / sizeof(Real);

  Lanes() = default;
  /// That number in every lane.
  __attribute__((always_inline)) explicit Lanes(Real number) : all_(Vector{} + number) {}
  __attribute__((always_inline)) explicit Lanes(int number) : Lanes(static_cast<Real>(number)) {}

  __attribute__((always_inline)) void set(unsigned lane, Real number) { all_[lane] = number; }
  __attribute__((always_inline)) Real operator[](unsigned lane) const { return all_[lane]; }
  /// The sum of all lanes.
  __attribute__((always_inline)) Real sum() const {
    Real total = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) total += all_[lane];
    return total;
  }

  __attribute__((always_inline)) friend Lanes operator+(const Lanes& a, const Lanes& b) {
    return Lanes(a.all_ + b.all_);
  }
  __attribute__((always_inline)) friend Lanes operator*(const Lanes& a, const Lanes& b) {
    return Lanes(a.all_ * b.all_);
  }
  __attribute__((always_inline)) friend Lanes operator/(const Lanes& a, const Lanes& b) {
    return Lanes(a.all_ / b.all_);
  }
  __attribute__((always_inline)) Lanes operator-() const { return Lanes(-all_); }

 private:
  typedef Real Vector __attribute__((vector_size(64)));
  __attribute__((always_inline)) explicit Lanes(const Vector& all) : all_(all) {}

  Vector all_;
};

}  // namespace gputest
