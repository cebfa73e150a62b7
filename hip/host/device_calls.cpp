// Implements the calls of a kernel through the block that runs it.
#include <fmt/format.h>

#include <atomic>

#include "hip/host/barrier_filter.hpp"
#include "hip/host/block.hpp"
#include "hip/host/dialect.hpp"
#include "hip/host/synchronise.hpp"
#include "hip/host/wavefront.hpp"

namespace hip_host {
namespace {

std::atomic<BarrierFilter> barrier_filter = nullptr;

}  // namespace

void set_barrier_filter(BarrierFilter filter) { barrier_filter = filter; }

}  // namespace hip_host

namespace hip_host::detail {
namespace {

Block& running_block() {
  Block* const block = Block::running();
  if (block == nullptr) throw KernelFault("a function for kernels was called outside a kernel");
  return *block;
}

/// Waits with `offer` for its lanes; returns the thread with the result.
const Thread& exchange_in_wavefront(const Offer& offer, bool predicate, const CallSite& site) {
  Block& block = running_block();
  const unsigned lane = block.lane();
  if (offer.mask != kLanesPresent && (offer.mask >> lane & 1) == 0)
    throw KernelFault(fmt::format("lane {} is not in the mask that it passes at {}:{}", lane,
                                  site.file, site.line));
  Thread& thread = block.thread();
  thread.offer = offer;
  thread.predicate = predicate;
  block.wait(State::at_wavefront_operation, site);
  return thread;
}

}  // namespace

void* dynamic_shared_memory() { return running_block().shared(); }

void* shared_variable(SharedVariable& variable, std::size_t bytes) {
  return running_block().shared(variable, bytes);
}

unsigned block_threads() { return running_block().threads(); }

unsigned lane_id() { return running_block().lane(); }

unsigned block_barrier(bool predicate, const CallSite& site) {
  Block& block = running_block();
  block.thread().predicate = predicate;
  block.wait(State::at_barrier, site);
  return block.barrier_votes();
}

void wait_for_block(const CallSite& site) {
  const BarrierFilter filter = barrier_filter.load(std::memory_order_relaxed);
  if (filter == nullptr || filter(site)) block_barrier(false, site);
}

std::uint64_t exchange(std::uint64_t value, unsigned source, Lanes mask, const CallSite& site) {
  return exchange_in_wavefront({mask, true, false, source, value}, false, site).exchanged;
}

Ballot vote(bool predicate, Lanes mask, const CallSite& site) {
  return exchange_in_wavefront({mask, false, false, 0, 0}, predicate, site).ballot;
}

void wavefront_barrier(Lanes mask, const CallSite& site) {
  exchange_in_wavefront({mask, false, true, 0, 0}, true, site);
}

}  // namespace hip_host::detail
