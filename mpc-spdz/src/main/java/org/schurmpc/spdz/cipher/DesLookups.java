package org.schurmpc.spdz.cipher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Span;
import org.schurmpc.spdz.share.PackedOpening;
import org.schurmpc.spdz.share.Shares;

/**
 * Triple DES by masked tables of its S-boxes (KORSVV17, section 4.3, 3DES-LT): 384 lookups in 46
 * rounds. The last round of a DES and the first one of the next read the same half of the block, so
 * that their 16 S-boxes are looked up together.
 *
 * <p>Bits are packed: bit i of lane l is at i * lanes + l.
 */
final class DesLookups implements CipherKernel {
  private static final int HALF = DesTables.HALF;
  private static final int BOXES = DesTables.BOXES;
  private static final int IN = DesTables.IN;
  private static final int OUT = DesTables.OUT;
  private static final int ROUNDS = DesTables.ROUNDS;
  private static final int KEYS = 3;

  /** Number of S-boxes of a block. */
  static final int LOOKUPS = KEYS * ROUNDS * BOXES;

  private final int lanes;
  private final boolean expanded;
  private final PackedTables[] tables = new PackedTables[BOXES];
  private final LookupRound round;
  private final long[] keys;
  private final long[] indices;

  /** The outputs of the S-boxes of a round, before P. */
  private final long[] outputs;

  private final int[] targets = new int[OUT];
  private long[] left;
  private long[] right;

  /**
   * Creates a kernel.
   *
   * @param expanded whether the keys are given as round keys
   */
  DesLookups(CipherParty party, boolean expanded) {
    this.lanes = party.lanes();
    this.expanded = expanded;
    Field field = party.field();
    List<LookupKind> kinds = kinds(field);
    Arrays.setAll(tables, box -> new PackedTables(party.store(), kinds.get(box)));
    PackedOpening opening =
        new PackedOpening(
            party.session(),
            Span.powers(field, IN),
            party.wires().macs(),
            party.store().keys(party.material().storeName()),
            party.mode());
    this.round = new LookupRound(opening, 2 * BOXES * lanes);
    int keyBits = expanded ? ROUNDS * DesTables.ROUND_KEY_BITS : DesTables.KEY_BITS;
    this.keys = new long[KEYS * keyBits * lanes];
    this.indices = new long[2 * BOXES * lanes];
    this.outputs = new long[HALF * lanes];
    this.left = new long[HALF * lanes];
    this.right = new long[HALF * lanes];
  }

  /** Returns the kinds of the tables of S1 to S8. */
  static List<LookupKind> kinds(Field field) {
    List<LookupKind> kinds = new ArrayList<>();
    for (LookupTable box : DesTables.sboxes()) {
      kinds.add(LookupKind.of(field, box, LookupKind.Form.BITS));
    }
    return kinds;
  }

  /** Packs the bits of the inputs; those of the block go through IP. */
  @Override
  public void input(CipherWires wires) {
    for (int bit = 0; bit < keys.length / lanes; bit++) {
      pack(wires.shares(), wires.key(bit), keys, bit * lanes);
    }
    for (int bit = 0; bit < HALF; bit++) {
      int block = DesTables.initial(bit);
      pack(wires.shares(), wires.block(block), left, bit * lanes);
      block = DesTables.initial(HALF + bit);
      pack(wires.shares(), wires.block(block), right, bit * lanes);
    }
  }

  private void pack(Shares bits, int from, long[] to, int at) {
    for (int lane = 0; lane < lanes; lane++) {
      long value = bits.values()[from + lane] & 1;
      to[at + lane] = value << LookupKind.VALUE_SHIFT | bits.macs()[from + lane];
    }
  }

  @Override
  public void compute(CipherWires wires) throws MpcException {
    for (int key = 0; key < KEYS; key++) {
      for (int i = key == 0 ? 0 : 1; i < ROUNDS - 1; i++) {
        one(key, i);
      }
      if (key < KEYS - 1) {
        two(key);
      } else {
        one(key, ROUNDS - 1);
      }
    }
    for (PackedTables each : tables) {
      each.release();
    }
    output(wires);
  }

  /** Performs a round of one DES. */
  private void one(int key, int number) throws MpcException {
    lookUp(1, key, number);
    addOutputs(0);
    swap();
  }

