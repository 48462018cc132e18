package org.schurmpc.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.prep.disk.StoreVerification;
import org.schurmpc.core.run.StockPlan;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.cipher.CipherTable;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.LookupKind.Form;

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
  void tablesOfTheSboxOfAes() throws Exception {
    StockPlan plan = plan("gf2_40", Map.of("sbox_aes", (long) TABLES, "triple", 4L));
    Demand demand = plan.demand();
    LookupKind kind = LookupKind.of(Fields.named("gf2_40"), CipherTable.aes().table(), Form.BYTES);
    assertEquals(TABLES, demand.quotas().get(kind.kind()));
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
      assertEquals((long) TABLES, outcome.checked().get(kind.kind()));
    }
  }

  /** Other fields hold no bytes. */
  @Test
  void otherFields() throws Exception {
    Refused refused = assertThrows(Refused.class, () -> plan("gf2_64", Map.of("sbox_aes", 1L)));
    assertEquals(
        "spdz over gf2_64 has material for triple, bit, input1, input2, sbox_des1, sbox_des2,"
            + " sbox_des3, sbox_des4, sbox_des5, sbox_des6, sbox_des7, sbox_des8, not for"
            + " 'sbox_aes'",
        refused.getMessage());
  }
}
