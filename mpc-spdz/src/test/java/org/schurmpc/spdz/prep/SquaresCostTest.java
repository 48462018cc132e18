package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.spdz.material.Material;

/**
 * What two parties send for bits and squares of prime fields by oblivious transfer, held against
 * the formulas.
 */
class SquaresCostTest {
  private static final int OT_K = 4;

  @Test
  void bytesOfABit() throws Exception {
    requireBytes("p128", "bits", 2048);
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({"p128, squares, 2048", "18446744073709551557, bits, 8192"})
  void bytesOfOtherItems(String name, String kind, int items) throws Exception {
    requireBytes(name, kind, items);
  }

  private static void requireBytes(String name, String kind, int items) throws Exception {
    Field field = Fields.named(name);
    int sigma = Material.usualSigma(field);
    MascotParameters byOt =
        new MascotParameters(field, sigma, OT_K, 1, 2048, MascotParameters.Correlations.OT);
    MascotRun run = new MascotRun(field, 2, byOt);
    boolean bits = kind.equals("bits");
    MaterialKind made = bits ? run.material.bits() : run.material.squares();
    List<MascotRun.Outcome> outcomes =
        run.run(Demand.of(run.material.storeName()).add(made, items).build());
    long bytes = 0;
    for (MascotRun.Outcome outcome : outcomes) {
      assertNull(outcome.failure());
      bytes += outcome.bytesSent();
    }
    double each = 8.0 * bytes / 2 / items;
    int tau = MascotParameters.products(field, sigma);
    double k = field.bits();
    double given = 8.0 * Cope.bytes(field, OT_K, 1);
    double products = tau * k * (k + 128.0 / OT_K);
    double expected = products / 2 + (bits ? 1.5 * given + 1.5 * k : 2.5 * given + k / 2);
    assertEquals(expected, each, expected / 40, "bits sent for an item");
    double fromTriples = products + 5 * given + (bits ? 2 * k : k);
    // Secret squares are half of a triple and the least more.
    assertTrue(each <= (bits ? 0.48 : 0.51) * fromTriples, each + " of " + fromTriples);
  }
}
