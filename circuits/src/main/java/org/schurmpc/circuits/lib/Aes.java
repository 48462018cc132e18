package org.schurmpc.circuits.lib;

import java.util.Arrays;
import java.util.Optional;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.dsl.Goal;

/**
 * AES (FIPS 197) with keys of 128, 192 or 256 bits, on one block.
 *
 * <p>The inputs are the key and the block; the output is a block. The key is either the cipher key,
 * with its schedule part of the circuit, or the expanded key: all round keys, first to last, w[0]
 * to w[4 Nr + 3] of FIPS 197, in this order for decryption too. Each value is a string of bytes
 * reversed: wire 0 is the least significant bit of its last byte.
 *
 * <p>Only S-boxes have ANDs, see {@link AesSbox}: 32 at depth 6, or 34 at depth 4. Alternatively
 * each S-box is one lookup, at depth 1. A decryption that expands the key first is twice as deep as
 * one that does not.
 */
public final class Aes {
  private final CircuitBuilder builder = new CircuitBuilder();
  private final AesSubstitution sbox;
  private final Optional<AesColumns> columns;
  private final int keyWords;
  private final int rounds;
  // The round keys made so far, 4 bytes a word and 8 wires a byte, from the least significant bit
  // on.
  private final int[][][] words;
  private int made;

  private Aes(int keyBits, Sboxes sboxes) {
    if (keyBits != 128 && keyBits != 192 && keyBits != 256) {
      throw new IllegalArgumentException("AES has keys of 128, 192 and 256 bits, not " + keyBits);
    }
    this.sbox =
        switch (sboxes) {
          case FEWEST_ANDS -> new AesSbox(builder, AesSbox.Variant.SMALL);
          case LEAST_DEPTH -> new AesSbox(builder, AesSbox.Variant.SHALLOW);
          case LOOKUP -> new AesTables(builder);
        };
    // With lookups, only XORs are left to save.
    this.columns =
        sboxes == Sboxes.LOOKUP ? Optional.of(new AesColumns(builder)) : Optional.empty();
    this.keyWords = keyBits / 32;
    this.rounds = keyWords + 6;
    this.words = new int[4 * rounds + 4][][];
  }

  /** Returns the encryption of the second input under the first, a key of 128, 192 or 256 bits. */
  public static Circuit encryption(int keyBits, Goal goal) {
    return encryption(keyBits, Sboxes.of(goal));
  }

  static Circuit encryption(int keyBits, Sboxes sboxes) {
    Aes aes = new Aes(keyBits, sboxes);
    aes.inputWords(aes.keyWords);
    return aes.encryption();
  }

  /** Returns the decryption of the second input under the first, a key of 128, 192 or 256 bits. */
  public static Circuit decryption(int keyBits, Goal goal) {
    return decryption(keyBits, Sboxes.of(goal));
  }

  static Circuit decryption(int keyBits, Sboxes sboxes) {
    Aes aes = new Aes(keyBits, sboxes);
    aes.inputWords(aes.keyWords);
    return aes.decryption();
  }

  /**
   * Returns the encryption of the second input under the first, an expanded key: 1408 bits and
   * more.
   */
  public static Circuit expandedEncryption(int keyBits, Goal goal) {
    return expandedEncryption(keyBits, Sboxes.of(goal));
  }

  static Circuit expandedEncryption(int keyBits, Sboxes sboxes) {
    Aes aes = new Aes(keyBits, sboxes);
    aes.inputWords(aes.words.length);
    return aes.encryption();
  }

  /**
   * Returns the decryption of the second input under the first, an expanded key: 1408 bits and
   * more.
   */
  public static Circuit expandedDecryption(int keyBits, Goal goal) {
    return expandedDecryption(keyBits, Sboxes.of(goal));
  }

  static Circuit expandedDecryption(int keyBits, Sboxes sboxes) {
    Aes aes = new Aes(keyBits, sboxes);
    aes.inputWords(aes.words.length);
    return aes.decryption();
  }

  // A state is 16 bytes in the order of FIPS 197.
  private Circuit encryption() {
    int[][] state = addRoundKey(bytes(builder.input(128)), 0);
    for (int round = 1; round <= rounds; round++) {
      expandTo(4 * round + 4);
      state = shiftRows(subBytes(state), 1);
      if (round < rounds) {
        state = mixColumns(state);
      }
      state = addRoundKey(state, round);
    }
    builder.output(wires(state));
    return builder.build();
  }

