package org.schurmpc.vm.ir;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.field.Field;

/** The constants of one field. Not thread-safe. */
public final class Pool {
  private final Field field;
  private final List<BigInteger> constants = new ArrayList<>();
  private final Map<BigInteger, Integer> indices = new HashMap<>();

  public Pool(Field field) {
    this.field = field;
  }

  public Field field() {
    return field;
  }

  /** Returns the index of a constant; in a prime field the number is reduced. */
  public int index(BigInteger value) {
    BigInteger reduced = field.isBinary() ? value : value.mod(field.order());
    return indices.computeIfAbsent(
        reduced,
        constant -> {
          constants.add(constant);
          return constants.size() - 1;
        });
  }

  /** Returns a constant as a number below the order. */
  public BigInteger constant(int index) {
    return constants.get(index);
  }

  /** Returns all constants as elements. */
  public long[] elements() {
    long[] elements = new long[constants.size() * field.limbs()];
    for (int index = 0; index < constants.size(); index++) {
      field.fromBigInteger(constants.get(index), elements, index * field.limbs());
    }
    return elements;
  }
}
