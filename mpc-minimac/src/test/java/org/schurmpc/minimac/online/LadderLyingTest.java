package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.minimac.Configurations.ITEMS;
import static org.schurmpc.minimac.Configurations.TWO;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.AuthWord;
import org.schurmpc.minimac.material.Packing;

/**
 * Well-formed lies on the rungs below MiniTrix: one party's triples, pairs or masks hold another
 * codeword, with or without a guess at its tag; or tags change places; or all of its material is of
 * another rung.
 */
class LadderLyingTest {
  private final Random random = new Random(45);

  private record Lie(Variant variant, int cheater, boolean guessTag) {
    ReedSolomon c() {
      return variant.code().c();
    }

    ReedSolomon star() {
      return variant.code().star();
    }
  }

  @TestFactory
  Stream<DynamicTest> anotherCodewordInEveryKindOfMaterial() {
    List<DynamicTest> tests = new ArrayList<>();
    for (int cheater = 0; cheater < 2; cheater++) {
      for (boolean guessTag : new boolean[] {false, true}) {
        for (OpeningMode opening : OpeningMode.values()) {
          if (guessTag || opening == OpeningMode.BATCHED) {
            bytes(tests, "255x85", ConversionMode.ONE, opening, cheater, guessTag);
            packed(tests, "255x85", ConversionMode.ONE, opening, cheater, guessTag);
          }
        }
        packed(tests, "256x120", ConversionMode.SYMMETRIC, OpeningMode.BATCHED, cheater, guessTag);
      }
    }
    return tests.stream();
  }

  private void bytes(
      List<DynamicTest> tests,
      String code,
      ConversionMode conversion,
      OpeningMode opening,
      int cheater,
      boolean guessTag) {
    Lie lie =
        new Lie(
            Configurations.rung(code, Packing.BYTES, conversion, true, opening), cheater, guessTag);
    tests.add(test("a", lie, ITEMS.triple(), 0, ITEMS.tripleA(), lie.c()));
    tests.add(test("b", lie, ITEMS.triple(), 23, ITEMS.tripleB(), lie.c()));
    tests.add(test("c*", lie, ITEMS.triple(), 11, ITEMS.tripleC(), lie.star()));
    pairs(tests, lie);
  }

  private void packed(
      List<DynamicTest> tests,
      String code,
      ConversionMode conversion,
      OpeningMode opening,
      int cheater,
      boolean guessTag) {
    Lie lie =
        new Lie(
            Configurations.rung(code, Packing.BITS, conversion, true, opening), cheater, guessTag);
    tests.add(test("a", lie, ITEMS.and(), 0, ITEMS.a(), lie.c()));
    tests.add(test("b", lie, ITEMS.and(), 23, ITEMS.b(), lie.c()));
    tests.add(test("c*", lie, ITEMS.and(), 11, ITEMS.c(), lie.star()));
    for (int part : new int[] {0, 15}) {
      int at = ITEMS.bitParts() + part * TWO.longs();
      tests.add(test("bit part " + part, lie, ITEMS.and(), 12, at, lie.c()));
    }
    pairs(tests, lie);
  }

  private void pairs(List<DynamicTest> tests, Lie lie) {
    for (int gate : new int[] {0, 23}) {
      tests.add(test("s", lie, ITEMS.pair(), gate, ITEMS.s(), lie.c()));
      tests.add(test("s*", lie, ITEMS.pair(), gate, ITEMS.star(), lie.star()));
    }
    tests.add(test("input mask", lie, ITEMS.inputMask(lie.cheater()), 3, 0, lie.c()));
  }

  private DynamicTest test(
      String what, Lie lie, MaterialKind kind, int item, int part, ReedSolomon code) {
    return DynamicTest.dynamicTest(
        "%s of %s %d, %s, cheater %d, %s"
            .formatted(
                what,
                kind.name(),
                item,
                Configurations.describe(lie.variant()),
                lie.cheater(),
                lie.guessTag()),
        () -> {
          // What is masked with it must be a vector that lanes can hold.
          boolean input = kind.equals(ITEMS.inputMask(lie.cheater()));
          long[] error = codeword(code, input ? lie.variant().packing().planes() : 8);
          long[] tag = codeword(lie.star(), 8);
          requireCaught(
              lie,
              kind,
              item,
              (data, offset) -> {
                for (int j = 0; j < Codeword.LONGS; j++) {
                  data[offset + part + AuthWord.SHARE + j] ^= error[j];
                  data[offset + part + TWO.mac(0, 1) + j] ^= lie.guessTag() ? tag[j] : 0;
                }
              });
        });
  }

