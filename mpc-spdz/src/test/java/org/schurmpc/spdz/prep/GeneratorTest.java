package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.MacComparison;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.OpeningMode;

/** Bits of values some of which are zero, whose squares give none. */
class GeneratorTest {
  private static final int N = SquaresRig.N;

  private final Field field;
  private final Material material;

  GeneratorTest() throws Refused {
    field = Fields.named("18446744073709551557");
    material = new Material(field);
  }

  /** Two bits of the first batch are missing and come from a second one. */
  @Test
  void missingBitsAreMadeUpFor() throws Exception {
    AtomicInteger batches = new AtomicInteger();
    List<long[]> bits = SessionPairs.run(session -> bits(session, batches));
    assertEquals(4, batches.get(), "batches of both parties");
    for (int i = 0; i < N; i++) {
      long[] sum = new long[1];
      field.add(bits.get(0), 2 * i, bits.get(1), 2 * i, sum, 0, 1);
      BigInteger bit = field.toBigInteger(sum, 0);
      assertTrue(bit.bitLength() <= 1, "bit " + i + " is " + bit);
    }
    assertEquals(2 * N, bits.get(0).length);
  }

  /** Whatever the field: an error can hang on bits of α that a peer guesses. */
  @ParameterizedTest
  @ValueSource(strings = {"p128", "gf2_128"})
  void comparesByCommitmentsAlone(String name) throws Exception {
    Field large = Fields.named(name);
    assertEquals(MacComparison.TAGS, MacComparison.online(2, large));
    SessionPairs.run(
        session -> {
          Kernels kernels = KernelProvider.choose().kernels();
          MascotParameters setting = new MascotParameters(large, 40, 4, 1, N);
          long[] alpha = large.element(session.random().nextLong() >>> 1);
          CotKeys keys = CotKeys.forBoth(session, CotKeys.randomDelta(session.random()));
          CotKeys[] all = {keys, keys};
          CopeSeeds seeds = CopeSeeds.make(session, keys, 4, large, alpha, kernels);
          CopeSeeds[] both = {seeds, seeds};
          try (Generator generator = Generator.begin(session, setting, all, both, alpha, kernels)) {
            assertNull(Leftovers.field(generator.check, "tags"));
          }
          return null;
        });
  }

  private long[] bits(Session session, AtomicInteger batches) throws MpcException {
    MascotRun.Kept kept = new MascotRun.Kept();
    try (Generator generator = generator(session, batches)) {
      generator.make(material.bits(), -1, N, new Sequencer().of(0), kept);
    }
    return kept.items.get(material.bits());
  }

  private Generator generator(Session session, AtomicInteger batches) throws MpcException {
    Kernels kernels = KernelProvider.choose().kernels();
    MascotParameters setting = new MascotParameters(field, 62, 4, 1, N);
    int tau = MascotParameters.products(field, setting.sigma());
    long[] alpha = field.element(session.random().nextLong() >>> 1);
    PairOts[] ots = new PairOts[2];
    Cope[] copes = new Cope[2];
    int peer = session.peer();
    CotKeys keys = CotKeys.forBoth(session, CotKeys.randomDelta(session.random()));
    copes[peer] =
        CopeSeeds.make(session, keys, 4, field, alpha, kernels).on(session, field, alpha, 4, 512);
    ots[peer] = PairOts.begin(session, keys, 4, field.uniformWords(), kernels);
    GlobalMacCheck check = new GlobalMacCheck(session, field, alpha, new BroadcastCheck(session));
    Opening opening = new Opening(session, field, check, OpeningMode.ALL);
    Products products = zeroFirst(session, ots, tau, batches);
    Authentication authentication = new Authentication(session, field, alpha, copes, check);
    KnownValues known = KnownValues.begin(session, field, authentication);
    RandomBits none = null; // bits of prime fields are made from squares
    return new Generator(
        session,
        setting,
        alpha,
        ots,
        copes,
        products,
        authentication,
        check,
        opening,
        known,
        none,
        tau);
  }

  /** Products of which the first ones of the first batch are of zeros. */
  private Products zeroFirst(Session session, PairOts[] ots, int tau, AtomicInteger batches) {
    return new Products(session, field, ots, tau) {
      private boolean zeros = true;

      @Override
      void makeOneWay(int n, long[] a, long[] b, long[] taken, long[] offered) throws MpcException {
        super.makeOneWay(n, a, b, taken, offered);
        batches.incrementAndGet();
        if (zeros) {
          for (long[] each : new long[][] {a, taken, offered}) {
            Arrays.fill(each, 0, tau, 0);
          }
          b[0] = 0;
        }
        zeros = false;
      }
    };
  }
}
