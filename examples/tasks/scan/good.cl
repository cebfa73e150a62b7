// A work-item has four numbers. A scan in local memory adds the others of its group.
__kernel void scan(int n, __global const int* x, __global int* sum) {
  __local int part[GT_BLOCK], earlier[GT_BLOCK];
  const int me = get_local_id(0), first = 1024 * get_group_id(0), mine = first + 4 * me;
  int4 before = 0;
  for (int i = me; i < first / 4; i += GT_BLOCK) before += vload4(i, x);
  earlier[me] = before.x + before.y + before.z + before.w;
  int own[4];
  for (int k = 0; k < 4; k++) own[k] = (k > 0 ? own[k - 1] : 0) + (mine + k < n ? x[mine + k] : 0);
  part[me] = own[3];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < GT_BLOCK; step *= 2) {
    const int left = me >= step ? part[me - step] : 0;
    const int right = me + step < GT_BLOCK ? earlier[me + step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    part[me] += left;
    earlier[me] += right;  // in the end, earlier[0] is the sum of all groups before
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const int base = earlier[0] + part[me] - own[3];
  for (int k = 0; k < 4 && mine + k < n; k++) sum[mine + k] = base + own[k];
}
