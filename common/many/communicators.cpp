#include "common/many/communicators.hpp"

#include "common/core/error.hpp"

namespace gputest::many {

Communicators::Communicators(std::shared_ptr<const Nccl> nccl, const NcclId& id, std::size_t all,
                             std::size_t first, const std::vector<Queue*>& devices)
    : nccl_(std::move(nccl)), first_(first) {
  for (Queue* device : devices)
    members_.push_back({nullptr, device->make_side_stream(Urgency::before_all)});
  together([&] {
    for (std::size_t k = 0; k < devices.size(); ++k) {
      devices[k]->use();
      nccl_->check(nccl_->init(&members_[k].communicator, static_cast<int>(all), id,
                               static_cast<int>(first + k)),
                   "ncclCommInitRank");
    }
  });
}

Communicators::~Communicators() {
  if (aborted_) return;
  static_cast<void>(nccl_->group_start());  // each waits for the others' of the host
  for (const Member& member : members_) static_cast<void>(nccl_->destroy(member.communicator));
  static_cast<void>(nccl_->group_end());
}

void Communicators::transfer(std::size_t k, const std::vector<Transfer>& transfers) {
  const Member& member = members_[k];
  together([&] {
    for (const Transfer& one : transfers) {
      const int peer = static_cast<int>(one.peer);
      void* const stream = member.stream->native();
      if (one.sends)
        nccl_->check(
            nccl_->send(one.memory, one.bytes, Nccl::kBytes, peer, member.communicator, stream),
            "ncclSend");
      else
        nccl_->check(
            nccl_->receive(one.memory, one.bytes, Nccl::kBytes, peer, member.communicator, stream),
            "ncclRecv");
    }
  });
}

void Communicators::together(const std::function<void()>& work) {
  if (aborted_) throw Error(Status::unavailable, nccl_->name() + " has failed on another device");
  nccl_->check(nccl_->group_start(), "ncclGroupStart");
  try {
    work();
  } catch (...) {
    static_cast<void>(nccl_->group_end());  // the thread's next group is none within this one
    throw;
  }
  nccl_->check(nccl_->group_end(), "ncclGroupEnd");
}

void Communicators::check() {
  const std::lock_guard<std::mutex> lock(ending_);
  if (aborted_) return;
  for (const Member& member : members_) {
    int code = 0;
    nccl_->check(nccl_->late_error(member.communicator, &code), "ncclCommGetAsyncError");
    nccl_->check(code, "a transfer");
  }
}

void Communicators::abort() {
  const std::lock_guard<std::mutex> lock(ending_);
  if (aborted_.exchange(true)) return;
  for (const Member& member : members_) static_cast<void>(nccl_->abort(member.communicator));
}

}  // namespace gputest::many
