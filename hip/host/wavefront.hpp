// Shuffles and votes among the lanes of a wavefront.
//
// Lanes that take part:
// - In the _sync forms: the lanes of the mask that have not returned. They wait for each other; if
//   one of them never arrives, the launch fails with hipErrorLaunchFailure.
// - In the other forms: the lanes that wait at the same line, once every lane of the wavefront
//   waits somewhere or has returned. If lanes wait at several lines, the first line in the source
//   goes first, so branches reconverge after an `if` or a loop.
// A lane that does not take part is inactive: its vote does not count, and a shuffle from it
// returns the caller's own value.
//
// `width` (a power of two, at most warpSize) divides the wavefront into parts that shuffle
// separately. The last parameter is the line of the call; callers leave it out.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "hip/host/call_site.hpp"
#include "hip/host/wavefront_size.hpp"

namespace hip_host::detail {

/// Lanes as bits, lane 0 the lowest.
using Lanes = std::uint64_t;

/// In place of a mask: all lanes at this line.
inline constexpr Lanes kLanesPresent = 0;

/// A vote's outcome.
struct Ballot {
  Lanes votes = 0;   ///< lanes with a true predicate
  Lanes active = 0;  ///< lanes that voted
};

/// The running thread's lane.
unsigned lane_id();

/// Offers `value` to the other lanes and returns the value of `source`.
std::uint64_t exchange(std::uint64_t value, unsigned source, Lanes mask, const CallSite& site);

/// Votes with `predicate`.
Ballot vote(bool predicate, Lanes mask, const CallSite& site);

/// Waits for the lanes and orders their accesses before and after it; shuffles and votes do not.
void wavefront_barrier(Lanes mask, const CallSite& site);

/// exchange() for any type of up to eight bytes.
template <class T>
T shuffle(T value, unsigned source, Lanes mask, const CallSite& site) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t),
                "a shuffle moves a number of at most eight bytes");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  bits = exchange(bits, source, mask, site);
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

/// The lane `source` of the caller's part, modulo `width`.
inline unsigned lane_of(int source, int width) {
  const unsigned part = static_cast<unsigned>(width);
  return (lane_id() & ~(part - 1)) + (static_cast<unsigned>(source) & (part - 1));
}

/// The lane `delta` below, or the caller's own if that is outside its part.
inline unsigned lane_below(unsigned delta, int width) {
  const unsigned lane = lane_id();
  const unsigned offset = lane & (static_cast<unsigned>(width) - 1);
  return delta > offset ? lane : lane - delta;
}

/// The lane `delta` above, or the caller's own if that is outside its part.
inline unsigned lane_above(unsigned delta, int width) {
  const unsigned lane = lane_id();
  const unsigned part = static_cast<unsigned>(width);
  const unsigned offset = lane & (part - 1);
  return delta >= part - offset ? lane : lane + delta;
}

/// The caller's lane number XOR `bits`, or the caller's own if that is above its part.
inline unsigned lane_across(int bits, int width) {
  const unsigned lane = lane_id();
  const unsigned part = static_cast<unsigned>(width);
  const unsigned other = lane ^ static_cast<unsigned>(bits);
  return other >= (lane & ~(part - 1)) + part ? lane : other;
}

}  // namespace hip_host::detail

inline namespace GT_HIP_HOST_WAVEFRONT_NAMESPACE {

/// The running thread's lane.
inline unsigned __lane_id() { return hip_host::detail::lane_id(); }

/// The value of lane `source`.
template <class T>
T __shfl(T value, int source, int width = warpSize,
         hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::shuffle(value, hip_host::detail::lane_of(source, width),
                                   hip_host::detail::kLanesPresent, site);
}

/// The value of the lane `delta` below; the caller's own value if there is none.
template <class T>
T __shfl_up(T value, unsigned delta, int width = warpSize,
            hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::shuffle(value, hip_host::detail::lane_below(delta, width),
                                   hip_host::detail::kLanesPresent, site);
}

/// The value of the lane `delta` above; the caller's own value if there is none.
template <class T>
T __shfl_down(T value, unsigned delta, int width = warpSize,
              hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::shuffle(value, hip_host::detail::lane_above(delta, width),
                                   hip_host::detail::kLanesPresent, site);
}

/// The value of the lane with the caller's number XOR `bits`.
template <class T>
T __shfl_xor(T value, int bits, int width = warpSize,
             hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::shuffle(value, hip_host::detail::lane_across(bits, width),
                                   hip_host::detail::kLanesPresent, site);
}

/// __shfl among the lanes of `mask`.
template <class T>
T __shfl_sync(unsigned long long mask, T value, int source, int width = warpSize,
              hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::shuffle(value, hip_host::detail::lane_of(source, width), mask, site);
}

/// __shfl_up among the lanes of `mask`.
template <class T>
T __shfl_up_sync(unsigned long long mask, T value, unsigned delta, int width = warpSize,
                 hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::shuffle(value, hip_host::detail::lane_below(delta, width), mask, site);
}

/// __shfl_down among the lanes of `mask`.
template <class T>
T __shfl_down_sync(unsigned long long mask, T value, unsigned delta, int width = warpSize,
                   hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::shuffle(value, hip_host::detail::lane_above(delta, width), mask, site);
}

/// __shfl_xor among the lanes of `mask`.
template <class T>
T __shfl_xor_sync(unsigned long long mask, T value, int bits, int width = warpSize,
                  hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::shuffle(value, hip_host::detail::lane_across(bits, width), mask, site);
}

/// The lanes for which `predicate` is not 0.
inline unsigned long long __ballot(
    int predicate, hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::vote(predicate != 0, hip_host::detail::kLanesPresent, site).votes;
}

/// 1 if `predicate` is not 0 for any lane, else 0.
inline int __any(int predicate,
                 hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return __ballot(predicate, site) != 0 ? 1 : 0;
}

/// 1 if `predicate` is not 0 for every active lane, else 0.
inline int __all(int predicate,
                 hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return __ballot(predicate == 0 ? 1 : 0, site) == 0 ? 1 : 0;
}

/// The lanes at this line.
inline unsigned long long __activemask(
    hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::vote(true, hip_host::detail::kLanesPresent, site).active;
}

/// __ballot among the lanes of `mask`.
inline unsigned long long __ballot_sync(
    unsigned long long mask, int predicate,
    hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return hip_host::detail::vote(predicate != 0, mask, site).votes;
}

/// __any among the lanes of `mask`.
inline int __any_sync(unsigned long long mask, int predicate,
                      hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return __ballot_sync(mask, predicate, site) != 0 ? 1 : 0;
}

/// __all among the lanes of `mask`.
inline int __all_sync(unsigned long long mask, int predicate,
                      hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  return __ballot_sync(mask, predicate == 0 ? 1 : 0, site) == 0 ? 1 : 0;
}

/// Waits until the lanes of `mask` arrive; by default all that have not returned.
inline void __syncwarp(unsigned long long mask = ~0ull,
                       hip_host::detail::CallSite site = hip_host::detail::CallSite::here()) {
  hip_host::detail::wavefront_barrier(mask, site);
}

}  // namespace GT_HIP_HOST_WAVEFRONT_NAMESPACE
