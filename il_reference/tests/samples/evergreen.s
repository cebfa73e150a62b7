	.text
	.section	.AMDGPU.config
	.long	166100
	.long	520
	.long	165900
	.long	0
	.long	166120
	.long	0
	.text
	.globl	walk
	.p2align	8
	.type	walk,@function
walk:
walk$local:
	ALU_PUSH_BEFORE 6, @26, KC0[CB0:0-32], KC1[]
	JUMP @18 POP:1
	ALU 8, @33, KC0[CB0:0-32], KC1[]
	LOOP_START_DX10 @17
	ALU 0, @42, KC0[], KC1[]
	TEX 0 @22
	ALU_PUSH_BEFORE 2, @43, KC0[], KC1[]
	JUMP @12 POP:1
	ALU 0, @46, KC0[], KC1[]
	TEX 0 @24
	ALU 8, @47, KC0[], KC1[]
	ALU_POP_AFTER 12, @56, KC0[], KC1[]
	ALU_PUSH_BEFORE 10, @69, KC0[], KC1[]
	JUMP @16 POP:1
	LOOP_BREAK @16
	POP @16 POP:1
	END_LOOP @4
	POP @18 POP:1
	ALU 5, @80, KC0[CB0:0-32], KC1[]
	MEM_RAT_CACHELESS STORE_RAW T1.X, T0.X, 1
	CF_END
	PAD
	Fetch clause starting at 22:
	  VTX_READ_32 T3.X, T3.X, 0, #1
	Fetch clause starting at 24:
	  VTX_READ_32 T4.X, T4.X, 0, #1
	ALU clause starting at 26:
	  MULLO_INT * T0.Y, KC0[1].Z, T1.X,
	  ADD_INT * T0.W, PS, T0.X,
	  MOV   T1.X, literal.x,
	  ADD_INT   T0.W, PV.W, KC0[3].Y,
	  SETGT_INT * T1.W, 1, KC0[2].W,
	0(0.000000e+00), 0(0.000000e+00)
	  PRED_SETE_INT * ExecMask,PredicateBit (MASKED), PS, 0.0,
	ALU clause starting at 33:
	  MOV   T0.X, KC0[2].Y,
	  MOV   T1.W, literal.x,
	  LSHL * T2.W, T0.W, literal.y,
	0(0.000000e+00), 2(2.802597e-45)
	  ADD_INT   T2.X, PV.X, PS,
	  MOV   T4.W, PV.W,
	  MOV * T2.W, literal.x,
	1(1.401298e-45), 0(0.000000e+00)
	  MOV * T3.W, KC0[2].W,
	ALU clause starting at 42:
	  MOV * T3.X, T0.X,
	ALU clause starting at 43:
	  MOV   T0.Y, T2.W,
	  SETGT_DX10 * T5.W, 0.0, T3.X,
	  PRED_SETE_INT * ExecMask,PredicateBit (MASKED), PV.W, 0.0,
	ALU clause starting at 46:
	  MOV * T4.X, T2.X,
	ALU clause starting at 47:
	  SETGT_DX10 * T5.W, T3.X, T4.X,
	  MOV   T0.Y, T2.W,
	  MOV   T6.W, T1.W,  BS:VEC_120/SCL_212
	  NOT_INT * T5.W, PV.W,
	  PRED_SETNE_INT * Pred,PredicateBit (MASKED), PS, 0.0,
	  MOV   T0.Y, T1.W, Pred_sel_one
	  ADD   T5.W, T4.W, literal.x, Pred_sel_one BS:VEC_120/SCL_212
	  MOV * T6.W, T2.W, Pred_sel_one
	-1082130432(-1.000000e+00), 0(0.000000e+00)
	ALU clause starting at 56:
	  SETE_INT * T7.W, T0.Y, 0.0,
	  PRED_SETNE_INT * Pred,PredicateBit (MASKED), PV.W, 0.0,
	  ADD * T1.X, T4.W, T3.X, Pred_sel_zero
	  SETGT_DX10   T6.W, T1.X, literal.x, Pred_sel_zero
	  MOV * T5.W, T1.X, Pred_sel_zero
	1120403456(1.000000e+02), 0(0.000000e+00)
	  NOT_INT * T6.W, T6.W, Pred_sel_zero
	  AND_INT * T6.W, T6.W, 1,
	  MOV   T0.Y, T1.W,
	  SETE_INT * T6.W, PV.W, 0.0,
	  PRED_SETNE_INT * Pred,PredicateBit (MASKED), PV.W, 0.0,
	  MOV   T0.Y, T2.W, Pred_sel_zero
	  ADD * T4.W, T5.W, T5.W, Pred_sel_zero BS:VEC_120/SCL_212
	ALU clause starting at 69:
	  BFE_INT   T6.W, T0.Y, 0.0, 1,
	  MOV * T5.W, T2.W,
	  PRED_SETE_INT * Pred,PredicateBit (MASKED), PV.W, 0.0,
	  MOV   T1.X, T4.W, Pred_sel_zero
	  ADD_INT   T3.W, T3.W, literal.x, Pred_sel_zero BS:VEC_120/SCL_212
	  ADD_INT * T0.X, T0.X, literal.y, Pred_sel_zero
	-1(nan), 4(5.605194e-45)
	  SETE_INT * T5.W, T3.W, 0.0, Pred_sel_zero
	  AND_INT * T5.W, T5.W, 1,
	  SETE_INT * T5.W, PV.W, 0.0,
	  PRED_SETE_INT * ExecMask,PredicateBit (MASKED), PV.W, 0.0,
	ALU clause starting at 80:
	  MOV   T0.X, KC0[2].Z,
	  LSHL * T0.W, T0.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  ADD_INT * T0.W, PV.X, PV.W,
	  LSHR * T0.X, PV.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
