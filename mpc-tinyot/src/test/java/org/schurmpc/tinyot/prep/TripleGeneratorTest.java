package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.MacWidths;
import org.schurmpc.tinyot.material.Material;

class TripleGeneratorTest {
  private static final long SEED = 20;

  private static Projections projections(int sigma, int macWords) {
    return projections(sigma, macWords, macWords);
  }

  private static Projections projections(int sigma, int ofFirst, int ofSecond) {
    MacWidths widths = new MacWidths(ofFirst, ofSecond);
    return Projections.random(new byte[Prg.SEED_BYTES], sigma, widths);
  }

  private static SinkChecker checker(Projections projections) {
    long[][] deltas = new long[2][];
    for (int party = 0; party < 2; party++) {
      long[] delta = new InsecureIdealAuthBits(party, SEED, 0).delta();
      deltas[party] = projections.keys(party).apply(delta);
      assertEquals(projections.widths().keys(party), deltas[party].length);
    }
    return new SinkChecker(projections.widths(), deltas);
  }

  @ParameterizedTest
  @CsvSource({"40,1,1", "64,1,1", "64,2,2", "80,2,2", "40,1,2", "64,2,1"})
  void triplesAreRight(int sigma, int ofFirst, int ofSecond) throws Exception {
    Projections projections = projections(sigma, ofFirst, ofSecond);
    List<RecordingSink> sinks =
        SessionPairs.run(
            session -> {
              RecordingSink sink = new RecordingSink();
              try (AuthBitSource source = new InsecureIdealAuthBits(session.party(), SEED, 0);
                  TripleGenerator generator =
                      new TripleGenerator(
                          session,
                          source,
                          sigma,
                          projections,
                          KernelProvider.choose().kernels(),
                          new BatchPlan(sigma),
                          1024)) {
                generator.triples(3, sink);
                generator.triples(20, sink);
              }
              return sink;
            });
    assertEquals(23 * 64, checker(projections).triples(sinks.get(0), sinks.get(1)));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "1,2", "2,1"})
  void bitsAndMasksAreRight(int ofFirst, int ofSecond) throws Exception {
    Projections projections = projections(64, ofFirst, ofSecond);
    List<RecordingSink> sinks =
        SessionPairs.run(
            session -> {
              RecordingSink sink = new RecordingSink();
              try (AuthBitSource source = new InsecureIdealAuthBits(session.party(), SEED, 0);
                  TripleGenerator generator =
                      new TripleGenerator(
                          session, source, 64, projections, KernelProvider.choose().kernels())) {
                generator.inputMasks(5, 19, sink);
                generator.randomBits(17, sink);
                generator.inputMasks(1, 0, sink);
              }
              return sink;
            });
    SinkChecker checker = checker(projections);
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
                  new TripleGenerator(
                      session, source, 40, projections(40, 2), KernelProvider.choose().kernels())) {
            generator.triples(0, sink);
            generator.inputMasks(0, 0, sink);
            generator.randomBits(0, sink);
          }
          assertEquals(0, sink.puts());
          return null;
        });
  }

  /** What a batch gave beyond a request serves the next one, without a message. */
  @Test
  void leftTriplesAreKept() throws Exception {
    Projections projections = projections(40, 1);
    List<RecordingSink> sinks =
        SessionPairs.run(
            session -> {
              RecordingSink sink = new RecordingSink();
              try (AuthBitSource source = new InsecureIdealAuthBits(session.party(), SEED, 0);
                  TripleGenerator generator =
                      new TripleGenerator(
                          session, source, 40, projections, KernelProvider.choose().kernels())) {
                generator.triples(1, sink);
                long rounds = session.metrics().rounds(Phase.SETUP);
                for (int blocks = 1; blocks < 6; blocks++) {
                  generator.triples(blocks, sink);
                }
                assertEquals(rounds, session.metrics().rounds(Phase.SETUP));
                generator.triples(1, sink);
                assertTrue(session.metrics().rounds(Phase.SETUP) > rounds);
              }
              return sink;
            });
    assertEquals(17 * 64, checker(projections).triples(sinks.get(0), sinks.get(1)));
    long[] items = sinks.get(0).items(Material.of(1).andTriples());
    Set<Long> macs = new HashSet<>();
    for (int item = 0; item < items.length; item += items.length / 17) {
      assertTrue(macs.add(items[item + 3]), "an item goes out twice");
    }
  }

  /** Generators side by side under one Δ and one projection, each on a fork of its own. */
  @Test
  void generatorsShareAStore() throws Exception {
    Projections projections = projections(40, 1);
    List<RecordingSink> sinks =
        SessionPairs.run(
            session -> {
              RecordingSink sink = new RecordingSink();
              for (int thread = 0; thread < 3; thread++) {
                try (Session fork = session.fork("generator");
                    AuthBitSource source =
                        new InsecureIdealAuthBits(session.party(), SEED, thread);
                    TripleGenerator generator =
                        new TripleGenerator(
                            fork, source, 40, projections, KernelProvider.choose().kernels())) {
                  generator.triples(2, sink);
                }
              }
              return sink;
            });
    assertEquals(6 * 64, checker(projections).triples(sinks.get(0), sinks.get(1)));
  }

  @Test
  void securityBeyondTheMacsIsRefused() throws Exception {
    SessionPairs.run(
        session -> {
          AuthBitSource source = new InsecureIdealAuthBits(session.party(), SEED, 0);
          for (int sigma : new int[] {39, 65, 66, 67, 81}) {
            int ofFirst = sigma == 65 || sigma == 66 ? 1 : 2;
            int ofSecond = sigma == 65 || sigma == 67 ? 1 : 2;
            Projections projections = projections(Math.min(sigma, 80), ofFirst, ofSecond);
            assertThrows(
                IllegalArgumentException.class,
                () ->
                    new TripleGenerator(
                        session, source, sigma, projections, KernelProvider.choose().kernels()));
          }
          return null;
        });
  }

  /** Leaky ANDs whose wrong products pass more often than the batch may fail. */
  @Test
  void aMatrixOfTooFewRowsIsRefused() throws Exception {
    SessionPairs.run(
        session -> {
          AuthBitSource source = new InsecureIdealAuthBits(session.party(), SEED, 0);
          Projections projections = projections(40, 1);
          assertEquals(48, projections.garbling().width());
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  new TripleGenerator(
                      session, source, 47, projections, KernelProvider.choose().kernels()));
          return null;
        });
  }

  /** Buckets of three, more than one tile. */
  @Test
  @Tag("slow")
  void manyTriplesAreRight() throws Exception {
    Projections projections = projections(40, 1);
    List<RecordingSink> sinks =
        SessionPairs.run(
            session -> {
              RecordingSink sink = new RecordingSink();
              try (AuthBitSource source = new InsecureIdealAuthBits(session.party(), SEED, 0);
                  TripleGenerator generator =
                      new TripleGenerator(
                          session, source, 40, projections, KernelProvider.choose().kernels())) {
                generator.triples(9001, sink);
              }
              return sink;
            });
    assertEquals(9001 * 64, checker(projections).triples(sinks.get(0), sinks.get(1)));
  }
}
