package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.MATERIAL;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.prep.Demand;

/** Calls of a batch that was destroyed or closed, or that is for something else. */
class DiskMisuseTest {
  @TempDir Path home;
  private TestStores stores;

  @BeforeEach
  void make() throws Exception {
    stores = new TestStores(home, false);
  }

  private static void assertRefused(Executable call, String text) {
    String message = assertThrows(IllegalStateException.class, call).getMessage();
    assertTrue(message.contains(text), message);
  }

  private static long[] room() {
    return new long[DiskPrepStore.peekLongs(SMALL)];
  }

  /** Everything that makes or takes material says why there is none, and changes nothing. */
  private void assertUseless(DiskPrepStore batch) throws Exception {
    String journal = Files.readString(batch.folder().resolve(BatchFolder.JOURNAL));
    assertEnds(Exhausted.class, () -> batch.peek(SMALL, 0, room()), "destroyed");
    assertEnds(Exhausted.class, () -> batch.keys(MATERIAL, new long[2]), "destroyed");
    assertEnds(Exhausted.class, () -> TestStores.put(batch, SMALL, 5, 1), "destroyed");
    assertEnds(Exhausted.class, () -> batch.setup(new long[1]), "destroyed");
    assertEnds(Exhausted.class, batch::commit, "destroyed");
    assertEnds(Exhausted.class, () -> batch.noteSaid(Map.of(1, Map.of("small", 3L))), "destroyed");
    assertEnds(Exhausted.class, () -> batch.advance(Map.of(SMALL, 3L)), "destroyed");
    assertEnds(Exhausted.class, () -> batch.reserve(TestStores.demand(SMALL, 1)), "destroyed");
    assertEnds(Exhausted.class, () -> batch.lease(SMALL, 1), "destroyed");
    assertEnds(Exhausted.class, batch::openKeys, "destroyed");
    assertRefused(batch::acquire, "destroyed");
    assertRefused(() -> batch.keys(MATERIAL), "destroyed");
    assertEquals(journal, Files.readString(batch.folder().resolve(BatchFolder.JOURNAL)));
  }

  /** By this program, or by a session of another one that outlived its store: a mark alone. */
  @Test
  void aBatchThatWasDestroyed() throws Exception {
    for (boolean marked : new boolean[] {true, false}) {
      TestStores own = new TestStores(home.resolve("marked " + marked), false);
      try (StoreDirectory store = own.create()) {
        DiskPrepStore batch = TestStores.begin(store, 1);
        TestStores.put(batch, SMALL, 0, 5);
        batch.commit();
        TestStores.put(batch, SMALL, 5, 5);
        if (marked) {
          batch.markBurnt();
        } else {
          batch.burn();
        }
        assertUseless(batch);
      }
    }
  }

  @Test
  void aBatchThatWasClosed() throws Exception {
    stores.make(5);
    StoreDirectory store = stores.create();
    DiskPrepStore batch = store.batches().get(0);
    DiskPrepStore made = TestStores.begin(store, 2);
    TestStores.put(made, SMALL, 0, 5);
    batch.openKeys();
    batch.acquire();
    store.close();
    assertRefused(() -> batch.keys(MATERIAL), "closed");
    batch.release();
    assertRefused(batch::acquire, "closed");
    assertRefused(() -> batch.peek(SMALL, 0, room()), "closed");
    assertRefused(() -> batch.advance(Map.of(SMALL, 3L)), "closed");
    assertRefused(batch::openKeys, "closed");
    assertRefused(made::commit, "closed");
    assertRefused(() -> TestStores.put(made, SMALL, 5, 1), "closed");
    assertRefused(() -> made.keys(MATERIAL, new long[2]), "closed");
    assertEquals(range(0, 5), stores.useOnce(SMALL, 5));
  }

  /** It is destroyed while its disk is busy: nothing of the portion counts as made. */
  @Test
  void aBatchThatIsDestroyedWhileItIsMade() throws Exception {
    for (boolean marked : new boolean[] {true, false}) {
      TestStores own = new TestStores(home.resolve("marked " + marked), false);
      try (StoreDirectory store = own.create()) {
        DiskPrepStore batch = TestStores.begin(store, 1);
        TestStores.put(batch, SMALL, 0, 5);
        whenForced(batch, () -> burn(batch, marked));
        assertEnds(Exhausted.class, batch::commit, "destroyed");
        assertEquals(0, batch.made(SMALL));
        assertTrue(Files.readAllLines(own.journal()).stream().noneMatch(s -> s.startsWith("made")));
      }
    }
  }

  private static void burn(DiskPrepStore batch, boolean marked) {
    if (marked) {
      batch.markBurnt();
    } else {
      batch.burn();
    }
  }

  /** Runs something when what was put is forced to disk. */
  private static void whenForced(DiskPrepStore batch, Runnable action) throws Exception {
    Map<?, ?> writers = (Map<?, ?>) Leftovers.field(Leftovers.field(batch, "filler"), "writers");
    for (Object writer : writers.values()) {
      FileChannel channel = (FileChannel) Leftovers.field(writer, "channel");
      Field field = PortionWriter.class.getDeclaredField("channel");
      field.setAccessible(true);
      field.set(writer, new ForcedChannel(channel, action));
    }
  }

  @Test
  void keysThatNobodyMayWrite() throws Exception {
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch = store.begin(TestStores.PURPOSE, TestStores.id(1), "test", false);
      assertRefused(() -> batch.keys("toy, lanes 1", new long[2]), "'toy, lanes 64', not for");
      Files.createFile(stores.batch().resolve("keys"));
      assertThrows(Exception.class, () -> batch.keys(MATERIAL, new long[] {1, 2}));
      Files.delete(stores.batch().resolve("keys"));
      assertRefused(() -> batch.keys(MATERIAL, new long[] {3, 4}), "not after that failed");
      DiskPrepStore second = TestStores.begin(store, 2);
      TestStores.put(second, SMALL, 0, 1);
      second.commit();
    }
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore others = store.batches().get(0);
      assertRefused(() -> others.keys(MATERIAL, new long[] {1, 2}), "only by who made it");
      assertRefused(() -> others.setup(new long[1]), "only by who made it");
    }
  }

  @Test
  void materialOfSomethingElse() throws Exception {
    stores.make(5);
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.openKeys();
      assertRefused(() -> batch.keys("toy, lanes 1"), "'toy, lanes 64', not for 'toy, lanes 1'");
      Demand other = Demand.of("toy, lanes 1").add(SMALL, 2).build();
      assertRefused(() -> batch.reserve(other), "'toy, lanes 64', not for 'toy, lanes 1'");
      assertEquals(0, batch.position(SMALL));
      assertArrayEquals(new long[] {77, 1}, batch.keys(MATERIAL));
    }
  }
}
