package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.contract.ForgedOpening;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.prep.MascotParameters;
import org.schurmpc.spdz.prep.MascotPreprocessor;
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

    private ForgedOpening run(int parties) {
      return new ForgedOpening(parties, CHEATER, new Moved(this));
    }
  }

  /** Counts messages of a length at each end, and moves one; before, guesses a bit of a key. */
  private static final class Moved implements ForgedOpening.Move {
    /** The guessed bit, and the first message of an authentication: 40 rows of 512 elements. */
    private static final int GUESSED = 7;

    private static final int ROWS_BYTES = 40 * 512 * BYTES;

    private final Forged where;
    private final int[] counts = new int[1 << Byte.SIZE];
    private final AtomicBoolean guessed = new AtomicBoolean();

    /** Whether the program runs. */
    private volatile boolean online = true;

    /** What the key is in the end. */
    private volatile long alpha;

    Moved(Forged where) {
      this.where = where;
    }

    @Override
    public boolean move(int index, byte[] frame) {
      throw new IllegalStateException("by connection");
    }

    @Override
    public boolean move(int from, int to, int index, byte[] frame) {
      if (!online) {
        if (from == CHEATER && frame.length == ROWS_BYTES && !guessed.getAndSet(true)) {
          frame[GUESSED * 512 * BYTES] ^= 1;
        }
        return false;
      }
      boolean here = frame.length == where.length && ++counts[from << 4 | to] == where.number;
      for (int i = 0; here && i < where.bytes; i++) {
        frame[i] ^= (byte) (where.error >>> (Byte.SIZE * i));
      }
      return here;
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

  /** Whether the check shows the toss, and α times the error times a coefficient. */
  private static boolean explained(Field field, long alpha, Forged where, ForgedOpening forged) {
    List<byte[]> sums = forged.sums(field);
    assertEquals(2, sums.size(), "a toss, and a σ");
    long[] sigma = new long[1];
    field.fromBytes(sums.get(1), 0, sigma, 0, 1);
    long known = multiply(field, coefficient(field, sums.get(0)), where.error);
    return sigma[0] == multiply(field, alpha, known);
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
      learnt += explained(field, alpha, where, forged) ? 0 : 1;
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

  /** Makes material by MASCOT in the parties' sessions, before the program. */
  private static void mascot(ForgedRun run, Moved moved) throws Exception {
    Field field = run.fields.get(1);
    int sigma = Material.usualSigma(field);
    Demand demand = SpdzMachine.demand(run.program, List.of(sigma, sigma)).get(1);
    CyclicBarrier made =
        new CyclicBarrier(
            2,
            () -> {
              moved.alpha = run.alpha(1)[0];
              moved.online = true;
            });
    moved.online = false;
    run.before(
        session -> {
          MascotParameters setting = new MascotParameters(field, sigma, 2, 1, 64);
          try (MascotPreprocessor preprocessor =
              MascotPreprocessor.begin(session, setting, () -> KernelProvider.choose().kernels())) {
            preprocessor.prepare(demand, run.stores.get(1)[session.party()]);
            made.await(10, TimeUnit.SECONDS);
          } catch (MpcException e) {
            made.reset();
            throw e;
          }
        });
  }

  /** The peer guesses a bit of α in MASCOT, which ends the run if it is wrong. */
  @Tag("slow")
  @Test
  void withAGuessedBitOfAlpha() throws Exception {
    ForgedRun run = new ForgedRun(Forged.PRODUCT.program(2));
    Field field = run.fields.get(1);
    Random random = new Random(48);
    int right = 0;
    int learnt = 0;
    for (int trial = 0; right < 200; trial++) {
      run.deal(trial);
      run.stores.set(1, new PrepStore[] {new MemoryPrepStore(), new MemoryPrepStore()});
      Moved moved = new Moved(Forged.PRODUCT);
      mascot(run, moved);
      ForgedOpening forged = new ForgedOpening(2, CHEATER, moved);
      BigInteger[] y = {BigInteger.valueOf(random.nextInt(2))};
      BigInteger[] x = {BigInteger.valueOf(random.nextInt(2))};
      List<Object> ends = run.run(trial, Map.of("x", x, "y", y), forged);
      assertInstanceOf(PeerCheated.class, ends.get(0));
      assertTrue(moved.guessed.get());
      if (forged.forged()) {
        right++;
        learnt += explained(field, moved.alpha, Forged.PRODUCT, forged) ? 0 : 1;
      }
    }
    assertEquals(0, learnt);
  }
}
