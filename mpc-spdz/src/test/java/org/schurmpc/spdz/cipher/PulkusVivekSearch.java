package org.schurmpc.spdz.cipher;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.spdz.cipher.PulkusVivek.Polynomial;

/**
 * Finds the polynomials of {@link PulkusVivek}: draws q_1, and solves the linear equations for p_1
 * and p_2 by Gauss's elimination. {@code main} prints them as the class has them.
 */
final class PulkusVivekSearch {
  private static final int N = PulkusVivek.MONOMIALS;
  private static final int UNKNOWNS = 2 * 8 * N;
  private static final int SEED = 2016;

  private PulkusVivekSearch() {}

  static byte[] q1() {
    byte[] q = new byte[N];
    new Random(SEED).nextBytes(q);
    return q;
  }

  /** The coefficients of p_1 and then of p_2, for an S-box. */
  static byte[] solution(LookupTable box, byte[] q) {
    Polynomial factor = new Polynomial(q);
    List<BitSet> rows = new ArrayList<>();
    for (int x = 0; x < box.entries(); x++) {
      int value = factor.at(x);
      int[] columns = new int[UNKNOWNS];
      for (int unknown = 0; unknown < UNKNOWNS; unknown++) {
        byte[] unit = new byte[N];
        unit[unknown / 8 % N] = (byte) (1 << unknown % 8);
        int term = new Polynomial(unit).at(x);
        boolean first = unknown < UNKNOWNS / 2;
        columns[unknown] = first ? Gf256.mul(term, value) : term;
      }
      for (int bit = 0; bit < box.outputBits(); bit++) {
        BitSet row = new BitSet(UNKNOWNS + 1);
        for (int unknown = 0; unknown < UNKNOWNS; unknown++) {
          row.set(unknown, (columns[unknown] >> bit & 1) != 0);
        }
        row.set(UNKNOWNS, (box.entry(x) >> bit & 1) != 0);
        rows.add(row);
      }
    }
    return solved(rows);
  }

  /** Solves equations whose last bit is the right side; free unknowns are zero. */
  private static byte[] solved(List<BitSet> rows) {
    List<BitSet> pivots = new ArrayList<>();
    for (BitSet row : rows) {
      for (BitSet pivot : pivots) {
        if (row.get(pivot.nextSetBit(0))) {
          row.xor(pivot);
        }
      }
      int lead = row.nextSetBit(0);
      if (lead < 0) {
        continue;
      }
      if (lead == UNKNOWNS) {
        throw new IllegalStateException("no solution with this q_1");
      }
      for (BitSet pivot : pivots) {
        if (pivot.get(lead)) {
          pivot.xor(row);
        }
      }
      pivots.add(row);
    }
    byte[] coefficients = new byte[2 * N];
    for (BitSet pivot : pivots) {
      int lead = pivot.nextSetBit(0);
      if (pivot.get(UNKNOWNS)) {
        coefficients[lead / 8] |= (byte) (1 << lead % 8);
      }
    }
    return coefficients;
  }

  public static void main(String[] arguments) {
    byte[] q = q1();
    System.out.println(HexFormat.of().formatHex(q));
    for (LookupTable box : DesTables.sboxes()) {
      System.out.println(HexFormat.of().formatHex(solution(box, q)));
    }
  }
}
