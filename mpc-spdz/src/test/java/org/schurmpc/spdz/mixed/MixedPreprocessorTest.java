package org.schurmpc.spdz.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.Held;
import org.schurmpc.spdz.prep.MascotParameters;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/** All kinds of material from one preprocessor. */
class MixedPreprocessorTest {
  /** What was sent or came in clear, and what all know. */
  private static final String[] PUBLIC = {
    "out", "in", "flips", "one", "zero", "zeros", "uniform", "coefficients", "plane", "step"
  };

  private static MixedPreprocessor begin(Session session, String field, long expected)
      throws Exception {
    Field over = Fields.named(field);
    return MixedPreprocessor.begin(
        session, MixedRig.mascot(over), MixedRig.tinyOt(), expected, MixedRig::kernels);
  }

  @Test
  void makesAllKindsAndIsWiped() throws Exception {
    SessionPairs.run(
        session -> {
          MixedPreprocessor preprocessor = begin(session, "p128", 1);
          MixedBatch own = preprocessor.privateDaBits(0, 64);
          MixedBatch edaBits = preprocessor.edaBits(3, 4, 1, true);
          MixedBatch daBits = preprocessor.daBits(1);
          assertEquals(64, own.numbers().count());
          assertEquals(4 * own.blocks().length, edaBits.blocks().length);
          assertEquals(own.blocks().length, daBits.blocks().length);
          final Held made = Held.by(own, edaBits, daBits).filled();
          own.close();
          edaBits.close();
          daBits.close();
          assertEquals(Set.of(), made.left());
          Held held = Held.by(preprocessor).filled();
          preprocessor.close();
          assertEquals(Set.of(), held.left(PUBLIC));
          assertThrows(IllegalStateException.class, () -> preprocessor.privateDaBits(0, 64));
          return null;
        });
  }

  @Test
  void onlyTwoPartiesOverPrimeFields() throws Exception {
    SessionPairs.run(
        session -> assertThrows(IllegalArgumentException.class, () -> begin(session, "gf2_64", 1)));
    SessionPairs.run(
        SessionPairs.networks(3),
        session -> assertThrows(IllegalArgumentException.class, () -> begin(session, "p128", 1)));
  }

  @Test
  void partiesAgreeOnTheSetting() throws Exception {
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              int k = session.party() == 0 ? 4 : 2;
              MascotParameters mascot = MixedRig.mascot(Fields.named("p128"));
              OtPreprocessing other = new OtPreprocessing(40, 1, k, 1);
              return MixedPreprocessor.begin(session, mascot, other, 1, MixedRig::kernels);
            });
    ends.forEach(end -> assertInstanceOf(Disagreement.class, end));
  }

  /** A daBit takes less than a triple over the field, which is 12 KB with values of VOLE. */
  @Test
  @Tag("slow")
  void bytesOfADaBit() throws Exception {
    int groups = 64;
    long expected = 2L * 64 * groups * 52;
    Network[] networks = SessionPairs.networks();
    List<Long> sent =
        SessionPairs.run(
            networks,
            session -> {
              Network network = networks[session.party()];
              try (MixedPreprocessor preprocessor = begin(session, "p128", expected)) {
                preprocessor.daBits(groups).close(); // what VOLE and triples begin with
                long before = network.traffic().bytesSent();
                preprocessor.daBits(groups).close();
                return network.traffic().bytesSent() - before;
              }
            });
    double each = sent.get(0) / (64.0 * groups);
    assertTrue(each > 3000 && each < 4200, each + " bytes");
  }
}
