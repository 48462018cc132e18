package org.schurmpc.spark;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.sql.Row;

/**
 * Makes {@link InputRow}s of the rows of a table, whose first column is the key.
 *
 * <p>A value of {@code w} bits is a boolean for {@code w = 1}, a whole number from -2^(w-1) to 2^w
 * - 1, or ceil(w / 8) bytes, the most significant first.
 */
final class RowEncoder implements Function<Row, InputRow>, Serializable {
  /** What Java reads in place of bytes that are no UTF-8: different keys would look alike. */
  private static final char REPLACEMENT = 0xFFFD;

  private final int[] sizes;
  private final TreeMap<Integer, String> columns; // by input value

  /**
   * Creates an encoder.
   *
   * @param sizes the bits of each input value of the circuit
   * @param columns for each input value of this party the name of its column, in the order of the
   *     columns behind the key
   */
  RowEncoder(int[] sizes, SortedMap<Integer, String> columns) {
    this.sizes = sizes.clone();
    this.columns = new TreeMap<>(columns);
  }

  @Override
  public InputRow call(Row row) {
    Object key = key(row);
    byte[][] values = new byte[sizes.length][];
    String fault = fault(key);
    int column = 0;
    for (int value : columns.keySet()) {
      column++;
      Object cell = row.get(column);
      values[value] = cell == null ? null : bytes(cell, sizes[value]);
      if (values[value] == null && fault == null) {
        fault =
            cell == null
                ? "column '%s' is empty".formatted(columns.get(value))
                : "column '%s' does not hold a value of %d bits"
                    .formatted(columns.get(value), sizes[value]);
      }
    }
    return new InputRow(key, values, fault);
  }

  private static String fault(Object key) {
    if (key == null) {
      return "its key is empty";
    }
    boolean text = key instanceof String string && string.indexOf(REPLACEMENT) >= 0;
    return text ? "its key is no valid text" : null;
  }

  private static Object key(Row row) {
    Object key = row.get(0);
    return key instanceof Number number ? (Object) number.longValue() : key;
  }

  /** Returns a cell as bytes; null if it is not a value of as many bits. */
  private static byte[] bytes(Object cell, int bits) {
    if (cell instanceof Boolean flag) {
      return number(BigInteger.valueOf(flag ? 1 : 0), bits);
    }
    if (cell instanceof byte[] bytes) {
      return bytes.length == (bits + 7) / 8 ? number(new BigInteger(1, bytes), bits) : null;
    }
    return cell instanceof Number whole
        ? number(BigInteger.valueOf(whole.longValue()), bits)
        : null;
  }

  private static byte[] number(BigInteger value, int bits) {
    if (value.signum() < 0 ? value.bitLength() >= bits : value.bitLength() > bits) {
      return null;
    }
    byte[] bytes = new byte[(bits + 7) / 8];
    byte[] given = value.toByteArray();
    if (value.signum() < 0) {
      Arrays.fill(bytes, (byte) -1);
    }
    int used = Math.min(bytes.length, given.length);
    System.arraycopy(given, given.length - used, bytes, bytes.length - used, used);
    bytes[0] &= (byte) (0xFF >>> (bytes.length * 8 - bits));
    return bytes;
  }
}
