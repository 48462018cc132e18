package org.schurmpc.core.prep.ledger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.disk.Ledger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes groups of entries in a {@link Ledger} on behalf of many threads. Whatever comes during a
 * force is forced to disk together afterwards, up to 64 KB; if that was several groups, the next
 * ones wait for more, a millisecond for each of these groups and ten at most. So one caller alone
 * does not wait, and many share a force. One thread of its own touches the files: an interrupt of a
 * thread that waits here closes none of them.
 *
 * <p>If the disk is full or broken, no group that is waiting is noted, and all of them fail with
 * one sentence; the files are opened again, and later groups are noted if the disk is writable by
 * then. A group whose note failed leaves nothing behind. Only if the program ends before the files
 * are opened again, the next opening of the ledger may find it noted after all.
 *
 * <p>Thread-safe. What depends on a future runs in the writing thread: it must not wait for another
 * note.
 */
public final class GroupCommit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);
  private static final long WAIT_NANOS = Duration.ofMillis(1).toNanos(); // for each group
  private static final int MOST_WAITS = 10;
  private static final int MOST_BYTES = 1 << 16;

  /** Length of a journal's segment, in bytes, from which on a checkpoint is made. */
  public static final long SEGMENT_BYTES = 1L << 26;

  /** Part of a journal's length from which on {@link #shorten} does something. */
  private static final int SHARE_TO_SHORTEN = 8;

  private static final long LEAST_TO_SHORTEN = 1L << 20; // bytes

  private final Ledger ledger;
  private final long segmentBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Waiting> queue = new ArrayDeque<>();
  private final Thread thread;
  private int queuedBytes;
  private int crowd = 1; // number of groups that came together last time
  private boolean closed;
  private long nextCheckpoint;
  private volatile long
      begun; // length of the journal in bytes at the start or after the last checkpoint
  private long forces;
  private volatile RuntimeException dead; // a state did not take an entry that is on disk

  /** A group, or a checkpoint if there is none. */
  private record Waiting(List<String> group, int bytes, long since, CompletableFuture<Void> noted) {
    boolean isCheckpoint() {
      return group.isEmpty();
    }
  }

  /** Creates the writer of a ledger. Nobody else notes anything in the ledger from here on. */
  public GroupCommit(Ledger ledger) {
    this(ledger, SEGMENT_BYTES);
  }

  /**
   * Creates the writer of a ledger.
   *
   * @param segmentBytes length of a segment from which on a checkpoint is made
   */
  GroupCommit(Ledger ledger, long segmentBytes) {
    this.ledger = ledger;
    this.segmentBytes = segmentBytes;
    this.nextCheckpoint = segmentBytes;
    this.begun = ledger.bytes();
    this.thread = new Thread(this::run, "ledger");
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns the ledger, for its blobs, verdicts and header. */
  public Ledger ledger() {
    return ledger;
  }

  /**
   * Notes entries as a group: all survive a crash, or none.
   *
   * @return completes when the group is durable and its entries are applied; fails with {@link
   *     BadFile} if it was not noted
   * @throws IllegalArgumentException if an entry contains a line break or is too long, or there is
   *     none
   */
  public CompletableFuture<Void> note(List<String> group) {
    if (group.isEmpty()) {
      throw new IllegalArgumentException("a group without entries");
    }
    group.forEach(Ledger::requireEntry);
    return add(List.copyOf(group));
  }

  /** Notes entries as a group, as {@link #note(List)}. */
  public CompletableFuture<Void> note(String... group) {
    return note(List.of(group));
  }

  private CompletableFuture<Void> add(List<String> group) {
    CompletableFuture<Void> noted = new CompletableFuture<>();
    int bytes = group.stream().mapToInt(String::length).sum();
    lock.lock();
    try {
      if (closed) {
        noted.completeExceptionally(new BadFile(ledger + " was closed"));
      } else {
        boolean first = queue.isEmpty();
        queue.add(new Waiting(group, bytes, System.nanoTime(), noted));
        queuedBytes += bytes;
        if (first || group.isEmpty() || queuedBytes >= MOST_BYTES) {
          changed.signal(); // otherwise the thread knows when to go on
        }
      }
    } finally {
      lock.unlock();
    }
    return noted;
  }

  /** Notes entries as a group, and waits until they are noted. */
  public void commit(List<String> group) throws BadFile {
    await(note(group));
  }

  /** Replaces the journal with the entries of the current state, between two groups. */
  public void checkpoint() throws BadFile {
    await(add(List.of()));
  }

  /**
   * Makes a {@link #checkpoint} if the journal has grown by an eighth of its length since the last
   * one or the opening, so that the next opening reads less.
   */
  public void shorten() throws BadFile {
    long bytes = ledger.bytes();
    if (bytes - begun >= Math.max(LEAST_TO_SHORTEN, bytes / SHARE_TO_SHORTEN)) {
      checkpoint();
    }
  }

  private static void await(CompletableFuture<Void> noted) throws BadFile {
    try {
      noted.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof BadFile) {
        throw new BadFile(e.getCause().getMessage(), e.getCause());
      }
      throw e;
    }
  }

  /** Returns the number of times that groups were forced to disk together. */
  public long forces() {
    lock.lock();
    try {
      return forces;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    while (true) {
      List<Waiting> batch = take();
      if (batch.isEmpty()) {
        return;
      }
      try {
        write(batch);
        batch.forEach(each -> each.noted().complete(null));
      } catch (BadFile e) {
        fail(batch, e);
      } catch (RuntimeException e) {
        LOG.error("the state of {} does not follow its journal", ledger, e);
        dead = e;
        fail(batch, e);
      }
      checkpointIfLong();
    }
  }

  /** Waits for groups, and returns those that are noted together; empty at the end. */
  private List<Waiting> take() {
    lock.lock();
    try {
      while (queue.isEmpty() && !closed) {
        changed.awaitUninterruptibly();
      }
      if (crowd > 1) {
        awaitMore();
      }
      List<Waiting> batch = new ArrayList<>();
      int bytes = 0;
      while (!queue.isEmpty() && (batch.isEmpty() || fits(batch, bytes, queue.peek()))) {
        Waiting next = queue.remove();
        batch.add(next);
        bytes += next.bytes();
      }
      queuedBytes -= bytes;
      crowd = batch.size();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  private static boolean fits(List<Waiting> batch, int bytes, Waiting next) {
    return !batch.get(0).isCheckpoint()
        && !next.isCheckpoint()
        && bytes + next.bytes() <= MOST_BYTES;
  }

  /** Waits until the first group has waited as long as it may, or there are many bytes. */
  private void awaitMore() {
    try {
      while (left() > 0) {
        changed.awaitNanos(left());
      }
    } catch (InterruptedException e) {
      LOG.debug("nobody has a reason to interrupt this thread", e); // which clears the interrupt
    }
  }

  private long left() {
    boolean waits = !closed && queuedBytes < MOST_BYTES && !queue.isEmpty();
    return waits && !queue.peek().isCheckpoint()
        ? queue.peek().since() + WAIT_NANOS * Math.min(crowd, MOST_WAITS) - System.nanoTime()
        : 0;
  }

  private void write(List<Waiting> batch) throws BadFile {
    if (dead != null) {
      throw new BadFile(ledger + " is not written any more: " + dead.getMessage(), dead);
    }
    if (ledger.broken()) {
      reopen();
    }
    if (batch.get(0).isCheckpoint()) {
      ledger.checkpoint();
      begun = ledger.bytes();
      return;
    }
    ledger.note(batch.stream().map(Waiting::group).toList());
    lock.lock();
    try {
      forces++;
    } finally {
      lock.unlock();
    }
  }

  private void reopen() throws BadFile {
    try {
      ledger.reopen();
    } catch (BadFile e) {
      throw e;
    } catch (MpcException e) {
      throw new BadFile(e.getMessage(), e);
    }
  }

  /** Fails a batch and everything that waits, once the files are open again if they can be. */
  private void fail(List<Waiting> batch, Exception why) {
    LOG.warn("{}", why.getMessage());
    if (ledger.broken()) {
      try {
        reopen();
      } catch (BadFile e) {
        LOG.warn("{}", e.getMessage()); // tried again for the next group
      }
    }
    List<Waiting> all = new ArrayList<>(batch);
    if (!batch.get(0).isCheckpoint()) {
      all.addAll(takeAll());
    }
    all.forEach(each -> each.noted().completeExceptionally(why));
  }

  private List<Waiting> takeAll() {
    lock.lock();
    try {
      List<Waiting> all = new ArrayList<>(queue);
      queue.clear();
      queuedBytes = 0;
      return all;
    } finally {
      lock.unlock();
    }
  }

  private void checkpointIfLong() {
    if (dead != null || ledger.broken() || ledger.bytes() < nextCheckpoint) {
      return;
    }
    try {
      ledger.checkpoint();
      begun = ledger.bytes();
      nextCheckpoint = Math.max(segmentBytes, 2 * begun);
    } catch (BadFile e) {
      LOG.warn("the journal is not made shorter: {}", e.getMessage());
      nextCheckpoint = ledger.bytes() + segmentBytes / 16;
    }
  }

  /** Notes what waits, and ends the thread. The ledger stays open. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (thread.isAlive() && Thread.currentThread() != thread) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
