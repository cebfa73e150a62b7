// Gravity by a tree, shared by several devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/many/exchange_part.hpp"
#include "common/octree/essential.hpp"

namespace gputest::many {

/// tree_walk_group on every device, each with the bodies of a brick (bricks_of()). A device makes
/// the tree of its bodies and sends every other device an essential tree. This is the part that
/// bodies in that device's box need (common/octree/essential.h). It walks its own tree and the
/// trees that it has received.
class TreePart : public ExchangePart {
 public:
  using ExchangePart::ExchangePart;
  std::string kernel_on(const DeviceInfo&) const override;
  bool outgrown() const override;

 protected:
  std::vector<std::vector<std::uint32_t>> divided(
      const std::vector<std::uint64_t>& counts) const override;
  /// Bricks grow into each other over time, and the messages grow with them.
  std::uint32_t uploads_of_a_division() const override { return 16; }
  /// Finds each device's box.
  void look_at_particles() override;
  /// Counts on the host how much is sent, with the same result on all ranks, and makes room for
  /// more, since bodies move.
  void plan_exchange() override;
  void equip(Worker& worker, const DeviceInfo& device) const override;
  void put_particles(Worker& worker) const override;
  /// Makes on the host the messages of the other devices.
  void receive_from_nobody(Worker& worker) const override;

  std::vector<std::byte> boxes_;  ///< each device's lowest and highest coordinates

 private:
  tree::Essential most(std::size_t from, std::size_t to) const {
    return most_[from * holdings_.size() + to];
  }
  /// The arrays of a device's tree, with room for the trees grafted onto it.
  KernelSignature arguments_of(std::size_t device) const;
  /// Makes the message to each other device from the tree.
  void add_outgoing(Worker& worker, const KernelSignature& of_tree,
                    const std::vector<const DeviceMemory*>& tree) const;
  /// Appends received trees to the device's tree.
  void add_grafts(Worker& worker, const KernelSignature& of_tree,
                  const std::vector<const DeviceMemory*>& tree, std::uint32_t first_root) const;

  std::vector<tree::Essential> most_;  ///< the capacity of each message, by sender and receiver
};

KernelInfo shared_tree_info();

}  // namespace gputest::many