.Lfunc_end0:
	.size	walk, .Lfunc_end0-walk

	.section	.AMDGPU.config
	.long	166100
	.long	3
	.long	165900
	.long	0
	.long	166120
	.long	128
	.text
	.globl	reverse
	.p2align	8
	.type	reverse,@function
reverse:
reverse$local:
	ALU 4, @8, KC0[CB0:0-32], KC1[]
	TEX 0 @6
	ALU 10, @13, KC0[CB0:0-32], KC1[]
	ALU 13, @24, KC0[], KC1[]
	MEM_RAT MSKOR T1.XW, T0.X
	CF_END
	Fetch clause starting at 6:
	  VTX_READ_16 T1.X, T1.X, 0, #1
	ALU clause starting at 8:
	  MULLO_INT * T0.Y, KC0[1].Z, T1.X,
	  ADD_INT * T0.W, PS, T0.X,
	  ADD_INT * T0.W, PV.W, KC0[3].X,
	  LSHL * T1.W, PV.W, 1,
	  ADD_INT * T1.X, KC0[2].Y, PV.W,
	ALU clause starting at 13:
	  BFE_INT   T1.W, T1.X, 0.0, literal.x,
	  MULLO_INT * T0.Y, T0.W, literal.y,
	16(2.242078e-44), 7(9.809089e-45)
	  ADD_INT   T1.W, PS, PV.W,
	  LSHL * T2.W, T0.X, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  LDS_WRITE * T2.W, T1.W,
	  ADD_INT   T0.W, KC0[2].Z, T0.W,
	  XOR_INT * T1.W, T2.W, literal.x,
	508(7.118596e-43), 0(0.000000e+00)
	  GROUP_BARRIER
	ALU clause starting at 24:
	  LDS_READ_RET * OQAP, T1.W
	  MOV   T0.X, OQAP,
	  AND_INT * T1.W, T0.W, literal.x,
	3(4.203895e-45), 0(0.000000e+00)
	  AND_INT   T2.W, PV.X, literal.x,
	  LSHL * T1.W, PV.W, literal.y,
	255(3.573311e-43), 3(4.203895e-45)
	  LSHL   T1.X, PV.W, PS,
	  LSHL * T1.W, literal.x, PS,
	255(3.573311e-43), 0(0.000000e+00)
	  MOV   T1.Y, 0.0,
	  MOV * T1.Z, 0.0,
	  LSHR * T0.X, T0.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
