package org.schurmpc.vm.examples;

import java.util.List;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecondField;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecureProgram;

/** Looks up the premiums of secret classes of risk in a public tariff. */
public final class Tariff implements SecureProgram {
  private static final LookupTable PREMIUMS =
      new LookupTable(3, 8, new int[] {40, 55, 70, 90, 120, 150, 190, 240});

  @Override
  public void define(ProgramBuilder b) {
    SecondField field = b.secondField();
    int n = (int) b.argument("customers");
    SecretBitVector[] risk = new SecretBitVector[3];
    for (int i = 0; i < risk.length; i++) {
      risk[i] = field.inputBits("risk" + i, 0, n);
    }
    List<SecretBitVector> premiums = field.lookup(PREMIUMS).of(risk);
    for (int i = 0; i < premiums.size(); i++) {
      b.outputTo(1, "premium" + i, premiums.get(i));
    }
  }
}
