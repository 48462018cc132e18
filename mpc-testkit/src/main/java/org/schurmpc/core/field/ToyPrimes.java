package org.schurmpc.core.field;

import java.math.BigInteger;

/** Fields of few elements, over which tests count how often a cheat passes: INSECURE. */
public final class ToyPrimes {
  private ToyPrimes() {}

  /** Returns the integers modulo an odd prime, however small. */
  public static Field modulo(int p) {
    return new OneLimbField(Integer.toString(p), BigInteger.valueOf(p));
  }

  /** Returns the number of a field's elements. */
  public static int size(Field field) {
    return Integer.parseInt(field.name());
  }

  /** Returns the number of an element. */
  public static int number(Field field, long[] elements, int at) {
    return field.toBigInteger(elements, at * field.limbs()).intValueExact();
  }
}
