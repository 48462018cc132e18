package org.schurmpc.spdz.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.RandomProducts;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.silent.VolePair;

/**
 * Products over a prime field that are measured: those of VOLE, or those of {@link Cope}, which
 * nothing checks here.
 */
public final class MeasuredProducts implements RandomProducts {
  private static final int BLOCK = 8192;
  private static final int COPE_BLOCK = 512;

  private final Session pair;
  private final Field field;
  private final Cope cope;

  /** Null if {@link Cope} makes the products. */
  private final SilentProducts silent;

  private final long baseOtNanos;
  private final Prg random;
  private final long[] uniform;
  private final long[] values;
  private final long[] given;
  private final long[] held;
  private final byte[] out;
  private final byte[] in;

  private MeasuredProducts(
      Session pair, Field field, Cope cope, SilentProducts silent, long baseOtNanos) {
    this.pair = pair;
    this.field = field;
    this.cope = cope;
    this.silent = silent;
    this.baseOtNanos = baseOtNanos;
    this.random = Prg.seededFrom(pair.random());
    this.uniform = new long[COPE_BLOCK * field.uniformWords()];
    this.values = new long[BLOCK * field.limbs()];
    this.given = new long[BLOCK * field.limbs()];
    this.held = new long[BLOCK * field.limbs()];
    this.out = new byte[cope.messageBytes(COPE_BLOCK)];
    this.in = new byte[out.length];
  }

  /**
   * Draws a key, and sets up the products, including base OTs. Of VOLE, the first values come from
   * {@link Cope}.
   *
   * @param pair a session of two parties
   * @throws Refused if the field is not prime
   */
  public static MeasuredProducts begin(
      Session pair, MascotParameters parameters, CotKernels kernels) throws MpcException {
    Field field = parameters.field();
    if (field.isBinary()) {
      throw new Refused("products with the key are measured over prime fields");
    }
    long start = System.nanoTime();
    long[] delta = CotKeys.randomDelta(pair.random());
    try (CotKeys keys = CotKeys.forBoth(pair, delta)) {
      long nanos = System.nanoTime() - start;
      return begin(pair, parameters, keys, kernels, nanos);
    } finally {
      Secrets.wipe(delta);
    }
  }

  private static MeasuredProducts begin(
      Session pair, MascotParameters parameters, CotKeys keys, CotKernels kernels, long nanos)
      throws MpcException {
    Field field = parameters.field();
    int k = parameters.k();
    long[] alpha = new long[field.limbs()];
    long[] words = pair.random().longs(field.uniformWords()).toArray();
    field.fromUniform(words, 0, alpha, 0, 1);
    CopeSeeds seeds = CopeSeeds.make(pair, keys, k, field, alpha, kernels);
    Cope cope = seeds.on(pair, field, alpha, k, COPE_BLOCK);
    seeds.wipe();
    SilentProducts silent = null;
    if (parameters.voles()) {
      silent = SilentProducts.begin(pair, field, alpha, keys, k, kernels);
      silent.startFrom(cope);
    }
    Secrets.wipe(alpha);
    Secrets.wipe(words);
    return new MeasuredProducts(pair, field, cope, silent, nanos);
  }

  @Override
  public int block() {
    return BLOCK;
  }

  @Override
  public long baseOtNanos() {
    return baseOtNanos;
  }

  @Override
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
