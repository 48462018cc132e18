package org.schurmpc.vm.ir;

import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;

/** What an instruction of a {@link TapeIr} does. */
public enum Operation {
  /** Removed by a pass. */
  NONE(null, Role.NONE),

  LDK(Op.LDK, Role.PURE),
  SHARE(Op.SHARE, Role.PURE),
  ADDS(Op.ADDS, Role.PURE, true),
  SUBS(Op.SUBS, Role.PURE),
  ADDM(Op.ADDM, Role.PURE),
  SUBM(Op.SUBM, Role.PURE),
  RSUBM(Op.RSUBM, Role.PURE),
  MULM(Op.MULM, Role.PURE),
  SUMS(Op.SUMS, Role.PURE),
  /** The columns of a matrix, whose number of rows is the immediate, of its rows. */
  TRANS(Op.TRANS, Role.PURE),
  /** Makes one vector of several: a list of values. */
  JOIN_SECRET(Op.MOVS, Role.PURE),
  /** Makes one vector of several: a list of values. */
  JOIN_CLEAR(Op.MOVC, Role.PURE),

  ADDC(Op.ADDC, Role.PURE, true),
  SUBC(Op.SUBC, Role.PURE),
  MULC(Op.MULC, Role.PURE, true),
  DIVC(Op.DIVC, Role.PURE),
  IDIV(Op.IDIV, Role.PURE),
  MOD(Op.MOD, Role.PURE),
  AND(Op.AND, Role.PURE, true),
  OR(Op.OR, Role.PURE, true),
  XOR(Op.XOR, Role.PURE, true),
  SHL(Op.SHL, Role.PURE),
  SHR(Op.SHR, Role.PURE),
  MOD2K(Op.MOD2K, Role.PURE),

  /** Bits of clear numbers; the count is that of the numbers, and the immediate says which. */
  CTOB(Op.CTOB, Role.PURE),
  /** Clear numbers of clear bits. */
  BTOC(Op.BTOC, Role.PURE),

  INT(Op.INT, Role.PURE),
  ADDI(Op.ADDI, Role.PURE, true),
  SUBI(Op.SUBI, Role.PURE),
  MULI(Op.MULI, Role.PURE, true),
  DIVI(Op.DIVI, Role.PURE),
  MODI(Op.MODI, Role.PURE),
  SHLI(Op.SHLI, Role.PURE),
  SHRI(Op.SHRI, Role.PURE),
  ANDI(Op.ANDI, Role.PURE, true),
  ORI(Op.ORI, Role.PURE, true),
  XORI(Op.XORI, Role.PURE, true),
  LTI(Op.LTI, Role.PURE),
  EQI(Op.EQI, Role.PURE, true),
  ARG(Op.ARG, Role.PURE),
  ITOC(Op.ITOC, Role.PURE),

  CTOI(Op.CTOI, Role.GATEWAY),
  ISZERO(Op.ISZERO, Role.GATEWAY),

  BIT(Op.BIT, Role.MATERIAL),
  RAND(Op.RAND, Role.MATERIAL),
  /** The elements, and behind them their inverses; the count is that of the pairs. */
  INV(Op.INV, Role.MATERIAL),

  /**
   * Masks, with the numbers of {@link Op#mask} in the immediate; behind the values those modulo a
   * power of 2, if they are asked for. The other target is their lowest bits.
   */
  EDABIT(Op.EDABIT, Role.MATERIAL),
  EDALOW(Op.EDALOW, Role.MATERIAL),
  EDABOTH(Op.EDABOTH, Role.MATERIAL),
  /** Random bits as numbers, and as bits in the other target. */
  DABIT(Op.DABIT, Role.MATERIAL),

  MASKED(Op.STARTOPEN, Role.OPEN),
  REVEAL(Op.STARTOPEN, Role.OPEN),
  PRODUCT(Op.STARTOPEN, Role.OPEN, true),
  SQUARED(Op.STARTOPEN, Role.OPEN),
  /** Looks up in the public table whose number is the immediate; the count is that of indices. */
  LOOKUP(Op.STARTOPEN, Role.OPEN),

  INPUT(Op.INPUT, Role.INPUT),
  /** The bits of inputs; the count is that of the values. */
  INPUT_BITS(Op.INPUT, Role.INPUT),

