package org.schurmpc.core.circuit.lib;

import org.schurmpc.core.circuit.CircuitBuilder;

/** MixColumns of FIPS 197, 5.1.3, with the XORs that its 32 sums can share: 97 a column. */
final class AesColumns {
  // Row i of the matrix is this, turned to the right by i.
  private static final int[] FACTORS = {2, 3, 1, 1};

  private final CircuitBuilder builder;
  private final LinearForms forms;

  AesColumns(CircuitBuilder builder) {
    this.builder = builder;
    long[] masks = new long[32];
    for (int row = 0; row < 4; row++) {
      for (int in = 0; in < 32; in++) {
        int product = times(FACTORS[Math.floorMod(in / 8 - row, 4)], 1 << in % 8);
        for (int bit = 0; bit < 8; bit++) {
          masks[8 * row + bit] |= (long) (product >> bit & 1) << in;
        }
      }
    }
    this.forms = new LinearForms(32, masks);
  }

  private static int times(int a, int b) {
    int product = 0;
    int power = a;
    for (int bit = 0; bit < 8; bit++) {
      product ^= (b >> bit & 1) * power;
      power = AesTables.timesX(power);
    }
    return product;
  }

  /** Of four bytes the column that they become, bits from the least significant one on. */
  int[][] mixed(int[][] column) {
    int[] wires = new int[32];
    for (int i = 0; i < 4; i++) {
      System.arraycopy(column[i], 0, wires, 8 * i, 8);
    }
    LinearForms.Wires sums = forms.new Wires(builder, wires);
    int[][] result = new int[4][8];
    for (int i = 0; i < 32; i++) {
      result[i / 8][i % 8] = sums.form(i);
    }
    return result;
  }
}
