package org.schurmpc.service.work;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.service.state.StateLog;

/** A log of a process that is killed at a note: before it is durable, or after. */
final class KillingLog implements StateLog {
  private static final Pattern REFILL = Pattern.compile("log \\S+ [0-9]+ refill ([0-9]+) .*");
  private static final Pattern OF_RUN = Pattern.compile("run ([0-9]+) .*");

  private final StateLog to;
  private final Runnable killed;
  private final Set<String> refills = new HashSet<>(); // numbers of runs
  private Predicate<String> at = line -> false;
  private boolean durable;
  private boolean dead;

  KillingLog(StateLog to, Runnable killed) {
    this.to = to;
    this.killed = killed;
  }

  /**
   * Kills the process at the first note with a line, but at no note of a run that makes masks:
   * those are made at any time.
   *
   * @param durable whether the note is on disk
   */
  synchronized void killAt(Predicate<String> line, boolean durable) {
    this.at = line;
    this.durable = durable;
  }

  private static <T> CompletableFuture<T> gone() {
    return CompletableFuture.failedFuture(new IllegalStateException("the process was killed"));
  }

  @Override
  public CompletableFuture<Void> note(String... entries) {
    CompletableFuture<Void> noted = CompletableFuture.completedFuture(null);
    synchronized (this) {
      if (dead) {
        return gone();
      }
      for (String each : entries) {
        dead |= !isOfRefill(each) && at.test(each);
      }
      if (!dead) {
        return to.note(entries);
      }
      if (durable) {
        noted = to.note(entries);
      }
    }
    // Not in the thread of the caller, which may hold locks.
    return noted.thenComposeAsync(
        done -> {
          killed.run();
          return gone();
        });
  }

  private boolean isOfRefill(String entry) {
    Matcher begins = REFILL.matcher(entry);
    if (begins.matches()) {
      refills.add(begins.group(1));
    }
    Matcher run = OF_RUN.matcher(entry);
    return run.matches() && refills.contains(run.group(1));
  }

  /** Returns whether the process was killed, or will be at once. */
  synchronized boolean isDead() {
    return dead;
  }

  synchronized void kill() {
    dead = true;
  }

  @Override
  public CompletableFuture<String> put(byte[] content) {
    return isDead() ? gone() : to.put(content);
  }

  @Override
  public CompletableFuture<byte[]> get(String blob) {
    return isDead() ? gone() : to.get(blob);
  }

  @Override
  public CompletableFuture<Void> wipe(String blob) {
    return isDead() ? gone() : to.wipe(blob);
  }

  @Override
  public CompletableFuture<Void> wipeAllBut(Collection<String> blobs) {
    return isDead() ? gone() : to.wipeAllBut(blobs);
  }

  @Override
  public long bytes() {
    return to.bytes();
  }

  @Override
  public boolean isWritable() {
    return to.isWritable();
  }
}