  private void requireCaught(
      Lie lie, MaterialKind kind, int item, AlteredStore.Alteration alteration) throws Exception {
    CheatRun cheat =
        new CheatRun(
            Configurations.of(lie.variant()), CheatRun.FEW, lie.cheater(), random.nextLong());
    AlteredStore altered =
        new AlteredStore(cheat.run.stores[lie.cheater()], kind, item, alteration);
    cheat.run.stores[lie.cheater()] = altered;
    CheatRun.Outcome honest = cheat.honestOutcome();
    assertTrue(altered.altered(), "the altered item was never used");
    cheat.requireCaught(honest, Check.MAC);
  }

  /** A word of a code whose symbols have so many bits. */
  private long[] codeword(ReedSolomon code, int planes) {
    long[] word = new long[Codeword.LONGS];
    for (int p = 0; p < code.k(); p++) {
      Codeword.setSymbol(word, 0, p, random.nextInt(1 << planes));
    }
    new PublicEncoder(code, Configurations.kernels("plain")).encode(word, 0, word, 0);
    return word;
  }

  /**
   * Tags that are not sent one by one: those of two words change places, or one is left out, before
   * they are hashed.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tagsReorderedOrDropped(boolean dropped) throws Exception {
    for (Packing packing : Packing.values()) {
      for (int cheater = 0; cheater < 2; cheater++) {
        Lie lie =
            new Lie(
                Configurations.rung(
                    "255x85", packing, ConversionMode.ONE, true, OpeningMode.BATCHED),
                cheater,
                true);
        MaterialKind kind = packing == Packing.BYTES ? ITEMS.triple() : ITEMS.and();
        for (MaterialKind altered : List.of(kind, ITEMS.pair())) {
          requireCaught(
              lie,
              altered,
              7,
              (data, offset) -> {
                int first = offset + TWO.mac(0, 1);
                int second = first + TWO.longs();
                long[] tag = Arrays.copyOfRange(data, first, first + Codeword.LONGS);
                if (dropped) {
                  Arrays.fill(data, first, first + Codeword.LONGS, 0);
                } else {
                  System.arraycopy(data, second, data, first, Codeword.LONGS);
                  System.arraycopy(tag, 0, data, second, Codeword.LONGS);
                }
              });
        }
      }
    }
  }

  /** Material that was made for one rung is refused by every other that takes another. */
  @ParameterizedTest
  @ValueSource(strings = {"255x85", "256x120"})
  void materialOfAnotherVariant(String code) throws Exception {
    var batched = OpeningMode.BATCHED;
    List<Variant> variants =
        List.of(
            Configurations.rung(code, Packing.BYTES, ConversionMode.ONE, false, batched),
            Configurations.rung(code, Packing.BITS, ConversionMode.SYMMETRIC, true, batched),
            Configurations.rung(code, Packing.BITS, ConversionMode.NONE, true, batched),
            Configurations.minitrixVariant(ReedSolomon.named(code)),
            Configurations.rung(
                code.equals("255x85") ? "256x120" : "255x85",
                Packing.BYTES,
                ConversionMode.ONE,
                false,
                batched));
    LayeredCircuit circuit = LayeredCircuit.of(RandomCircuits.of(1));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    for (Variant made : variants) {
      for (Variant used : variants) {
        if (!made.equals(used)) {
          MiniTrixRun of = new MiniTrixRun(Configurations.of(made), circuit, io, 8);
          MiniTrixRun with = new MiniTrixRun(Configurations.of(used), circuit, io, 8);
          with.stores[0] = of.stores[0];
          with.stores[1] = of.stores[1];
          String message = refusal(with);
          assertTrue(message.contains("'" + made.material().storeName() + "'"), message);
          assertTrue(message.contains("'" + used.material().storeName() + "'"), message);
        }
      }
    }
    assertEquals(
        variants.size(),
        variants.stream().map(each -> each.material().storeName()).distinct().count());
  }

  /** What both parties say that open an executor on the stores of a run. */
  private static String refusal(MiniTrixRun run) throws Exception {
    List<Exception> refusals =
        Parties.run(
            2,
            MiniTrixRun.LIMIT,
            network -> {
              int party = network.party();
              var terms =
                  new SessionTerms(
                      CircuitExecutor.terms(run.protocol, run.circuit, run.io, "test"));
              try (Session session =
                      Session.establish(network, terms, run.random("party" + party));
                  CircuitExecutor executor =
                      new CircuitExecutor(
                          session, run.protocol, run.circuit, run.io, run.stores[party])) {
                executor.evaluate(
                    new BitMatrix(run.circuit.inputSlots().length, run.protocol.lanes()));
                return null;
              } catch (IllegalStateException e) {
                return e;
              }
            });
    refusals.forEach(e -> assertInstanceOf(IllegalStateException.class, e));
    return refusals.get(0).getMessage();
  }
}
