/* Functions that translated IL calls besides the semantics: elements of resources, limits,
 * atomics. */

/* The bits of an image's texel at integer coordinates, clamped to the edge. */
__constant sampler_t il_nearest =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#define il_texel(image, at) read_imageui(image, il_nearest, at)
/* The same for floats that are whole numbers. It samples the texel's middle, because the floats
 * of its edge could round to either side. */
#define il_texel_at_whole(image, at) read_imageui(image, il_nearest, (at) + 0.5f)

/* The place in a buffer of the element at integer coordinates, clamped to the edge. A shape is
 * (width, height, pitch, -). */
IL_FN uint il_place(uint4 shape, int2 at) {
  const int2 inside = clamp(at, (int2)(0), convert_int2(shape.xy) - 1);
  return (uint)inside.y * shape.z + (uint)inside.x;
}
/* The same for a 3D resource or an array; its shape has the depth in w. */
IL_FN uint il_layered_place(uint4 shape, int4 at) {
  const uint layer = (uint)clamp(at.z, 0, (int)shape.w - 1);
  return il_place(shape, at.xy) + layer * shape.y * shape.z;
}

/* The texel of coordinates: the floor of floats. */
#define il_texel_of(coordinates) convert_int2(floor(coordinates))
/* The floor of a coordinate that is later clamped to the edge. Below 0 it need not be exact, and
 * NaN gives 0. */
IL_FN int il_texel_along(float a) { return (int)fmin(fmax(a, 0.0f), 1073741824.0f); }

/* Unsigned division; b = 0 gives all bits set. It has no branch: a branch around a division
 * would keep compilers from unrolling the loop around it. */
IL_FN uint il_uquotient(uint a, uint b) { return a / max(b, 1u) | (b == 0u ? 0xFFFFFFFFu : 0u); }
IL_FN uint il_uremainder(uint a, uint b) { return a % max(b, 1u) | (b == 0u ? 0xFFFFFFFFu : 0u); }

/* `index`, if it is below `count`. Otherwise notes the instruction `where` for the host, which
 * rejects the run, and returns the last element. */
IL_FN void il_fault(__global uint* fault, uint where) { atomic_cmpxchg(fault, 0u, where); }
IL_FN uint il_index(uint index, uint count, __global uint* fault, uint where) {
  if (index < count) return index;
  il_fault(fault, where);
  return count - 1u;
}

/* Atomics that OpenCL C lacks. They return the old word. */
#define IL_ATOMIC(name, space, next)                 \
  IL_FN uint name(volatile space uint* at, uint b) { \
    uint seen = *at;                                 \
    for (;;) {                                       \
      const uint m = seen;                           \
      seen = atomic_cmpxchg(at, m, next);            \
      if (seen == m) return m;                       \
    }                                                \
  }
IL_ATOMIC(il_global_rsub, __global, b - m)
IL_ATOMIC(il_global_uinc, __global, m >= b ? 0u : m + 1u)
IL_ATOMIC(il_global_udec, __global, m == 0u || m > b ? b : m - 1u)
IL_ATOMIC(il_local_rsub, __local, b - m)
IL_ATOMIC(il_local_uinc, __local, m >= b ? 0u : m + 1u)
IL_ATOMIC(il_local_udec, __local, m == 0u || m > b ? b : m - 1u)
IL_FN uint il_global_mskor(volatile __global uint* at, uint b, uint c) {
  uint seen = *at;
  for (;;) {
    const uint m = seen;
    seen = atomic_cmpxchg(at, m, (m & ~b) | c);
    if (seen == m) return m;
  }
}

/* Stores a byte or a short of a word; other threads may write its other parts at the same time. */
IL_FN void il_store_part(volatile __global uint* at, uint shift, uint mask, uint value) {
  uint seen = *at;
  for (;;) {
    const uint m = seen;
    seen = atomic_cmpxchg(at, m, (m & ~(mask << shift)) | ((value & mask) << shift));
    if (seen == m) return;
  }
}
