package org.schurmpc.circuits.lib;

import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.circuit.dsl.TypedBuilder;
import org.schurmpc.core.circuit.dsl.UInt;

/**
 * The permutation Keccak-f[1600] (FIPS 202, 3.3), on which SHA-3 and SHAKE are based: 1,600 ANDs
 * and one level for each round.
 *
 * <p>Wire i is bit i of the state as a string S of FIPS 202, 3.1.2: wire 64 (5y + x) + z is bit z
 * of the lane (x, y). In terms of the state's bytes, wire 8j + k is bit k of byte j, 0 the least
 * significant.
 */
final class KeccakF {
  private static final int ROUNDS = 24;

  private final TypedBuilder builder = new TypedBuilder(Goal.FEWEST_ANDS);

  private KeccakF() {}

  /** Returns the circuit: an input of 1,600 bits, an output of 1,600 bits. */
  static Circuit circuit() {
    return new KeccakF().permutation();
  }

  // Lane (x, y) is at 5y + x.
  private Circuit permutation() {
    UInt state = builder.inputUInt(1600);
    UInt[] lanes = new UInt[25];
    for (int i = 0; i < 25; i++) {
      lanes[i] = state.slice(64 * i, 64);
    }
    for (int round = 0; round < ROUNDS; round++) {
      lanes = chi(pi(rho(theta(lanes))));
      lanes[0] = lanes[0].xor(builder.constant(64, roundConstant(round)));
    }
    UInt result = builder.constant(0, 0);
    for (UInt lane : lanes) {
      result = result.concat(lane);
    }
    builder.output(result);
    return builder.build();
  }

  private static UInt[] theta(UInt[] a) {
    UInt[] c = new UInt[5];
    for (int x = 0; x < 5; x++) {
      c[x] = a[x].xor(a[x + 5]).xor(a[x + 10]).xor(a[x + 15]).xor(a[x + 20]);
    }
    UInt[] result = new UInt[25];
    for (int x = 0; x < 5; x++) {
      UInt d = c[(x + 4) % 5].xor(c[(x + 1) % 5].rotateLeft(1));
      for (int y = 0; y < 5; y++) {
        result[5 * y + x] = a[5 * y + x].xor(d);
      }
    }
    return result;
  }

  private static UInt[] rho(UInt[] a) {
    UInt[] result = a.clone();
    int x = 1;
    int y = 0;
    for (int t = 0; t < 24; t++) {
      result[5 * y + x] = a[5 * y + x].rotateLeft((t + 1) * (t + 2) / 2);
      int next = (2 * x + 3 * y) % 5;
      x = y;
      y = next;
    }
    return result;
  }

  private static UInt[] pi(UInt[] a) {
    UInt[] result = new UInt[25];
    for (int x = 0; x < 5; x++) {
      for (int y = 0; y < 5; y++) {
        result[5 * y + x] = a[5 * x + (x + 3 * y) % 5];
      }
    }
    return result;
  }

  private static UInt[] chi(UInt[] a) {
    UInt[] result = new UInt[25];
    for (int i = 0; i < 25; i++) {
      int row = i / 5 * 5;
      UInt next = a[row + (i + 1) % 5];
      result[i] = a[i].xor(next.not().and(a[row + (i + 2) % 5]));
    }
    return result;
  }

  /** Returns a round constant (FIPS 202, 3.2.5): bit 2^j - 1 is rc(j + 7 round). */
  private static long roundConstant(int round) {
    long constant = 0;
    for (int j = 0; j <= 6; j++) {
      constant |= (long) shiftRegister(j + 7 * round) << ((1 << j) - 1);
    }
    return constant;
  }

  /** Returns the constant coefficient of X^t modulo X^8 + X^6 + X^5 + X^4 + 1. */
  private static int shiftRegister(int t) {
    int power = 1;
    for (int i = 0; i < t; i++) {
      power = power << 1 ^ (power >> 7) * 0x171;
    }
    return power & 1;
  }
}
