package org.schurmpc.tinytable.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.BlockProducts;
import org.schurmpc.tinyot.prep.BlockStock;
import org.schurmpc.tinyot.prep.PlaneProjection;
import org.schurmpc.tinyot.prep.Projection;

/** Nothing secret is left in what makes tables when it is closed. */
class WipingTest {
  private static Set<String> leftIn(Object root, Class<?>... others) {
    List<Class<?>> outside =
        new ArrayList<>(
            List.of(
                Session.class,
                BlockStock.class,
                Kernels.class,
                LayeredCircuit.class,
                ReedSolomon.class,
                Projection.class,
                Prepared.class));
    outside.addAll(List.of(others));
    Set<String> left = Leftovers.of(root, outside.toArray(Class<?>[]::new));
    left.removeIf(path -> path.endsWith("Hashes.sid")); // both parties know it
    return left;
  }

  private static void requireHeld(Set<String> held, String... secrets) {
    for (String secret : secrets) {
      assertTrue(held.stream().anyMatch(path -> path.endsWith(secret)), secret + ": " + held);
    }
  }

  private static final MaterialSink NOWHERE =
      new MaterialSink() {
        @Override
        public void keys(String protocol, long[] keys) {}

        @Override
        public void put(MaterialKind kind, long[] source, int offset, int items) {}
      };

