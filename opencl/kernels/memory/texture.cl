/* gputest kernel: memory_texture
 *   summary    = texels by rows, by columns or at random, through an image or from an array
 *   source     = gputest
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = texture
 *   walk       = *
 *   through    = *
 *
 * One texel per item, at the place of an index. */
#if GT_TEXTURE
__constant sampler_t texel =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void memory_texture(__read_only image2d_t a, __global const uint* restrict index,
                             __global float4* restrict c, const uint n, const uint width) {
  const uint i = get_global_id(0);
  if (i < n) c[i] = read_imagef(a, texel, (int2)(index[i] % width, index[i] / width));
}
#else
__kernel void memory_texture(__global const float4* restrict a, __global const uint* restrict index,
                             __global float4* restrict c, const uint n, const uint width) {
  const uint i = get_global_id(0);
  if (i < n) c[i] = a[index[i]];
}
#endif
