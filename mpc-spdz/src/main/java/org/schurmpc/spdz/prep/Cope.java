package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;

/**
 * Correlated oblivious products with errors, with one peer and in both directions (KOS16, Figure
 * 3). One party, the holder, has a fixed α; the other, the giver, gives any number of values x;
 * they obtain q and t with q = t + α x. For k OTs whose choice bits are those of α, the holder has
 * one seed each, and the giver both. For each x the giver sends u_h = t_{0,h} - t_{1,h} + x for
 * each h.
 *
 * <p>A giver that sends other messages gives other values x for some bits of α. This class checks
 * nothing.
 */
final class Cope implements KeyProducts {
  private static final String LABEL = "COPE";

  private final Session pair;
  private final Field field;
  private final int block;
  private final long[] alphaBits;
  private final Prg[] chosen; // by bit of α
  private final Prg[] first;
  private final Prg[] second;
  private final byte[] scratch = new byte[4096];
  private final long[] uniform;
  private final long[] rows;
  private final long[] row;
  private final long[] sums;

  /**
   * Creates the products.
   *
   * @param alpha this party's share, one element
   * @param seeds one seed of each OT received, two longs each
   * @param pairs both seeds of each OT sent: first seeds of all OTs, then second seeds
   * @param block maximum number of elements that are extended at a time
   */
  Cope(Session pair, Field field, long[] alpha, long[] seeds, long[][] pairs, int block) {
    this.pair = pair;
    this.field = field;
    this.block = block;
    int k = field.bits();
    this.alphaBits = new long[(k + Long.SIZE - 1) / Long.SIZE];
    field.toBits(alpha, 0, alphaBits, 0, 1);
    long number = pair.nextNumber(LABEL);
    this.chosen = generators(LABEL, pair, seeds, k, number);
    this.first = generators(LABEL, pair, pairs[0], k, number);
    this.second = generators(LABEL, pair, pairs[1], k, number);
    this.uniform = new long[block * field.uniformWords()];
    this.rows = new long[k * block * field.limbs()];
    this.row = new long[block * field.limbs()];
    this.sums = new long[block * field.limbs()];
  }

  /**
   * Returns the generators of products, which derive their own from seeds that serve several
   * connections, and several products on each.
   *
   * @param label kind of the products
   * @param seeds two longs each
   * @param number of these products among those of the kind, on this connection
   */
  static Prg[] generators(String label, Session pair, long[] seeds, int count, long number) {
    Prg[] all = new Prg[count];
    for (int h = 0; h < all.length; h++) {
      FieldHash hash =
          new FieldHash(label)
              .add(pair.sid())
              .add(pair.channelNumber())
              .add(seeds[2 * h])
              .add(seeds[2 * h + 1]);
      if (number > 0) { // the first products keep the wire format
        hash.add(number);
      }
      byte[] digest = hash.digest();
      byte[] seed = Arrays.copyOf(digest, Prg.SEED_BYTES);
      all[h] = new Prg(seed);
      Secrets.wipe(seed);
      Secrets.wipe(digest);
    }
    return all;
  }

  /** Does nothing: products need no preparation. */
  @Override
  public void require(int give, int hold) {}

  @Override
  public int messageBytes(int n) {
    return field.bits() * n * field.bytes();
  }

  @Override
  public int block() {
    return block;
  }

  /** Performs the giver's part, and adds -t to {@code macs}. */
  @Override
  public void give(long[] x, int at, int n, byte[] message, long[] macs, int macsAt) {
    int limbs = field.limbs();
    int k = field.bits();
    for (int h = 0; h < k; h++) {
      int rowAt = h * block * limbs;
      expand(first[h], rows, rowAt, n);
      expand(second[h], row, 0, n);
      field.subtract(rows, rowAt, row, 0, row, 0, n);
      field.add(row, 0, x, at, row, 0, n);
      field.toBytes(row, 0, message, h * n * field.bytes(), n);
    }
    field.composeRows(rows, 0, block * limbs, sums, 0, n);
    field.subtract(macs, macsAt, sums, 0, macs, macsAt, n);
  }

  /** Performs the holder's part, and adds q to {@code macs}. */
  @Override
  public void hold(byte[] message, int n, long[] macs, int macsAt) throws MpcException {
    int limbs = field.limbs();
    int k = field.bits();
    boolean elements = true;
    for (int h = 0; h < k; h++) {
      int rowAt = h * block * limbs;
      expand(chosen[h], rows, rowAt, n);
      elements &= field.fromBytes(message, h * n * field.bytes(), row, 0, n);
      long mask = -(alphaBits[h >>> 6] >>> h & 1);
      for (int i = 0; i < n * limbs; i++) {
        row[i] &= mask;
      }
      field.add(rows, rowAt, row, 0, rows, rowAt, n);
    }
    pair.require(elements, Check.MALFORMED, "a correction of a COPE is no element of the field");
    field.composeRows(rows, 0, block * limbs, sums, 0, n);
    field.add(macs, macsAt, sums, 0, macs, macsAt, n);
  }

  private void expand(Prg prg, long[] to, int at, int n) {
    prg.nextLongs(uniform, 0, n * field.uniformWords(), scratch);
    field.fromUniform(uniform, 0, to, at, n);
  }

  @Override
  public void wipe() {
    for (Prg[] each : new Prg[][] {chosen, first, second}) {
      for (Prg generator : each) {
        generator.wipe();
      }
    }
    Secrets.wipe(alphaBits);
    Secrets.wipe(scratch);
    Secrets.wipe(uniform);
    Secrets.wipe(rows);
    Secrets.wipe(row);
    Secrets.wipe(sums);
  }
}
