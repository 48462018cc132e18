package org.schurmpc.vm.lang;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Secret uniform numbers that no party knows, with their bits in TinyOT, each of which hides one
 * bit when it is opened. {@link ProgramBuilder#randomNumbers} makes them.
 */
public final class RandomNumbers {
  private final SecretInts values;
  private final List<SecretBitVector> bits;
  private final List<Masks.Once> uses = new ArrayList<>();

  RandomNumbers(SecretInts values, List<SecretBitVector> bits) {
    this.values = values;
    this.bits = List.copyOf(bits);
    for (SecretBitVector each : bits) {
      uses.add(new Masks.Once(each, "a bit of a random number"));
    }
  }

  /** Returns the numbers. */
  public SecretInts values() {
    return values;
  }

  /** Returns the bits, the lowest of all numbers first. */
  public List<SecretBitVector> bits() {
    return bits;
  }

  /**
   * Opens the sums of bits and of the numbers' bits of one place, once for each place. Results are
   * checked before anything that they decide is shown.
   *
   * @param place the place of the numbers' bits, from 0 on
   * @param hidden bits in TinyOT that do not depend on those of this place
   */
  public ClearInts openSum(int place, SecretBitVector hidden) {
    SecretBitVector sum = hidden.xor(bits.get(place));
    uses.get(place).requireUnused();
    Draft draft = hidden.draft;
    int opened = draft.emit(Operation.MASKED, 'c', sum.field(), sum.n(), sum.id(), TapeIr.NO);
    uses.get(place).use();
    return new ClearBitVector(draft, opened).asInts();
  }
}
