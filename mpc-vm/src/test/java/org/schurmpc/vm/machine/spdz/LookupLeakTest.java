package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.contract.ForgedOpening;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecondField;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * A peer forges an opening so that an index depends on a secret bit of the honest party. The check
 * that fails shows α times the error that the peer chose, and no more: whatever the peer knows of
 * α, both values of the bit fit.
 */
class LookupLeakTest {
  private static final int CHEATER = 1;
  private static final int BYTES = 5;

  /** Outside of the span of the indices. */
  private static final long OUTSIDE = 1L << 30;

  /** Where the cheater moves an opening. */
  private enum Forged {
    /** ε of the product that is looked up: the second opening of two elements. */
    PRODUCT(2 * BYTES, 2, BYTES, OUTSIDE),

    /**
     * The first masked index, on whose entry the second one depends: the second message of a byte,
     * as inputs are one.
     */
    INDEX(1, 2, 1, 1);

    private final int length;
    private final int number;
    private final int bytes;
    private final long error;

    Forged(int length, int number, int bytes, long error) {
      this.length = length;
      this.number = number;
      this.bytes = bytes;
      this.error = error;
    }

    private VerifiedProgram program(int parties) throws Exception {
      CompileOptions options =
          CompileOptions.of(Fields.named("p128"), parties).withSecond(Fields.named("gf2_40"));
      return Compiler.compile(
          this == PRODUCT ? LookupLeakTest::product : LookupLeakTest::entry, "leak", options);
    }

    /** Returns an error that counts messages of the length at each end. */
    private ForgedOpening run(int parties) {
      int[] counts = new int[1 << Byte.SIZE];
      byte[] moved = new byte[BYTES];
      for (int i = 0; i < bytes; i++) {
        moved[i] = (byte) (error >>> Byte.SIZE * i);
      }
      return new ForgedOpening(
          parties,
          CHEATER,
          new ForgedOpening.Error() {
            @Override
            public boolean move(int index, byte[] frame) {
              throw new IllegalStateException("counts by connection");
            }

            @Override
            public boolean move(int from, int to, int index, byte[] frame) {
              boolean here = frame.length == length && ++counts[from << 4 | to] == number;
              for (int i = 0; here && i < bytes; i++) {
                frame[i] ^= moved[i];
              }
              return here;
            }
          });
    }
  }

  /** Looks up the AND of a bit of each party. */
  private static void product(ProgramBuilder b) {
    SecondField field = b.secondField();
    SecretBitVector x = field.inputBits("x", 1, 1);
    SecretBitVector y = field.inputBits("y", 0, 1);
    LookupTable table = new LookupTable(1, 1, new int[] {1, 0});
    b.output("o", field.lookup(table).of(x.and(y)).get(0));
  }

  /**
   * Looks up y twice, side by side, and the entry, which is 0 for both values, times an element as
   * an index. If a masked index is moved by one, the entry is 1 for one of them.
   */
  private static void entry(ProgramBuilder b) {
    SecondField field = b.secondField();
    SecretBitVector y = field.inputBits("y", 0, 1);
    SecretBitVector x = field.inputBits("x", 1, 1);
    LookupTable first = new LookupTable(2, 1, new int[] {0, 1, 0, 0});
    SecretBitVector zero = field.lookup(first).of(y, y).get(0);
    SecretBitVector index =
        zero.asElements().times(b.clearGf2n(OUTSIDE)).plus(x.asElements()).assumeBits();
    LookupTable second = new LookupTable(1, 1, new int[] {1, 0});
    b.output("o", field.lookup(second).of(index).get(0));
  }

  private static long multiply(Field field, long a, long b) {
    long[] product = new long[1];
    field.multiply(new long[] {a}, 0, new long[] {b}, 0, product, 0, 1);
    return product[0];
  }

  /** The first coefficient that a toss draws. */
  private static long coefficient(Field field, byte[] seed) {
    long[] uniform = new long[field.uniformWords()];
    long[] coefficient = new long[1];
    new Prg(seed.clone()).nextLongs(uniform, 0, uniform.length);
    field.fromUniform(uniform, 0, coefficient, 0, 1);
    return coefficient[0];
  }

  private static void requireNothingLearnt(Forged where, int parties, int trials) throws Exception {
    ForgedRun run = new ForgedRun(where.program(parties));
    Field field = run.fields.get(1);
    Random random = new Random(48);
    int learnt = 0;
    int[] values = new int[2];
    for (int trial = 0; trial < trials; trial++) {
      int y = random.nextInt(2);
      values[y]++;
      run.deal(trial);
      long alpha = run.alpha(1)[0];
      ForgedOpening forged = where.run(parties);
      BigInteger[] ofPeer = {BigInteger.valueOf(random.nextInt(2))};
      BigInteger[] secret = {BigInteger.valueOf(y)};
      List<Object> ends = run.run(trial, Map.of("x", ofPeer, "y", secret), forged);
      assertInstanceOf(PeerCheated.class, ends.get(0));
      assertTrue(forged.forged());
      List<byte[]> sums = forged.sums(field);
      assertEquals(2, sums.size(), "a toss, and a σ");
      long[] sigma = new long[1];
      field.fromBytes(sums.get(1), 0, sigma, 0, 1);
      long known = multiply(field, coefficient(field, sums.get(0)), where.error);
      learnt += sigma[0] == multiply(field, alpha, known) ? 0 : 1;
    }
    assertEquals(0, learnt, "of " + trials);
    assertTrue(values[0] > 0 && values[1] > 0);
  }

  @ParameterizedTest
  @CsvSource({"PRODUCT, 2", "PRODUCT, 3", "INDEX, 2", "INDEX, 3"})
  void theCheckShowsNothingButAlpha(Forged where, int parties) throws Exception {
    requireNothingLearnt(where, parties, 8);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"PRODUCT, 2", "PRODUCT, 3", "INDEX, 2", "INDEX, 3"})
  void twoHundredTrials(Forged where, int parties) throws Exception {
    requireNothingLearnt(where, parties, 200);
  }
}
