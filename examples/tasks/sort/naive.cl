// The place of a key is the number of smaller keys, and of equal keys before it.
__kernel void sort(int n, int rows, __global const int* key, __global int* sorted) {
  __local int row[1024];
  const int me = get_local_id(0), first = n * get_group_id(0);
  for (int i = me; i < n; i += GT_BLOCK) row[i] = key[first + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = me; i < n; i += GT_BLOCK) {
    int rank = 0;
    for (int j = 0; j < n; j++) rank += row[j] < row[i] || (row[j] == row[i] && j < i);
    sorted[first + rank] = row[i];
  }
}
