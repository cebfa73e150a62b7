	.section	.AMDGPU.config
	.long	166100
	.long	520
	.long	165900
	.long	0
	.long	166120
	.long	0
	.text
k:
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
