package org.schurmpc.spdz.cipher;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * AES-128 on shared bits, by any S-box: 10 layers of 16 S-boxes. The key schedule takes no further
 * layers, as SubWord of a round key needs the one before only: its 4 S-boxes are in the layer of
 * the state.
 */
final class AesRounds implements CipherKernel {
  private static final int BYTES = AesTables.BYTES;
  private static final int WORD = AesTables.WORD;
  private static final int BITS = AesTables.BITS;
  private static final int ROUNDS = AesTables.ROUNDS;

  /** The reduction of X^8 in GF(2^8), without X^8. */
  private static final int MODULUS = 0x1b;

  private final int lanes;
  private final boolean expanded;
  private final Substitution sbox;
  private final ShareArithmetic local;

  /** Number of bytes of a layer: those of the state, and of a word of the key. */
  private final int items;

  /** The bits of a layer's bytes, before and after the S-boxes. */
  private final Shares state;

  private final Shares substituted;

  /** The current round key, if the key is not expanded: row {@link #keyRow} for each bit. */
  private final Shares roundKey;

  private final long[] ones;

  AesRounds(CipherParty party, boolean expanded, Substitution sbox) {
    this.lanes = party.lanes();
    this.expanded = expanded;
    this.sbox = sbox;
    this.local = party.wires().local();
    this.items = layerItems(expanded);
    this.state = new Shares(party.field(), items * BITS * lanes);
    this.substituted = new Shares(party.field(), items * BITS * lanes);
    this.roundKey = new Shares(party.field(), expanded ? 0 : BYTES * BITS * lanes);
    this.ones = new long[lanes];
    Arrays.fill(ones, 1);
  }

  /** Returns the number of S-boxes of a layer. */
  static int layerItems(boolean expanded) {
    return BYTES + (expanded ? 0 : WORD);
  }

  /** Returns the number of S-boxes of a block. */
  static int items(boolean expanded) {
    return ROUNDS * layerItems(expanded);
  }

  /** Returns the start of a bit of a byte of a layer, bit 0 the least significant one. */
  private int row(int item, int bit) {
    return (bit * items + item) * lanes;
  }

  private int keyRow(int item, int bit) {
    return (item * BITS + bit) * lanes;
  }

  /** Returns the number of a bit among those of a string. */
  private static int number(int item, int bit) {
    return BITS * item + BITS - 1 - bit;
  }

  @Override
  public void input(CipherWires wires) {
    int keyBytes = expanded ? BYTES * (ROUNDS + 1) : BYTES;
    for (int i = 0; i < BITS * keyBytes; i++) {
      Subfield.keepBits(wires.shares(), wires.key(i), lanes);
    }
    for (int i = 0; i < BITS * BYTES; i++) {
      Subfield.keepBits(wires.shares(), wires.block(i), lanes);
    }
    for (int item = 0; item < BYTES; item++) {
      for (int bit = 0; bit < BITS; bit++) {
        int number = number(item, bit);
        state.copy(row(item, bit), wires.shares(), wires.block(number), lanes);
        if (!expanded) {
          roundKey.copy(keyRow(item, bit), wires.shares(), wires.key(number), lanes);
        }
      }
    }
  }

  @Override
  public void compute(CipherWires wires) throws MpcException {
    addRoundKey(wires, 0);
    for (int round = 1; round <= ROUNDS; round++) {
      if (!expanded) {
        rotateWord();
      }
      sbox.substitute(state, substituted, items * lanes);
      if (!expanded) {
        expandKey(round);
      }
      if (round < ROUNDS) {
        shiftRowsAndMixColumns();
      } else {
        shiftRows();
      }
      addRoundKey(wires, round);
    }
    for (int item = 0; item < BYTES; item++) {
      for (int bit = 0; bit < BITS; bit++) {
        int output = wires.output(number(item, bit));
        wires.shares().copy(output, state, row(item, bit), lanes);
      }
    }
  }

  private void addRoundKey(CipherWires wires, int round) {
    for (int item = 0; item < BYTES; item++) {
      for (int bit = 0; bit < BITS; bit++) {
        Shares key = expanded ? wires.shares() : roundKey;
        int from =
            expanded ? wires.key(BITS * BYTES * round + number(item, bit)) : keyRow(item, bit);
        add(key, from, state, row(item, bit));
      }
    }
  }

  private void add(Shares from, int at, Shares to, int toAt) {
    local.add(to, toAt, from, at, to, toAt, lanes);
  }

  /** Appends RotWord of the last word of the round key to the layer. */
  private void rotateWord() {
    for (int i = 0; i < WORD; i++) {
      for (int bit = 0; bit < BITS; bit++) {
        int from = keyRow(BYTES - WORD + (i + 1) % WORD, bit);
        state.copy(row(BYTES + i, bit), roundKey, from, lanes);
      }
    }
  }

  /** Computes the round key from the one before and SubWord. */
  private void expandKey(int round) {
    int constant = AesTables.roundConstant(round);
    for (int bit = 0; bit < BITS; bit++) {
      for (int item = 0; item < BYTES; item++) {
        if (item < WORD) {
          add(substituted, row(BYTES + item, bit), roundKey, keyRow(item, bit));
        } else {
          add(roundKey, keyRow(item - WORD, bit), roundKey, keyRow(item, bit));
        }
        // Later words have the constant by the first.
        if (item == 0 && (constant >> bit & 1) != 0) {
          local.addPublic(ones, 0, roundKey, keyRow(0, bit), roundKey, keyRow(0, bit), lanes);
        }
      }
    }
  }

  /** Returns the byte that ShiftRows moves to byte i. */
  private static int shifted(int i) {
    return (i + WORD * (i % WORD)) % BYTES;
  }

  private void shiftRows() {
    for (int item = 0; item < BYTES; item++) {
      for (int bit = 0; bit < BITS; bit++) {
        state.copy(row(item, bit), substituted, row(shifted(item), bit), lanes);
      }
    }
  }

  private void shiftRowsAndMixColumns() {
    for (int item = 0; item < BYTES; item++) {
      int column = item - item % WORD;
      int[] bytes = new int[WORD];
      for (int i = 0; i < WORD; i++) {
        bytes[i] = shifted(column + (item + i) % WORD);
      }
      for (int bit = 0; bit < BITS; bit++) {
        mix(bytes, bit, row(item, bit));
      }
    }
  }

  /** Computes a bit of 2 (a + b) + b + c + d for the bytes a, b, c, d. */
  private void mix(int[] bytes, int bit, int to) {
    state.copy(to, substituted, row(bytes[1], bit), lanes);
    add(substituted, row(bytes[2], bit), state, to);
    add(substituted, row(bytes[3], bit), state, to);
    if (bit > 0) {
      addSum(bytes, bit - 1, to);
    }
    if ((MODULUS >> bit & 1) != 0) {
      addSum(bytes, BITS - 1, to);
    }
  }

  /** Adds a bit of a + b. */
  private void addSum(int[] bytes, int bit, int to) {
    add(substituted, row(bytes[0], bit), state, to);
    add(substituted, row(bytes[1], bit), state, to);
  }

  @Override
  public void wipe() {
    sbox.wipe();
    state.wipe();
    substituted.wipe();
    roundKey.wipe();
  }
}
