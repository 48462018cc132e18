package org.schurmpc.spark;

import java.io.Serializable;

/** A row of this party's table. Its text does not show its values. */
final class InputRow implements Serializable {
  private final Object key;
  private final byte[][] values;
  private final String fault;

  /**
   * Creates a row.
   *
   * @param key the key, a Long or a String
   * @param values for each input value of the circuit that this party supplies, its bytes, the most
   *     significant first; null for the others
   * @param fault why the row cannot be evaluated, without its values; null if it can
   */
  InputRow(Object key, byte[][] values, String fault) {
    this.key = key;
    this.values = values;
    this.fault = fault;
  }

  Object key() {
    return key;
  }

  byte[] value(int index) {
    return values[index];
  }

  String fault() {
    return fault;
  }
}
