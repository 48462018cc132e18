package org.schurmpc.cli.launch;

import java.util.Locale;
import java.util.Optional;

/**
 * Decides where a command computes: in the JVM that was started, or in a child process on the most
 * suitable JVM. A child is preferred if its start takes little time compared to the work.
 *
 * @param here whether this JVM computes
 * @param reason a clause that gives the reason
 */
public record ProcessChoice(boolean here, String reason) {
  /** Processor time, in seconds, from which on a child does the work. */
  private static final double MOST_SECONDS = 2;

  /**
   * Decides for this JVM.
   *
   * @param asked whether the user asked for a certain JVM or heap, which requires a child
   * @param seconds the estimated processor time of the work with plain kernels; infinite if the
   *     work does not end by itself
   * @param heap the heap that the work needs
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
   * Decides for a JVM.
   *
   * @param megabytes the JVM's maximum heap size, in MiB
   * @param faulty whether the JVM has a known defect
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
