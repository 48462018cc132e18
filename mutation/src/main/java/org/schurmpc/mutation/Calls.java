package org.schurmpc.mutation;

import java.util.regex.Pattern;
import org.pitest.reloc.asm.MethodVisitor;
import org.pitest.reloc.asm.Opcodes;
import org.pitest.reloc.asm.Type;

/** Says which calls security hangs on, by the names that this project gives them. */
final class Calls {
  private static final String OURS = "org/schurmpc/";
  private static final Pattern CHECK =
      Pattern.compile(
          "(require|check|compare|verify|burn|fail|log|refuse|withdraw)([A-Z].*)?|noteReserved");
  private static final Pattern WIPE = Pattern.compile("(wipe|.*Wipe|wipe[A-Z].*)");

  private Calls() {}

  /** Whether the call of a method without a result is a check, or notes what a check is of. */
  static boolean isCheck(String owner, String name, String descriptor) {
    boolean ofCheck = name.equals("end") && owner.startsWith(OURS + "core/mac/");
    return owner.startsWith(OURS)
        && descriptor.endsWith(")V")
        && (ofCheck || CHECK.matcher(name).matches());
  }

  static boolean isWipe(String owner, String name, String descriptor) {
    return owner.startsWith(OURS) && descriptor.endsWith(")V") && isWipeName(name);
  }

  static boolean isWipeName(String name) {
    return WIPE.matcher(name).matches();
  }

  /** Whether the call's boolean result says that a peer's message is as it should be. */
  static boolean isTest(String owner, String name, String descriptor) {
    boolean equal = name.equals("equal") || name.equals("fromBytes");
    return owner.startsWith(OURS)
        && descriptor.endsWith(")Z")
        && (equal || CHECK.matcher(name).matches());
  }

  /** Whether the call returns the bytes of a coin toss. */
  static boolean isToss(String owner, String name, String descriptor) {
    boolean end = name.equals("end") && owner.equals(OURS + "core/agree/CoinToss$Under");
    boolean toss = name.equals("toss") || name.equals("tossUnjudged");
    return owner.startsWith(OURS) && descriptor.endsWith(")[B") && (end || toss);
  }

  /** Whether the call fills an array with bytes that nobody can predict. */
  static boolean isDraw(String owner, String name, String descriptor) {
    return owner.equals("java/security/SecureRandom")
        && name.equals("nextBytes")
        && descriptor.equals("([B)V");
  }

  /** Takes the arguments of a call, and the object that is called, from the stack. */
  static void drop(MethodVisitor to, int opcode, String descriptor) {
    Type[] arguments = Type.getArgumentTypes(descriptor);
    for (int i = arguments.length - 1; i >= 0; i--) {
      to.visitInsn(arguments[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    }
    if (opcode != Opcodes.INVOKESTATIC) {
      to.visitInsn(Opcodes.POP);
    }
  }

  /** Returns the call's name for people and for the list of accepted survivors. */
  static String described(String owner, String name) {
    return owner.substring(owner.lastIndexOf('/') + 1) + "." + name;
  }
}
