package org.schurmpc.vm.lang;

import java.util.List;

/**
 * A secret value together with its bits.
 *
 * @param value the value
 * @param bits the value's bits, the lowest first; of a number that may be negative, in two's
 *     complement
 */
public record SecretBits<V extends Value>(V value, List<SecretBit> bits) {
  public SecretBits {
    bits = List.copyOf(bits);
  }
}
