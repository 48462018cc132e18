package org.schurmpc.tinytable.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinytable.Schemes;

/** Tables from base OTs up, both parties in one process. */
class TinyTablePreprocessorTest {
  static final TablePreprocessing SETTING = new TablePreprocessing(40, 4, 1, TableMethod.DEMUX);

  /** Random circuits with and without lookups, in one call and in several; two of six in turn. */
  @ParameterizedTest
  @CsvSource({
    "linear, 1, 1",
    "linear, 3, 2",
    "linear, 64, 1",
    "linear, 100, 1",
    "lookup64, 1, 1",
    "lookup64, 3, 1",
    "lookup64, 64, 2",
    "lookup64, 100, 1",
    "lookup32, 1, 1",
    "lookup32, 5, 1",
    "lookup32, 100, 2",
    "lookup8, 7, 1",
    "codeword 16x3, 1, 1",
    "codeword 16x3, 3, 2",
    "codeword 16x3, 64, 1",
    "codeword 256x120, 100, 1",
    "passive, 3, 1",
    "passive, 100, 1"
  })
  void everyTableIsRight(String scheme, int lanes, int threads) throws Exception {
    long first = (scheme.length() ^ lanes) & 1L;
    requireRightTables(scheme, lanes, threads, first);
    requireRightTables(scheme, lanes, threads, first + 2 + (lanes & 1));
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "linear, 1, 1",
    "linear, 3, 2",
    "linear, 64, 1",
    "linear, 100, 1",
    "lookup64, 1, 1",
    "lookup64, 3, 1",
    "lookup64, 64, 2",
    "lookup64, 100, 1",
    "lookup32, 1, 1",
    "lookup32, 5, 1",
    "lookup32, 100, 2",
    "lookup8, 7, 1",
    "passive, 3, 1",
    "passive, 100, 1"
  })
  void everyTableIsRightInFull(String scheme, int lanes, int threads) throws Exception {
    for (long seed = 0; seed < 6; seed++) {
      requireRightTables(scheme, lanes, threads, seed);
    }
  }

  private static void requireRightTables(String scheme, int lanes, int threads, long seed)
      throws Exception {
    TableMethod method = seed % 3 == 2 ? TableMethod.PER_ENTRY : TableMethod.DEMUX;
    TablePreprocessing setting = new TablePreprocessing(40, 4, threads, method);
    Circuit circuit = seed % 2 == 0 ? RandomCircuits.of(seed) : RandomCircuits.withLookups(seed);
    PrepRun run = new PrepRun(scheme, lanes, circuit, seed, setting);
    if (seed % 2 == 0) {
      run.prepare(2);
    } else {
      run.prepare(1, 2);
    }
    run.requireTables();
  }

  /** A lookup in each of some tables, and an AND gate. */
  static Circuit lookups(List<LookupTable> tables) {
    CircuitBuilder builder = new CircuitBuilder();
    int inputBits = 0;
    for (LookupTable table : tables) {
      inputBits = Math.max(inputBits, table.inputBits());
    }
    int[] x = builder.input(inputBits);
    int[] y = builder.input(2);
    for (LookupTable table : tables) {
      int[] in = Arrays.copyOf(x, table.inputBits());
      in[0] = builder.not(in[0]);
      builder.output(builder.lookup(table, in));
    }
    builder.output(builder.and(y[0], y[1]));
    return builder.build();
  }

  /** Every scheme; both methods in the full run. */
  @ParameterizedTest
  @CsvSource({"linear, 70, DEMUX", "lookup64, 2, DEMUX", "lookup8, 66, DEMUX"})
  void tablesOfAllShapesAreRight(String scheme, int lanes, TableMethod method) throws Exception {
    requireAllShapes(scheme, lanes, method);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "linear, 1, PER_ENTRY",
    "linear, 3, DEMUX",
    "lookup32, 1, DEMUX",
    "lookup64, 1, PER_ENTRY"
  })
  void tablesOfAllShapesAreRightInFull(String scheme, int lanes, TableMethod method)
      throws Exception {
    requireAllShapes(scheme, lanes, method);
  }

  private static void requireAllShapes(String scheme, int lanes, TableMethod method)
      throws Exception {
    Random random = new Random(7);
    List<LookupTable> tables = new ArrayList<>();
    for (int bits = 1; bits <= 8; bits++) {
      tables.add(RandomCircuits.table(random, bits, 1 + random.nextInt(8)));
      tables.add(RandomCircuits.table(random, 1 + random.nextInt(7), bits));
      tables.add(RandomCircuits.table(random, bits, tables.get(3 * (bits - 1)).outputBits()));
      tables.add(tables.get(3 * (bits - 1)));
    }
    TablePreprocessing setting = new TablePreprocessing(40, 8, 1, method);
    PrepRun run = new PrepRun(scheme, lanes, lookups(tables), 2, setting);
    run.prepare(1);
    run.requireTables();
  }

  /** Entries of 8 bits, and pieces of 8 bits of wider ones, are in the same words. */
  @Test
  void piecesOfTablesAreInOrder() throws Exception {
    Random random = new Random(5);
    List<LookupTable> tables = new ArrayList<>();
    for (int bits : new int[] {16, 8, 12, 4, 16, 8}) {
      tables.add(RandomCircuits.table(random, 3, bits));
    }
    PrepRun run = new PrepRun("codeword 16x3", 5, lookups(tables), 2, SETTING);
    run.prepare(2);
    run.requireTables();
  }

  /** Wide inputs and outputs. */
  @ParameterizedTest
  @CsvSource({"linear, 1, 16, 5", "linear, 9, 16, 2", "lookup8, 9, 8, 40", "passive, 4, 12, 3"})
  void widerTablesAreRight(String scheme, int inputBits, int outputBits, int lanes)
      throws Exception {
    requireWide(scheme, inputBits, outputBits, lanes);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"linear, 10, 9, 64", "linear, 13, 2, 3", "lookup8, 12, 8, 40"})
  void widerTablesAreRightInFull(String scheme, int inputBits, int outputBits, int lanes)
      throws Exception {
    requireWide(scheme, inputBits, outputBits, lanes);
  }

  private static void requireWide(String scheme, int inputBits, int outputBits, int lanes)
      throws Exception {
    LookupTable table = RandomCircuits.table(new Random(9), inputBits, outputBits);
    PrepRun run = new PrepRun(scheme, lanes, lookups(List.of(table)), 3, SETTING);
    run.prepare(2);
    run.requireTables();
  }

  /** As many triples as gates, close together whatever the lanes; of tables as the methods say. */
  @ParameterizedTest
  @CsvSource({
    "DEMUX, 64, 8, 247",
    "PER_ENTRY, 64, 8, 1792",
    "DEMUX, 64, 5, 26",
    "PER_ENTRY, 64, 5, 128",
    "DEMUX, 64, 1, 0",
    "PER_ENTRY, 64, 1, 0",
    "DEMUX, 16, 6, 57",
    "PER_ENTRY, 16, 6, 320"
  })
  void triplesAreCounted(TableMethod method, int lanes, int inputBits, int each) throws Exception {
    assertEquals(each, method.triples(inputBits));
    LookupTable table = RandomCircuits.table(new Random(1), inputBits, 3);
    TablePreprocessing setting = new TablePreprocessing(40, 4, 1, method);
    PrepRun run = new PrepRun("linear", lanes, lookups(List.of(table)), 1, setting);
    int evaluations = 64 / lanes;
    run.prepare(evaluations);
    // One AND gate, whose last block may be partly filled.
    assertEquals(64L * each + 64, run.triples[0]);
    assertEquals(64L * each + 64, run.triples[1]);
    run.requireTables();
  }

  /** 130 gates on 20 inputs. */
  private static Circuit gates(boolean deep) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(20);
    int wire = x[19];
    for (int i = 0; i < 130; i++) {
      int left = x[i % 20];
      int right = x[(i + 1 + i / 20) % 20];
      wire = builder.and(deep ? builder.xor(wire, left) : left, builder.not(right));
      builder.output(wire);
    }
    return builder.build();
  }

  /** 130 layers of one gate and one lane are three blocks of triples, in no more rounds. */
  @ParameterizedTest
  @ValueSource(strings = {"linear", "lookup64"})
  void gatesOfManyLayersAreMadeTogether(String scheme) throws Exception {
    PrepRun deep = new PrepRun(scheme, 1, gates(true), 4, SETTING);
    PrepRun flat = new PrepRun(scheme, 1, gates(false), 4, SETTING);
    assertEquals(130, deep.demand.circuit().orElseThrow().depth());
    assertEquals(1, flat.demand.circuit().orElseThrow().depth());
    for (PrepRun run : List.of(deep, flat)) {
      run.prepare(1);
      assertEquals(3 * 64, run.triples[0]);
      run.requireTables();
    }
    assertEquals(flat.rounds[0], deep.rounds[0]);
  }

  /** Batches of the usual size, with two threads. */
  @Test
  void manyGatesAreMultipliedAtOnce() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(40);
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < i; j++) {
        builder.output(builder.and(x[i], x[j]));
      }
    }
    TablePreprocessing setting = new TablePreprocessing(40, 8, 2, TableMethod.DEMUX);
    PrepRun run = new PrepRun("lookup32", 33, builder.build(), 4, setting);
    run.batch = 1 << 12;
    run.prepare(3);
    assertEquals(64 * 780 * 3, run.triples[0]);
    Prepared.requireRelations(run.scheme, run.both);
  }

  private static Preprocessor begin(Session session, int lanes, TablePreprocessing setting)
      throws Exception {
    return TinyTablePreprocessor.begin(
        session,
        Schemes.named("linear"),
        new LaneLayout(lanes),
        setting,
        () -> KernelProvider.choose().kernels());
  }

  @Test
  void settingsAreCompared() throws Exception {
    TablePreprocessing other = new TablePreprocessing(40, 4, 1, TableMethod.PER_ENTRY);
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> begin(session, 1, session.party() == 0 ? SETTING : other));
    for (Object end : ends) {
      Outcomes.assertEnded(Disagreement.class, end, "how tables are made");
    }
    ends =
        SessionPairs.outcomes(
            SessionPairs.networks(), session -> begin(session, 1 + session.party(), SETTING));
    for (Object end : ends) {
      Outcomes.assertEnded(Disagreement.class, end, "lanes");
    }
    assertThrows(
        IllegalArgumentException.class, () -> new TablePreprocessing(80, 4, 1, TableMethod.DEMUX));
  }

  @Test
  void itSaysHowTablesAreMade() throws Exception {
    List<String> descriptions =
        SessionPairs.run(
            session -> {
              try (Preprocessor preprocessor = begin(session, 1, SETTING)) {
                assertEquals(Preprocessor.OWN_STORE, preprocessor.storeId());
                return preprocessor.description();
              }
            });
    String text = descriptions.get(0);
    assertTrue(text.contains("SoftSpokenOT, k = 4") && text.contains("demux"), text);
    assertTrue(text.contains("2^n - n - 1 triples"), text);
    assertEquals(TableMethod.PER_ENTRY, TableMethod.named("per-entry"));
    assertThrows(IllegalArgumentException.class, () -> TableMethod.named("x"));
  }

  @Test
  void itRefusesDemandsThatAreNotForWholeEvaluations() throws Exception {
    PrepRun run = new PrepRun("linear", 1, RandomCircuits.of(0), 0, SETTING);
    Demand whole = run.demand.times(2);
    Demand.Builder odd =
        Demand.of(whole.protocol()).dependsOn(whole.circuit().orElseThrow(), whole.contributors());
    MaterialKind first = whole.quotas().keySet().iterator().next();
    whole.quotas().forEach((kind, n) -> odd.add(kind, kind.equals(first) ? n + 1 : n));
    Demand other = Demand.of(whole.protocol()).add(new MaterialKind("AND gate", 7), 1).build();
    PrepRun wider = new PrepRun("linear", 2, RandomCircuits.of(0), 0, SETTING);
    SessionPairs.run(
        session -> {
          try (Preprocessor preprocessor = begin(session, 1, SETTING)) {
            for (Demand demand : List.of(odd.build(), other, wider.demand)) {
              assertThrows(
                  IllegalArgumentException.class,
                  () -> preprocessor.prepare(demand, new Prepared()));
            }
          }
          return null;
        });
  }

  @Test
  void afterAFailureNothingMoreIsMade() throws Exception {
    PrepRun run =
        new PrepRun(
            "linear", 1, lookups(List.of(RandomCircuits.table(new Random(1), 4, 4))), 0, SETTING);
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              try (Preprocessor preprocessor = begin(session, 1, SETTING)) {
                if (session.party() == 0) {
                  return null; // and hangs up
                }
                Prepared sink = new Prepared();
                assertThrows(ConnectionLost.class, () -> preprocessor.prepare(run.demand, sink));
                assertThrows(
                    IllegalStateException.class, () -> preprocessor.prepare(run.demand, sink));
                return sink.touched();
              }
            });
    assertEquals(false, ends.get(1));
  }
}
