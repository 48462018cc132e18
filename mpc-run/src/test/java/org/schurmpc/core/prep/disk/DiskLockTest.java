package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;

/** A store that this process has open, and others that try. */
class DiskLockTest {
  private static final long LIMIT_SECONDS = 60;

  @TempDir Path home;

  /** Tries to open a store and says how that ended. */
  static final class Probe {
    private Probe() {}

    public static void main(String[] arguments) {
      StoreAccess access = new StoreAccess(Path.of(arguments[1]), Optional.empty());
      try (StoreDirectory store = StoreDirectory.open(Path.of(arguments[0]), access)) {
        System.out.print("opened " + store.batches().size());
      } catch (MpcException e) {
        System.out.print(e.getMessage());
      }
    }
  }

  /** Begins a batch in a store that may not be there yet, and holds it until its input ends. */
  static final class Filler {
    private Filler() {}

    public static void main(String[] arguments) throws Exception {
      StoreAccess access = new StoreAccess(Path.of(arguments[1]), Optional.empty());
      System.in.read(); // both start here
      try (StoreDirectory store = StoreDirectory.openOrCreate(Path.of(arguments[0]), access)) {
        byte[] id = new FieldHash("filler").add(ProcessHandle.current().pid()).digest();
        DiskPrepStore batch = store.begin(TestStores.PURPOSE, id, "test", false);
        batch.keys(TestStores.MATERIAL, new long[] {1});
        TestStores.put(batch, TestStores.SMALL, 0, 1);
        batch.commit();
        System.out.println("began " + batch.folder().getFileName());
        System.in.read();
      } catch (Refused e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private Process start(Path out, Class<?> program, Path folder, Path records) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            program.getName(),
            folder.toString(),
            records.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD) // SLF4J has a word there
        .redirectOutput(out.toFile())
        .start();
  }

  private String probe(Path folder, Path records) throws Exception {
    Path out = Files.createTempFile(home, "probe", ".out");
    Process process = start(out, Probe.class, folder, records);
    try {
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "the other process is done");
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(out, StandardCharsets.UTF_8);
  }

  @Test
  void anotherProcessIsKeptOut() throws Exception {
    TestStores stores = new TestStores(home, false);
    stores.make(10);
    Path copy = home.resolve("copy");
    TestStores.copy(stores.folder, copy);
    try (StoreDirectory store = stores.open()) {
      assertContains(probe(stores.folder, stores.records), "is in use");
      assertContains(probe(copy, stores.records), "or a copy of it");
      assertEquals(range(0, 2), TestStores.use(store.batches().get(0), SMALL, 2));
      // Nothing in this process touches the files in a way that gives up the locks.
      TestStores.assertEnds(Refused.class, stores::open, "is in use");
      byte[] start = store.batches().get(0).header().digest();
      assertEquals(4, Journal.peek(stores.journal(), start).size(), "begun, kind, made, used");
      assertContains(probe(stores.folder, stores.records), "is in use");
      assertContains(probe(copy, stores.records), "or a copy of it");
    }
    assertEquals("opened 1", probe(stores.folder, stores.records));
  }

  /** Who fills a store holds it from the beginning on. */
  @Test
  void aStoreThatIsBeingFilled() throws Exception {
    TestStores stores = new TestStores(home, false);
    try (StoreDirectory store = stores.create()) {
      TestStores.begin(store, 1);
      assertContains(probe(stores.folder, stores.records), "is in use");
    }
  }

  /** An empty folder is held, too, as soon as somebody is about to fill it. */
  @Test
  void aFolderInWhichNothingIsYet() throws Exception {
    TestStores stores = new TestStores(home, false);
    try (StoreDirectory store = stores.create()) {
      assertEquals(List.of(), store.batches());
      TestStores.assertEnds(Refused.class, stores::create, stores.folder + " is in use");
      assertContains(probe(stores.folder, stores.records), stores.folder + " is in use");
      TestStores.assertEnds(
          Refused.class, () -> StoreDirectory.destroy(stores.folder, stores.records), "is in use");
      assertEquals(
          List.of(), StoreSummary.of(stores.folder, stores.records), "who looks disturbs nobody");
      assertContains(probe(stores.folder, stores.records), stores.folder + " is in use");
    }
    assertEquals("opened 0", probe(stores.folder, stores.records));
  }

  /** One of them begins a batch; the other one is told that the store is in use. */
  @Test
  void twoProgramsThatBeginAtTheSameMoment() throws Exception {
    TestStores stores = new TestStores(home, false);
    List<Path> outs = new ArrayList<>();
    List<Process> fillers = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        outs.add(home.resolve("filler " + i));
        fillers.add(start(outs.get(i), Filler.class, stores.folder, stores.records));
      }
      for (Process filler : fillers) {
        filler.getOutputStream().write('\n');
        filler.getOutputStream().flush();
      }
      String said = awaitLines(fillers, outs);
      assertContains(said, "began batch-000001\n");
      assertContains(said, stores.folder + " is in use: one program at a time uses a store\n");
    } finally {
      for (Process filler : fillers) {
        filler.getOutputStream().close();
        assertTrue(filler.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it is done");
      }
    }
    assertEquals("opened 1", probe(stores.folder, stores.records));
  }

  /** A line of each of two programs, of which one at least goes on. */
  private static String awaitLines(List<Process> programs, List<Path> outs) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (System.nanoTime() < deadline) {
      String said = Files.readString(outs.get(0)) + Files.readString(outs.get(1));
      if (said.lines().count() == 2 && said.endsWith("\n")) {
        return said;
      }
      assertTrue(programs.stream().anyMatch(Process::isAlive), said);
      programs.get(0).waitFor(20, TimeUnit.MILLISECONDS);
    }
    throw new AssertionError("they say nothing");
  }

  private static void assertContains(String text, String part) {
    assertTrue(text.contains(part), "'" + text + "' contains '" + part + "'");
  }
}
