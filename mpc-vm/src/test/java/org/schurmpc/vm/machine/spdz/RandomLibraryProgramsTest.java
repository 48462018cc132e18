package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lib.FloatingPoint;
import org.schurmpc.vm.lib.SecretFloat;
import org.schurmpc.vm.machine.Bank;
import org.schurmpc.vm.machine.Controller;
import org.schurmpc.vm.machine.KeptMemory;
import org.schurmpc.vm.machine.OneWorker;
import org.schurmpc.vm.machine.SecretBackend;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.plain.PlainBanks;
import org.schurmpc.vm.machine.plain.PlainSecrets;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Random programs with the library have equal results by plain arithmetic, in the interpreter
 * (optimised and as written, with memory that is kept) and at real parties.
 */
class RandomLibraryProgramsTest {
  private static final int FAST = 25;
  private static final int SLOW = 2000;

  /** Memory in the heap of the test. */
  private static final class Kept implements KeptMemory {
    private List<long[]> secret;

    @Override
    public void load(Bank[] banks, long[][] clear, long[] ints) {
      for (int f = 0; secret != null && f < banks.length; f++) {
        System.arraycopy(secret.get(f), 0, PlainBanks.elements(banks[f]), 0, secret.get(f).length);
      }
    }

    @Override
    public void revealing() {}

    @Override
    public void keep(Bank[] banks, long[][] clear, long[] ints) {
      secret = Arrays.stream(banks).map(bank -> PlainBanks.elements(bank).clone()).toList();
    }
  }

