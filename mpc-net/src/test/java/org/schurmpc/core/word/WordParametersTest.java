package org.schurmpc.core.word;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.ot.CoordinateVoles;

/** Numbers of checks, refusals of codes and sizes of messages. */
class WordParametersTest {
  @ParameterizedTest
  @CsvSource({
    "4, 255, 40, 7", "4, 255, 64, 10", "4, 255, 80, 12",
    "4, 256, 40, 7", "4, 256, 64, 10", "4, 256, 80, 12",
    "8, 255, 40, 6", "8, 255, 64, 9", "8, 255, 80, 11",
    "8, 256, 40, 6", "8, 256, 64, 9", "8, 256, 80, 11"
  })
  void checksOfEachClass(int k, int n, int sigma, int expected) {
    assertEquals(expected, WordParameters.openChecks(k, n, sigma));
  }

  @ParameterizedTest
  @CsvSource({"40, 42", "64, 66", "80, 82"})
  void checksOfTiedWords(int sigma, int expected) {
    assertEquals(expected, WordParameters.tieChecks(sigma));
  }

  @ParameterizedTest
  @CsvSource({"4, 40, 11", "4, 64, 17", "4, 80, 21", "8, 40, 11", "8, 64, 17", "8, 80, 21"})
  void codesMustHaveADistance(int k, int sigma, int least) {
    int dimension = 100;
    int n = least + 2 * (dimension - 1);
    ReedSolomon enough = ReedSolomon.named(n + "x" + dimension);
    ReedSolomon less = ReedSolomon.named(n - 1 + "x" + dimension);
    assertDoesNotThrow(() -> WordParameters.of(enough, k, sigma));
    Refused refused = assertThrows(Refused.class, () -> WordParameters.of(less, k, sigma));
    for (String part : new String[] {less.name(), "sigma " + sigma, "trees of " + k + " bits"}) {
      assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "255x85, 80, true",
    "256x120, 64, true",
    "256x120, 80, false",
    "256x121, 64, false",
  })
  void namedCodes(String code, int sigma, boolean accepted) {
    for (int k : new int[] {4, 8}) {
      if (accepted) {
        assertDoesNotThrow(() -> WordParameters.require(ReedSolomon.named(code), k, sigma));
      } else {
        assertThrows(
            Refused.class, () -> WordParameters.require(ReedSolomon.named(code), k, sigma));
      }
    }
  }

  @Test
  void otherTreesAreRefused() {
    ReedSolomon code = ReedSolomon.named("255x85");
    for (int k : new int[] {0, 1, 2, 3, 5, 16}) {
      assertThrows(Refused.class, () -> WordParameters.of(code, k, 40));
    }
  }

  @Test
  void correctionsOfAWord() {
    ReedSolomon code = ReedSolomon.named("255x85");
    Corrections two = new Corrections(code, 2);
    assertEquals(510, two.symbols(new WordShape.Given(WordClass.C)));
    assertEquals(510, two.symbols(new WordShape.Planes()));
    assertEquals(425, two.symbols(new WordShape.Free(WordClass.C)));
    assertEquals(425, two.symbols(new WordShape.OpenMask(WordClass.C)));
    assertEquals(426, two.symbols(new WordShape.Given(WordClass.STAR)));
    assertEquals(426, two.symbols(new WordShape.TieMask()));
    assertEquals(341, two.symbols(new WordShape.Free(WordClass.STAR)));
    assertEquals(256, two.symbols(new WordShape.Free(WordClass.ZERO_DATA)));
    Corrections one = new Corrections(code, 1);
    assertEquals(255, one.symbols(new WordShape.Given(WordClass.C)));
    assertEquals(171, one.symbols(new WordShape.Given(WordClass.STAR)));
    assertEquals(86, one.symbols(new WordShape.Free(WordClass.ZERO_DATA)));
    assertEquals(510 * 64, two.bytes(new WordShape.Planes(), 64));
    assertEquals(341 * 16, two.bytes(new WordShape.Free(WordClass.STAR), 10));
    assertEquals(8, CoordinateVoles.CHUNK);
  }

  @Test
  void runsAreValid() {
    assertThrows(IllegalArgumentException.class, () -> new WordShape.Given(WordClass.ZERO_DATA));
    assertThrows(IllegalArgumentException.class, () -> WordRun.both(new WordShape.Planes(), 12));
    assertThrows(
        IllegalArgumentException.class, () -> WordRun.both(new WordShape.Free(WordClass.C), 0));
    assertThrows(
        IllegalArgumentException.class, () -> new WordRun(new WordShape.Free(WordClass.C), 1, 2));
  }
}
