package org.schurmpc.core.prep.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.disk.Ledger;
import org.schurmpc.core.prep.disk.LedgerHeader;
import org.schurmpc.core.prep.disk.Replay;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreKey;

/** Groups of many threads that are forced together. */
class GroupCommitTest {
  private static final int THREADS = 32;
  private static final int EACH = 60;

  @TempDir Path home;
  private StoreAccess access;

  /** Keeps all entries, or the last ones. */
  private static final class Entries implements Replay {
    final List<String> all = new ArrayList<>();
    int mostInState = Integer.MAX_VALUE;
    String refused = "none";

    @Override
    public synchronized void apply(String entry) {
      if (entry.equals(refused)) {
        throw new IllegalStateException("out of order");
      }
      all.add(entry);
    }

    @Override
    public synchronized Iterator<String> state() {
      int from = Math.max(0, all.size() - mostInState);
      return new ArrayList<>(all.subList(from, all.size())).iterator();
    }

    @Override
    public boolean keeps(String blob) {
      return false;
    }
  }

  @BeforeEach
  void begin() throws Exception {
    StoreKey key = StoreKey.parse("5a".repeat(StoreKey.BYTES), "the test");
    access = new StoreAccess(home.resolve("records"), Optional.of(key));
  }

  private Ledger open(Replay replay) throws MpcException {
    LedgerHeader header = LedgerHeader.create("test", 0, 2, List.of(), access);
    return Ledger.openOrCreate(home.resolve("place"), header, access, replay);
  }

  private List<String> read() throws MpcException {
    Entries entries = new Entries();
    open(entries).close();
    return entries.all;
  }

