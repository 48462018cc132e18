package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;

/**
 * Under fixed randomness every byte of MASCOT in one thread is fixed, from base OTs to the last
 * check. A change of these hashes is a change of the wire format, which needs a new wire version.
 */
class MascotWireFormatTest {
  private static final int ITEMS = 16;

  @ParameterizedTest
  @CsvSource({
    "gf2_40, 38, 2, plain, 74b4dfff7f7f5cd6534b080b4de0594c",
    "gf2_64, 62, 3, plain, d7bbd8c699ca9dab6558d7de0bd815e7",
    "p128, 64, 3, plain, 6ac7fb1d28556eb64bf7bdcc2600e712",
    "p128, 64, 2, plain, 5060e5a73944e1be81d9353627d825de",
  })
  void everyByteIsPinned(String name, int sigma, int parties, String kernels, String pinned)
      throws Exception {
    Field field = Fields.named(name);
    Material material = new Material(field);
    Demand.Builder demand =
        Demand.of(material.storeName())
            .add(material.triples(), ITEMS)
            .add(material.bits(), ITEMS)
            .add(material.inputs(0), ITEMS);
    if (!field.isBinary()) {
      demand.add(material.squares(), ITEMS).add(material.inverses(), ITEMS);
      demand.add(material.ownBits(1), ITEMS);
    }
    MascotParameters parameters = new MascotParameters(field, sigma, 4, 1, ITEMS);
    Recording recording = new Recording();
    Parties.run(
        recording.of(SessionPairs.networks(parties)),
        ProtocolRun.LIMIT,
        network -> {
          try (Session session =
                  Session.establish(
                      network, SessionPairs.terms(), SessionPairs.seeded("p" + network.party()));
              MascotPreprocessor preprocessor =
                  MascotPreprocessor.begin(session, parameters, () -> NamedKernels.of(kernels))) {
            preprocessor.prepare(demand.build(), new MascotRun.Kept());
          }
          return null;
        });
    assertEquals(pinned, recording.hash());
  }
}
