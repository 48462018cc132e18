package org.schurmpc.mutation;

import org.pitest.reloc.asm.Label;
import org.pitest.reloc.asm.MethodVisitor;
import org.pitest.reloc.asm.Opcodes;

/** Knows whether the last instruction read a field, or an element of an array of objects. */
abstract class LastLoad extends MethodVisitor {
  private boolean heldByField;

  LastLoad(int api, MethodVisitor next) {
    super(api, next);
  }

  /** Returns whether the last instruction read a field; the next one is a call. */
  final boolean takeHeldByField() {
    boolean held = heldByField;
    heldByField = false;
    return held;
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    heldByField = opcode == Opcodes.GETFIELD;
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitInsn(int opcode) {
    heldByField = opcode == Opcodes.AALOAD;
    super.visitInsn(opcode);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    heldByField = false;
    super.visitVarInsn(opcode, variable);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    heldByField = false;
    super.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitLdcInsn(Object value) {
    heldByField = false;
    super.visitLdcInsn(value);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    // A cast changes nothing about where the value came from.
    heldByField &= opcode == Opcodes.CHECKCAST;
    super.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    heldByField = false;
    super.visitJumpInsn(opcode, label);
  }
}
