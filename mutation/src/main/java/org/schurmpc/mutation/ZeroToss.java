package org.schurmpc.mutation;

import org.pitest.reloc.asm.MethodVisitor;
import org.pitest.reloc.asm.Opcodes;

/** Replaces the bytes of a coin toss by zeros; the messages stay as they are. */
public final class ZeroToss extends CallMutator {
  public ZeroToss() {
    super("ZERO_TOSS");
  }

  @Override
  boolean matches(Call call, boolean heldByField) {
    return Calls.isToss(call.owner(), call.name(), call.descriptor());
  }

  @Override
  void replace(Call call, MethodVisitor to) {
    call.write(to);
    to.visitInsn(Opcodes.ARRAYLENGTH);
    to.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_BYTE);
  }
}
