package org.schurmpc.spdz.share;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;

/**
 * Openings under one key that threads made in earlier steps and did not check. The next check of
 * any thread takes all of them.
 *
 * <p>Openings are added between steps only. So a thread decides whether to check by its own history
 * and by what was there at the start of the step, which is equal at all parties, and not by the
 * speed of other threads.
 */
public final class CheckPool {
  private final OpeningLog log;
  private final List<byte[]> broadcasts = new ArrayList<>();
  private int step;
  private int atStart;
  private boolean fullAtStart;

  /** Creates an empty pool of openings over a field. */
  public CheckPool(Field field) {
    this.log = new OpeningLog(field);
  }

  /**
   * Begins a step. What was added before belongs to earlier steps, and what a check took is not
   * counted any more. No thread runs.
   */
  public synchronized void openStep() {
    nextStep();
  }

  private void nextStep() {
    step++;
    atStart = log.count();
    fullAtStart = !log.isEmpty() || !broadcasts.isEmpty();
  }

  /**
   * Moves openings to the pool, and the log of broadcasts that were made with them. They belong to
   * an earlier step at once, so that no thread reveals anything before their check.
   */
  synchronized void add(OpeningLog from, BroadcastCheck messages) {
    from.moveTo(log);
    byte[] digest = messages.handOver();
    if (digest.length > 0) {
      broadcasts.add(digest);
    }
    nextStep();
  }

  /** Moves everything to a check whose turn it is. */
  synchronized void takeInto(OpeningLog to, BroadcastCheck messages) {
    log.moveTo(to);
    broadcasts.forEach(messages::include);
    broadcasts.clear();
  }

  /** Returns the number of the current step. */
  synchronized int step() {
    return step;
  }

  /** Whether the pool held anything at the start of the step. */
  synchronized boolean fullAtStart() {
    return fullAtStart;
  }

  /** Returns the number of openings at the start of the step. */
  synchronized int atStart() {
    return atStart;
  }

  /** Wipes the shares of MACs. */
  public synchronized void wipe() {
    log.wipe();
    broadcasts.clear();
  }
}
