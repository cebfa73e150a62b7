// The family "memory": arrays read and written in different access patterns.
#pragma once

#include <cstddef>
#include <memory>

namespace gputest {

class Family;

/// The kernel's axis `access`, of which each kernel has one value, says how it processes arrays of
/// n elements. Elements are fp32 or fp64, or 32-bit words where the list says so.
///
///     copy       c[i] = a[i]                     the five of BabelStream
///     scale      c[i] = factor a[i]              (Deakin, Price, Martineau and McIntosh-Smith
///     add        c[i] = a[i] + b[i]              2018, Int. J. Comput. Sci. Eng. 17 (3), 247);
///     triad      c[i] = a[i] + factor b[i]       factor is 3/8; BabelStream has 0.4
///     dot        sum[0] = Σ a[i] b[i]
///     stride     c[i] = a[i % rows * stride + i / rows], less n if that is n or more; rows is
///                n / stride, rounded up: each element once if stride divides n
///     gather     c[i] = a[index[i]]              index is a permutation
///     scatter    c[index[i]] = a[i]
///     chase      i = next[i], `hops` times from 0, by one thread: end[0] is the last i, end[1]
///                the sum of all, each plus 1. next is a ring through one word in each 128 bytes,
///                in random order. Words.
///     broadcast  c[i] = i, then for each of 64 words, which all threads read simultaneously,
///                c[i] = (c[i] ^ a[k]) * 0x9E3779B1. Words.
///     bank       c[i] = Σ a[(i % 64 * stride + 33 k) % 2048], k = 0 … 255, from shared memory
///     texture    c[i] = a[index[i]], texels of four numbers in an image of `width` texels per row,
///                read through a texture or as an array in global memory
///     transfer   c = a, one of which is in the host's memory: no kernel, but the API's copy
///     launch     `empty_kernels` without work, then `counting_kernels` of n threads: the first
///     adds
///                1 to a[0], each other one adds 1 to the result of the one before. Words.
///     atomic     counts[i >> shift] += a[(i + k) % 64], k = 0 … 15, by atomic additions. Words.
///
/// Other axes: stride (1 to 64 elements), index (sorted: i itself; blocked: blocks of 32 elements,
/// in random order; random), counters (one for all; warp: one per 32 items; spread: one per item),
/// walk (the order of the texels in texture's index), through (texture, global), copied (to_device,
/// from_device), host_memory (pageable, pinned), launches (1, 10) and launched (count; empty: as
/// many empty kernels, and one that counts). At most 2^31 elements, because kernels index them in
/// 32 bits. The only layout is row_major.
///
/// Arguments: n and the inputs, outputs and scalars that the kernel's line above names. dot has the
/// scratch "partial" of GT_MEMORY_PARTS elements. The property "groups" is the number of thread
/// blocks of dot's partial sums, and 1 for chase.
///
/// Verification is exact and compares every result. Arrays hold whole numbers of at most 20 bits,
/// so that no sum or product of the streams is rounded in fp32; the elements of each aligned block
/// of 2^20 are all different. The factors of dot are small enough that the magnitudes of all
/// products add up to at most 2^24. So no order of summation rounds, and the tolerance is 0 here
/// too. Beyond n = 2^24 most of the products are zero, and a kernel must be right for two fillings.
///
/// A rate counts the bytes that the program reads and writes, in memory, a cache or shared memory.
/// work.bytes counts each array once; for chase it counts the words of the ring, for transfer the
/// copied bytes. Each kernel of launch counts as 8 bytes, those that a counting kernel reads and
/// writes.
std::unique_ptr<Family> make_memory();

/// The layout row_major in C++ kernels: the first input.
template <class Real>
struct DenseArray {
  using gt_real = Real;
  static constexpr const char* kLayout = "row_major";
  static constexpr std::size_t kArrays = 1;
  const Real* a;
};

}  // namespace gputest
