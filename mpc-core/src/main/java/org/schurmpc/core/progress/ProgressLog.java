package org.schurmpc.core.progress;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the progress of one work: at most a sentence every {@value #PAUSE_SECONDS} seconds, and none
 * for work that is done earlier. The numbers must be public. Not thread-safe.
 */
public final class ProgressLog {
  /** Name of the logger, for users who want its lines and no others. */
  public static final String LOGGER = "progress";

  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
  private static final int PAUSE_SECONDS = 3;
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(PAUSE_SECONDS);

  private final LongSupplier nanoTime;
  private final Consumer<String> said;
  private long last;

  /** Creates the log of a work that begins now. */
  public ProgressLog() {
    this(System::nanoTime, LOG::info);
  }

  /**
   * Creates the log of a work that begins now.
   *
   * @param nanoTime the time in nanoseconds
   * @param said receives the sentences
   */
  public ProgressLog(LongSupplier nanoTime, Consumer<String> said) {
    this.nanoTime = nanoTime;
    this.said = said;
    this.last = nanoTime.getAsLong();
  }

  /** Returns whether anybody reads the sentences. */
  public static boolean inUse() {
    return LOG.isInfoEnabled();
  }

  /** Returns the time, in nanoseconds. */
  public long now() {
    return nanoTime.getAsLong();
  }

  /** Returns whether it is time for a sentence. */
  public boolean due() {
    return now() - last >= PAUSE_NANOS;
  }

  /** Logs a sentence, whether it is due or not. */
  public void say(String sentence) {
    last = now();
    said.accept(sentence);
  }

  /** Returns a time for people, such as "12 s", "3 min" or "2 h 5 min". */
  public static String time(double seconds) {
    long whole = (long) Math.ceil(seconds);
    if (whole < 100) {
      return whole + " s";
    }
    long minutes = TimeUnit.SECONDS.toMinutes(whole + 30);
    return minutes < 100 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
  }
}
