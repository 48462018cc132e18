package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.compile.Cost;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Masks;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.PrefixProducts;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Comparison and shifts in constant rounds: results, and costs against the paper. */
class ConstantRoundsTest {
  private static List<Function> functions(int m) {
    return List.of(
        new Function(
            "<",
            (b, x, y) -> new Comparison(b).inConstantRounds().lessThan(x, y).asInts(),
            (b, x, y) -> new Comparison(b).inConstantRounds().lessThan(x, y).asInt(),
            (x, y) -> x.compareTo(y) < 0 ? BigInteger.ONE : BigInteger.ZERO,
            0),
        new Function(
            "max",
            (b, x, y) -> new Comparison(b).inConstantRounds().max(x, y),
            (b, x, y) -> new Comparison(b).inConstantRounds().max(x, y),
            BigInteger::max,
            0),
        new Function(
            ">> " + m,
            (b, x, y) -> new Shift(b).inConstantRounds().right(x, m),
            (b, x, y) -> new Shift(b).inConstantRounds().right(x, m),
            (x, y) -> x.shiftRight(m),
            0));
  }

  /** Whether x mod 2^m is not 0, by a comparison with the mask's bits. */
  private static SecretInts below(ProgramBuilder b, SecretInts x, int m) {
    Masks masks = b.bitMasks(x.size(), x.width(), m);
    BigInteger half = BigInteger.TWO.pow(x.width() - 1);
    ClearInts c = x.openMasked(masks).plus(b.clear(half).asVector()).lowBits(m);
    SecretInts below = new PrefixProducts(b, c, masks.bits().subList(0, m)).below();
    SecretInts power =
        below.timesInField(b.clear(BigInteger.TWO.pow(m)).asVector(), IntType.unsigned(m + 1));
    return c.minus(masks.low()).plus(power);
  }

  private static List<Function> rests(int m) {
    return List.of(
        new Function(
            "mod 2^" + m,
            (b, x, y) -> below(b, x, m),
            (b, x, y) -> below(b, x.asVector(), m).get(0),
            (x, y) -> x.mod(BigInteger.TWO.pow(m)),
            0));
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 17, 18, 32, 64, 86})
  void comparesAtTheEdgesOfTheRange(int bits) throws Exception {
    FunctionRuns.compare(functions(17), bits, FunctionRuns.pairs(bits, 1), 1, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7})
  void prefixProductsAreRightOnFewBits(int m) throws Exception {
    FunctionRuns.compare(rests(m), 9, FunctionRuns.pairs(9, 12), 1, 3);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {19, 20, 21, 31, 33, 40, 48, 63, 65, 85})
  void comparesManyRanges(int bits) throws Exception {
    FunctionRuns.compare(functions(bits - 1), bits, FunctionRuns.pairs(bits, 6), 1, 5);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void comparesAtRealParties(int parties) throws Exception {
    BigInteger[][] pairs = FunctionRuns.pairs(20, 1);
    for (int side = 0; side < 2; side++) {
      pairs[side] = Arrays.copyOfRange(pairs[side], 3, 9);
    }
    FunctionRuns.compareAtParties(functions(18), 20, pairs, parties);
  }

  private static Cost cost(int bits, boolean constant) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2)
            .withSigmaMask(40)
            .withMixed(false)
            .withoutLines();
    return CostReport.of(
            Compiler.compile(b -> compare(b, IntType.signed(bits), constant), "cost", options))
        .total();
  }

  private static void compare(ProgramBuilder b, IntType type, boolean constant) {
    SecretInts x = b.secretArray("x", type, 1).vector(0, 1);
    SecretInts y = b.secretArray("y", type, 1).vector(0, 1);
    Comparison comparison = new Comparison(b);
    b.output("out", (constant ? comparison.inConstantRounds() : comparison).lessThan(x, y));
  }

  private static void requireCost(Cost cost, long rounds, long triples, long bits, long inverses) {
    Counts items = cost.items();
    assertEquals(
        List.of(rounds, triples, bits, inverses),
        List.of(cost.rounds(), items.triples(), items.bits(), items.inverses()));
  }

  @Test
  void takesLessThanInThePaper() throws Exception {
    // KSS13, Table 2: 4 rounds, 61 triples, 143 bits and 31 inverses; 4, 125, 207 and 63.
    requireCost(cost(32, true), 4, 46, 143, 15);
    requireCost(cost(64, true), 4, 94, 207, 31);
    // By the tree, which takes no more rounds.
    requireCost(cost(16, true), 4, 19, 56, 0);
    requireCost(cost(17, true), 4, 24, 113, 8);
  }

  /** Counts the frames of a length that a party sends, if the other alters one of a length. */
  private static long sent(int elements, int altered) throws Exception {
    int n = 7;
    int element = Fields.named("p128").bytes();
    BigInteger[] zeros = new BigInteger[n];
    Arrays.fill(zeros, BigInteger.ZERO);
    VerifiedProgram program = FunctionRuns.compile(functions(1).subList(0, 1), 17, n, 0, 2, false);
    List<Integer> lengths = Collections.synchronizedList(new ArrayList<>());
    Network[] networks = SessionPairs.networks(2);
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              lengths.add(frame.length);
              return frame;
            });
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              frame[0] ^= (byte) (frame.length == n * altered * element ? 1 : 0);
              return frame;
            });
    VmRun run = new VmRun(program, Map.of("x", zeros, "y", zeros));
    VmRun.End end = run.run(networks, OpeningMode.ALL).get(0);
    if (altered > 0) {
      assertEquals(Check.MAC, assertInstanceOf(PeerCheated.class, end.failure()).check());
    } else {
      assertNull(end.failure());
    }
    return lengths.stream().filter(length -> length == n * elements * element).count();
  }

  @Test
  void opensNothingBehindAnAlteredRound() throws Exception {
    // The masked differences and 16 products, 8 products, 8 hidden elements, and their sum.
    assertEquals(1, sent(33, 0));
    assertEquals(1, sent(16, 0));
    assertEquals(1, sent(8, 0));
    // And the outputs.
    assertEquals(2, sent(1, 0));
    assertEquals(0, sent(8, 33));
    assertEquals(0, sent(8, 16));
    assertEquals(0, sent(1, 8));
  }

  @Test
  void checksBeforeItOpensProducts() throws Exception {
    // One check before the products, and one before their sum.
    assertEquals(cost(32, false).checks() + 2, cost(32, true).checks());
  }
}
