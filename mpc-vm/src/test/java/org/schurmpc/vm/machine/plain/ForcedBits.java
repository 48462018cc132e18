package org.schurmpc.vm.machine.plain;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.machine.Bank;
import org.schurmpc.vm.machine.Controller;
import org.schurmpc.vm.machine.OneWorker;
import org.schurmpc.vm.machine.SecretBackend;
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

    /** Numbers whose bits are random are drawn as bytes. */
    @Override
    public void nextBytes(byte[] bytes) {
      Arrays.fill(bytes, (byte) (bits.getAsBoolean() ? -1 : 0));
    }
  }

  /** Returns the outputs of a program of one field, whose random bits are given. */
  public static Values run(VerifiedProgram verified, Values inputs, BooleanSupplier bits)
      throws MpcException {
    return run(verified, inputs, bits, opened -> {});
  }

  /**
   * Returns the outputs of a program of one field, whose random bits are given.
   *
   * @param opened receives what is opened by reveals, in their order
   */
  public static Values run(
      VerifiedProgram verified, Values inputs, BooleanSupplier bits, Consumer<BigInteger> opened)
      throws MpcException {
    Program program = verified.program();
    RandomGenerator random = new Forced(bits, new SplittableRandom(1));
    PlainGroup.Rounds rounds = new PlainGroup.Rounds();
    SecretBackend[] all = new SecretBackend[program.fields().size()];
    PlainSecrets plain = null;
    for (int f = 0; f < all.length; f++) {
      Field field = program.fields().get(f).field();
      PlainSecrets first = program.fields().get(f).isBits() ? plain : null;
      PlainSecrets each = new PlainSecrets(field, program.parties(), inputs, random, rounds, first);
      plain = f == 0 ? each : plain;
      all[f] = f == 0 ? watched(each, opened) : each;
    }
    try (Controller controller = new Controller(verified, new OneWorker(all), line -> {})) {
      return controller.run();
    }
  }

  /** Returns a backend that shows what its reveals open. */
  private static SecretBackend watched(PlainSecrets plain, Consumer<BigInteger> opened) {
    return (SecretBackend)
        Proxy.newProxyInstance(
            SecretBackend.class.getClassLoader(),
            new Class<?>[] {SecretBackend.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("reveal")) {
                show(plain, (Bank) arguments[0], (int) arguments[1], (int) arguments[4], opened);
              }
              try {
                return method.invoke(plain, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void show(PlainSecrets plain, Bank x, int at, int n, Consumer<BigInteger> opened) {
    for (int i = 0; i < n; i++) {
      long[] values = PlainBank.values(x);
      opened.accept(plain.field().toBigInteger(values, (at + i) * plain.field().limbs()));
    }
  }
}