  private static VerifiedProgram compile(
      RandomLibraryProgram program, boolean optimise, boolean mixed) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), program.parties).withMixed(mixed);
    return Compiler.compile(
        program::define, "random", optimise ? options : options.asWritten().withoutLines());
  }

  private static void requireRight(
      String who, RandomLibraryProgram.State right, Values outputs, List<String> prints) {
    for (int slot = 0; slot < RandomLibraryProgram.SLOTS; slot++) {
      assertArrayEquals(right.slots[slot], outputs.get("out" + slot), who + ", slot " + slot);
    }
    assertEquals(List.of("index " + right.index), prints, who);
  }

  /** Interprets a program twice, the second time with the memory that the first run kept. */
  private static void interpret(long seed, RandomLibraryProgram program, boolean optimise)
      throws Exception {
    interpret(seed, program, compile(program, optimise, false), optimise);
    if (program.parties == 2) {
      interpret(seed, program, compile(program, optimise, true), optimise);
    }
  }

  private static void interpret(
      long seed, RandomLibraryProgram program, VerifiedProgram compiled, boolean optimise)
      throws Exception {
    Kept memory = new Kept();
    BigInteger[][] before = program.zeros();
    for (int run = 0; run < (program.keeps ? 2 : 1); run++) {
      RandomLibraryProgram.State right = program.direct(before);
      Values inputs = Interpreter.inputs(compiled.program());
      for (Map.Entry<String, BigInteger[]> each : program.inputs().entrySet()) {
        inputs.set(each.getKey(), each.getValue());
      }
      SecretBackend[] plain = PlainSecrets.of(compiled.program(), inputs, seed);
      List<String> prints = new ArrayList<>();
      try (Controller controller =
          new Controller(
              compiled,
              new OneWorker(plain),
              prints::add,
              program.keeps ? memory : KeptMemory.NONE)) {
        String who = "seed %d, run %d, optimised %b".formatted(seed, run, optimise);
        requireRight(who, right, controller.run(), prints);
      }
      before = right.slots;
    }
  }

  private static void atParties(long seed, RandomLibraryProgram program) throws Exception {
    if (program.keeps) {
      return; // parties keep memory in folders: KeptMemoryTest
    }
    atParties(seed, program, false);
    if (program.parties == 2) {
      atParties(seed, program, true);
    }
  }

  private static void atParties(long seed, RandomLibraryProgram program, boolean mixed)
      throws Exception {
    VmRun run = new VmRun(compile(program, true, mixed), program.inputs());
    Random random = new Random(seed);
    OpeningMode mode = random.nextBoolean() ? OpeningMode.ALL : OpeningMode.KING;
    for (VmRun.End end : run.withThreads(1 + random.nextInt(2)).run(mode)) {
      assertNull(end.failure(), "seed " + seed);
      requireRight(
          "seed %d, party %d".formatted(seed, end.party()),
          program.direct(program.zeros()),
          end.outputs(),
          end.prints());
    }
  }

  private static void compare(int from, int to, int parties) throws Exception {
    for (int seed = from; seed < to; seed++) {
      RandomLibraryProgram program = new RandomLibraryProgram(seed);
      interpret(seed, program, true);
      interpret(seed, program, false);
      if (seed % parties == 0) {
        atParties(seed, program);
      }
    }
  }

  @Test
  void programsAgree() throws Exception {
    compare(0, FAST, 5);
  }

  @Test
  @Tag("slow")
  void manyProgramsAgree() throws Exception {
    compare(FAST, FAST + SLOW, 2);
  }

  // Floating point

  private static BigInteger[] bits(float[] values) {
    BigInteger[] bits = new BigInteger[values.length];
    Arrays.setAll(
        bits, i -> BigInteger.valueOf(Integer.toUnsignedLong(Float.floatToIntBits(values[i]))));
    return bits;
  }

  private static float number(Random random) {
    float size = Math.scalb(1 + random.nextFloat(), random.nextInt(40) - 20);
    return random.nextInt(10) == 0 ? 0 : random.nextBoolean() ? size : -size;
  }

  /** Interprets a chain of random operations on floats, each of which Java rounds alike. */
  private static void compareFloats(int seed) throws Exception {
    Random random = new Random(seed);
    int n = 50;
    int steps = 1 + random.nextInt(4);
    int[] kinds = random.ints(steps, 0, 4).toArray();
    float[] x = new float[n];
    float[] y = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = number(random);
      y[i] = number(random);
    }
    VerifiedProgram program =
        Compiler.compile(
            b -> chain(b, kinds, n), "floats", CompileOptions.of(Fields.named("p128"), 2));
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", bits(x));
    inputs.set("y", bits(y));
    for (int kind : kinds) {
      for (int i = 0; i < n; i++) {
        x[i] =
            switch (kind) {
              case 0 -> x[i] + y[i];
              case 1 -> x[i] - y[i];
              case 2 -> x[i] * y[i];
              default -> y[i] == 0 ? x[i] : x[i] / y[i];
            };
      }
    }
    BigInteger[] found = Interpreter.run(program, inputs, seed).outputs().get("out");
    for (int i = 0; i < n; i++) {
      float right = x[i];
      if (Math.abs(right) > Float.MIN_NORMAL && Float.isFinite(right)) {
        int at = i;
        assertEquals(
            bits(new float[] {right})[0],
            found[i],
            () -> "seed %d, element %d".formatted(seed, at));
      }
    }
  }

  private static void chain(ProgramBuilder b, int[] kinds, int n) {
    FloatingPoint floats = new FloatingPoint(b);
    SecretFloat x = floats.inputs("x", 0, n);
    SecretFloat y = floats.inputs("y", 1, n);
    for (int kind : kinds) {
      x =
          switch (kind) {
            case 0 -> x.plus(y);
            case 1 -> x.minus(y);
            case 2 -> x.times(y);
            default -> floats.choose(y.isZero(), x, x.dividedBy(y));
          };
    }
    floats.output("out", x);
  }

  @Test
  void floatsAgreeWithJava() throws Exception {
    for (int seed = 0; seed < 8; seed++) {
      compareFloats(seed);
    }
  }

  @Test
  @Tag("slow")
  void manyFloatsAgreeWithJava() throws Exception {
    for (int seed = 8; seed < 500; seed++) {
      compareFloats(seed);
    }
  }
}
