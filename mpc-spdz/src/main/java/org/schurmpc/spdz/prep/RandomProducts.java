package org.schurmpc.spdz.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.silent.VolePair;

/**
 * Makes products of random values of either party with a key of the other one, over a prime field,
 * and drops them: what is measured of VOLE, and of {@link Cope} beside it.
 */
public final class RandomProducts implements AutoCloseable {
  /** Maximum number of values of {@link #next}. */
  public static final int BLOCK = 8192;

  private static final int COPE_BLOCK = 512;

  private final Session pair;
  private final Field field;
  private final Cope cope;

  /** Null if {@link Cope} makes the products. */
  private final SilentProducts silent;

  private final Prg random;
  private final long[] uniform;
  private final long[] values;
  private final long[] given;
  private final long[] held;
  private final byte[] out;
  private final byte[] in;

  private RandomProducts(Session pair, Field field, Cope cope, SilentProducts silent) {
    this.pair = pair;
    this.field = field;
    this.cope = cope;
    this.silent = silent;
    this.random = Prg.seededFrom(pair.random());
    this.uniform = new long[COPE_BLOCK * field.uniformWords()];
    this.values = new long[BLOCK * field.limbs()];
    this.given = new long[BLOCK * field.limbs()];
    this.held = new long[BLOCK * field.limbs()];
    this.out = new byte[cope.messageBytes(COPE_BLOCK)];
    this.in = new byte[out.length];
  }

  /**
   * Draws a key, and sets up the products.
   *
   * @param keys base OTs in both directions
   * @param k parameter of SoftSpokenOT
   * @param lpn whether products come from LPN, the first of them from {@link Cope}
   * @throws Refused if the field is not prime, or if k is not 1, 2, 4 or 8
   */
  public static RandomProducts begin(
      Session pair, Field field, CotKeys keys, int k, boolean lpn, CotKernels kernels)
      throws MpcException {
    if (field.isBinary()) {
      throw new Refused("VOLE is over a prime field, not " + field.name());
    }
    long[] alpha = new long[field.limbs()];
    long[] words = pair.random().longs(field.uniformWords()).toArray();
    field.fromUniform(words, 0, alpha, 0, 1);
    CopeSeeds seeds = CopeSeeds.make(pair, keys, k, field, alpha, kernels);
    Cope cope = seeds.on(pair, field, alpha, COPE_BLOCK);
    seeds.wipe();
    SilentProducts silent = null;
    if (lpn) {
      silent = SilentProducts.begin(pair, field, alpha, keys, k, kernels);
      silent.startFrom(cope);
    }
    Secrets.wipe(alpha);
    Secrets.wipe(words);
    return new RandomProducts(pair, field, cope, silent);
  }

  /**
   * Makes products in each direction; those by {@link Cope} are not checked.
   *
   * @param n at most a block
   */
  public void next(int n) throws MpcException {
    if (silent != null) {
      VolePair voles = silent.voles();
      voles.require(n, n);
      voles.owned(values, 0, given, 0, n);
      voles.held(held, 0, n);
      return;
    }
    for (int done = 0; done < n; done += COPE_BLOCK) {
      int now = Math.min(COPE_BLOCK, n - done);
      int at = done * field.limbs();
      random.nextLongs(uniform, 0, now * field.uniformWords());
      field.fromUniform(uniform, 0, values, at, now);
      int length = cope.messageBytes(now);
      cope.give(values, at, now, out, given, at);
      pair.exchange(out, 0, length, in, 0, length);
      cope.hold(in, now, held, at);
    }
  }

  /** Wipes all secrets; the session stays open. */
  @Override
  public void close() {
    cope.wipe();
    if (silent != null) {
      silent.wipe();
    }
    random.wipe();
    Secrets.wipe(uniform);
    Secrets.wipe(values);
    Secrets.wipe(given);
    Secrets.wipe(held);
  }
}
