package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.LookupKind.Form;
import org.schurmpc.spdz.material.Span;

/**
 * The public linear map from a unary vector u, which is 1 at s and 0 elsewhere, to the entries of a
 * masked table (KORSVV17, Protocol 2): entry h is Σ_j T(j ⊕ h) u_j. Works on parts of bits: a bit's
 * share, and the share of its MAC.
 *
 * <p>For each output bit, the entries are the product of T and u in F2[x_0, ..., x_(ℓ-1)] modulo
 * all x_i^2 - 1, where the coefficient at j belongs to Π x_i over the bits i that are set in j. In
 * y_i = x_i + 1 the moduli are y_i^2: the coefficient of a product at S is the sum, over all
 * subsets A of S, of that of T at A times that of u at S without A. So 3^ℓ terms replace 4^ℓ. The
 * change of variables takes ℓ 2^(ℓ-1) XORs, and is its own inverse.
 *
 * <p>The sequence of operations and of addresses depends on ℓ and m alone.
 */
final class MaskedEntries {
  /** Number of output bits that one pass over the subsets computes. */
  private static final int GROUP = 4;

  /** The MAC of a part of one long. */
  private static final long MAC = (1L << LookupKind.VALUE_SHIFT) - 1;

  private final LookupKind kind;
  private final Field field;
  private final int entries;
  private final int partLongs;
  private final int groups;

  /**
   * For each group of output bits, its table's coefficients: for each A, a long for each bit, 0 or
   * -1.
   */
  private final long[] coefficients;

  /** Long l of part j of the unary vector is at l 2^ℓ + j. */
  private final long[] unary;

  /** Long l of the part of output bit b at S is at (b partLongs + l) 2^ℓ + S. */
  private final long[] products;

  private final long[] part;

  /** If outputs are bytes: sums of MACs by power of X, and the bytes. */
  private final long[] rows;

  private final long[] values;

  MaskedEntries(LookupKind kind, LookupTable table) {
    this.kind = kind;
    this.field = kind.field();
    this.entries = kind.entries();
    this.partLongs = kind.partLongs();
    this.groups = (kind.outputBits() + GROUP - 1) / GROUP;
    this.coefficients = new long[groups * GROUP * entries];
    this.unary = new long[partLongs * entries];
    this.products = new long[groups * GROUP * partLongs * entries];
    this.part = new long[partLongs];
    boolean bytes = kind.form() == Form.BYTES;
    this.rows = new long[bytes ? field.bits() * entries : 0];
    this.values = new long[bytes ? entries : 0];
    for (int bit = 0; bit < kind.outputBits(); bit++) {
      expand(table, bit);
    }
  }

  private void expand(LookupTable table, int bit) {
    long[] column = new long[entries];
    for (int i = 0; i < entries; i++) {
      column[i] = -(table.entry(i) >>> bit & 1);
    }
    changeVariables(column, 0);
    int at = bit / GROUP * GROUP * entries + bit % GROUP;
    for (int i = 0; i < entries; i++) {
      coefficients[at + i * GROUP] = column[i];
    }
  }

  /** Replaces the coefficients in x by those in y, or the other way round. */
  private void changeVariables(long[] a, int at) {
    for (int bit = 1; bit < entries; bit <<= 1) {
      for (int first = at; first < at + entries; first += 2 * bit) {
        for (int i = first; i < first + bit; i++) {
          a[i] ^= a[i + bit];
        }
      }
    }
  }

  /** Sets part j of the unary vector. */
  void set(int j, long bit, long[] mac, int macAt) {
    kind.write(bit, mac, macAt, part, 0);
    for (int l = 0; l < partLongs; l++) {
      unary[l * entries + j] = part[l];
    }
  }

  /** Writes the entries, of a unary vector all of whose parts were set, into an item. */
  void write(long[] items, int itemAt) {
    for (int l = 0; l < partLongs; l++) {
      changeVariables(unary, l * entries);
      for (int group = 0; group < groups; group++) {
        multiply(group, l);
      }
    }
    if (kind.form() == Form.BYTES) {
      combine();
    }
    for (int output = 0; output < kind.outputs(); output++) {
      for (int l = 0; l < partLongs; l++) {
        int from = (output * partLongs + l) * entries;
        changeVariables(products, from);
        for (int h = 0; h < entries; h++) {
          items[itemAt + kind.entryAt(h) + output * partLongs + l] = products[from + h];
        }
      }
    }
  }

  /** Multiplies one long of all parts by the coefficients of a group. */
  private void multiply(int group, int l) {
    int at = l * entries;
    int table = group * GROUP * entries;
    int stride = partLongs * entries;
    int to = group * GROUP * stride + at;
    for (int s = 0; s < entries; s++) {
      long sum0 = 0;
      long sum1 = 0;
      long sum2 = 0;
      long sum3 = 0;
      int a = s;
      do {
        long u = unary[at + (s ^ a)];
        int c = table + a * GROUP;
        sum0 ^= u & coefficients[c];
        sum1 ^= u & coefficients[c + 1];
        sum2 ^= u & coefficients[c + 2];
        sum3 ^= u & coefficients[c + 3];
        a = (a - 1) & s; // the next lesser subset, and s after the empty one
      } while (a != s);
      products[to + s] = sum0;
      products[to + stride + s] = sum1;
      products[to + 2 * stride + s] = sum2;
      products[to + 3 * stride + s] = sum3;
    }
  }

  /**
   * Replaces the first output bit by the byte of all: coordinates side by side, and Σ B_b m_b for
   * MACs m_b. Bytes are over a field whose parts are one long.
   */
  private void combine() {
    Span span = kind.values();
    Arrays.fill(rows, 0);
    Arrays.fill(values, 0);
    for (int bit = 0; bit < kind.outputBits(); bit++) {
      int from = bit * entries;
      for (int i = 0; i < entries; i++) {
        values[i] |= products[from + i] >>> LookupKind.VALUE_SHIFT << bit;
        products[from + i] &= MAC;
      }
      long basis = span.basis(bit)[0];
      for (int h = 0; h < field.bits(); h++) {
        if ((basis >>> h & 1) != 0) {
          field.add(rows, h * entries, products, from, rows, h * entries, entries);
        }
      }
    }
    field.composeRows(rows, 0, entries, products, 0, entries);
    for (int i = 0; i < entries; i++) {
      products[i] |= values[i] << LookupKind.VALUE_SHIFT;
    }
  }

  void wipe() {
    for (long[] each : new long[][] {unary, products, part, rows, values}) {
      Secrets.wipe(each);
    }
  }
}
