#include "common/many/nccl_communicators.hpp"

#include "common/core/error.hpp"

namespace gputest::many {

NcclCommunicators::NcclCommunicators(std::shared_ptr<const Nccl> nccl, const NcclId& id,
                                     std::size_t all, std::size_t first,
                                     const std::vector<Queue*>& devices)
    : Communicators(nccl->name(), first, devices),
      nccl_(std::move(nccl)),
      members_(devices.size(), nullptr) {
  together([&] {
    for (std::size_t k = 0; k < devices.size(); ++k) {
      devices[k]->use();
      nccl_->check(
          nccl_->init(&members_[k], static_cast<int>(all), id, static_cast<int>(first + k)),
          "ncclCommInitRank");
    }
  });
}

NcclCommunicators::~NcclCommunicators() {
  if (aborted_) return;
  static_cast<void>(nccl_->group_start());  // each waits for the others on its host
  for (const NcclComm member : members_) static_cast<void>(nccl_->destroy(member));
  static_cast<void>(nccl_->group_end());
}

void NcclCommunicators::transfer(std::size_t k, const std::vector<Transfer>& transfers) {
  together([&] {
    for (const Transfer& one : transfers) {
      const int peer = static_cast<int>(one.peer);
      void* const in = stream(k).native();
      if (one.sends)
        nccl_->check(nccl_->send(one.memory, one.bytes, Nccl::kBytes, peer, members_[k], in),
                     "ncclSend");
      else
        nccl_->check(nccl_->receive(one.memory, one.bytes, Nccl::kBytes, peer, members_[k], in),
                     "ncclRecv");
    }
  });
}

void NcclCommunicators::together(const std::function<void()>& work) {
  if (aborted_) throw Error(Status::unavailable, name() + " has failed on another device");
  nccl_->check(nccl_->group_start(), "ncclGroupStart");
  try {
    work();
  } catch (...) {
    static_cast<void>(nccl_->group_end());  // otherwise the thread's next group would be nested in
                                            // this one
    throw;
  }
  nccl_->check(nccl_->group_end(), "ncclGroupEnd");
}

void NcclCommunicators::check() {
  const std::lock_guard<std::mutex> lock(ending_);
  if (aborted_) return;
  for (const NcclComm member : members_) {
    int code = 0;
    nccl_->check(nccl_->late_error(member, &code), "ncclCommGetAsyncError");
    nccl_->check(code, "a transfer");
  }
}

void NcclCommunicators::abort() {
  const std::lock_guard<std::mutex> lock(ending_);
  if (aborted_.exchange(true)) return;
  for (const NcclComm member : members_) static_cast<void>(nccl_->abort(member));
}

}  // namespace gputest::many