.Lfunc_end1:
	.size	reverse, .Lfunc_end1-reverse

	.section	.AMDGPU.config
	.long	166100
	.long	4
	.long	165900
	.long	0
	.long	166120
	.long	1
	.text
	.globl	tally
	.p2align	8
	.type	tally,@function
tally:
tally$local:
	ALU 16, @12, KC0[CB0:0-32], KC1[]
	TEX 0 @8
	ALU 5, @29, KC0[], KC1[]
	ALU 1, @35, KC0[], KC1[]
	MEM_RAT_CACHELESS STORE_RAW T1.X, T3.X, 0
	TEX 0 @10
	MEM_RAT ATOMIC_ADD T0, T2.X
	CF_END
	Fetch clause starting at 8:
	  VTX_READ_32 T1.X, T1.X, 0, #1
	Fetch clause starting at 10:
	  VTX_READ_32 T0.X, T0.X, 0, #1
	ALU clause starting at 12:
	  MOV   T2.X, KC0[2].W,
	  MOV   T0.Z, KC0[2].Y,
	  MOV   T0.W, KC0[2].Z,
	  SETNE_INT * T1.W, T0.X, 0.0,
	  PRED_SETNE_INT * Pred,PredicateBit (MASKED), PS, 0.0,
	  MOV   T1.W, literal.x, Pred_sel_zero
	  MOV * T2.W, literal.y, Pred_sel_zero
	0(0.000000e+00), -1000(nan)
	  LDS_WRITE * T1.W, T2.W, Pred_sel_zero
	  MULLO_INT * T0.Y, KC0[1].Z, T1.X,
	  ADD_INT * T1.W, PS, T0.X,
	  ADD_INT * T1.W, PV.W, KC0[3].Y,
	  LSHL * T1.W, PV.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  ADD_INT * T0.X, T0.Z, PV.W,
	  MOV * T1.X, PV.X,
	  GROUP_BARRIER
	ALU clause starting at 29:
	  ADD_INT * T0.W, T0.W, T1.W,
	  LSHR   T3.X, PV.W, literal.x,
	  MOV * T0.W, literal.y,
	2(2.802597e-45), 0(0.000000e+00)
	  LDS_MAX_INT * T0.W, T1.X,
	  GROUP_BARRIER
	ALU clause starting at 35:
	  LDS_READ_RET * OQAP, T0.W
	  MOV * T1.X, OQAP,
.Lfunc_end2:
	.size	tally, .Lfunc_end2-tally

	.section	.AMDGPU.config
	.long	166100
	.long	2
	.long	165900
	.long	0
	.long	166120
	.long	0
	.text
	.globl	look_up
	.p2align	8
	.type	look_up,@function
look_up:
look_up$local:
	ALU 5, @12, KC0[CB0:0-32], KC1[]
	TEX 0 @8
	ALU 10, @18, KC0[], KC1[]
	TEX 0 @10
	ALU 3, @29, KC0[CB0:0-32], KC1[]
	MEM_RAT_CACHELESS STORE_RAW T0.X, T1.X, 1
	CF_END
	PAD
	Fetch clause starting at 8:
	  VTX_READ_32 T0.X, T0.X, 0, #1
	Fetch clause starting at 10:
	  VTX_READ_32 T0.X, T0.X, 0, #2
	ALU clause starting at 12:
	  MULLO_INT * T0.Y, KC0[1].Z, T1.X,
	  ADD_INT * T0.W, PS, T0.X,
	  ADD_INT * T0.W, PV.W, KC0[3].X,
	  LSHL * T0.W, PV.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  ADD_INT * T0.X, KC0[2].Y, PV.W,
	ALU clause starting at 18:
	  MULHI * T0.Y, T0.X, literal.x,
	-858993459(-1.073742e+08), 0(0.000000e+00)
	  LSHR * T1.W, PS, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  MULLO_INT * T0.Y, PV.W, literal.x,
	5(7.006492e-45), 0(0.000000e+00)
	  SUB_INT * T1.W, T0.X, PS,
	  LSHL * T1.W, PV.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  ADD_INT * T0.X, literal.x, PV.W,
	@powers, 0(0.000000e+00)
	ALU clause starting at 29:
	  ADD_INT   T0.X, T0.X, KC0[0].X,
	  ADD_INT * T0.W, KC0[2].Z, T0.W,
	  LSHR * T1.X, PV.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
