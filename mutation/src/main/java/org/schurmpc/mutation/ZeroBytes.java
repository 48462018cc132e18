package org.schurmpc.mutation;

import org.pitest.reloc.asm.MethodVisitor;

/** Draws no random bytes: challenges, masks and salts in a new array stay zero. */
public final class ZeroBytes extends CallMutator {
  public ZeroBytes() {
    super("ZERO_BYTES");
  }

  @Override
  boolean matches(Call call, boolean heldByField) {
    return Calls.isDraw(call.owner(), call.name(), call.descriptor());
  }

  @Override
  void replace(Call call, MethodVisitor to) {
    Calls.drop(to, call.opcode(), call.descriptor());
  }
}
