package org.schurmpc.vm.machine.plain;

import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.machine.Controller;
import org.schurmpc.vm.machine.OneWorker;
import org.schurmpc.vm.machine.Secrets;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Interprets programs with random bits that a test chooses. */
public final class ForcedBits {
  private ForcedBits() {}

  private record Forced(BooleanSupplier bits, RandomGenerator others) implements RandomGenerator {
    @Override
    public int nextInt(int bound) {
      if (bound != 2) {
        throw new IllegalArgumentException("only bits are forced");
      }
      return bits.getAsBoolean() ? 1 : 0;
    }

    @Override
    public long nextLong() {
      return others.nextLong();
    }
  }

  /** Returns the outputs of a program of one field, whose random bits are given. */
  public static Values run(VerifiedProgram verified, Values inputs, BooleanSupplier bits)
      throws MpcException {
    Program program = verified.program();
    RandomGenerator random = new Forced(bits, new SplittableRandom(1));
    PlainSecrets secrets =
        new PlainSecrets(
            program.fields().get(0).field(), program.parties(), inputs, random, new PlainRounds());
    try (Controller controller =
        new Controller(verified, new OneWorker(new Secrets[] {secrets}), line -> {})) {
      return controller.run();
    }
  }
}
