package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.minimac.Configurations.ITEMS;
import static org.schurmpc.minimac.Configurations.TWO;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.AuthWord;

/**
 * Well-formed lies: one party's material holds another codeword somewhere, with or without a guess
 * at its tag, so that every message it sends is as the protocol wants it and wrong.
 */
class LyingTest {
  private final Random random = new Random(43);

  /** A random word of a code. */
  private long[] codeword(ReedSolomon code) {
    long[] word = new long[Codeword.LONGS];
    for (int p = 0; p < code.k(); p++) {
      Codeword.setSymbol(word, 0, p, random.nextInt(256));
    }
    new PublicEncoder(code, Configurations.kernels("plain")).encode(word, 0, word, 0);
    return word;
  }

  @TestFactory
  Stream<DynamicTest> anotherCodewordInEveryKindOfMaterial() {
    List<DynamicTest> tests = new ArrayList<>();
    for (OpeningMode mode : OpeningMode.values()) {
      for (int cheater : new int[] {0, 1}) {
        for (boolean guessTag : new boolean[] {false, true}) {
          addLies(tests, new Lie("255x85", mode, cheater, guessTag));
        }
      }
    }
    addLies(tests, new Lie("256x120", OpeningMode.BATCHED, 0, true));
    addLies(tests, new Lie("256x120", OpeningMode.BATCHED, 1, true));
    return tests.stream();
  }

  private record Lie(String code, OpeningMode mode, int cheater, boolean guessTag) {
    ReedSolomon c() {
      return ReedSolomon.named(code);
    }

    ReedSolomon star() {
      return c().schurSquare();
    }
  }

  private void addLies(List<DynamicTest> tests, Lie lie) {
    for (int gate : new int[] {0, 11, 23}) {
      tests.add(test("a*", lie, ITEMS.and(), gate, ITEMS.a(), lie.star()));
      tests.add(test("b*", lie, ITEMS.and(), gate, ITEMS.b(), lie.star()));
      tests.add(test("c*", lie, ITEMS.and(), gate, ITEMS.c(), lie.star()));
      for (int part : new int[] {0, 7, 8, 15}) {
        int at = ITEMS.bitParts() + part * TWO.longs();
        tests.add(test("bit part " + part, lie, ITEMS.and(), gate, at, lie.c()));
      }
    }
    for (int output = 0; output < CheatRun.OUTPUTS; output++) {
      tests.add(test("o*", lie, ITEMS.outputMask(), output, 0, lie.star()));
    }
    tests.add(test("own input mask", lie, ITEMS.inputMask(lie.cheater()), 3, 0, lie.c()));
  }

  private DynamicTest test(
      String what, Lie lie, MaterialKind kind, int item, int part, ReedSolomon code) {
    return DynamicTest.dynamicTest(
        "%s of %s %d, %s".formatted(what, kind.name(), item, lie),
        () -> {
          CheatRun cheat =
              new CheatRun(
                  Configurations.minitrix(lie.code(), lie.mode(), "plain"),
                  CheatRun.FEW,
                  lie.cheater(),
                  random.nextLong());
          long[] error = codeword(code);
          long[] tag = codeword(lie.star());
          AlteredStore altered =
              new AlteredStore(
                  cheat.run.stores[lie.cheater()],
                  kind,
                  item,
                  (data, offset) -> {
                    for (int j = 0; j < Codeword.LONGS; j++) {
                      data[offset + part + AuthWord.SHARE + j] ^= error[j];
                      data[offset + part + TWO.mac(0, 1) + j] ^= lie.guessTag() ? tag[j] : 0;
                    }
                  });
          cheat.run.stores[lie.cheater()] = altered;
          CheatRun.Outcome honest = cheat.honestOutcome();
          assertTrue(altered.altered(), "the altered item was never used");
          cheat.requireCaught(honest, Check.MAC);
        });
  }

  /** A single bit of a single tag, of either party, in a short and in a long interval. */
  @ParameterizedTest
  @ValueSource(ints = {CheatRun.FEW, CheatRun.MANY})
  void oneBitOfATag(int gates) throws Exception {
    for (int cheater : new int[] {0, 1}) {
      CheatRun cheat =
          new CheatRun(
              Configurations.minitrix("255x85", OpeningMode.BATCHED, "plain"),
              gates,
              cheater,
              random.nextLong());
      cheat.run.stores[cheater] =
          new AlteredStore(
              cheat.run.stores[cheater],
              ITEMS.and(),
              7,
              (data, offset) -> data[offset + ITEMS.a() + TWO.mac(0, 1) + 3] ^= 1L << 60);
      cheat.requireCaught(cheat.honestOutcome(), Check.MAC);
    }
  }
}
