package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Compiles a block of a million instructions, with as many different values. */
@Tag("slow")
class CompilerSpeedTest {
  private static final int INSTRUCTIONS = 1_300_000;
  private static final int RECENT = 1000;
  private static final long SECONDS = 20;

  private static void define(ProgramBuilder b) {
    Random random = new Random(1);
    IntType type = IntType.signed(32);
    SecretInt[] recent = new SecretInt[RECENT];
    for (int i = 0; i < RECENT; i++) {
      recent[i] = b.input("in" + i, 0, type);
    }
    for (int i = RECENT; i < INSTRUCTIONS; i++) {
      SecretInt x = recent[random.nextInt(RECENT)];
      SecretInt y = recent[random.nextInt(RECENT)];
      SecretInt z = i % 3 == 0 ? x.times(y) : x.plus(y);
      recent[i % RECENT] = z.assumeFits(type);
    }
    for (int i = 0; i < RECENT; i++) {
      b.output("out" + i, recent[i]);
    }
  }

  @Test
  void compilesAMillionInstructions() throws Exception {
    CompileOptions options = CompileOptions.of(Fields.named("p128"), 2);
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long start = clock.getCurrentThreadCpuTime();
    VerifiedProgram program = Compiler.compile(CompilerSpeedTest::define, "large", options);
    double seconds = (clock.getCurrentThreadCpuTime() - start) / 1e9;
    // Some values are never used and left out.
    assertTrue(program.program().tapes().get(0).words().length > 5 * 1_000_000);
    // Processor time, several times of what is measured.
    assertTrue(seconds < SECONDS, seconds + " s");
  }
}
