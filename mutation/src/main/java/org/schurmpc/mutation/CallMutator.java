package org.schurmpc.mutation;

import org.pitest.bytecode.ASMVersion;
import org.pitest.mutationtest.engine.gregor.MethodInfo;
import org.pitest.mutationtest.engine.gregor.MethodMutatorFactory;
import org.pitest.mutationtest.engine.gregor.MutationContext;
import org.pitest.reloc.asm.MethodVisitor;

/** Changes one call of a method at a time. */
abstract class CallMutator implements MethodMutatorFactory {
  private final String id;

  CallMutator(String id) {
    this.id = id;
  }

  /**
   * Returns whether the call is changed.
   *
   * @param heldByField whether the last argument was read from a field just before
   */
  abstract boolean matches(Call call, boolean heldByField);

  /** Writes what stands for the call. */
  abstract void replace(Call call, MethodVisitor to);

  /** A call within a method. */
  record Call(
      String within,
      int opcode,
      String owner,
      String name,
      String descriptor,
      boolean ofInterface) {
    void write(MethodVisitor to) {
      to.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    }
  }

  @Override
  public MethodVisitor create(MutationContext context, MethodInfo method, MethodVisitor next) {
    return new Visitor(context, method.getName(), next);
  }

  @Override
  public String getGloballyUniqueId() {
    return getClass().getName();
  }

  @Override
  public String getName() {
    return id;
  }

  private final class Visitor extends LastLoad {
    private final MutationContext context;
    private final String within;

    Visitor(MutationContext context, String within, MethodVisitor next) {
      super(ASMVersion.ASM_VERSION, next);
      this.context = context;
      this.within = within;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean ofInterface) {
      Call call = new Call(within, opcode, owner, name, descriptor, ofInterface);
      boolean heldByField = takeHeldByField();
      if (matches(call, heldByField)
          && context.shouldMutate(
              context.registerMutation(CallMutator.this, Calls.described(owner, name)))) {
        replace(call, mv);
      } else {
        call.write(mv);
      }
    }
  }
}
