package org.schurmpc.bench.party;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.RandomProducts;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.Cots;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.silent.CotKind;

/** Generates correlations in both directions at once, half of them in each. */
final class BothWays implements OtWork {
  private final Source source;
  private final int block;
  private final long baseOtNanos;

  /** Makes correlations in both directions. */
  private interface Source extends AutoCloseable {
    void next(int each) throws MpcException;

    @Override
    void close();
  }

  private BothWays(Source source, int block, long baseOtNanos) {
    this.source = source;
    this.block = block;
    this.baseOtNanos = baseOtNanos;
  }

  /** Sets up correlated OTs from LPN, including base OTs. */
  static BothWays ots(Session session, int k) throws MpcException {
    CotKernels kernels = KernelProvider.choose().kernels();
    long start = System.nanoTime();
    long[] delta = CotKeys.randomDelta(session.random());
    try (CotKeys keys = CotKeys.forBoth(session, delta)) {
      long nanos = System.nanoTime() - start;
      Ots ots = new Ots(CotKind.SILENT.begin(session, keys, k, kernels));
      return new BothWays(ots, Ots.BLOCK, nanos);
    } finally {
      Secrets.wipe(delta);
    }
  }

  /** Takes products with a key. */
  static BothWays of(RandomProducts products) {
    return new BothWays(new Values(products), products.block(), products.baseOtNanos());
  }

  /** Makes OTs. */
  private static final class Ots implements Source {
    private static final int BLOCK = 8192;

    private final Cots cots;
    private final long[] sent = new long[2 * BLOCK];
    private final long[] choices = new long[BLOCK / Long.SIZE];
    private final long[] received = new long[2 * BLOCK];

    Ots(Cots cots) {
      this.cots = cots;
    }

    @Override
    public void next(int each) throws MpcException {
      cots.next(sent, choices, received, each);
    }

    @Override
    public void close() {
      cots.close();
    }
  }

  /** Makes values of VOLE. */
  private record Values(RandomProducts products) implements Source {
    @Override
    public void next(int each) throws MpcException {
      products.next(each);
    }

    @Override
    public void close() {
      products.close();
    }
  }

  @Override
  public int most() {
    return 2 * block;
  }

  @Override
  public void next(int count) throws MpcException {
    int words = (count + 2 * Long.SIZE - 1) / (2 * Long.SIZE);
    source.next(words * Long.SIZE);
  }

  @Override
  public long baseOtNanos() {
    return baseOtNanos;
  }

  @Override
  public void close() {
    source.close();
  }
}
