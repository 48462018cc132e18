package org.schurmpc.bench.party;

import org.schurmpc.bench.job.OtTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.Cots;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.spdz.prep.RandomProducts;

/** Generates correlations in both directions at once, half of them in each. */
final class BothWays implements OtWork {
  private final Source source;
  private final long baseOtNanos;

  /** Makes correlations in both directions. */
  private interface Source extends AutoCloseable {
    void next(int each) throws MpcException;

    @Override
    void close();
  }

  private BothWays(Source source, long baseOtNanos) {
    this.source = source;
    this.baseOtNanos = baseOtNanos;
  }

  /**
   * Sets up the correlations, including base OTs.
   *
   * @param kind other than one-way OTs
   * @param field name of the field of a VOLE
   * @param k trade-off of the extension of OTs
   */
  static BothWays begin(Session session, OtTask.Kind kind, String field, int k)
      throws MpcException {
    CotKernels kernels = KernelProvider.choose().kernels();
    long start = System.nanoTime();
    long[] delta = CotKeys.randomDelta(session.random());
    try (CotKeys keys = CotKeys.forBoth(session, delta)) {
      long nanos = System.nanoTime() - start;
      if (!kind.hasField()) {
        return new BothWays(new Ots(CotKind.SILENT.begin(session, keys, k, kernels)), nanos);
      }
      Field of = Fields.named(field);
      boolean lpn = kind == OtTask.Kind.VOLE;
      return new BothWays(
          new Values(RandomProducts.begin(session, of, keys, k, lpn, kernels)), nanos);
    }
  }

  /** Makes OTs. */
  private static final class Ots implements Source {
    private final Cots cots;
    private final long[] sent = new long[2 * RandomProducts.BLOCK];
    private final long[] choices = new long[RandomProducts.BLOCK / Long.SIZE];
    private final long[] received = new long[2 * RandomProducts.BLOCK];

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
    return 2 * RandomProducts.BLOCK;
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
