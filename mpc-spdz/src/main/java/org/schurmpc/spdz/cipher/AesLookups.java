package org.schurmpc.spdz.cipher;

import java.util.Arrays;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.share.PackedOpening;
import org.schurmpc.spdz.share.Shares;

/**
 * AES-128 by masked tables of its S-box (KORSVV17, section 4.3, AES-LT): 160 lookups in 10 rounds,
 * and 40 more in the same rounds for the key schedule, as SubWord of a round key needs the one
 * before only.
 *
 * <p>The state is 16 bytes, packed, of all lanes: byte i of lane l is at i * lanes + l.
 */
final class AesLookups implements CipherKernel {
  private static final int BYTES = AesTables.BYTES;
  private static final int WORD = AesTables.WORD;
  private static final int ROUNDS = AesTables.ROUNDS;

  private final int lanes;
  private final boolean expanded;
  private final Field field;
  private final PackedTables tables;
  private final LookupRound round;

  /** This party's packed share of the constant of each round. */
  private final long[] constants;

  /** The round keys; if the key is not expanded, that of the current round. */
  private final long[] keys;

  private final long[] state;

  /** The bytes of the state, then of a word of the key, after the S-box. */
  private final long[] substituted;

  /** The places in {@link #substituted} of lookups whose table is the first one of a call. */
  private final int[] target = new int[1];

  /**
   * Creates a kernel.
   *
   * @param expanded whether the key is given as round keys
   */
  AesLookups(CipherParty party, boolean expanded) {
    this.lanes = party.lanes();
    this.expanded = expanded;
    this.field = party.field();
    LookupKind kind = kind(field);
    long[] key = party.store().keys(party.material().storeName());
    this.tables = new PackedTables(party.store(), kind);
    int bytes = BYTES + (expanded ? 0 : WORD);
    PackedOpening opening =
        new PackedOpening(party.session(), kind.indices(), party.wires().macs(), key, party.mode());
    this.round = new LookupRound(opening, bytes * lanes);
    this.constants = constants(field, key, party.session().party() == 0);
    this.keys = new long[(expanded ? ROUNDS + 1 : 1) * BYTES * lanes];
    this.state = new long[BYTES * lanes];
    this.substituted = new long[bytes * lanes];
  }

  /** Returns the kind of the tables of the S-box. */
  static LookupKind kind(Field field) {
    return LookupKind.of(field, AesTables.sbox(), LookupKind.Form.BYTES);
  }

  /** Returns the number of lookups for a block. */
  static int lookups(boolean expanded) {
    return ROUNDS * (BYTES + (expanded ? 0 : WORD));
  }

  private static long[] constants(Field field, long[] key, boolean first) {
    long[] constants = new long[ROUNDS + 1];
    for (int i = 1; i <= ROUNDS; i++) {
      long value = AesTables.roundConstant(i);
      long[] mac = {Gf2To40Embedding.embed(value)};
      field.multiply(key, 0, mac, 0, mac, 0, 1);
      constants[i] = (first ? value << LookupKind.VALUE_SHIFT : 0) | mac[0];
    }
    return constants;
  }