  private static Circuit gates() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] wires = builder.input(3);
    int[] found = builder.lookup(RandomCircuits.table(new Random(7), 3, 5), wires);
    builder.output(builder.xor(found[0], builder.and(wires[0], wires[1])));
    return builder.build();
  }

  @ParameterizedTest
  @CsvSource({"linear, DEMUX, 5", "lookup64, PER_ENTRY, 64"})
  void evaluations(String scheme, TableMethod method, int lanes) throws Exception {
    TablePreprocessing setting = new TablePreprocessing(40, 4, 1, method);
    PrepRun run = new PrepRun(scheme, lanes, gates(), 3, setting);
    SessionPairs.run(
        session -> {
          TinyTablePreprocessor preprocessor = run.begin(session);
          PrepContext context = (PrepContext) Leftovers.field(preprocessor, "context");
          PlaneProjection projection =
              (PlaneProjection) Leftovers.field(preprocessor, "projection");
          CircuitMaterial of = CircuitMaterial.of(run.demand, run.scheme, context.layout());
          DeferredSink deferred = new DeferredSink(run.both.get(session.party()));
          TableForm form =
              scheme.equals("linear")
                  ? new TinyTablePreprocessor.LinearForm(context.blocks())
                  : new LookupForm(session, context.blocks(), of.material());
          TableOutputs outputs = new ItemOutputs(context, form, of.material(), deferred);
          EvaluationMaker maker =
              new EvaluationMaker(context, of, setting.method(), 3, outputs, projection, deferred);
          maker.run();
          Class<?>[] ofAll = {
            PrepContext.class, PlaneProjection.class, BitBlocks.class, BlockProducts.class
          };
          Set<String> held = leftIn(maker, ofAll);
          requireHeld(held, "masks.data", "masks.delta", "ands.data", "ands.out", "nodes");
          requireHeld(held, "tables.outputs", "tables.out", "sums.products", "sums.sum");
          requireHeld(held, "sums.macs", "sums.keys", "sums.shares");
          if (form instanceof LookupForm) {
            requireHeld(held, "form.delta", "form.codes", "form.rows", "form.values");
            requireHeld(held, "form.ownHashes.permuted", "form.peerHashes.permuted");
            requireHeld(held, "products.scratch");
          }
          if (lanes == 5) {
            requireHeld(held, "ands.parts");
          }
          // As if there were something that no check has released.
          int at = deferred.await(of.material().outputMasks(), 1);
          long[] waiting = deferred.data(of.material().outputMasks());
          waiting[at] = 1;
          maker.wipe();
          assertEquals(Set.of(), leftIn(waiting));
          assertEquals(Set.of(), leftIn(maker, ofAll));
          held = leftIn(preprocessor);
          requireHeld(held, "storeKeys", "blocks.delta", "products.delta", "held.words");
          if (projection != null) {
            requireHeld(held, "projection.low", "projection.high", "projection.tables");
          }
          preprocessor.close();
          assertEquals(Set.of(), leftIn(preprocessor));
          return null;
        });
  }

  /** There is room for 16 blocks at first. */
  @Test
  void masksThatTakeMoreRoom() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] in = builder.input(17);
    int sum = in[0];
    for (int i = 0; i < 16; i++) {
      sum = builder.xor(sum, builder.and(in[i], in[i + 1]));
    }
    builder.output(builder.and(sum, in[0]));
    PrepRun run =
        new PrepRun(
            "linear", 64, builder.build(), 3, new TablePreprocessing(40, 4, 1, TableMethod.DEMUX));
    SessionPairs.run(
        session -> {
          try (TinyTablePreprocessor preprocessor = run.begin(session)) {
            PrepContext context = (PrepContext) Leftovers.field(preprocessor, "context");
            CircuitMaterial of = CircuitMaterial.of(run.demand, run.scheme, context.layout());
            DeferredSink deferred = new DeferredSink(run.both.get(session.party()));
            TableForm form = new TinyTablePreprocessor.LinearForm(context.blocks());
            TableOutputs outputs = new ItemOutputs(context, form, of.material(), deferred);
            AndBatch ands = new AndBatch(context, outputs.ands(), 40);
            Masks masks =
                new Masks(run.layout, session.party(), context.blocks(), context.kernels());
            masks.begin(of.circuit().slotCount());
            ands.add(of.circuit().multiply(0), masks);
            Object old = Leftovers.field(ands, "data");
            requireHeld(leftIn(old), "");
            ands.add(of.circuit().multiply(1), masks);
            assertEquals(Set.of(), leftIn(old));
          }
          return null;
        });
  }

  @Test
  void itemsThatHaveGoneOut() throws Exception {
    MaterialKind kind = new MaterialKind("items", 2);
    DeferredSink deferred = new DeferredSink(NOWHERE);
    int at = deferred.await(kind, 1);
    deferred.data(kind)[at] = 7;
    deferred.release();
    assertEquals(Set.of(), leftIn(deferred));
  }

  @Test
  void productsThatTakeMoreRoom() {
    Random random = new Random(4);
    Kernels kernels = KernelProvider.choose().kernels();
    BitBlocks blocks = new BitBlocks(0, new long[] {random.nextLong()}, kernels);
    TableEntries entries = new TableEntries(blocks, kernels, 3, 5, true);
    LookupTable table = RandomCircuits.table(new Random(7), 3, 5);
    long[] nodes = random.longs(8L * blocks.longs()).toArray();
    long[] outputs = random.longs(5L * blocks.longs()).toArray();
    entries.compute(table, nodes, 0, outputs, 0, 0, 1);
    List<Object> old = List.of(entries.macs(), entries.keys());
    requireHeld(leftIn(old), "");
    entries.compute(table, nodes, 0, outputs, 0, 0, 64);
    assertEquals(Set.of(), leftIn(old));
  }

  @Test
  void factorsThatTakeMoreRoom() throws Exception {
    TablePreprocessing setting = new TablePreprocessing(40, 4, 1, TableMethod.PER_ENTRY);
    PrepRun run = new PrepRun("linear", 64, gates(), 3, setting);
    SessionPairs.run(
        session -> {
          try (TinyTablePreprocessor preprocessor = run.begin(session)) {
            PrepContext context = (PrepContext) Leftovers.field(preprocessor, "context");
            BitBlocks blocks = context.blocks();
            var products = new PerEntryProducts(context.products(), blocks, 2);
            long[] nodes = new long[8 * blocks.longs()];
            context.stock().randomBits(nodes, blocks.longs(), 2);
            products.fill(nodes, 1);
            Object old = Leftovers.field(products, "scratch");
            requireHeld(leftIn(old), "");
            products.fill(nodes, 2);
            assertEquals(Set.of(), leftIn(old));
          }
          return null;
        });
  }

  @Test
  void codewords() throws Exception {
    TablePreprocessing setting = new TablePreprocessing(40, 4, 1, TableMethod.DEMUX);
    PrepRun run = new PrepRun("codeword 16x3", 5, gates(), 3, setting);
    SessionPairs.run(
        session -> {
          TinyTablePreprocessor preprocessor = run.begin(session);
          PrepContext context = (PrepContext) Leftovers.field(preprocessor, "context");
          TableWords words = (TableWords) Leftovers.field(preprocessor, "words");
          CircuitMaterial of = CircuitMaterial.of(run.demand, run.scheme, context.layout());
          DeferredSink deferred = new DeferredSink(run.both.get(session.party()));
          WordOutputs outputs = new WordOutputs(context, words, of, 3, deferred);
          EvaluationMaker maker =
              new EvaluationMaker(context, of, setting.method(), 3, outputs, null, deferred);
          maker.run();
          Class<?>[] ofAll = {
            PrepContext.class, TableWords.class, BitBlocks.class, BlockProducts.class
          };
          Object bits = Leftovers.field(Leftovers.field(outputs.ands(), "groups"), "bits");
          requireHeld(leftIn(bits), "delta");
          for (String used : List.of("shares", "macs", "keys")) {
            assertTrue(leftIn(bits).stream().noneMatch(path -> path.endsWith(used)), used);
          }
          maker.wipe();
          assertEquals(Set.of(), leftIn(maker, ofAll));
          preprocessor.close();
          Set<String> left = leftIn(preprocessor);
          // Opened words and encoders' tables are public.
          left.removeIf(path -> path.contains(".openings.") || path.endsWith("redundancy.rows"));
          assertEquals(Set.of(), left);
          return null;
        });
  }
}
