package org.schurmpc.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.online.SpdzEngine;
import org.schurmpc.spdz.prep.MascotParameters;
import org.schurmpc.spdz.prep.MascotPreprocessor;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** A program of arithmetic from base OTs to its output: nobody is trusted. */
class ProgramTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @ParameterizedTest
  @CsvSource({
    "2, p128, ALL",
    "3, p128, KING",
    "5, 18446744073709551557, ALL",
    "2, 115792089237316195423570985008687907853269984665640564039457584007908834671663, ALL"
  })
  void sumOfSquaresTimesProduct(int parties, String name, OpeningMode mode) throws Exception {
    Field field = Fields.named(name);
    List<BigInteger[]> results =
        Parties.run(
            parties,
            LIMIT,
            network -> {
              var terms = new SessionTerms(new TreeMap<>(Map.of("protocol", "program")));
              try (Session session = Session.establish(network, terms, new SecureRandom())) {
                return run(session, field, mode);
              }
            });
    BigInteger p = field.order();
    BigInteger squares = BigInteger.ZERO;
    BigInteger product = BigInteger.ONE;
    for (int party = 0; party < parties; party++) {
      squares = squares.add(input(party).pow(2));
      product = product.multiply(input(party));
    }
    for (BigInteger[] result : results) {
      assertEquals(squares.multiply(product).mod(p), result[0]);
      assertEquals(BigInteger.ONE, result[1], "a times 1 / a");
      assertEquals(BigInteger.ZERO, result[2], "b (b - 1) of a bit");
    }
  }

  private static BigInteger input(int party) {
    return BigInteger.valueOf(1_000_003L).pow(party + 2);
  }

  private static BigInteger[] run(Session session, Field field, OpeningMode mode) throws Exception {
    Material material = new Material(field);
    int parties = session.parties();
    Demand.Builder demand =
        Demand.of(material.storeName())
            .add(material.triples(), parties + 2L)
            .add(material.squares(), parties)
            .add(material.inverses(), 1)
            .add(material.bits(), 1);
    for (int party = 0; party < parties; party++) {
      demand.add(material.inputs(party), 1);
    }
    Demand all = demand.build();
    MascotParameters setting = new MascotParameters(field, Material.usualSigma(field), 4, 1, 64);
    try (MemoryPrepStore store = new MemoryPrepStore();
        MascotPreprocessor preprocessor =
            MascotPreprocessor.begin(session, setting, () -> KernelProvider.choose().kernels())) {
      preprocessor.fill(session, all, store);
      store.acquire();
      store.reserve(all);
      try (SpdzEngine engine = new SpdzEngine(session, store, material, mode)) {
        return compute(engine, session.party(), parties);
      } finally {
        store.release();
      }
    }
  }

  private static BigInteger[] compute(SpdzEngine engine, int party, int parties) throws Exception {
    Field field = engine.field();
    Shares x = engine.shares(parties);
    int[] counts = new int[parties];
    Arrays.fill(counts, 1);
    engine.input(counts, field.element(input(party)), 0, x, 0);
    Shares squares = engine.shares(parties);
    engine.square(x, 0, squares, 0, parties);
    Shares results = engine.shares(3);
    Shares one = engine.shares(1);
    for (int i = 1; i < parties; i++) {
      engine.multiply(x, 0, x, i, x, 0, 1);
      engine.local().add(squares, 0, squares, i, squares, 0, 1);
    }
    engine.multiply(squares, 0, x, 0, results, 0, 1);
    Shares inverse = engine.shares(2);
    engine.inverses(inverse, one, 0, 1);
    engine.multiply(inverse, 0, one, 0, results, 1, 1);
    Shares bit = engine.shares(2);
    engine.bits(bit, 0, 1);
    engine.multiply(bit, 0, bit, 0, results, 2, 1);
    engine.local().subtract(results, 2, bit, 0, results, 2, 1);
    long[] opened = new long[3 * field.limbs()];
    engine.output(results, 0, opened, 0, 3);
    BigInteger[] values = new BigInteger[3];
    for (int i = 0; i < 3; i++) {
      values[i] = field.toBigInteger(opened, i * field.limbs());
    }
    return values;
  }
}
