package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.MacWidths;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.material.TinyOtChecker;

/** Blocks from the real preprocessing, and their products, both parties in one process. */
class BlockProductsTest {
  private static final int INPUTS = 4;

  /** Of the first level; those of the second multiply neighbours of the first. */
  private static final int PRODUCTS = 70;

  private static final int SECOND = PRODUCTS - 1;
  private static final int BLOCKS = INPUTS + PRODUCTS + SECOND;

  /** What one party has at the end. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Part(long[] delta, long[] data, long triples) {}

  private static Kernels kernels() {
    return KernelProvider.choose().kernels();
  }

  /** Two blocks that nobody knows, one of each party, and products on two levels. */
  private static final class Run {
    final OtPreprocessing setting;
    final long[][] data = new long[2][];
    int altered = -1;
    boolean alterMac;
    int maxPending = Integer.MAX_VALUE;

    Run(int macWords, int threads) {
      setting = new OtPreprocessing(40, macWords, 4, threads);
    }

    Part run(Session session) throws MpcException {
      try (BlockStock stock = BlockStock.begin(session, setting, BlockProductsTest::kernels)) {
        Material material = stock.material();
        stock.expect(
            Map.of(
                material.randomBits(), 2L,
                material.inputMask(0), 1L,
                material.inputMask(1), 1L,
                material.andTriples(), (long) PRODUCTS + SECOND));
        BitBlocks blocks = new BitBlocks(session.party(), stock.delta(), kernels());
        BlockProducts products = new BlockProducts(session, stock, blocks, kernels(), maxPending);
        long[] mine = new long[BLOCKS * blocks.longs()];
        data[session.party()] = mine;
        stock.randomBits(mine, 0, 2);
        stock.inputMasks(0, mine, 2 * blocks.longs(), 1);
        stock.inputMasks(1, mine, 3 * blocks.longs(), 1);
        blocks.addPublic(mine, blocks.longs(), 0x0F0F);
        if (session.party() == 0 && altered >= 0) {
          mine[altered * blocks.longs() + (alterMac ? blocks.macs() + 17 : 0)] ^= 1L << 17;
        }
        level(products, mine, blocks.longs(), INPUTS, PRODUCTS, 1);
        level(products, mine, blocks.longs(), INPUTS + PRODUCTS, SECOND, INPUTS);
        if (maxPending == Integer.MAX_VALUE) {
          products.check();
        }
        products.wipe();
        return new Part(stock.delta(), mine, stock.triplesTaken());
      }
    }

    /**
     * Product i of the first level is input i mod 4 times the next; of the second, of the first.
     */
    private static void level(
        BlockProducts products, long[] data, int longs, int to, int count, int from)
        throws MpcException {
      int[] left = new int[count];
      int[] right = new int[count];
      int[] out = new int[count];
      for (int i = 0; i < count; i++) {
        left[i] = longs * (from == 1 ? i % INPUTS : from + i);
        right[i] = longs * (from == 1 ? (i + 1) % INPUTS : from + i + 1);
        out[i] = longs * (to + i);
      }
      products.multiply(data, left, right, out, count);
    }
  }

  private static long value(List<Part> parts, int block) {
    int longs = parts.get(0).data.length / BLOCKS;
    return parts.get(0).data[block * longs] ^ parts.get(1).data[block * longs];
  }