  /** Packs the bits of the inputs into bytes. */
  @Override
  public void input(CipherWires wires) {
    Arrays.fill(keys, 0);
    Arrays.fill(state, 0);
    int keyBytes = keys.length / lanes;
    for (int i = 0; i < keyBytes; i++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        append(wires.shares(), wires.key(Byte.SIZE * i + bit), keys, i * lanes);
      }
    }
    for (int i = 0; i < BYTES; i++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        append(wires.shares(), wires.block(Byte.SIZE * i + bit), state, i * lanes);
      }
    }
  }

  /** Appends a bit to bytes, as the least significant one. */
  private void append(Shares bits, int from, long[] to, int at) {
    long[] values = bits.values();
    long[] macs = bits.macs();
    for (int lane = 0; lane < lanes; lane++) {
      long before = to[at + lane];
      long value = before >>> LookupKind.VALUE_SHIFT << 1 | (values[from + lane] & 1);
      long mac = Packed.timesY(before & Packed.MAC) ^ macs[from + lane];
      to[at + lane] = value << LookupKind.VALUE_SHIFT | mac;
    }
  }

  @Override
  public void compute(CipherWires wires) throws MpcException {
    addKey(state, 0);
    for (int i = 1; i <= ROUNDS; i++) {
      substitute();
      if (!expanded) {
        nextKey(i);
      }
      int key = expanded ? i * BYTES * lanes : 0;
      if (i < ROUNDS) {
        mix(key);
      } else {
        shiftRows();
        addKey(state, key);
      }
    }
    tables.release();
  }

  private void substitute() throws MpcException {
    int n = substituted.length;
    tables.lease(n);
    round.begin(n);
    round.add(tables, 0, state, 0, BYTES * lanes);
    int place = BYTES * lanes;
    if (!expanded) {
      round.add(tables, place, keys, (BYTES - WORD) * lanes, WORD * lanes);
    }
    round.exchange();
    round.take(tables, 0, 0, substituted, target, n);
  }

  /** Computes the next round key, whose SubWord is of the last word before its rotation. */
  private void nextKey(int number) {
    for (int i = 0; i < BYTES; i++) {
      for (int lane = 0; lane < lanes; lane++) {
        long add =
            i < WORD
                ? substituted[(BYTES + (i + 1) % WORD) * lanes + lane]
                    ^ (i == 0 ? constants[number] : 0)
                : keys[(i - WORD) * lanes + lane];
        keys[i * lanes + lane] ^= add;
      }
    }
  }

  /** Computes the state from the substituted bytes: ShiftRows, MixColumns, AddRoundKey. */
  private void mix(int key) {
    for (int column = 0; column < WORD; column++) {
      mixColumn(
          source(column, 0),
          source(column, 1),
          source(column, 2),
          source(column, 3),
          WORD * column * lanes,
          key + WORD * column * lanes);
    }
  }

  /** Returns where the byte is among the substituted ones that ShiftRows moves to a place. */
  private int source(int column, int row) {
    return (WORD * ((column + row) % WORD) + row) * lanes;
  }

  private void mixColumn(int a, int b, int c, int d, int to, int key) {
    long[] in = substituted;
    for (int lane = 0; lane < lanes; lane++) {
      long a0 = in[a + lane];
      long a1 = in[b + lane];
      long a2 = in[c + lane];
      long a3 = in[d + lane];
      long all = a0 ^ a1 ^ a2 ^ a3;
      state[to + lane] = a0 ^ all ^ Packed.timesX(a0 ^ a1) ^ keys[key + lane];
      state[to + lanes + lane] = a1 ^ all ^ Packed.timesX(a1 ^ a2) ^ keys[key + lanes + lane];
      state[to + 2 * lanes + lane] =
          a2 ^ all ^ Packed.timesX(a2 ^ a3) ^ keys[key + 2 * lanes + lane];
      state[to + 3 * lanes + lane] =
          a3 ^ all ^ Packed.timesX(a3 ^ a0) ^ keys[key + 3 * lanes + lane];
    }
  }

  private void shiftRows() {
    for (int column = 0; column < WORD; column++) {
      for (int row = 0; row < WORD; row++) {
        System.arraycopy(
            substituted, source(column, row), state, (WORD * column + row) * lanes, lanes);
      }
    }
  }

  private void addKey(long[] to, int key) {
    for (int i = 0; i < BYTES * lanes; i++) {
      to[i] ^= keys[key + i];
    }
  }

  /** Returns the bytes of the encrypted blocks: byte i of lane l at i * lanes + l. */
  @Override
  public Optional<Shares> outputBytes() {
    Shares bytes = new Shares(field, state.length);
    for (int i = 0; i < state.length; i++) {
      bytes.values()[i] = Gf2To40Embedding.embed(state[i] >>> LookupKind.VALUE_SHIFT);
      bytes.macs()[i] = state[i] & Packed.MAC;
    }
    return Optional.of(bytes);
  }

  @Override
  public void wipe() {
    tables.release();
    round.wipe();
    Secrets.wipe(constants);
    Secrets.wipe(keys);
    Secrets.wipe(state);
    Secrets.wipe(substituted);
  }
}
