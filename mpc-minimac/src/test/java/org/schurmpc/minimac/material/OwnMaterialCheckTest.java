package org.schurmpc.minimac.material;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.minimac.Configurations;

/** Relations at each party alone and uniform redundancy, whose values a peer could not see. */
class OwnMaterialCheckTest {
  private static final int[] START = {0, 0};

  /** Number of words of a block of (255,85), and their full rank. */
  private static final int BLOCK = 100;

  private static final int FULL = 84;

  private final MiniMacCode code = new MiniMacCode(Configurations.code(255, 85));
  private final OwnMaterial own = new OwnMaterial(code);
  private final Material items = new Material(new AuthWord(2));
  private MaterialChecker checker;

  @BeforeEach
  void begin() throws Exception {
    MaterialParameters parameters = MaterialParameters.minitrix(2, code).prepared(64);
    checker = new MiniMacChecker(parameters, own.keys(), Configurations.kernels("plain"));
  }

  private Optional<String> check(MaterialKind kind, long[][] item) {
    return checker.check(kind, item, START);
  }

  /** Checks items in turn, and returns the first relation that does not hold. */
  private Optional<String> check(MaterialKind kind, int count, IntFunction<long[][]> each) {
    for (int i = 0; i < count; i++) {
      Optional<String> broken = check(kind, each.apply(i));
      if (broken.isPresent()) {
        return broken;
      }
    }
    return Optional.empty();
  }

  private long[][] gate() {
    return own.gate(zeros(), zeros());
  }

  private long[][] zeros() {
    return new long[][] {own.zeroData(), own.zeroData()};
  }

  private static Optional<String> notUniform(int rank, String where) {
    return Optional.of(
        "the redundancy of %d words over C* has rank %d instead of %d %s: it is not uniform"
            .formatted(BLOCK, rank, FULL, where));
  }

  @Test
  void uniformWordsPass() {
    assertEquals(Optional.empty(), check(items.and(), 67, i -> gate()));
    assertEquals(Optional.empty(), check(items.outputMask(), 2 * BLOCK, i -> own.item(zeros())));
    assertEquals(List.of(), checker.skipped());
  }

  @Test
  void saysThatWordsAreTooFew() {
    assertEquals(Optional.empty(), check(items.and(), 33, i -> gate()));
    assertEquals(
        List.of(
            "'AND gate': 99 words over C* are too few to test that their redundancy is uniform: it"
                + " takes 100"),
        checker.skipped());
  }

  /** Words a and b without o*: their redundancy is that of their parts. */
  @ParameterizedTest
  @CsvSource({"0, at party 1", "1, at party 2"})
  void wordsWithoutZeroWordsAreFound(int party, String where) {
    assertEquals(
        notUniform(33, where),
        check(
            items.and(),
            34,
            i -> {
              long[][] ofA = zeros();
              long[][] ofB = zeros();
              ofA[party] = new long[Codeword.LONGS];
              ofB[party] = new long[Codeword.LONGS];
              return own.gate(ofA, ofB);
            }));
  }

  /** Fresh words at each party, but the value has no redundancy of its own. */
  @Test
  void zeroWordsThatCancelAreFound() {
    assertEquals(
        notUniform(33, "in the sum of all shares"),
        check(
            items.and(),
            34,
            i -> {
              long[] ofA = own.zeroData();
              long[] ofB = own.zeroData();
              return own.gate(new long[][] {ofA, ofA}, new long[][] {ofB, ofB});
            }));
  }

  @Test
  void zeroWordsForBothOperandsAreFound() {
    assertEquals(
        notUniform(67, "at party 1"),
        check(
            items.and(),
            34,
            i -> {
              long[][] both = zeros();
              return own.gate(both, both);
            }));
  }

