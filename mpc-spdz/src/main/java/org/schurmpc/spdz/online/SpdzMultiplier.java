package org.schurmpc.spdz.online;

import java.util.Arrays;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.Multiplier;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** Computes products of random elements: from x and y to x y^k, one factor after the other. */
public final class SpdzMultiplier implements Multiplier {
  private final PrepStore store;
  private final Material material;
  private final int parties;
  private final SpdzEngine engine;
  private int batches;
  private Shares values;
  private Shares factors;
  private Shares products;

  /**
   * Creates a multiplier.
   *
   * @param store acquired until the multiplier is closed
   */
  public SpdzMultiplier(Session session, PrepStore store, Material material, OpeningMode mode) {
    this.store = store;
    this.material = material;
    this.parties = session.parties();
    store.acquire();
    SpdzEngine opened = null;
    try {
      opened = new SpdzEngine(session, store, material, mode);
    } finally {
      if (opened == null) {
        store.release();
      }
    }
    this.engine = opened;
    allocate(0);
  }

  /**
   * Returns the material consumed from one {@link #begin} to the next: triples, and masks for x and
   * y.
   */
  public static Demand demand(Material material, int parties, long batches, int batch) {
    Demand.Builder demand = Demand.of(material.storeName());
    demand.add(material.triples(), Math.multiplyExact(batches, (long) batch));
    for (int party = 0; party < parties; party++) {
      demand.add(material.inputs(party), 2L * batch);
    }
    return demand.build();
  }

  private void allocate(int batch) {
    values = engine.shares(batch);
    factors = engine.shares(batch);
    products = engine.shares(batch);
  }

  private void wipe() {
    values.wipe();
    factors.wipe();
    products.wipe();
  }

  @Override
  public void begin(int newBatches, int batch) throws MpcException {
    if (newBatches < 1 || batch < 1) {
      throw new IllegalArgumentException(newBatches + " batches of " + batch);
    }
    store.reserve(demand(material, parties, newBatches, batch));
    batches = newBatches;
    if (values.count() != batch) {
      wipe();
      allocate(batch);
    }
    engine.random(values, 0, batch);
    engine.random(factors, 0, batch);
    products.copy(0, values, 0, batch);
  }

  @Override
  public void multiply() throws MpcException {
    int batch = products.count();
    for (int i = 0; i < batches; i++) {
      engine.multiply(products, 0, factors, 0, products, 0, batch);
    }
    engine.check();
  }

  @Override
  public void verify() throws MpcException {
    long[] x = opened(values);
    long[] y = opened(factors);
    long[] expected = timesPower(engine.field(), x, y, batches);
    if (!Arrays.equals(expected, opened(products))) {
      throw new Disagreement("a product is wrong: clear arithmetic says otherwise");
    }
  }

  private long[] opened(Shares shares) throws MpcException {
    long[] opened = new long[shares.at(shares.count())];
    engine.output(shares, 0, opened, 0, shares.count());
    return opened;
  }

  /** Returns x y^k, element by element, for public elements. */
  static long[] timesPower(Field field, long[] x, long[] y, int k) {
    int n = x.length / field.limbs();
    long[] result = x.clone();
    long[] square = y.clone();
    for (int rest = k; rest > 0; rest >>= 1) {
      if ((rest & 1) != 0) {
        field.multiply(result, 0, square, 0, result, 0, n);
      }
      field.multiply(square, 0, square, 0, square, 0, n);
    }
    return result;
  }

  @Override
  public void close() {
    wipe();
    engine.close();
    store.release();
  }
}