  LDS(Op.LDS, Role.LOAD),
  LDC(Op.LDC, Role.LOAD),
  LDI(Op.LDI, Role.LOAD),
  LDSX(Op.LDSX, Role.LOAD),
  LDCX(Op.LDCX, Role.LOAD),
  LDIX(Op.LDIX, Role.LOAD),
  STS(Op.STS, Role.STORE),
  STC(Op.STC, Role.STORE),
  STI(Op.STI, Role.STORE),
  STSX(Op.STSX, Role.STORE),
  STCX(Op.STCX, Role.STORE),
  STIX(Op.STIX, Role.STORE),

  OUTPUT(Op.OUTPUT, Role.EFFECT),
  OUTPUTC(Op.OUTPUTC, Role.EFFECT),
  /** A list of values and, negated bitwise, texts. */
  PRINT(Op.PRINT, Role.EFFECT),

  /** Copies a cell's content. */
  READ(null, Role.READ),
  /** Sets a cell, which is the target. */
  WRITE(null, Role.WRITE),

  LOOP(Op.LOOP, Role.CONTROL),
  END_LOOP(Op.ENDLOOP, Role.CONTROL),
  IF(Op.JZ, Role.CONTROL),
  ELSE(Op.JMP, Role.CONTROL),
  END_IF(null, Role.CONTROL),
  /** Begins a loop whose number of turns is not known; {@link #TEST} is in it. */
  WHILE(null, Role.CONTROL),
  TEST(Op.JZ, Role.CONTROL),
  END_WHILE(Op.JMP, Role.CONTROL),
  /** Runs a routine, whose number is the immediate. */
  CALL(Op.CALL, Role.CONTROL),
  /** Begins a routine, whose code stands behind the tape's own. */
  ROUTINE(null, Role.CONTROL),
  END_ROUTINE(Op.RET, Role.CONTROL),
  /** Ends the run if a value is 0, with the text whose number is the immediate. */
  REQUIRE(Op.REQUIRE, Role.CONTROL);

  /** What the passes may do with an instruction. */
  public enum Role {
    NONE,
    /** Depends on its sources alone. */
    PURE,
    /** Takes preprocessed material. */
    MATERIAL,
    /** Lets clear values act: the machine checks all openings first. */
    GATEWAY,
    /** Needs a round: part of a group between startopen and stopopen. */
    OPEN,
    INPUT,
    LOAD,
    STORE,
    EFFECT,
    READ,
    WRITE,
    /** Ends a basic block. */
    CONTROL
  }

  private final Op op;
  private final Role role;
  private final boolean commutes;

  Operation(Op op, Role role) {
    this(op, role, false);
  }

  Operation(Op op, Role role, boolean commutes) {
    this.op = op;
    this.role = role;
    this.commutes = commutes;
  }

  /** Returns the instruction of the bytecode, or null if it depends on the values. */
  public Op op() {
    return op;
  }

  public Role role() {
    return role;
  }

  /** Whether the sources may be exchanged. */
  public boolean commutes() {
    return commutes;
  }

  /** Whether the sources are a list. */
  public boolean hasList() {
    return this == PRINT || this == JOIN_SECRET || this == JOIN_CLEAR;
  }

  /** Whether a load or store has its address in an integer value. */
  public boolean isIndexed() {
    return switch (this) {
      case LDSX, LDCX, LDIX, STSX, STCX, STIX -> true;
      default -> false;
    };
  }

  /** Returns the load or store whose address is fixed, of one that is indexed. */
  public Operation fixed() {
    return switch (this) {
      case LDSX -> LDS;
      case LDCX -> LDC;
      case LDIX -> LDI;
      case STSX -> STS;
      case STCX -> STC;
      case STIX -> STI;
      default -> throw new IllegalArgumentException(name());
    };
  }

  /** Returns the kind of an entry of startopen. */
  public int entryKind() {
    return switch (this) {
      case MASKED -> Code.MASKED;
      case REVEAL -> Code.REVEAL;
      case PRODUCT -> Code.PRODUCT;
      case SQUARED -> Code.SQUARED;
      case LOOKUP -> Code.LOOKUP;
      default -> throw new IllegalArgumentException(name());
    };
  }
}