  /** A block later than the first one. */
  @Test
  void repeatedMasksAreFound() {
    assertEquals(Optional.empty(), check(items.outputMask(), BLOCK, i -> own.item(zeros())));
    long[][] same = own.item(zeros());
    assertEquals(notUniform(1, "at party 1"), check(items.outputMask(), BLOCK, i -> same));
  }

  @Test
  void sharesOfOtherPlanesAreFound() {
    long[] data = new long[Codeword.LONGS];
    Codeword.setSymbol(data, 0, 5, 8);
    for (String name : List.of("b", "a")) {
      long[][] gate = gate();
      int parts = items.bitParts() + (name.equals("a") ? 8 : 0) * items.word().longs();
      own.addToBoth(gate, parts + 2 * items.word().longs(), own.word(data));
      assertEquals(
          Optional.of(
              "the share of party 1 of %s_2 has a data symbol other than 0 and X^2"
                  .formatted(name)),
          check(items.and(), gate));
    }
  }

  @Test
  void sharesOfOtherDataAreFound() {
    long[][] gate = gate();
    own.addToBoth(gate, items.b(), own.unit());
    assertEquals(
        Optional.of("the share of party 1 of b has other data than those of b_0 to b_7"),
        check(items.and(), gate));
    long[][] mask = own.item(zeros());
    own.addToBoth(mask, 0, own.unit());
    assertEquals(
        Optional.of("the share of party 1 of o has data"), check(items.outputMask(), mask));
  }

  @Test
  void sharesOfPairsWithOtherDataAreFound() throws Exception {
    MaterialParameters parameters =
        MaterialParameters.minimac(2, code, Packing.BITS, false).prepared(64);
    checker = new MiniMacChecker(parameters, own.keys(), Configurations.kernels("plain"));
    long[] s = own.word(new long[Codeword.LONGS]);
    long[][] pair = new long[2][items.pair().longsPerItem()];
    own.put(pair, items.s(), s, s);
    own.put(pair, items.star(), zeros());
    assertEquals(Optional.empty(), check(items.pair(), pair));
    own.addToBoth(pair, items.star(), own.unit());
    assertEquals(
        Optional.of("the share of party 1 of s* has other data than that of s"),
        check(items.pair(), pair));
  }

  /** A dealer's shares are uniform words. */
  @Test
  void sharesOfADealerMayHaveAnyData() throws Exception {
    long[][] mask = own.item(zeros());
    own.addToBoth(mask, 0, own.unit());
    assertNotEquals(Optional.empty(), check(items.outputMask(), mask));
    checker =
        new MiniMacChecker(
            MaterialParameters.minitrix(2, code), own.keys(), Configurations.kernels("plain"));
    assertEquals(Optional.empty(), check(items.outputMask(), mask));
  }

  /** Bits as factors of bytes: products are right, and no upper plane of a byte is masked. */
  @Test
  void bytesThatAreBitsAreFound() throws Exception {
    checker =
        new MiniMacChecker(
            MaterialParameters.minimac(2, code, Packing.BYTES, false),
            own.keys(),
            Configurations.kernels("plain"));
    long[] none = new long[Codeword.LONGS];
    for (int high : new int[] {0, 2}) {
      long[] bits = new long[Codeword.LONGS];
      Codeword.setSymbol(bits, 0, 0, 1);
      Codeword.setSymbol(bits, 0, 1, high);
      long[] disjoint = new long[Codeword.LONGS];
      Codeword.setSymbol(disjoint, 0, 0, 1);
      Codeword.setSymbol(disjoint, 0, 2, high);
      long[][] triple = new long[2][items.triple().longsPerItem()];
      own.put(triple, items.tripleA(), own.word(bits), none);
      own.put(triple, items.tripleB(), none, own.word(disjoint));
      own.put(triple, items.tripleC(), own.unit(), none);
      assertEquals(
          high > 0
              ? Optional.empty()
              : Optional.of("a or b has bits alone as data, which do not mask bytes"),
          check(items.triple(), triple));
    }
  }
}
