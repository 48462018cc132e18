package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.cipher.CipherTables;

/** What two parties send for a masked table, held against the formulas. */
class TablesCostTest {
  private static final int OT_K = 4;
  private static final int TAU = 4;

  /** Tables of one batch of triples. */
  private static final int TABLES = 174;

  /** Products, bits and opened coefficients of tables, without their material. */
  @Test
  void countsOfTables() {
    int[] products = new int[13];
    for (int bits = 1; bits < products.length; bits++) {
      products[bits] = Demux.products(bits);
    }
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 7, 11, 19, 35, 67, 131), list(products));
    assertEquals(2051, Demux.products(16));
    assertEquals(8, Demux.elements(8));
    assertEquals(1, Demux.elements(2));
  }

  private static List<Integer> list(int[] from) {
    return Arrays.stream(from).skip(1).boxed().toList();
  }

  @Test
  void bytesOfTheSboxOfAes() throws Exception {
    Field field = Fields.named("gf2_40");
    MascotRun run = new MascotRun(field, 2, new MascotParameters(field, 38, OT_K, 1, 1920));
    CipherTables.Sbox sbox = CipherTables.of(field).get("sbox_aes");
    List<MascotRun.Outcome> outcomes =
        run.run(
            Demand.of(run.material.storeName())
                .add(sbox.kind().kind(), TABLES, sbox.table())
                .build());
    long bytes = 0;
    for (MascotRun.Outcome outcome : outcomes) {
      assertNull(outcome.failure());
      bytes += outcome.bytesSent();
    }
    double each = 8.0 * bytes / 2 / TABLES;
    double k = field.bits();
    double triple = TAU * k * (k + 128.0 / OT_K) + 5 * 8 * Cope.bytes(field, OT_K, 1);
    double bit = k;
    double openings = 11 * 2 * k + 256;
    double expected = 11 * triple + (8 + 256) * bit + openings;
    // OTs are extended by whole blocks.
    assertEquals(expected, each, expected / 20, "bits sent for a table");
  }
}
