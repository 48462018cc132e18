package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

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

  private String probe(Path folder, Path records) throws Exception {
    Path out = Files.createTempFile(home, "probe", ".out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Probe.class.getName(),
                folder.toString(),
                records.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD) // SLF4J has a word there
            .redirectOutput(out.toFile())
            .start();
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
      assertEquals(3, Journal.peek(stores.journal(), start).size(), "kind, made, used");
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

  private static void assertContains(String text, String part) {
    assertTrue(text.contains(part), "'" + text + "' contains '" + part + "'");
  }
}
