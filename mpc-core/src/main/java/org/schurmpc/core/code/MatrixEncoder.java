package org.schurmpc.core.code;

import java.util.Arrays;

/**
 * Encodes public words by the generator matrix, byte by byte with a table of all products: the
 * baseline of Damgård, Lauritsen and Toft (2014), who call it the naive way (section 4.2). Computes
 * k (n - k) products for each word, even if the word is a 0/1 vector. Works for all codes.
 *
 * <p>The time includes the conversion of bit-sliced words into bytes, and back.
 */
public final class MatrixEncoder extends ByteEncoder {
  private final int k;
  private final int checks;
  private final byte[] matrix; // redundancy of data unit vector i from i * checks on
  private final byte[] product = Products.table();
  private final byte[] bits = new byte[Codeword.POSITIONS];
  private final byte[] expected = new byte[Codeword.POSITIONS];

  public MatrixEncoder(ReedSolomon code) {
    super(code);
    this.k = code.k();
    this.checks = code.n() - k;
    this.matrix = new byte[k * checks];
    for (int i = 0; i < k; i++) {
      for (int c = 0; c < checks; c++) {
        matrix[i * checks + c] = (byte) code.generator(i, k + c);
      }
    }
  }

  @Override
  void redundancy(byte[] data, byte[] out) {
    Arrays.fill(out, k, k + checks, (byte) 0);
    int i = 0;
    for (; i + 4 <= k; i += 4) {
      addFourRows(data, i, out);
    }
    for (; i < k; i++) {
      int x = (data[i] & 0xFF) << 8;
      int row = i * checks;
      for (int c = 0; c < checks; c++) {
        out[k + c] ^= product[x | (matrix[row + c] & 0xFF)];
      }
    }
  }

  private void addFourRows(byte[] data, int i, byte[] out) {
    int x0 = (data[i] & 0xFF) << 8;
    int x1 = (data[i + 1] & 0xFF) << 8;
    int x2 = (data[i + 2] & 0xFF) << 8;
    int x3 = (data[i + 3] & 0xFF) << 8;
    int row0 = i * checks;
    int row1 = row0 + checks;
    int row2 = row1 + checks;
    int row3 = row2 + checks;
    for (int c = 0; c < checks; c++) {
      int sum = product[x0 | (matrix[row0 + c] & 0xFF)] ^ product[x1 | (matrix[row1 + c] & 0xFF)];
      sum ^= product[x2 | (matrix[row2 + c] & 0xFF)] ^ product[x3 | (matrix[row3 + c] & 0xFF)];
      out[k + c] ^= (byte) sum;
    }
  }

  @Override
  void redundancyOfPlane(byte[] data, int plane, byte[] out) {
    for (int i = 0; i < k; i++) {
      bits[i] = (byte) (data[i] >>> plane & 1);
    }
    redundancy(bits, out);
  }

  @Override
  boolean isCodeword(byte[] symbols) {
    redundancy(symbols, expected);
    return Arrays.equals(symbols, k, k + checks, expected, k, k + checks);
  }
}