  private static void requireAuthentic(List<Part> parts) {
    Part first = parts.get(0);
    Part second = parts.get(1);
    TinyOtChecker checker = new TinyOtChecker(first.delta, second.delta);
    Material material = Material.of(first.delta.length);
    int longs = material.randomBits().longsPerItem();
    for (int block = 0; block < BLOCKS; block++) {
      int[] at = {block * longs, block * longs};
      long[][] both = {first.data, second.data};
      assertEquals(Optional.empty(), checker.check(material.randomBits(), both, at));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2"})
  void productsAreRight(int macWords, int threads) throws Exception {
    List<Part> parts = SessionPairs.run(new Run(macWords, threads)::run);
    requireAuthentic(parts);
    for (int i = 0; i < PRODUCTS; i++) {
      long expected = value(parts, i % INPUTS) & value(parts, (i + 1) % INPUTS);
      assertEquals(expected, value(parts, INPUTS + i), "product " + i);
    }
    for (int i = 0; i < SECOND; i++) {
      long expected = value(parts, INPUTS + i) & value(parts, INPUTS + i + 1);
      assertEquals(expected, value(parts, INPUTS + PRODUCTS + i), "second product " + i);
    }
    int longs = parts.get(0).data.length / BLOCKS;
    assertEquals(0, parts.get(1).data[2 * longs], "the share of the other party's mask");
    assertEquals(0, parts.get(0).data[3 * longs], "the share of the other party's mask");
    assertEquals((PRODUCTS + SECOND) * 64L, parts.get(0).triples);
  }

  /** The frame of an opening, known by its length: two words for each product. */
  private static TamperingNetwork.Hook flipOpening(int products, int at, AtomicInteger seen) {
    return (peer, index, frame) -> {
      if (frame.length == 16 * products) {
        seen.incrementAndGet();
        frame[at] ^= 0x10;
      }
      return frame;
    };
  }

  /** A flipped share of either factor, on either level. */
  @ParameterizedTest
  @CsvSource({"70, 0", "70, 559", "70, 560", "70, 1119", "69, 7", "69, 1103"})
  void aFlippedOpeningIsCaught(int products, int at) throws Exception {
    AtomicInteger seen = new AtomicInteger();
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.tampered(flipOpening(products, at, seen)), new Run(2, 1)::run);
    assertEquals(1, seen.get());
    Outcomes.assertCheated(Check.MAC, ends.get(1), "byte " + at);
  }

  /** Two openings in the wrong order. */
  @Test
  void exchangedOpeningsAreCaught() throws Exception {
    Network[] networks =
        SessionPairs.tampered(
            (peer, index, frame) -> {
              if (frame.length == 16 * PRODUCTS) {
                byte[] first = Arrays.copyOf(frame, 8);
                System.arraycopy(frame, 8, frame, 0, 8);
                System.arraycopy(first, 0, frame, 8, 8);
              }
              return frame;
            });
    List<Object> ends = SessionPairs.outcomes(networks, new Run(1, 1)::run);
    Outcomes.assertCheated(Check.MAC, ends.get(1), "exchanged words");
  }

  /** A party that works with another share, or another MAC, than it has got. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLieAboutAnInputIsCaught(boolean mac) throws Exception {
    for (int block = 0; block < INPUTS; block++) {
      Run run = new Run(2, 1);
      run.altered = block;
      run.alterMac = mac;
      List<Object> ends = SessionPairs.outcomes(SessionPairs.networks(), run::run);
      PeerCheated cheated = assertInstanceOf(PeerCheated.class, ends.get(1), "block " + block);
      assertEquals(Check.MAC, cheated.check());
    }
  }

  /** MACs are compared without being asked once there are many. */
  @Test
  void aLieIsCaughtBeforeAnybodyAsks() throws Exception {
    Run run = new Run(2, 1);
    run.altered = 0;
    run.maxPending = 1;
    Outcomes.assertCheated(
        Check.MAC, SessionPairs.outcomes(SessionPairs.networks(), run::run).get(1), "a long log");
  }

  /** More than a portion, so that the stock refills in between. */
  @Test
  void stockComesInPortions() throws Exception {
    OtPreprocessing setting = new OtPreprocessing(40, 1, 8, 1);
    int count = 5000;
    List<Part> parts =
        SessionPairs.run(
            session -> {
              try (BlockStock stock =
                  BlockStock.begin(session, setting, BlockProductsTest::kernels)) {
                Material material = stock.material();
                stock.expect(Map.of(material.randomBits(), 1L, material.andTriples(), 1L));
                stock.expect(Map.of(material.randomBits(), 3L, material.andTriples(), count - 1L));
                BitBlocks blocks = new BitBlocks(session.party(), stock.delta(), kernels());
                BlockProducts products = new BlockProducts(session, stock, blocks, kernels());
                long[] data = new long[5 * blocks.longs()];
                for (int block = 0; block < 4; block++) {
                  stock.randomBits(data, block * blocks.longs(), 1);
                }
                int[] left = new int[count];
                int[] right = new int[count];
                int[] out = new int[count];
                Arrays.fill(out, 4 * blocks.longs());
                for (int i = 0; i < count; i++) {
                  left[i] = (i & 3) * blocks.longs();
                  right[i] = (i + 1 & 3) * blocks.longs();
                }
                products.multiply(data, left, right, out, count);
                products.check();
                // Beyond what was expected.
                stock.randomBits(data, 0, 1);
                products.multiply(data, left, right, out, 4);
                products.check();
                return new Part(stock.delta(), data, stock.triplesTaken());
              }
            });
    long[] first = parts.get(0).data;
    long[] second = parts.get(1).data;
    int longs = first.length / 5;
    // The last product is of blocks 3 and 0.
    assertEquals(
        (first[3 * longs] ^ second[3 * longs]) & (first[0] ^ second[0]),
        first[4 * longs] ^ second[4 * longs]);
    assertEquals((count + 4) * 64L, parts.get(1).triples);
  }

  @Test
  void planesAreTheImagesOfTheRows() {
    Random random = new Random(3);
    byte[] seed = new byte[16];
    random.nextBytes(seed);
    Projection projection = Projection.random(seed);
    PlaneProjection planes = new PlaneProjection(projection);
    for (int sets : new int[] {1, 2, 16, 35}) {
      long[] rows = random.longs(3 + 130L * sets).toArray();
      long[] images = new long[5 + 65 * sets];
      planes.project(rows, 3, 130, images, 5, 65, sets);
      for (int set = 0; set < sets; set++) {
        for (int i = 0; i < 64; i++) {
          long[] row = {rows[3 + 130 * set + i], rows[3 + 130 * set + 64 + i]};
          assertEquals(projection.apply(row)[0], images[5 + 65 * set + i]);
        }
      }
    }
    assertThrows(IllegalArgumentException.class, () -> new PlaneProjection(Projection.none()));
  }

  @Test
  void bothTossTheSameProjection() throws Exception {
    List<long[]> images =
        SessionPairs.run(
            session -> {
              try (BlockStock stock =
                  BlockStock.begin(
                      session, new OtPreprocessing(64, 2, 4, 1), BlockProductsTest::kernels)) {
                assertTrue(stock.origin().text().contains("SoftSpokenOT"));
                assertEquals("softspoken", stock.origin().terms().get("cot"));
                return stock.tossProjection().apply(new long[] {5, 6});
              }
            });
    assertEquals(images.get(0)[0], images.get(1)[0]);
  }

  /** Blocks of a stock with MACs of two widths, put together as random bits and as triples. */
  @Test
  void stocksOfTwoWidths() throws Exception {
    MacWidths widths = new MacWidths(1, 2);
    OtPreprocessing setting = new OtPreprocessing(40, 1, 4, 1).withWidths(widths);
    RecordingSink[] sinks = {new RecordingSink(), new RecordingSink()};
    SessionPairs.run(
        session -> {
          RecordingSink sink = sinks[session.party()];
          try (BlockStock stock = BlockStock.begin(session, setting, BlockProductsTest::kernels)) {
            sink.keys("of the stock", stock.delta());
            Material material = stock.material();
            long[] data = new long[4 * material.randomBits().longsPerItem()];
            stock.randomBits(data, 0, 2);
            stock.inputMasks(0, data, 2 * material.randomBits().longsPerItem(), 1);
            stock.inputMasks(1, data, 3 * material.randomBits().longsPerItem(), 1);
            sink.put(material.randomBits(), data, 0, 4);
            Leases triples = stock.triples(3);
            for (int i = 0; i < 3; i++) {
              sink.put(material.andTriples(), triples.data(i), triples.offset(i), 1);
            }
            triples.release();
            BitBlocks equal = new BitBlocks(session.party(), stock.delta(), kernels());
            assertThrows(
                IllegalArgumentException.class,
                () -> new BlockProducts(session, stock, equal, kernels()));
          }
          return null;
        });
    SinkChecker checker = new SinkChecker(widths, new long[][] {sinks[0].keys(), sinks[1].keys()});
    assertEquals(4 * 64, checker.randomBits(sinks[0], sinks[1]));
    assertEquals(3 * 64, checker.triples(sinks[0], sinks[1]));
  }
}
