package org.schurmpc.circuits.lib;

import java.util.Arrays;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * MixColumns of FIPS 197, 5.1.3, in 93 XORs a column.
 *
 * <p>A program is a list of sums of two elements each, in order, and 32 elements that are the
 * output, all in hexadecimal. Elements 0 to 1f are the bits of the column, byte after byte from the
 * least significant bit on, and 20 + i is sum i. The program was found by search: a part of the
 * best program so far is kept, and completed by the sums that bring the outputs nearest, following
 * Boyar and Peralta ("A new combinational logic minimization technique with applications to
 * cryptology", eprint 2009/191), with random choice between ties.
 */
final class AesColumns {
  private static final String SUMS =
      "1+11 2+a 10+18 c+1c 20+21 4+14 0+22 3+1b 5+1d f+17 1+19 8+10 7+f b+13 5+d a+1a 12+27 "
          + "26+29 17+1e 9+11 12+21 25+2e 29+30 1c+25 2a+34 d+15 1b+2d 1a+30 6+e 16+3c 18+2c "
          + "2b+3e 21+3a 4+1d 7+1f 1a+2a 29+2d 2c+40 f+42 1c+41 24+43 35+47 29+46 26+3f 37+44 "
          + "28+3d a+13 20+3e 6+2c 2f+33 7+4a 36+4e 34+51 22+52 0+2b 39+47 31+4f 24+54 16+1e b+52 "
          + "42+56 28+57 9+55 58+5e 27+42 e+4a c+60 19+4b 58+63 3a+5b 46+5a 55+56 2a+5e 3b+5b "
          + "33+63 23+57 50+61 35+6b 16+61 25+62 32+50 39+5a 6+71 4+65 23+73 2f+60 40+75 2e+71 "
          + "4d+77 4c+73 62+79 e+5a 2e+7b";

  private static final String OUTPUTS =
      "3f 6a 59 45 7a 6b 7c 6c 31 64 54 53 4c 6d 72 6e 67 68 48 69 74 49 78 66 5c 5f 38 76 "
          + "6f 5d 4d 70";

  private final CircuitBuilder builder;
  private final int[][] sums;
  private final int[] outputs;

  AesColumns(CircuitBuilder builder) {
    this.builder = builder;
    this.sums =
        Arrays.stream(SUMS.split(" ", -1)).map(sum -> elements(sum, "[+]")).toArray(int[][]::new);
    this.outputs = elements(OUTPUTS, " ");
  }

  private static int[] elements(String text, String separator) {
    return Arrays.stream(text.split(separator, -1))
        .mapToInt(n -> Integer.parseInt(n, 16))
        .toArray();
  }

  /** Returns the image of a column of four bytes, bits from the least significant one on. */
  int[][] mixed(int[][] column) {
    int[] wires = new int[32 + sums.length];
    for (int i = 0; i < 4; i++) {
      System.arraycopy(column[i], 0, wires, 8 * i, 8);
    }
    for (int i = 0; i < sums.length; i++) {
      wires[32 + i] = builder.xor(wires[sums[i][0]], wires[sums[i][1]]);
    }
    int[][] result = new int[4][8];
    for (int i = 0; i < 32; i++) {
      result[i / 8][i % 8] = wires[outputs[i]];
    }
    return result;
  }
}
