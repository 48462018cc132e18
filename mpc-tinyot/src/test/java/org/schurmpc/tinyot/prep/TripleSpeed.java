package org.schurmpc.tinyot.prep;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.MacWidths;
import org.schurmpc.tinyot.material.Material;

/**
 * Prints the processor time of a party for one triple by stage, authenticated bits from an ideal
 * source aside. No test: run its main method, with σ and the number of triples in a batch.
 */
final class TripleSpeed {
  private static final int TRIPLES = 1 << 22;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Map<String, Long> nanos = new LinkedHashMap<>();

  private TripleSpeed() {}

  public static void main(String[] args) throws Exception {
    int sigma = args.length > 0 ? Integer.parseInt(args[0]) : 40;
    int triples = args.length > 1 ? Integer.parseInt(args[1]) : 1 << 19;
    int tile = args.length > 2 ? Integer.parseInt(args[2]) : TripleGenerator.TILE;
    int ofFirst = args.length > 3 ? Integer.parseInt(args[3]) : 1;
    MacWidths widths = new MacWidths(ofFirst, args.length > 4 ? Integer.parseInt(args[4]) : 1);
    SessionPairs.run(session -> new TripleSpeed().run(session, sigma, widths, triples, tile));
  }

  /** What a stage does. */
  private interface Stage {
    void run() throws Exception;
  }

  private void time(String name, Stage stage) throws Exception {
    long start = threads.getCurrentThreadCpuTime();
    stage.run();
    nanos.merge(name, threads.getCurrentThreadCpuTime() - start, Long::sum);
  }

  private Void run(Session session, int sigma, MacWidths widths, int triples, int tileSize)
      throws Exception {
    CoinToss coins = new CoinToss(session);
    Material material = Material.of(widths, session.party());
    Projections projections = Projections.random(new byte[Prg.SEED_BYTES], sigma, widths);
    AuthBitSource source = timed(new InsecureIdealAuthBits(session.party(), 1, 2));
    LeakyAnd leakyAnd =
        new LeakyAnd(
            session, coins, source, projections, tileSize, KernelProvider.choose().kernels());
    Bucketing bucketing =
        new Bucketing(
            session,
            coins,
            new MacCheck(session, coins, 1, 1),
            material,
            projections.keys(session.party()).apply(source.delta()),
            KernelProvider.choose().kernels());
    LeakyAnds batch = new LeakyAnds(widths.macs(session.party()), widths.keys(session.party()));
    int size = BucketSize.least(triples, sigma);
    int itemLongs = material.andTriples().longsPerItem();
    long[] items = new long[RowTile.BLOCKS * itemLongs];
    long[] sink = new long[itemLongs << 13];
    for (int round = 0; round <= TRIPLES / triples; round++) {
      nanos.clear();
      long wall = System.nanoTime();
      time(
          "leaky ANDs with hash and bits",
          () -> {
            batch.reset(triples * size);
            leakyAnd.make(batch);
          });
      time("shuffle, open, MAC check", () -> bucketing.open(batch, triples, size));
      time(
          "combine",
          () -> {
            for (int group = 0; group < triples / Material.BITS; group++) {
              int at = group % RowTile.BLOCKS * itemLongs;
              bucketing.combine(group, items, at);
              System.arraycopy(items, at, sink, group % (1 << 13) * itemLongs, itemLongs);
            }
          });
      if (session.party() == 0) {
        print(triples, System.nanoTime() - wall);
      }
    }
    return null;
  }

  private void print(int triples, long wall) {
    long bits = nanos.get("of these: bits");
    long total = -bits;
    for (Map.Entry<String, Long> stage : nanos.entrySet()) {
      total += stage.getKey().startsWith("of these") ? 0 : stage.getValue();
    }
    nanos.put("all but bits", total);
    nanos.put("wall", wall);
    nanos.forEach(
        (name, time) ->
            System.out.printf(Locale.ROOT, "%7.1f ns  %s%n", (double) time / triples, name));
    System.out.println();
  }

  private AuthBitSource timed(AuthBitSource source) {
    return new AuthBitSource() {
      @Override
      public long[] delta() {
        return source.delta();
      }

      @Override
      public void next(AuthBits dst, int count) throws org.schurmpc.core.abort.MpcException {
        long start = threads.getCurrentThreadCpuTime();
        source.next(dst, count);
        nanos.merge("of these: bits", threads.getCurrentThreadCpuTime() - start, Long::sum);
      }

      @Override
      public void close() {
        source.close();
      }
    };
  }
}
