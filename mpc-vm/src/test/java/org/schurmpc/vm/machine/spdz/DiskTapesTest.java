package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.OpeningMode;

/** Tapes that take from stores on disk, which are closed and opened again. */
class DiskTapesTest {
  private static final int PARTIES = 2;
  private static final int ITEMS = 200;

  /** Tapes that show what they take, inputs whose masks are seen, and a fault in the end. */
  private static final String TEXT =
      TapesTest.head(PARTIES)
          + """
          .memory s 1 c 0 i 0
          .input zero0 party 0 element count 4
          .input zero1 party 0 element count 4
          .tape take s 9 c 3 i 0
          .demand triples 1 squares 1 inverses 1 inputs 0 0
          triple s0, s3, s4
          square s1, s5
          inv s2, s6
          startopen masked c0[3] s0
          stopopen
          print c0 element
          print c1 element
          print c2 element
          end
          .tape first s 4 c 0 i 0
          .demand inputs 4 0
          input zero0 0 s0[4]
          end
          .tape second s 4 c 0 i 0
          .demand inputs 4 0
          input zero1 0 s0[4]
          end
          .tape fault s 5 c 0 i 1
          .demand bits 5 inputs 0 0
          .footprint read s 0 0 1
          bit s0[5]
          int i0, -1
          ldsx s0, 0, 1, *i0
          end
          .schedule run take 0, take 1, take 2
          .schedule run first 0, second 0
          .schedule run take 0
          .schedule run fault 0
          """;

  @TempDir Path home;
  private Material material;

  private StoreAccess access(int party) {
    return new StoreAccess(home.resolve("records " + party), Optional.empty());
  }

  private Path folder(int party) {
    return home.resolve("store " + party);
  }

  /** Deals to a new store of each party. */
  private void deal() throws MpcException {
    List<StoreDirectory> stores = new ArrayList<>();
    List<DiskPrepStore> batches = new ArrayList<>();
    for (int party = 0; party < PARTIES; party++) {
      StoreDirectory.Purpose purpose =
          new StoreDirectory.Purpose(
              "spdz",
              material.storeName(),
              Map.of(),
              party,
              PARTIES,
              Optional.empty(),
              List.of("one", "two"));
      stores.add(StoreDirectory.openOrCreate(folder(party), access(party)));
      batches.add(stores.get(party).begin(purpose, new byte[32], "test", false));
    }
    SpdzDealer dealer = new SpdzDealer(material, PARTIES, SessionPairs.seeded("disk"));
    dealer.dealKeys(batches);
    Demand.Builder demand = Demand.of(material.storeName());
    for (MaterialKind kind : kinds()) {
      demand.add(kind, ITEMS);
    }
    dealer.deal(demand.build(), batches);
    for (DiskPrepStore batch : batches) {
      batch.commit();
    }
    stores.forEach(StoreDirectory::close);
  }

  private List<MaterialKind> kinds() {
    return List.of(
        material.triples(),
        material.squares(),
        material.bits(),
        material.inverses(),
        material.inputs(0),
        material.inputs(1));
  }

  /** Runs the program, and collects all values that were seen: prints, and masked inputs. */
  private void run(int threads, List<String> seen, long taken) throws Exception {
    Map<String, long[]> inputs = Map.of("zero0", new long[4], "zero1", new long[4]);
    VmRun run = new VmRun(TEXT, inputs);
    run.threads = threads;
    List<StoreDirectory> stores = new ArrayList<>();
    List<DiskPrepStore> batches = new ArrayList<>();
    for (int party = 0; party < PARTIES; party++) {
      stores.add(StoreDirectory.open(folder(party), access(party)));
      batches.add(stores.get(party).batches().get(0));
      batches.get(party).openKeys();
    }
    run.source = (field, party) -> demand -> batches.get(party);
    List<String> masked = Collections.synchronizedList(new ArrayList<>());
    Network[] networks = SessionPairs.networks(PARTIES);
    HookedForks.at(
        networks,
        0,
        (on, fork, index, frame) -> {
          for (int at = 0; frame.length == 4 * 16 && at < frame.length; at += 16) {
            masked.add(HexFormat.of().formatHex(Arrays.copyOfRange(frame, at, at + 16)));
          }
          return frame;
        });
    List<VmRun.End> ends = run.run(networks, OpeningMode.ALL);
    assertInstanceOf(BadFile.class, ends.get(0).failure());
    assertEquals(4 * 3, ends.get(0).prints().size());
    assertEquals(2 * 4, masked.size());
    seen.addAll(ends.get(0).prints());
    seen.addAll(masked);
    for (DiskPrepStore batch : batches) {
      assertEquals(taken * 4, batch.position(material.triples()));
      assertEquals(taken * 8, batch.position(material.inputs(0)));
    }
    stores.forEach(StoreDirectory::close);
  }

  /** What was reserved, used or not, is behind the position when the store is opened again. */
  @Test
  void noItemOfAStoreIsUsedTwice() throws Exception {
    material = new Material(new VmRun(TEXT, Map.of()).materials.get(0).field());
    deal();
    List<String> seen = new ArrayList<>();
    run(2, seen, 1);
    run(1, seen, 2);
    run(4, seen, 3);
    assertEquals(3 * (12 + 8), seen.size());
    assertEquals(seen.size(), new HashSet<>(seen).size(), "items were used twice");
    try (StoreDirectory store = StoreDirectory.open(folder(0), access(0))) {
      DiskPrepStore batch = store.batches().get(0);
      assertEquals(3 * 5, batch.position(material.bits()));
    }
  }
}
