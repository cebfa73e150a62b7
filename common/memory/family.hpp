// The family "memory": arrays read and written in the ways that a memory system makes differ.
#pragma once

#include <cstddef>
#include <memory>

namespace gputest {

class Family;

/// What becomes of arrays of n elements is the kernel's axis `access`, of which a kernel has one
/// value. Elements are fp32 or fp64, or words of 32 bits where that is said.
///
///     copy       c[i] = a[i]                     the five of BabelStream
///     scale      c[i] = factor a[i]              (Deakin, Price, Martineau and McIntosh-Smith
///     add        c[i] = a[i] + b[i]              2018, Int. J. Comput. Sci. Eng. 17 (3), 247);
///     triad      c[i] = a[i] + factor b[i]       factor is 3/8, where BabelStream has 0.4
///     dot        sum[0] = Σ a[i] b[i]
///     stride     c[i] = a[i % rows * stride + i / rows], less n where that is n or more; rows is
///                n / stride, rounded up: each element once where stride divides n
///     gather     c[i] = a[index[i]]              index is a permutation
///     scatter    c[index[i]] = a[i]
///     chase      i = next[i], `hops` times from 0, by one thread: end[0] is the last i, end[1]
///                the sum of all, each plus 1. next is a ring through one word in each 128 bytes,
///                in an order of chance. Words.
///     broadcast  c[i] = i, and for each of 64 words, which all threads read at once,
///                c[i] = (c[i] ^ a[k]) * 0x9E3779B1. Words.
///     bank       c[i] = Σ a[(i % 64 * stride + 33 k) % 2048], k = 0 … 255, out of shared memory
///     texture    c[i] = a[index[i]], texels of four numbers in an image of `width` texels a row,
///                read through a texture or as an array in global memory
///     transfer   c = a, one of which is in the host's memory: no kernel, but the API's copy
///     launch     `empty_kernels` that do nothing, then `counting_kernels` of n threads, of which
///                the first adds 1 to a[0], each other one to what the one before left. Words.
///     atomic     counts[i >> shift] += a[(i + k) % 64], k = 0 … 15, by atomic additions. Words.
///
/// Other axes: stride (1 to 64 elements), index (sorted: i itself; blocked: blocks of 32 that stay
/// together, in an order of chance; random), counters (one for all; warp: one for 32 items; spread:
/// one for each), walk (in what order texture's index has the texels), through (texture, global),
/// copied (to_device, from_device), host_memory (pageable, pinned), launches (1, 10) and
/// launched (count; empty: as many empty kernels, and one that counts). At most 2^31 elements,
/// which kernels index in 32 bits. The only layout is row_major.
///
/// Arguments: inputs, outputs and scalars as named above, of which a kernel has what its line
/// names, and n; dot has scratch, "partial", of GT_MEMORY_PARTS elements. The property "groups" is
/// the thread blocks of dot's partial sums, and 1 for chase.
///
/// Verification is exact, and every result is compared. Arrays hold whole numbers of at most 20
/// bits, so that no sum or product of the streams is rounded in fp32; of any 2^20 elements in a
/// row all differ. The factors of dot are so small that the magnitudes of all products are at most
/// 2^24 together: so no order of summation rounds, and the bound on its error is zero too. Beyond
/// n = 2^24 most of its products are zero, and a kernel must answer two fillings.
///
/// A rate counts bytes that the program asks for, whether from memory, a cache or shared memory;
/// work.bytes counts each array once, of chase the words that are visited, and of transfer what is
/// copied. Each kernel of launch counts as the 8 bytes that one which counts reads and writes.
std::unique_ptr<Family> make_memory();

/// The layout row_major, as kernels in C++ see it: the first input.
template <class Real>
struct DenseArray {
  using gt_real = Real;
  static constexpr const char* kLayout = "row_major";
  static constexpr std::size_t kArrays = 1;
  const Real* a;
};

}  // namespace gputest