  /** Performs the last round of a DES and the first one of the next, with no swap in between. */
  private void two(int key) throws MpcException {
    lookUp(2, key, ROUNDS - 1);
    addOutputs(0);
    takeOutputs(BOXES * lanes, 2);
    addOutputs(0);
    swap();
  }

  private void swap() {
    long[] before = left;
    left = right;
    right = before;
  }

  private void lookUp(int functions, int key, int number) throws MpcException {
    for (int box = 0; box < BOXES; box++) {
      for (int f = 0; f < functions; f++) {
        index(box, key + f, f == 0 ? number : 0, (f * BOXES + box) * lanes);
      }
    }
    round.begin(functions * BOXES * lanes);
    for (PackedTables each : tables) {
      each.lease(functions * lanes);
    }
    for (int f = 0; f < functions; f++) {
      for (int box = 0; box < BOXES; box++) {
        round.add(tables[box], f * lanes, indices, (f * BOXES + box) * lanes, lanes);
      }
    }
    round.exchange();
    takeOutputs(0, 1);
  }

  /** Reads the outputs of a function's S-boxes. */
  private void takeOutputs(int place, int function) {
    for (int box = 0; box < BOXES; box++) {
      for (int bit = 0; bit < OUT; bit++) {
        targets[bit] = (OUT * box + OUT - 1 - bit) * lanes;
      }
      int first = (function - 1) * lanes;
      round.take(tables[box], first, place + box * lanes, outputs, targets, lanes);
    }
  }

  /** Computes the indices of an S-box from six bits of E of the right half and of a round key. */
  private void index(int box, int key, int number, int at) {
    int[] bits = new int[IN];
    int[] keyBits = new int[IN];
    for (int i = 0; i < IN; i++) {
      bits[i] = DesTables.expanded(IN * box + i) * lanes;
      keyBits[i] = keyBit(key, number, IN * box + i) * lanes;
    }
    Arrays.fill(indices, at, at + lanes, 0);
    for (int i = 0; i < IN; i++) {
      append(bits[i], keyBits[i], at);
    }
  }

  /** Appends the sum of a bit of the right half and a bit of the key, as the least significant. */
  private void append(int from, int key, int at) {
    for (int lane = 0; lane < lanes; lane++) {
      long before = indices[at + lane];
      long bit = right[from + lane] ^ keys[key + lane];
      long value = before >>> LookupKind.VALUE_SHIFT << 1;
      long doubled = value << LookupKind.VALUE_SHIFT | Packed.timesPower(before & Packed.MAC, 1);
      indices[at + lane] = doubled ^ bit;
    }
  }

  /** Returns the number of a bit of a round key; the second DES decrypts. */
  private int keyBit(int key, int number, int i) {
    int round = key == 1 ? ROUNDS - 1 - number : number;
    return expanded
        ? (key * ROUNDS + round) * DesTables.ROUND_KEY_BITS + i
        : key * DesTables.KEY_BITS + DesTables.roundKeyBit(round, i);
  }

  /** Adds P of the outputs to the left half. */
  private void addOutputs(int at) {
    for (int bit = 0; bit < HALF; bit++) {
      int from = at + DesTables.permuted(bit) * lanes;
      int to = bit * lanes;
      for (int lane = 0; lane < lanes; lane++) {
        left[to + lane] ^= outputs[from + lane];
      }
    }
  }

  /**
   * Writes the block, whose halves are exchanged after the last round, through the inverse of IP.
   */
  private void output(CipherWires wires) {
    for (int bit = 0; bit < HALF; bit++) {
      unpack(right, bit * lanes, wires.shares(), wires.output(DesTables.initial(bit)));
      unpack(left, bit * lanes, wires.shares(), wires.output(DesTables.initial(HALF + bit)));
    }
  }

  private void unpack(long[] from, int at, Shares to, int first) {
    for (int lane = 0; lane < lanes; lane++) {
      to.values()[first + lane] = from[at + lane] >>> LookupKind.VALUE_SHIFT;
      to.macs()[first + lane] = from[at + lane] & Packed.MAC;
    }
  }

  @Override
  public void wipe() {
    for (PackedTables each : tables) {
      each.release();
    }
    round.wipe();
    Secrets.wipe(keys);
    Secrets.wipe(indices);
    Secrets.wipe(outputs);
    Secrets.wipe(left);
    Secrets.wipe(right);
  }
}
