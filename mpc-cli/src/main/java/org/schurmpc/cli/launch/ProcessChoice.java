package org.schurmpc.cli.launch;

import java.util.Locale;
import java.util.Optional;

/**
 * Where a command computes: in the JVM that was started, or in a child on the JVM that suits it. A
 * child pays once its start is little beside the work.
 *
 * @param here whether this JVM computes
 * @param reason a clause that says why
 */
public record ProcessChoice(boolean here, String reason) {
  /** Work that takes longer is done by a child. */
  private static final double MOST_SECONDS = 2;

  /**
   * Chooses for this JVM.
   *
   * @param asked whether the user asked for a JVM or a heap, which a child has
   * @param seconds estimate of the work's processor time with plain kernels; infinite if somebody
   *     has to end it
   * @param heap that the work needs
   */
  public static ProcessChoice of(boolean asked, double seconds, HeapSize heap) {
    return of(
        asked,
        seconds,
        heap,
        Runtime.getRuntime().maxMemory() >> 20,
        ThisJvm.warning().isPresent());
  }

  /**
   * Chooses for a JVM.
   *
   * @param megabytes the most that its heap grows to
   * @param faulty whether something is known to be wrong with it
   */
  static ProcessChoice of(
      boolean asked, double seconds, HeapSize heap, long megabytes, boolean faulty) {
    Optional<String> obstacle = Optional.empty();
    if (asked) {
      obstacle = Optional.of("its JVM or heap was asked for");
    } else if (seconds >= MOST_SECONDS) {
      obstacle = Optional.of(text(seconds));
    } else if (megabytes < heap.megabytes()) {
      obstacle =
          Optional.of(
              "it needs a heap of %d MiB, and this JVM has %d"
                  .formatted(heap.megabytes(), megabytes));
    } else if (faulty) {
      obstacle = Optional.of("something is known to be wrong with this JVM, as info says");
    }
    return new ProcessChoice(obstacle.isEmpty(), obstacle.orElse(text(seconds)));
  }

  private static String text(double seconds) {
    return Double.isInfinite(seconds)
        ? "work without end"
        : String.format(Locale.ROOT, "about %.1f s of work", seconds);
  }

  /** Returns the sentence that {@code -v} prints. */
  @Override
  public String toString() {
    return "computing in " + (here ? "this JVM: " : "a process of its own: ") + reason;
  }
}
