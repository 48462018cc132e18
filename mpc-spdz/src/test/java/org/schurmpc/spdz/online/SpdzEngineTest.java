package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** Every operation on secret elements against the field itself. */
class SpdzEngineTest {
  /** More than a block, and no multiple of one. */
  private static final int N = 600;

  private static final int RESULTS = 16;

  static final String PRIME_64 = "18446744073709551557";
  static final String PRIME_256 =
      "115792089237316195423570985008687907853269984665640564039457584007913129639747";

  @TestFactory
  Stream<DynamicTest> agreesWithTheField() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String field : List.of("p128", PRIME_64, PRIME_256, "gf2_40", "gf2_128")) {
      for (OpeningMode mode : OpeningMode.values()) {
        for (int parties : new int[] {2, 3, 5}) {
          tests.add(
              DynamicTest.dynamicTest(
                  field + ", " + parties + " parties, " + mode,
                  () -> requireAgreement(field, parties, mode)));
        }
      }
    }
    return tests.stream();
  }

  private static void requireAgreement(String name, int parties, OpeningMode mode)
      throws Exception {
    Field field = Fields.named(name);
    SpdzRun run = new SpdzRun(name, parties, mode, 3);
    run.dealInputs(4L * N).deal(run.material.triples(), 4L * N).deal(run.material.bits(), N);
    if (!field.isBinary()) {
      run.deal(run.material.squares(), 2L * N).deal(run.material.inverses(), N);
    }
    long[][] inputs = new long[parties][];
    for (int party = 0; party < parties; party++) {
      inputs[party] = elements(field, N - party, party);
    }
    List<long[][]> results = run.run((party, engine) -> compute(party, engine, inputs));
    for (int party = 0; party < parties; party++) {
      int alone = RESULTS;
      long[] expected = results.get(party == 1 ? 1 : 0)[alone];
      assertArrayEquals(expected, results.get(party)[alone]);
      for (int i = 0; i < alone; i++) {
        assertArrayEquals(results.get(0)[i], results.get(party)[i]);
      }
    }
    assertTrue(Arrays.stream(results.get(0)[RESULTS]).allMatch(word -> word == 0));
    requireRight(field, inputs, results.get(1));
  }

  private static long[] elements(Field field, int n, long seed) {
    long[] words = new long[n * field.uniformWords()];
    SplittableRandom random = new SplittableRandom(seed);
    Arrays.setAll(words, i -> random.nextLong());
    long[] elements = new long[n * field.limbs()];
    field.fromUniform(words, 0, elements, 0, n);
    return elements;
  }

  /**
   * Outputs x + y, c - x, c x, s y, x y, x^2, a bit, a random value, a triple, pairs, x y - y + c;
   * and x y again to party 1 alone.
   */
  private static long[][] compute(int party, ArithmeticEvaluator engine, long[][] inputs)
      throws Exception {
    Field field = engine.field();
    int limbs = field.limbs();
    int n = N - inputs.length;
    int[] counts = new int[inputs.length];
    int sum = 0;
    for (int i = 0; i < counts.length; i++) {
      counts[i] = inputs[i].length / limbs;
      sum += counts[i];
    }
    Shares secret = engine.shares(sum);
    engine.input(counts, inputs[party], 0, secret, 0);
    long[] c = elements(field, N, 100);
    List<Shares> results = new ArrayList<>();
    for (int i = 0; i < RESULTS; i++) {
      results.add(engine.shares(n));
    }
    int y = counts[0];
    engine.local().add(secret, 0, secret, y, results.get(0), 0, n);
    engine.local().subtractFromPublic(c, 0, secret, 0, results.get(1), 0, n);
    engine.local().multiply(c, 0, secret, 0, results.get(2), 0, n);
    engine.local().scale(c, limbs, secret, y, results.get(3), 0, n);
    engine.multiply(secret, 0, secret, y, results.get(4), 0, n);
    engine.square(secret, 0, results.get(5), 0, n);
    engine.bits(results.get(6), 0, n);
    engine.random(results.get(7), 0, n);
    engine.triples(results.get(8), results.get(9), results.get(10), 0, n);
    if (!field.isBinary()) {
      engine.squares(results.get(11), results.get(12), 0, n);
      engine.inverses(results.get(13), results.get(14), 0, n);
    }
    // In place, x := x y and then (x - y) + c
    results.get(15).copy(0, secret, 0, n);
    engine.multiply(results.get(15), 0, secret, y, results.get(15), 0, n);
    engine.local().subtract(results.get(15), 0, secret, y, results.get(15), 0, n);
    engine.local().addPublic(c, 0, results.get(15), 0, results.get(15), 0, n);
    long[][] all = new long[RESULTS + 1][n * limbs];
    for (int i = 0; i < RESULTS; i++) {
      engine.output(results.get(i), 0, all[i], 0, n);
    }
    long[] masked = new long[n * limbs];
    engine.openMasked(results.get(0), 0, masked, 0, n);
    assertArrayEquals(all[0], masked);
    engine.check();
    engine.outputTo(1, results.get(4), 0, all[RESULTS], 0, n);
    return all;
  }

  private static void requireRight(Field field, long[][] inputs, long[][] all) {
    int limbs = field.limbs();
    long[] c = elements(field, N, 100);
    BigInteger one = BigInteger.ONE;
    int n = all[0].length / limbs;
    int bits = 0;
    for (int i = 0; i < n; i++) {
      int at = i * limbs;
      Element x = new Element(field, inputs[0], at);
      Element y = new Element(field, inputs[1], at);
      Element ci = new Element(field, c, at);
      assertEquals(x.add(y), new Element(field, all[0], at));
      assertEquals(ci, new Element(field, all[1], at).add(x));
      assertEquals(ci.multiply(x), new Element(field, all[2], at));
      assertEquals(new Element(field, c, limbs).multiply(y), new Element(field, all[3], at));
      assertEquals(x.multiply(y), new Element(field, all[4], at));
      assertEquals(x.multiply(y), new Element(field, all[RESULTS], at));
      assertEquals(x.multiply(x), new Element(field, all[5], at));
      BigInteger bit = new Element(field, all[6], at).number;
      assertTrue(bit.signum() == 0 || bit.equals(one));
      bits += bit.intValue();
      Element a = new Element(field, all[8], at);
      Element b = new Element(field, all[9], at);
      assertEquals(a.multiply(b), new Element(field, all[10], at));
      if (!field.isBinary()) {
        a = new Element(field, all[11], at);
        assertEquals(a.multiply(a), new Element(field, all[12], at));
        a = new Element(field, all[13], at);
        assertEquals(one, a.multiply(new Element(field, all[14], at)).number);
      }
      assertEquals(x.multiply(y).add(ci), new Element(field, all[15], at).add(y));
    }
    assertTrue(bits > n / 3 && bits < 2 * n / 3, bits + " ones");
    assertFalse(Arrays.equals(all[7], 0, limbs, all[7], limbs, 2 * limbs));
  }

  /** An element as a number, computed with on big integers. */
  private record Element(Field field, BigInteger number) {
    Element(Field field, long[] elements, int at) {
      this(field, field.toBigInteger(elements, at));
    }

    Element add(Element other) {
      return field.isBinary()
          ? new Element(field, number.xor(other.number))
          : new Element(field, number.add(other.number).mod(field.order()));
    }

    Element multiply(Element other) {
      if (!field.isBinary()) {
        return new Element(field, number.multiply(other.number).mod(field.order()));
      }
      long[] product = new long[field.limbs()];
      field.multiply(field.element(number), 0, field.element(other.number), 0, product, 0, 1);
      return new Element(field, field.toBigInteger(product, 0));
    }
  }

  /** Equal values for one party are opened under masks of their own. */
  @Test
  void eachPrivateOutputHasAMaskOfItsOwn() throws Exception {
    SpdzRun run = new SpdzRun("p128", 2, OpeningMode.ALL, 7).dealInputs(2);
    Field field = run.field;
    int limbs = field.limbs();
    Recording recording = new Recording();
    run.run(
        recording.of(SessionPairs.networks(2)),
        (party, engine) -> {
          Shares x = engine.shares(1);
          engine.local().set(field.element(9), 0, x, 0, 1);
          long[] to = new long[2 * limbs];
          OutputValues first = new OutputValues(0, x, 0, 1, to, 0);
          ((SpdzEngine) engine).output(List.of(first, new OutputValues(0, x, 0, 1, to, limbs)));
          for (int i = 0; i < 2 && party == 0; i++) {
            assertEquals(BigInteger.valueOf(9), field.toBigInteger(to, i * limbs));
          }
          return null;
        });
    long[] opened = new long[2 * limbs];
    for (int party = 0; party < 2; party++) {
      long[] shares = new long[2 * limbs];
      byte[] frame = recording.frames(party).get(SessionPairs.HANDSHAKE_FRAMES);
      assertEquals(2 * field.bytes(), frame.length);
      assertTrue(field.fromBytes(frame, 0, shares, 0, 2));
      field.add(opened, 0, shares, 0, opened, 0, 2);
    }
    assertNotEquals(field.toBigInteger(opened, 0), field.toBigInteger(opened, limbs));
  }

  @Test
  void saysWhenMaterialRunsOut() throws Exception {
    SpdzRun run = new SpdzRun("p128", 2, OpeningMode.ALL, 4);
    run.deal(run.material.triples(), 2);
    assertThrows(
        Exhausted.class,
        () ->
            run.run(
                (party, engine) -> {
                  Shares x = engine.shares(3);
                  engine.multiply(x, 0, x, 0, x, 0, 3);
                  return null;
                }));
  }

  /** The example of docs/spdz.md. */
  @Test
  void twoPartiesMultiplyTheirNumbers() throws Exception {
    SpdzRun run = new SpdzRun("p128", 2, OpeningMode.ALL, 6);
    run.dealInputs(1).deal(run.material.triples(), 1);
    List<BigInteger> products =
        run.run(
            (party, spdz) -> {
              Field field = spdz.field();
              long myNumber = party == 0 ? 6 : 7;
              Shares x = spdz.shares(2);
              spdz.input(new int[] {1, 1}, field.element(myNumber), 0, x, 0);
              spdz.multiply(x, 0, x, 1, x, 0, 1);
              long[] product = new long[field.limbs()];
              spdz.output(x, 0, product, 0, 1);
              return field.toBigInteger(product, 0);
            });
    assertEquals(List.of(BigInteger.valueOf(42), BigInteger.valueOf(42)), products);
  }
}
