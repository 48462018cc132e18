package org.schurmpc.core.circuit.lib;

import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * AES-128 encryption (FIPS 197) of one block, key schedule included: 200 S-boxes.
 *
 * <p>Inputs are the key and the plaintext, 128 bits each; the output is the ciphertext. Each is a
 * string of 16 bytes reversed: wire 0 of a value is the least significant bit of its last byte.
 */
public final class Aes128 {
  private static final int ROUNDS = 10;

  private final CircuitBuilder builder = new CircuitBuilder();
  private final AesSbox sbox;

  private Aes128(AesSbox.Variant variant) {
    this.sbox = new AesSbox(builder, variant);
  }

  /** 6,400 ANDs at AND depth 60. */
  public static Circuit small() {
    return new Aes128(AesSbox.Variant.SMALL).encryption();
  }

  /** 6,800 ANDs at AND depth 40. */
  public static Circuit shallow() {
    return new Aes128(AesSbox.Variant.SHALLOW).encryption();
  }

  // State and round key are 16 bytes in the order of FIPS 197, a byte 8 wires from the least
  // significant bit on.
  private Circuit encryption() {
    int[][] key = bytes(builder.input(128));
    int[][] state = addRoundKey(bytes(builder.input(128)), key);
    int rcon = 1;
    for (int round = 1; round <= ROUNDS; round++) {
      key = nextKey(key, rcon);
      rcon = rcon << 1 ^ (rcon >> 7) * 0x11b;
      state = shiftRows(subBytes(state));
      if (round < ROUNDS) {
        state = mixColumns(state);
      }
      state = addRoundKey(state, key);
    }
    builder.output(wires(state));
    return builder.build();
  }

  private static int[][] bytes(int[] wires) {
    int[][] bytes = new int[16][8];
    for (int i = 0; i < 128; i++) {
      bytes[15 - i / 8][i % 8] = wires[i];
    }
    return bytes;
  }

  private static int[] wires(int[][] bytes) {
    int[] wires = new int[128];
    for (int i = 0; i < 128; i++) {
      wires[i] = bytes[15 - i / 8][i % 8];
    }
    return wires;
  }

  private int[][] nextKey(int[][] key, int rcon) {
    int[][] next = new int[16][];
    for (int i = 0; i < 4; i++) {
      next[i] = xor(key[i], sbox.apply(key[12 + (i + 1) % 4]));
    }
    for (int bit = 0; bit < 8; bit++) {
      if ((rcon >> bit & 1) != 0) {
        next[0][bit] = builder.not(next[0][bit]);
      }
    }
    for (int i = 4; i < 16; i++) {
      next[i] = xor(key[i], next[i - 4]);
    }
    return next;
  }

  private int[][] addRoundKey(int[][] state, int[][] key) {
    int[][] result = new int[16][];
    for (int i = 0; i < 16; i++) {
      result[i] = xor(state[i], key[i]);
    }
    return result;
  }

  private int[][] subBytes(int[][] state) {
    int[][] result = new int[16][];
    for (int i = 0; i < 16; i++) {
      result[i] = sbox.apply(state[i]);
    }
    return result;
  }

  private static int[][] shiftRows(int[][] state) {
    int[][] result = new int[16][];
    for (int i = 0; i < 16; i++) {
      result[i] = state[(i + 4 * (i % 4)) % 16];
    }
    return result;
  }

  /** 108 XORs a column: b_i = 2 (a_i + a_(i+1)) + a_(i+1) + (a_(i+2) + a_(i+3)). */
  private int[][] mixColumns(int[][] state) {
    int[][] result = new int[16][];
    for (int c = 0; c < 16; c += 4) {
      int[][] sums = new int[4][];
      for (int i = 0; i < 4; i++) {
        sums[i] = xor(state[c + i], state[c + (i + 1) % 4]);
      }
      for (int i = 0; i < 4; i++) {
        int[] rest = xor(state[c + (i + 1) % 4], sums[(i + 2) % 4]);
        result[c + i] = xor(doubled(sums[i]), rest);
      }
    }
    return result;
  }

  /** The product with X in GF(2)[X]/(X^8 + X^4 + X^3 + X + 1). */
  private int[] doubled(int[] a) {
    int high = a[7];
    return new int[] {
      high,
      builder.xor(a[0], high),
      a[1],
      builder.xor(a[2], high),
      builder.xor(a[3], high),
      a[4],
      a[5],
      a[6]
    };
  }

  private int[] xor(int[] a, int[] b) {
    int[] sum = new int[a.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = builder.xor(a[i], b[i]);
    }
    return sum;
  }
}
