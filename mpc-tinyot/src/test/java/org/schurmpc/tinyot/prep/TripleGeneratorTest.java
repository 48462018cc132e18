package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.session.SessionPairs;

class TripleGeneratorTest {
  private static final long SEED = 20;

  private static Projection projection(int macWords) {
    return macWords == 2 ? Projection.none() : Projection.random(new byte[Prg.SEED_BYTES]);
  }

  private static MaterialChecker checker(Projection projection) {
    long[][] deltas = new long[2][];
    for (int party = 0; party < 2; party++) {
      deltas[party] = projection.apply(new InsecureIdealAuthBits(party, SEED, 0).delta());
    }
    return new MaterialChecker(Material.of(projection.macWords()), deltas);
  }

  @ParameterizedTest
  @CsvSource({"40,1", "64,1", "64,2", "80,2"})
  void triplesAreRight(int sigma, int macWords) throws Exception {
    Projection projection = projection(macWords);
    List<RecordingSink> sinks =
        SessionPairs.run(
            session -> {
              RecordingSink sink = new RecordingSink();
              try (AuthBitSource source = new InsecureIdealAuthBits(session.party(), SEED, 0);
                  TripleGenerator generator =
                      new TripleGenerator(session, source, sigma, projection, 1024)) {
                generator.triples(3, sink);
                generator.triples(20, sink);
              }
              return sink;
            });
    assertEquals(23 * 64, checker(projection).triples(sinks.get(0), sinks.get(1)));
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void bitsAndMasksAreRight(int macWords) throws Exception {
    Projection projection = projection(macWords);
    List<RecordingSink> sinks =
        SessionPairs.run(
            session -> {
              RecordingSink sink = new RecordingSink();
              try (AuthBitSource source = new InsecureIdealAuthBits(session.party(), SEED, 0);
                  TripleGenerator generator =
                      new TripleGenerator(session, source, 64, projection)) {
                generator.inputMasks(5, 19, sink);
                generator.randomBits(17, sink);
                generator.inputMasks(1, 0, sink);
              }
              return sink;
            });
    MaterialChecker checker = checker(projection);
    assertEquals(6 * 64, checker.inputMasks(0, sinks.get(0), sinks.get(1)));
    assertEquals(19 * 64, checker.inputMasks(1, sinks.get(1), sinks.get(0)));
    assertEquals(17 * 64, checker.randomBits(sinks.get(0), sinks.get(1)));
  }

  @Test
  void aRequestForNothingMakesNothing() throws Exception {
    SessionPairs.run(
        session -> {
          RecordingSink sink = new RecordingSink();
          try (AuthBitSource source = new InsecureIdealAuthBits(session.party(), SEED, 0);
              TripleGenerator generator =
                  new TripleGenerator(session, source, 40, Projection.none())) {
            generator.triples(0, sink);
            generator.inputMasks(0, 0, sink);
            generator.randomBits(0, sink);
          }
          assertEquals(0, sink.puts());
          return null;
        });
  }
}
