package org.schurmpc.vm.lang;

import java.util.List;

/**
 * Secret uniform numbers that no party knows, with their bits in TinyOT. {@link
 * ProgramBuilder#randomNumbers} makes them.
 *
 * @param values the numbers
 * @param bits their bits, the lowest of all numbers first
 */
public record RandomNumbers(SecretInts values, List<SecretBitVector> bits) {
  public RandomNumbers {
    bits = List.copyOf(bits);
  }
}
