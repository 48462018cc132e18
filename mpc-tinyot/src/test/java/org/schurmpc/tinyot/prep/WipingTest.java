package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.ot.CotPair;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.MacWidths;
import org.schurmpc.tinyot.material.Material;

/** Nothing secret is left in what makes material when it is closed. */
class WipingTest {
  private static final int TRIPLES = 1024;
  private static final int SIGMA = 40;
  private static final OtPreprocessing SETTING = new OtPreprocessing(SIGMA, 1, 4, 1);

  private static Kernels kernels() {
    return KernelProvider.choose().kernels();
  }

  /** Leaves out what is wiped elsewhere, and what both parties know. */
  private static Set<String> leftIn(Object root) {
    return Leftovers.of(
        root,
        Session.class,
        CotPair.class,
        InsecureIdealAuthBits.class,
        Projection.class,
        GarblingMatrix.class,
        RowMatrix.class);
  }

  /** Without what the parties told each other. */
  private static Set<String> leftPrivate(Object root) {
    Set<String> left = leftIn(root);
    left.removeIf(path -> path.endsWith("Hash.sid") || path.endsWith("bucketing.differences"));
    return left;
  }

  private static void requireHeld(Set<String> held, String... secrets) {
    for (String secret : secrets) {
      assertTrue(held.stream().anyMatch(path -> path.endsWith(secret)), secret + ": " + held);
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "1,2"})
  void generators(int ofFirst, int ofSecond) throws Exception {
    MacWidths widths = new MacWidths(ofFirst, ofSecond);
    Projections projections = Projections.random(new byte[Prg.SEED_BYTES], SIGMA, widths);
    SessionPairs.run(
        session -> {
          var source = new InsecureIdealAuthBits(session.party(), 5, 0);
          BatchPlan plan = new BatchPlan(SIGMA, TRIPLES);
          TripleGenerator generator =
              new TripleGenerator(session, source, SIGMA, projections, kernels(), plan, TRIPLES);
          RecordingSink sink = new RecordingSink();
          generator.triples(1, sink);
          generator.inputMasks(1, 1, sink);
          generator.randomBits(1, sink);
          Set<String> held = leftIn(generator);
          requireHeld(held, "leakyAnd.delta", "strip.delta", "strip.x.keys", "Hash.permuted");
          requireHeld(held, "strip.imageMasks", "strip.planes", "strip.projection.scratch");
          requireHeld(
              held,
              "leakyAnd.sums",
              "equality.delta",
              "bucketing.delta",
              "macs.held.words",
              "batch.records",
              "bits.macs");
          requireHeld(held, "gathered.rows", "gathered.bits");
          String tile = widths.least() == 1 ? "shortened" : "whole";
          requireHeld(held, "bucketing.groups", "pairPlanes." + tile + ".high", "items");
          assertEquals(
              widths.least() == 1, held.stream().anyMatch(p -> p.contains("macProjection")));
          generator.close();
          assertEquals(Set.of(), leftPrivate(generator));
          return null;
        });
  }

  @Test
  void preprocessors() throws Exception {
    SessionPairs.run(
        session -> {
          TinyOtPreprocessor preprocessor =
              TinyOtPreprocessor.begin(session, SETTING, WipingTest::kernels);
          requireHeld(leftIn(preprocessor), "storeKeys", "workers.bits.delta");
          preprocessor.close();
          assertEquals(Set.of(), leftPrivate(preprocessor));
          return null;
        });
  }

  @Test
  void blocks() throws Exception {
    SessionPairs.run(
        session -> {
          BlockStock stock = BlockStock.begin(session, SETTING, WipingTest::kernels);
          BitBlocks blocks = new BitBlocks(session.party(), stock.delta(), kernels());
          BlockProducts products = new BlockProducts(session, stock, blocks, kernels());
          long[] data = new long[2 * blocks.longs()];
          stock.randomBits(data, 0, 1);
          int[] first = {0};
          products.multiply(data, first, first, new int[] {blocks.longs()}, 1);
          products.check();
          Set<String> held = leftIn(products);
          requireHeld(held, "blocks.delta", "stock.delta", "macs.held.words", "macs.required");
          requireHeld(held, "opened", "theirs", "message", "storeKeys", "stock.store.keys");
          products.wipe();
          blocks.wipe();
          stock.close();
          assertEquals(Set.of(), leftPrivate(products));
          return null;
        });
  }

  @Test
  void blocksThatTakeMoreRoom() throws Exception {
    SessionPairs.run(
        session -> {
          try (BlockStock stock = BlockStock.begin(session, SETTING, WipingTest::kernels)) {
            BitBlocks blocks = new BitBlocks(session.party(), stock.delta(), kernels());
            BlockProducts products = new BlockProducts(session, stock, blocks, kernels());
            long[] data = new long[2 * blocks.longs()];
            stock.randomBits(data, 0, 1);
            int[] first = new int[2];
            int[] out = {blocks.longs(), blocks.longs()};
            products.multiply(data, first, first, out, 1);
            List<Object> old = new ArrayList<>();
            for (String name : List.of("opened", "theirs", "message")) {
              old.add(Leftovers.field(products, name));
            }
            products.multiply(data, first, first, out, 2);
            assertEquals(Set.of(), leftIn(old));
            products.check();
          }
          return null;
        });
  }

  @Test
  void projections() {
    PlaneProjection planes = new PlaneProjection(Projection.random(new byte[Prg.SEED_BYTES]));
    long[] rows = new Random(3).longs(2 * Material.BITS).toArray();
    planes.project(rows, 0, rows.length, new long[Material.BITS], 0, Material.BITS, 1);
    requireHeld(leftIn(planes), "low", "high", "images", "tables");
    planes.wipe();
    assertEquals(Set.of(), leftIn(planes));
  }
}
