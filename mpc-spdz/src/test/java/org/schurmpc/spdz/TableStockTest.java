package org.schurmpc.spdz;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.prep.disk.StoreVerification;
import org.schurmpc.core.run.StockPlan;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.cipher.CipherTables;

/** A stock of masked tables, prepared into stores of two parties and verified there. */
class TableStockTest {
  private static final int TABLES = 20;

  @TempDir Path home;

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party),
        new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  private static StockPlan plan(String field, Map<String, Long> amounts) throws Refused {
    return StockPlan.of("spdz", new TreeMap<>(amounts), Map.of("field", field));
  }

  @Test
  void tablesOfSboxes() throws Exception {
    StockPlan plan =
        plan("gf2_40", Map.of("sbox_aes", (long) TABLES, "sbox_des5", 7L, "triple", 4L));
    Demand demand = plan.demand();
    Map<String, CipherTables.Sbox> boxes = CipherTables.of(Fields.named("gf2_40"));
    MaterialKind aes = boxes.get("sbox_aes").kind().kind();
    MaterialKind des = boxes.get("sbox_des5").kind().kind();
    assertEquals(TABLES, demand.quotas().get(aes));
    List<Object> bytes =
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              try (StoreDirectory store = open(network.party())) {
                return plan.prepare(network, store, (there, wanted) -> {});
              }
            });
    assertEquals(List.of(demand.bytes(), demand.bytes()), bytes);
    try (StoreDirectory first = open(0);
        StoreDirectory second = open(1)) {
      StoreVerification.Outcome outcome =
          StoreVerification.of(
                  List.of(first, second),
                  (header, keys) ->
                      Protocols.named(header.protocol()).checker(header.identity(), keys))
              .run(done -> {});
      assertEquals(Optional.empty(), outcome.violation());
      assertEquals((long) TABLES, outcome.checked().get(aes));
      assertEquals(7L, outcome.checked().get(des));
    }
  }

  /** Other fields hold no bytes, and prime fields no tables. */
  @Test
  void otherFields() throws Exception {
    Refused refused = assertThrows(Refused.class, () -> plan("gf2_64", Map.of("sbox_aes", 1L)));
    String des =
        IntStream.rangeClosed(1, 8).mapToObj(box -> "sbox_des" + box + ", ").collect(joining());
    assertEquals(
        "spdz over gf2_64 has material for triple, bit, input1, input2, %snot for 'sbox_aes': set the"
                .formatted(des)
            + " option field to gf2_40",
        refused.getMessage());
    refused = assertThrows(Refused.class, () -> plan("p128", Map.of("sbox_des1", 1L)));
    assertEquals(
        "spdz over p128 has material for triple, bit, input1, input2, square, inverse, bit1, bit2, not for"
            + " 'sbox_des1'",
        refused.getMessage());
  }
}
