// Gravity by a tree, shared by several devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/many/exchange_part.hpp"
#include "common/octree/essential.hpp"

namespace gputest::many {

/// tree_walk_group on every device, each with the bodies of a brick (bricks_of()). It makes the
/// tree of these, sends every other device what of it bodies in that one's box need (its essential
/// tree, common/octree/essential.h), and walks its own tree and what the others have sent.
class TreePart : public ExchangePart {
 public:
  using ExchangePart::ExchangePart;
  std::string kernel_on(const DeviceInfo&) const override;
  bool outgrown() const override;

 protected:
  std::vector<std::vector<std::uint32_t>> divided(
      const std::vector<std::uint64_t>& counts) const override;
  /// Bricks grow into each other, and what is sent grows with that.
  std::uint32_t uploads_of_a_division() const override { return 16; }
  /// Finds each device's box.
  void look_at_particles() override;
  /// Counts on the host what is sent, which all ranks find alike, and makes room for more, since
  /// bodies move.
  void plan_exchange() override;
  void equip(Worker& worker, const DeviceInfo& device) const override;
  void put_particles(Worker& worker) const override;
  /// Makes on the host what others would send.
  void receive_from_nobody(Worker& worker) const override;

  std::vector<std::byte> boxes_;  ///< each device's lowest and highest coordinates

 private:
  tree::Essential most(std::size_t from, std::size_t to) const {
    return most_[from * holdings_.size() + to];
  }
  /// The arrays of a device's tree, with room for what is grafted upon it.
  KernelSignature arguments_of(std::size_t device) const;
  /// Each other device's message is made of the tree.
  void add_errands(Worker& worker, const KernelSignature& of_tree,
                   const std::vector<const DeviceMemory*>& tree) const;
  /// What others have sent is put behind the tree.
  void add_grafts(Worker& worker, const KernelSignature& of_tree,
                  const std::vector<const DeviceMemory*>& tree, std::uint32_t first_root) const;

  std::vector<tree::Essential> most_;  ///< of each message, by sender and receiver
};

KernelInfo shared_tree_info();

}  // namespace gputest::many
