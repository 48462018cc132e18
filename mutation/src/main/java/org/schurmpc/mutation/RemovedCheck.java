package org.schurmpc.mutation;

import org.pitest.reloc.asm.MethodVisitor;
import org.pitest.reloc.asm.Opcodes;

/**
 * Removes the call of a check, of burning a store, or of wiping what outlives the method: what a
 * field holds, and all that a method {@code close} or {@code wipe} wipes. Wiping a local array is
 * left alone: no test can see an array that nothing refers to any more.
 */
public final class RemovedCheck extends CallMutator {
  public RemovedCheck() {
    super("REMOVED_CHECK");
  }

  @Override
  boolean matches(Call call, boolean heldByField) {
    boolean wipe = Calls.isWipe(call.owner(), call.name(), call.descriptor());
    boolean atTheEnd = call.within().equals("close") || Calls.isWipeName(call.within());
    return Calls.isCheck(call.owner(), call.name(), call.descriptor())
        || isBurnt(call)
        || (wipe && (heldByField || atTheEnd));
  }

  /** Whether the call burns a store on the way of an exception that it returns. */
  private static boolean isBurnt(Call call) {
    return call.name().equals("burnt") && call.descriptor().matches("\\((L[^;]*;)\\)\\1");
  }

  @Override
  void replace(Call call, MethodVisitor to) {
    if (isBurnt(call)) {
      if (call.opcode() != Opcodes.INVOKESTATIC) {
        to.visitInsn(Opcodes.SWAP);
        to.visitInsn(Opcodes.POP);
      }
      return;
    }
    Calls.drop(to, call.opcode(), call.descriptor());
  }
}
