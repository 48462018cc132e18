package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;

/** A worker's part of the store: other items from step to step, and the rest is wiped. */
class AllotmentTest {
  /** All that was allotted is reserved. */
  private static final Allotment.Reserved ALL =
      new Allotment.Reserved() {
        @Override
        public void require(MaterialKind kind, long n) {}

        @Override
        public void taken(MaterialKind kind, long n) {}

        @Override
        public long forgone(MaterialKind kind, long n) {
          return n;
        }
      };

  private static final MaterialKind KIND = new MaterialKind("numbers", 1);

  private final MemoryPrepStore whole = new MemoryPrepStore();
  private final Allotment part = new Allotment(whole, "test", ALL);

  AllotmentTest() {
    whole.keys("test", new long[] {7});
    whole.acquire();
    whole.put(KIND, new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, 0, 9);
  }

  private static Demand demand(long items) {
    return Demand.of("test").add(KIND, items).build();
  }

  private long next() throws MpcException {
    Lease lease = part.lease(KIND, 1);
    return lease.data()[lease.offset()];
  }

  @Test
  void whatAStepLeavesIsWipedAndNeverUsed() throws Exception {
    part.replace(demand(3));
    Lease first = part.lease(KIND, 1);
    assertArrayEquals(new long[] {1, 2, 3}, Arrays.copyOfRange(first.data(), first.offset(), 3));
    part.replace(demand(2));
    assertArrayEquals(new long[first.data().length], first.data());
    assertEquals(4, next());
    part.extend(demand(2));
    assertEquals(5, next());
    assertEquals(6, next());
    assertTrue(part.has(demand(1)));
    assertFalse(part.has(demand(2)));
    part.replace(demand(0));
    assertThrows(Exhausted.class, this::next);
    part.extend(demand(1));
    assertEquals(8, next());
    assertEquals(1, whole.available(KIND));
  }

  @Test
  void aWorkerAloneLeasesFromTheStoreWhatItMayHave() throws Exception {
    part.replaceAlone(demand(4));
    Lease lease = part.lease(KIND, 9);
    assertEquals(4, lease.items());
    assertSame(lease.data(), whole.lease(KIND, 1).data());
    assertThrows(Exhausted.class, this::next);
    assertThrows(IllegalStateException.class, () -> part.extend(demand(1)));
    part.replaceAlone(demand(3));
    assertEquals(6, next());
    assertEquals(2, part.available(KIND));
    part.replace(demand(1));
    // What was left is wiped where it was, and passed over.
    assertArrayEquals(new long[] {6, 0, 0}, Arrays.copyOfRange(lease.data(), 5, 8));
    assertEquals(9, next());
    part.replaceAlone(demand(0));
    whole.burn();
    assertThrows(Exhausted.class, this::next);
  }

  @Test
  void burningDestroysTheStore() throws Exception {
    part.replace(demand(3));
    Lease first = part.lease(KIND, 1);
    part.burn();
    assertTrue(whole.burnt());
    assertThrows(Exhausted.class, this::next);
    // Items in use are not wiped.
    assertEquals(1, first.data()[first.offset()]);
    part.release();
    assertEquals(0, first.data()[first.offset()]);
    assertThrows(IllegalStateException.class, () -> part.keys("test"));
  }

  /** A disk that cannot be read any more, in place of a store in memory. */
  @Test
  void aStoreThatCannotBeReadIsDestroyed() throws Exception {
    PrepStore broken =
        (PrepStore)
            Proxy.newProxyInstance(
                PrepStore.class.getClassLoader(),
                new Class<?>[] {PrepStore.class},
                (proxy, method, arguments) -> {
                  if (Set.of("lease", "drop").contains(method.getName())) {
                    throw new BadFile("the disk is broken");
                  }
                  return method.invoke(whole, arguments);
                });
    Allotment alone = new Allotment(broken, "test", ALL);
    alone.replaceAlone(demand(2));
    alone.release();
    assertTrue(whole.burnt());
  }

  @Test
  void theKeyIsTheStores() throws Exception {
    assertEquals(7, part.keys("test")[0]);
    assertThrows(Exhausted.class, this::next);
    assertThrows(IllegalStateException.class, part::acquire);
    assertThrows(IllegalStateException.class, () -> part.keys("test", new long[1]));
    assertThrows(IllegalStateException.class, () -> part.put(KIND, new long[1], 0, 1));
  }
}
