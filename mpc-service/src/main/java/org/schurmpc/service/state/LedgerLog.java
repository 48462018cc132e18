package org.schurmpc.service.state;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.disk.Ledger;
import org.schurmpc.core.prep.disk.LedgerBlobs;
import org.schurmpc.core.prep.disk.LedgerHeader;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.ledger.Dispatcher;
import org.schurmpc.core.prep.ledger.GroupCommit;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a service's journal in a {@link Ledger}, together with kept sets: entries of both can be
 * one group. Blobs are encrypted under the store's key, entries are not.
 *
 * <p>Two threads of this log read and write blobs; nobody interrupts them.
 */
public final class LedgerLog implements StateLog, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerLog.class);
  private static final String KIND = "service";
  private static final String ABOUT = "blob of a service";
  private static final int THREADS = 2;
  private static final long CLOSE_SECONDS = 60;

  private final State state;
  private final GroupCommit commit;
  private final ExecutorService files =
      Executors.newFixedThreadPool(
          THREADS,
          task -> {
            Thread thread = new Thread(task, "ledger blobs");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean writable = true;
  private volatile long bytes;

  private LedgerLog(State state, GroupCommit commit) {
    this.state = state;
    this.commit = commit;
    this.bytes = commit.ledger().bytes();
  }

  /** The state of a service as the ledger sees it. */
  private static final class State implements org.schurmpc.core.prep.disk.Replay {
    private final StateLog.Replay to;
    private volatile Set<String> needed; // null as long as nobody has said

    State(StateLog.Replay to) {
      this.to = to;
    }

    @Override
    public void apply(String entry) {
      to.apply(entry);
    }

    @Override
    public Iterator<String> state() {
      return to.state();
    }

    @Override
    public boolean keeps(String blob) {
      Set<String> now = needed;
      return now == null || now.contains(blob);
    }
  }

  /**
   * Describes the ledger of a party.
   *
   * @param party this party's index
   * @param certificates of all parties, with which the ledger is begun
   */
  public record Owner(int party, Collection<String> certificates) {}

  /**
   * Opens the ledger in a folder, or creates one.
   *
   * @param state the service's state
   * @param words the first words of the service's entries
   * @param sets kept sets of the same ledger; the caller starts them
   * @throws MpcException as {@link Ledger#openOrCreate}
   */
  public static LedgerLog open(
      Path folder,
      Owner owner,
      StoreAccess access,
      StateLog.Replay state,
      Collection<String> words,
      KeptSets sets)
      throws MpcException {
    State adapted = new State(state);
    Dispatcher dispatcher = new Dispatcher().add(sets).add(adapted, words.toArray(String[]::new));
    int parties = owner.certificates.size();
    LedgerHeader header =
        LedgerHeader.create(
            KIND, owner.party, parties, owner.certificates.stream().toList(), access);
    Ledger ledger = Ledger.openOrCreate(folder, header, access, dispatcher);
    return new LedgerLog(adapted, new GroupCommit(ledger));
  }

  /** Returns the writer of the ledger, to start kept sets with. */
  public GroupCommit commit() {
    return commit;
  }

  private LedgerBlobs blobs() {
    return commit.ledger().blobs();
  }

  @Override
  public CompletableFuture<Void> note(String... entries) {
    return commit
        .note(entries)
        .whenComplete(
            (done, failure) -> {
              writable = failure == null;
              bytes = commit.ledger().bytes();
            });
  }

  /** Something that reads or writes files. */
  private interface Task<T> {
    T run() throws BadFile;
  }

  private <T> CompletableFuture<T> later(Task<T> task) {
    CompletableFuture<T> future = new CompletableFuture<>();
    try {
      files.execute(
          () -> {
            try {
              future.complete(task.run());
            } catch (BadFile | RuntimeException e) {
              future.completeExceptionally(e);
            }
          });
    } catch (RejectedExecutionException e) {
      future.completeExceptionally(new BadFile(commit.ledger() + " was closed", e));
    }
    return future;
  }

  /** Keeps a copy of the content, which is wiped once it is written. */
  @Override
  public CompletableFuture<String> put(byte[] content) {
    byte[] copy = content.clone();
    return later(
        () -> {
          boolean written = false;
          try {
            String name = blobs().write(ABOUT, copy);
            written = true;
            return name;
          } finally {
            Secrets.wipe(copy);
            writable = written;
          }
        });
  }

  @Override
  public CompletableFuture<byte[]> get(String blob) {
    return later(() -> blobs().readBytes(blob, ABOUT));
  }

  @Override
  public CompletableFuture<Void> wipe(String blob) {
    return later(
        () -> {
          blobs().delete(blob);
          return null;
        });
  }

  @Override
  public CompletableFuture<Void> wipeAllBut(Collection<String> needed) {
    state.needed = Set.copyOf(needed);
    return later(
        () -> {
          try {
            commit.ledger().tidy();
            return null;
          } finally {
            state.needed = null;
          }
        });
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public boolean isWritable() {
    return writable;
  }

  private void shorten() {
    try {
      commit.shorten();
    } catch (BadFile e) {
      LOG.warn("the journal is not made shorter: {}", e.getMessage());
    }
  }

  /** Writes what waits, and releases the ledger to other programs. */
  @Override
  public void close() throws BadFile {
    files.shutdown();
    try {
      if (!files.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        throw new BadFile("the files of " + commit.ledger() + " are still being written");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BadFile("the files of " + commit.ledger() + " may still be being written", e);
    } finally {
      shorten();
      commit.close();
      commit.ledger().close();
    }
  }
}