  @Test
  void groupsOfManyThreadsShareForces() throws Exception {
    Entries entries = new Entries();
    try (Ledger ledger = open(entries);
        GroupCommit commit = new GroupCommit(ledger)) {
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        int thread = t;
        threads.add(
            new Thread(
                () -> {
                  for (int i = 0; i < EACH; i++) {
                    String name = thread + "." + i;
                    commit.note(name + " begins", name + " ends").join();
                    assertTrue(entries.state().hasNext());
                  }
                }));
      }
      long began = System.nanoTime();
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      assertTrue(commit.forces() * 4 < THREADS * EACH, commit.forces() + " forces");
      System.out.printf(
          "%,d groups of %d threads in %.2f s: %,.0f a second, %,d forces%n",
          THREADS * EACH, THREADS, seconds, THREADS * EACH / seconds, commit.forces());
    }
    List<String> all = read();
    assertEquals(entries.all, all);
    assertEquals(2 * THREADS * EACH, all.size());
    for (int i = 0; i < all.size(); i += 2) {
      assertEquals(all.get(i).replace("begins", "ends"), all.get(i + 1), "groups stay together");
    }
  }

  /** A thread that is interrupted while it waits closes no file. */
  @Test
  void anInterruptClosesNothing() throws Exception {
    try (Ledger ledger = open(new Entries());
        GroupCommit commit = new GroupCommit(ledger)) {
      Thread.currentThread().interrupt();
      commit.commit(List.of("interrupted"));
      assertTrue(Thread.interrupted());
      commit.commit(List.of("next"));
    }
    assertEquals(List.of("interrupted", "next"), read());
  }

  @Test
  void aJournalThatGrewIsShortenedAtTheEnd() throws Exception {
    String entry = "entry " + "x".repeat(1000);
    for (int groups : new int[] {1200, 200}) {
      Entries entries = new Entries();
      entries.mostInState = 10;
      try (Ledger ledger = open(entries);
          GroupCommit commit = new GroupCommit(ledger)) {
        for (int i = 0; i < groups; i++) {
          commit.note(entry + i);
        }
        commit.commit(List.of("last of " + groups));
        long before = ledger.bytes();
        commit.shorten();
        assertEquals(groups > 1000, ledger.bytes() < 20_000, before + " bytes");
        long after = ledger.bytes();
        commit.shorten();
        assertEquals(after, ledger.bytes());
      }
    }
    List<String> all = read();
    assertEquals("last of 200", all.get(all.size() - 1));
    assertEquals(10 + 201, all.size());
  }

  @Test
  void aLongJournalIsReplacedByTheState() throws Exception {
    Entries entries = new Entries();
    entries.mostInState = 10;
    try (Ledger ledger = open(entries);
        GroupCommit commit = new GroupCommit(ledger, 50_000)) {
      for (int i = 0; i < 40; i++) {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int j = 0; j < 50; j++) {
          all.add(commit.note("entry number " + (50 * i + j)));
        }
        all.forEach(CompletableFuture::join);
        assertTrue(ledger.bytes() < 60_000);
      }
      commit.checkpoint();
    }
    List<String> all = read();
    assertEquals("entry number 1999", all.get(all.size() - 1));
    assertEquals(10, all.size());
    try (Stream<Path> files = Files.list(home.resolve("place/ledger"))) {
      assertEquals(
          1, files.filter(file -> file.getFileName().toString().startsWith("segment")).count());
    }
  }

  @Test
  void whatCannotBeNotedIsRefused() throws Exception {
    Entries entries = new Entries();
    Ledger ledger = open(entries);
    GroupCommit commit = new GroupCommit(ledger);
    assertThrows(IllegalArgumentException.class, () -> commit.note("line\nbreak"));
    assertThrows(IllegalArgumentException.class, () -> commit.note(List.of()));
    commit.commit(List.of("first"));
    entries.refused = "second";
    assertThrows(RuntimeException.class, () -> commit.commit(List.of("second")));
    BadFile ended = assertThrows(BadFile.class, () -> commit.commit(List.of("third")));
    assertTrue(ended.getMessage().contains("is not written any more: out of order"));
    commit.close();
    assertThrows(BadFile.class, () -> commit.commit(List.of("fourth")));
    ledger.close();
  }

  /** However many groups wait, a force does not concern more than 64 KB of them. */
  @Test
  void aForceIsOfLimitedSize() throws Exception {
    try (Ledger ledger = open(new Entries());
        GroupCommit commit = new GroupCommit(ledger)) {
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        all.add(commit.note(i + "x".repeat(2000)));
      }
      all.forEach(CompletableFuture::join);
      assertTrue(commit.forces() >= 300 * 2000 / (1 << 16), commit.forces() + " forces");
    }
  }

  /** What waits when the writer is closed is noted. */
  @Test
  void closingNotesWhatWaits() throws Exception {
    Ledger ledger = open(new Entries());
    GroupCommit commit = new GroupCommit(ledger);
    List<CompletableFuture<Void>> all =
        IntStream.range(0, 1000).mapToObj(i -> commit.note("entry " + i)).toList();
    commit.close();
    ledger.close();
    all.forEach(CompletableFuture::join);
    assertEquals(1000, read().size());
  }

  /** Of the processor's time: other programs may use the processor, too. */
  @Test
  void manyEntriesAreOpenedInTwoSeconds() throws Exception {
    try (Ledger ledger = open(new Entries());
        GroupCommit commit = new GroupCommit(ledger)) {
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 0; i < 100_000; i++) {
        all.add(commit.note("request %032x accepted %064x of a client".formatted(i, i)));
      }
      all.forEach(CompletableFuture::join);
      System.out.printf("%,d bytes of entries%n", ledger.bytes());
    }
    read();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long began = threads.getCurrentThreadCpuTime();
    assertEquals(100_000, read().size());
    Duration took = Duration.ofNanos(threads.getCurrentThreadCpuTime() - began);
    System.out.printf("100,000 entries opened in %,d ms of the processor%n", took.toMillis());
    assertTrue(took.compareTo(Duration.ofSeconds(2)) < 0, took.toString());
  }

  /** Groups of several states are whole; the words that nobody knows are refused. */
  @Test
  void statesShareALedger() throws Exception {
    Entries one = new Entries();
    Entries two = new Entries();
    try (Ledger ledger = open(new Dispatcher().add(one, "one", "both").add(two, "two", "both"));
        GroupCommit commit = new GroupCommit(ledger)) {
      commit.commit(List.of("one a", "two b", "both c"));
      commit.checkpoint();
      commit.commit(List.of("two d"));
    }
    assertEquals(List.of("one a", "both c"), one.all);
    assertEquals(List.of("two b", "both c", "two d"), two.all);
    assertThrows(BadFile.class, () -> open(new Dispatcher().add(one, "one", "both")));
  }
}
