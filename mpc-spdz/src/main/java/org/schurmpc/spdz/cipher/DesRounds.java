package org.schurmpc.spdz.cipher;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * Triple DES on shared bits, by any S-boxes: 46 layers of 8 or 16. The last round of a DES and the
 * first one of the next read the same half of the block, so that their S-boxes are one layer.
 */
final class DesRounds implements CipherKernel {
  private static final int HALF = DesTables.HALF;
  private static final int BOXES = DesTables.BOXES;
  private static final int IN = DesTables.IN;
  private static final int OUT = DesTables.OUT;
  private static final int ROUNDS = DesTables.ROUNDS;
  private static final int KEYS = 3;

  /** Number of S-boxes of a block. */
  static final int ITEMS = KEYS * ROUNDS * BOXES;

  /** Maximum number of S-boxes of a layer. */
  static final int LAYER_ITEMS = 2 * BOXES;

  private final int lanes;
  private final boolean expanded;
  private final Substitution sboxes;
  private final ShareArithmetic local;

  /** The bits of a layer, before and after the S-boxes. */
  private final Shares indices;

  private final Shares outputs;

  /** A row for each bit. */
  private Shares left;

  private Shares right;

  DesRounds(CipherParty party, boolean expanded, Substitution sboxes) {
    this.lanes = party.lanes();
    this.expanded = expanded;
    this.sboxes = sboxes;
    this.local = party.wires().local();
    this.indices = new Shares(party.field(), IN * LAYER_ITEMS * lanes);
    this.outputs = new Shares(party.field(), OUT * LAYER_ITEMS * lanes);
    this.left = new Shares(party.field(), HALF * lanes);
    this.right = new Shares(party.field(), HALF * lanes);
  }

  @Override
  public void input(CipherWires wires) {
    int keyBits = KEYS * (expanded ? ROUNDS * DesTables.ROUND_KEY_BITS : DesTables.KEY_BITS);
    for (int i = 0; i < keyBits; i++) {
      Subfield.keepBits(wires.shares(), wires.key(i), lanes);
    }
    for (int i = 0; i < 2 * HALF; i++) {
      Shares half = i < HALF ? left : right;
      int row = i % HALF * lanes;
      half.copy(row, wires.shares(), wires.block(DesTables.initial(i)), lanes);
      Subfield.keepBits(half, row, lanes);
    }
  }

  @Override
  public void compute(CipherWires wires) throws MpcException {
    for (int key = 0; key < KEYS; key++) {
      for (int round = key == 0 ? 0 : 1; round < ROUNDS - 1; round++) {
        layer(wires, new int[][] {{key, round}});
      }
      int[] last = {key, ROUNDS - 1};
      layer(wires, key < KEYS - 1 ? new int[][] {last, {key + 1, 0}} : new int[][] {last});
    }
    // The halves are exchanged after the last round.
    for (int i = 0; i < 2 * HALF; i++) {
      int output = wires.output(DesTables.initial(i));
      wires.shares().copy(output, i < HALF ? right : left, i % HALF * lanes, lanes);
    }
  }

  /**
   * Performs rounds that read the same half.
   *
   * @param rounds key and number of each
   */
  private void layer(CipherWires wires, int[][] rounds) throws MpcException {
    int n = rounds.length * BOXES * lanes;
    for (int i = 0; i < rounds.length; i++) {
      for (int box = 0; box < BOXES; box++) {
        int item = (i * BOXES + box) * lanes;
        index(wires, rounds[i], box, item, n);
      }
    }
    sboxes.substitute(indices, outputs, n);
    for (int i = 0; i < rounds.length; i++) {
      addPermuted(i * BOXES, n);
    }
    Shares before = left;
    left = right;
    right = before;
  }

  /** Computes the six bits of an S-box: the sums of E of the right half and of the round key. */
  private void index(CipherWires wires, int[] round, int box, int item, int n) {
    for (int i = 0; i < IN; i++) {
      int number = IN * box + i;
      int to = (IN - 1 - i) * n + item;
      int key = wires.key(keyBit(round[0], round[1], number));
      int half = DesTables.expanded(number) * lanes;
      local.add(right, half, wires.shares(), key, indices, to, lanes);
    }
  }

  /** Returns the number of a bit of a round key; the second DES decrypts. */
  private int keyBit(int key, int number, int i) {
    int round = key == 1 ? ROUNDS - 1 - number : number;
    return expanded
        ? (key * ROUNDS + round) * DesTables.ROUND_KEY_BITS + i
        : key * DesTables.KEY_BITS + DesTables.roundKeyBit(round, i);
  }

  /** Adds P of the outputs of 8 S-boxes to the left half. */
  private void addPermuted(int item, int n) {
    for (int i = 0; i < HALF; i++) {
      int from = DesTables.permuted(i);
      int at = (OUT - 1 - from % OUT) * n + (item + from / OUT) * lanes;
      local.add(left, i * lanes, outputs, at, left, i * lanes, lanes);
    }
  }

  @Override
  public void wipe() {
    sboxes.wipe();
    indices.wipe();
    outputs.wipe();
    left.wipe();
    right.wipe();
  }
}