  private Circuit decryption() {
    expandTo(words.length);
    int[][] state = addRoundKey(bytes(builder.input(128)), rounds);
    for (int round = rounds - 1; round >= 0; round--) {
      // The inverse of a rotation by i of 4 is that by -i.
      state = addRoundKey(inverseSubBytes(shiftRows(state, -1)), round);
      if (round > 0) {
        state = inverseMixColumns(state);
      }
    }
    builder.output(wires(state));
    return builder.build();
  }

  private static int[][] bytes(int[] wires) {
    int[][] bytes = new int[wires.length / 8][8];
    for (int i = 0; i < wires.length; i++) {
      bytes[bytes.length - 1 - i / 8][i % 8] = wires[i];
    }
    return bytes;
  }

  private static int[] wires(int[][] bytes) {
    int[] wires = new int[8 * bytes.length];
    for (int i = 0; i < wires.length; i++) {
      wires[i] = bytes[bytes.length - 1 - i / 8][i % 8];
    }
    return wires;
  }

  private void inputWords(int count) {
    int[][] bytes = bytes(builder.input(32 * count));
    for (int i = 0; i < 4 * count; i++) {
      if (i % 4 == 0) {
        words[i / 4] = new int[4][];
      }
      words[i / 4][i % 4] = bytes[i];
    }
    made = count;
  }

  private void expandTo(int count) {
    for (; made < count; made++) {
      words[made] = nextWord();
    }
  }

  private int[][] nextWord() {
    int[][] before = words[made - 1];
    int[][] next = new int[4][];
    boolean first = made % keyWords == 0;
    for (int i = 0; i < 4; i++) {
      int[] addend = before[first ? (i + 1) % 4 : i];
      if (first || (keyWords == 8 && made % 8 == 4)) {
        addend = sbox.apply(addend);
      }
      next[i] = xor(words[made - keyWords][i], addend);
    }
    int rcon = first ? power(made / keyWords - 1) : 0;
    for (int bit = 0; bit < 8; bit++) {
      if ((rcon >> bit & 1) != 0) {
        next[0][bit] = builder.not(next[0][bit]);
      }
    }
    return next;
  }

  /** Returns a power of X in GF(2)[X]/(X^8 + X^4 + X^3 + X + 1). */
  private static int power(int exponent) {
    int power = 1;
    for (int i = 0; i < exponent; i++) {
      power = AesTables.timesX(power);
    }
    return power;
  }

  private int[][] addRoundKey(int[][] state, int round) {
    int[][] result = new int[16][];
    for (int i = 0; i < 16; i++) {
      result[i] = xor(state[i], words[4 * round + i / 4][i % 4]);
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

  private int[][] inverseSubBytes(int[][] state) {
    int[][] result = new int[16][];
    for (int i = 0; i < 16; i++) {
      result[i] = sbox.applyInverse(state[i]);
    }
    return result;
  }

  /** Rotates row i by i columns, to the left for 1 and to the right for -1. */
  private static int[][] shiftRows(int[][] state, int direction) {
    int[][] result = new int[16][];
    for (int i = 0; i < 16; i++) {
      result[i] = state[Math.floorMod(i + direction * 4 * (i % 4), 16)];
    }
    return result;
  }

  /** Computes a column with 108 XORs: b_i = 2 (a_i + a_(i+1)) + a_(i+1) + (a_(i+2) + a_(i+3)). */
  private int[][] mixColumns(int[][] state) {
    int[][] result = new int[16][];
    for (int c = 0; c < 16; c += 4) {
      if (columns.isPresent()) {
        int[][] mixed = columns.get().mixed(Arrays.copyOfRange(state, c, c + 4));
        System.arraycopy(mixed, 0, result, c, 4);
        continue;
      }
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

  /**
   * Inverts {@link #mixColumns}. The inverse of 2 + 3Y + Y^2 + Y^3 modulo Y^4 + 1 is the polynomial
   * itself times 5 + 4Y^2: first 4 (a_i + a_(i+2)) is added to a column.
   */
  private int[][] inverseMixColumns(int[][] state) {
    int[][] result = new int[16][];
    for (int c = 0; c < 16; c += 4) {
      for (int i = 0; i < 2; i++) {
        int[] sum = doubled(doubled(xor(state[c + i], state[c + i + 2])));
        result[c + i] = xor(state[c + i], sum);
        result[c + i + 2] = xor(state[c + i + 2], sum);
      }
    }
    return mixColumns(result);
  }

  /** Returns the product with X in GF(2)[X]/(X^8 + X^4 + X^3 + X + 1). */
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
