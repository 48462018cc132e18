package org.schurmpc.core.kernel;

import java.util.Locale;
import java.util.Optional;

/**
 * Chooses the kernels of this JVM: vector kernels if the module jdk.incubator.vector is present and
 * the JVM runs them faster than plain Java, which is a HotSpot JVM with the C2 compiler; else plain
 * Java.
 */
public final class KernelProvider {
  /** System property that forces a choice: {@code plain}, {@code vector} or {@code auto}. */
  public static final String PROPERTY = "org.schurmpc.kernels";

  private static final String MODULE = "jdk.incubator.vector";
  private static final String VECTOR_CLASS = "org.schurmpc.core.kernel.vector.VectorKernels";
  // Before this release the JIT compiler makes the vector classes slower than plain Java.
  private static final int FIRST_GOOD_RELEASE = 22;

  private KernelProvider() {}

  /** The kernels to choose. */
  public enum Preference {
    PLAIN,
    VECTOR,
    AUTO;

    /**
     * Returns the preference of a name, in any case.
     *
     * @throws IllegalArgumentException if there is no such preference
     */
    public static Preference named(String name) {
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "plain" -> PLAIN;
        case "vector" -> VECTOR;
        case "auto" -> AUTO;
        default ->
            throw new IllegalArgumentException(
                "unknown kernels '" + name + "': plain, vector and auto are known");
      };
    }
  }

  /**
   * New kernels, for one thread, and the reason for their choice.
   *
   * @param kernels the kernels
   * @param reason a sentence without a full stop
   */
  public record Choice(Kernels kernels, String reason) {}

  /**
   * Chooses kernels according to the system property {@link #PROPERTY}, {@code auto} if it is not
   * set.
   *
   * @throws IllegalArgumentException if the property has another value
   * @throws IllegalStateException if the property requires vector kernels and there are none
   */
  public static Choice choose() {
    String asked = System.getProperty(PROPERTY);
    return choose(asked == null ? Preference.AUTO : Preference.named(asked));
  }

  /**
   * Chooses kernels according to a preference.
   *
   * @throws IllegalStateException if the preference requires vector kernels and there are none
   */
  public static Choice choose(Preference preference) {
    return switch (preference) {
      case PLAIN -> plain("plain Java kernels, as asked for");
      case VECTOR -> {
        if (!modulePresent()) {
          throw new IllegalStateException(
              "no vector kernels: the module "
                  + MODULE
                  + " is absent from this JVM; it is an incubator module, to be added at its start");
        }
        try {
          yield vector("as asked for");
        } catch (ReflectiveOperationException | LinkageError e) {
          throw new IllegalStateException("no vector kernels: they do not load on this JVM", e);
        }
      }
      case AUTO -> best();
    };
  }

  private static Choice best() {
    int release = Runtime.version().feature();
    if (!modulePresent()) {
      return plain("plain Java kernels: the module " + MODULE + " is absent");
    }
    if (release < FIRST_GOOD_RELEASE) {
      return plain(
          "plain Java kernels: they are the faster ones on a JVM older than "
              + FIRST_GOOD_RELEASE
              + ", and this is "
              + release);
    }
    Optional<String> lack = JvmDescription.ofThisProcess().lackOfC2();
    if (lack.isPresent()) {
      return plain("plain Java kernels: " + lack.get());
    }
    try {
      Choice choice = vector("module " + MODULE + " on JVM " + release);
      if (choice.kernels().registerBits() >= 256) {
        return choice;
      }
      return plain("plain Java kernels: this machine has no vector registers of 256 bits");
    } catch (ReflectiveOperationException | LinkageError e) {
      return plain("plain Java kernels: the vector kernels do not load on this JVM");
    }
  }

  private static boolean modulePresent() {
    return ModuleLayer.boot().findModule(MODULE).isPresent();
  }

  private static Choice plain(String reason) {
    return new Choice(new PlainKernels(), reason);
  }

  private static Choice vector(String why) throws ReflectiveOperationException {
    Kernels kernels =
        Class.forName(VECTOR_CLASS)
            .asSubclass(Kernels.class)
            .getDeclaredConstructor()
            .newInstance();
    return new Choice(kernels, "vector kernels of " + kernels.registerBits() + " bits: " + why);
  }
}
