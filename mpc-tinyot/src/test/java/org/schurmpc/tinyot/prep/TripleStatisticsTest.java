package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.MacWidths;
import org.schurmpc.tinyot.material.Material;

/** The shares of triples are uniform and independent of MACs and keys. */
class TripleStatisticsTest {
  private static final Material MATERIAL = Material.of(1);

  private static List<Object> make(int blocks) throws Exception {
    return SessionPairs.networkOutcomes(
        SessionPairs.networks(),
        network -> {
          RecordingSink sink = new RecordingSink();
          try (Session session =
                  SessionPairs.establish(
                      network,
                      SessionPairs.terms(),
                      SessionPairs.seeded("statistics " + network.party()));
              AuthBitSource source = new InsecureIdealAuthBits(session.party(), 77, 0);
              TripleGenerator generator =
                  new TripleGenerator(
                      session,
                      source,
                      40,
                      Projections.random(new byte[Prg.SEED_BYTES], 40, MacWidths.equal(1)),
                      KernelProvider.choose().kernels())) {
            generator.triples(blocks, sink);
          }
          return sink;
        });
  }

  /** Counts, for all triples, the values of a's and b's shares, c's share and two given bits. */
  private static void assertUniform(List<Object> sinks, int firstAt, int secondAt, int bit) {
    MaterialKind kind = MATERIAL.andTriples();
    long[][] data = new long[2][];
    for (int party = 0; party < 2; party++) {
      data[party] = ((RecordingSink) sinks.get(party)).items(kind);
    }
    int[] counts = new int[128];
    for (int item = 0; item < data[0].length; item += kind.longsPerItem()) {
      for (int i = 0; i < Material.BITS; i++) {
        long value = 0;
        for (int party = 0; party < 2; party++) {
          for (int part = Material.A; part <= Material.B; part++) {
            value = 2 * value + (data[party][item + part] >>> i & 1);
          }
        }
        value = 2 * value + (data[0][item + Material.C] >>> i & 1);
        value = 2 * value + (data[0][item + firstAt + i] >>> bit & 1);
        value = 2 * value + (data[1][item + secondAt + i] >>> bit & 1);
        counts[(int) value]++;
      }
    }
    double expected = data[0].length / (double) kind.longsPerItem() * Material.BITS / 128;
    double chiSquare = 0;
    for (int count : counts) {
      chiSquare += Math.pow(count - expected, 2) / expected;
    }
    // 127 degrees of freedom: more with probability 1e-9.
    assertTrue(chiSquare < 240, "chi-square " + chiSquare + ", bit " + bit);
  }

  private static void assertUniform(int blocks) throws Exception {
    List<Object> sinks = make(blocks);
    for (int part = Material.A; part <= Material.C; part++) {
      int macs = MATERIAL.tripleMacs(part);
      int keys = MATERIAL.tripleKeys(part);
      for (int bit = 0; bit < 64; bit += 21) {
        assertUniform(sinks, macs, macs, bit);
        assertUniform(sinks, keys, keys, bit);
        assertUniform(sinks, macs, MATERIAL.tripleMacs((part + 1) % 3), bit);
      }
    }
  }

  @Test
  void sharesAreUniform() throws Exception {
    assertUniform(1 << 10);
  }

  @Test
  @Tag("slow")
  void aMillionSharesAreUniform() throws Exception {
    assertUniform(1 << 14);
  }
}
