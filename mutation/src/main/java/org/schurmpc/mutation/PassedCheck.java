package org.schurmpc.mutation;

import org.pitest.reloc.asm.MethodVisitor;
import org.pitest.reloc.asm.Opcodes;

/** Makes a comparison, or the decoding of a peer's message, say that all is well. */
public final class PassedCheck extends CallMutator {
  public PassedCheck() {
    super("PASSED_CHECK");
  }

  @Override
  boolean matches(Call call, boolean heldByField) {
    return Calls.isTest(call.owner(), call.name(), call.descriptor());
  }

  @Override
  void replace(Call call, MethodVisitor to) {
    call.write(to);
    to.visitInsn(Opcodes.POP);
    to.visitInsn(Opcodes.ICONST_1);
  }
}
