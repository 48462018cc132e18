package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Phase;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.vm.code.Counts;

/** Many bits of a party are reserved when they are used, and few at once. */
class FieldMaterialTest {
  private static final int MANY = FieldMaterial.MANY_BITS;

  private final Material material;
  private final MaterialKind bits;
  private final List<Phase> phases = new ArrayList<>();

  FieldMaterialTest() throws Exception {
    material = new Material(Fields.named("18446744073709551557"));
    bits = material.ownBits(1);
  }

  /** Makes what lacks, numbered, and notes what was asked for and in which phase it was left. */
  private final class Made implements SpdzMachine.Supply {
    final MemoryPrepStore store = new MemoryPrepStore();
    final List<Long> asked = new ArrayList<>();
    private long number;

    @Override
    public PrepStore reserve(Demand demand) throws MpcException {
      return reserve(demand, demand);
    }

    @Override
    public PrepStore reserve(Demand now, Demand later) throws MpcException {
      long wanted = now.quotas().getOrDefault(bits, 0L);
      int longs = bits.longsPerItem();
      long[] item = new long[longs];
      for (long n = wanted - store.available(bits); n > 0; n--) {
        item[0] = number++;
        store.put(bits, item, 0, 1);
      }
      asked.add(wanted);
      return store;
    }
  }

  private static Counts bits(long n) {
    return Counts.known(new long[2], new long[] {0, n});
  }

  private FieldMaterial of(Made supply, long first) throws MpcException {
    FieldMaterial made =
        new FieldMaterial(supply, material, Optional.empty(), List.of(), bits(first), phases::add);
    made.ensure(bits(first));
    made.reserve(bits(first));
    return made;
  }

  /** Leases items and returns the number of the next one. */
  private long use(Allotment worker, long n, long from) throws MpcException {
    long next = from;
    for (long left = n; left > 0; ) {
      Lease lease = worker.lease(bits, (int) left);
      for (int i = 0; i < lease.items(); i++) {
        assertEquals(next++, lease.data()[lease.offset() + i * bits.longsPerItem()]);
      }
      left -= lease.items();
    }
    return next;
  }

  @Test
  void manyBitsAreReservedAsTheyAreUsed() throws Exception {
    Made supply = new Made();
    long all = 3L * MANY + 5;
    try (FieldMaterial stock = of(supply, all)) {
      assertEquals(List.of(0L, 0L), supply.asked);
      Allotment worker = stock.allotment();
      stock.allotAlone(worker, bits(all));
      assertEquals(all, worker.available(bits));
      long next = use(worker, 100, 0);
      for (long left = all - 100; left > 0; left -= MANY) {
        next = use(worker, Math.min(left, MANY), next);
        assertTrue(supply.store.available(bits) < MANY);
      }
      assertEquals(0, supply.store.available(bits));
      assertThrows(Exhausted.class, () -> worker.lease(bits, 1));
      assertEquals(Phase.INPUT, phases.get(phases.size() - 1));
      assertTrue(supply.asked.stream().allMatch(each -> each <= MANY), supply.asked.toString());
    }
  }

  @Test
  void fewAreReservedAtOnce() throws Exception {
    Made supply = new Made();
    try (FieldMaterial stock = of(supply, MANY)) {
      assertEquals(List.of((long) MANY, (long) MANY), supply.asked);
      Allotment worker = stock.allotment();
      stock.allotAlone(worker, bits(MANY));
      use(worker, MANY, 0);
      assertEquals(2, supply.asked.size());
    }
  }

  /** A step leaves bits, some of which are there and some were never made: the next one has all. */
  @Test
  void aStepTakesNothingFromTheNext() throws Exception {
    Made supply = new Made();
    try (FieldMaterial stock = of(supply, 2L * MANY)) {
      Allotment worker = stock.allotment();
      stock.allotAlone(worker, bits(MANY));
      use(worker, 10, 0);
      stock.allotAlone(worker, bits(MANY));
      use(worker, MANY, 10);
      assertThrows(Exhausted.class, () -> worker.lease(bits, 1));
    }
  }

  /** Workers side by side have their parts before they begin. */
  @Test
  void workersSideBySideHaveTheirs() throws Exception {
    Made supply = new Made();
    try (FieldMaterial stock = of(supply, 2L * MANY)) {
      Allotment first = stock.allotment();
      Allotment second = stock.allotment();
      stock.allot(first, bits(MANY));
      stock.allot(second, bits(MANY));
      int asked = supply.asked.size();
      use(second, MANY, MANY);
      use(first, MANY, 0);
      assertEquals(asked, supply.asked.size());
    }
  }
}