.Lfunc_end3:
	.size	look_up, .Lfunc_end3-look_up

	.section	.AMDGPU.config
	.long	166100
	.long	7
	.long	165900
	.long	0
	.long	166120
	.long	0
	.text
	.globl	indexed
	.p2align	8
	.type	indexed,@function
indexed:
indexed$local:
	ALU 0, @12, KC0[CB0:0-32], KC1[]
	TEX 0 @8
	ALU 5, @13, KC0[CB0:0-32], KC1[]
	TEX 0 @10
	ALU 17, @19, KC0[CB0:0-32], KC1[]
	MEM_RAT_CACHELESS STORE_RAW T0.X, T1.X, 1
	CF_END
	PAD
	Fetch clause starting at 8:
	  VTX_READ_128 T3.XYZW, T2.X, 0, #1
	Fetch clause starting at 10:
	  VTX_READ_32 T0.X, T0.X, 0, #1
	ALU clause starting at 12:
	  MOV * T2.X, KC0[2].Y,
	ALU clause starting at 13:
	  MULLO_INT * T0.Y, KC0[1].Z, T1.X,
	  ADD_INT * T0.W, PS, T0.X,
	  ADD_INT * T0.W, PV.W, KC0[3].X,
	  LSHL * T4.W, PV.W, literal.x,
	2(2.802597e-45), 0(0.000000e+00)
	  ADD_INT * T0.X, KC0[2].Y, PV.W,
	ALU clause starting at 19:
	  MOV   T0.W, T3.X,
	  MOV * T1.W, T3.Y,
	  MOV   T2.W, T3.Z,
	  AND_INT * T5.W, T0.X, literal.x,
	3(4.203895e-45), 0(0.000000e+00)
	  MOVA_INT * AR.x (MASKED), PS,
	  MOV   T0.Y, T(0 + AR.x).W+,
	  MOV   T6.W, literal.x,
	  ADD_INT * T4.W, KC0[2].Z, T4.W,
	2(2.802597e-45), 0(0.000000e+00)
	  LSHR   T1.X, PS, literal.x,
	  BFE_UINT   T4.W, T0.X, literal.x, PV.W,
	  ADD_INT * T6.W, PV.Y, literal.y,
	2(2.802597e-45), 5(7.006492e-45)
	  MOVA_INT * AR.x (MASKED), T5.W,
	  MOV * T(0 + AR.x).W+, T6.W,
	  MOVA_INT * AR.x (MASKED), T4.W,
	  MOV * T0.X, T(0 + AR.x).W+,
.Lfunc_end4:
	.size	indexed, .Lfunc_end4-indexed

	.type	powers,@object
	.globl	powers
	.p2align	2
powers:
powers$local:
	.long	1
	.long	10
	.long	100
	.long	1000
	.long	10000
	.size	powers, 20

	.type	llvm.amdgcn.kernel.reverse.lds,@object
	.local	llvm.amdgcn.kernel.reverse.lds
	.comm	llvm.amdgcn.kernel.reverse.lds,512,4
	.type	llvm.amdgcn.kernel.tally.lds,@object
	.local	llvm.amdgcn.kernel.tally.lds
	.comm	llvm.amdgcn.kernel.tally.lds,4,2
	.ident	"Debian clang version 15.0.6"
	.section	".note.GNU-stack"
