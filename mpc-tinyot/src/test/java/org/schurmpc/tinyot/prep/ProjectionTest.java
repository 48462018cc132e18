package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class ProjectionTest {
  private static final long SEED = 5;

  private static Projection random(Random random) {
    byte[] seed = new byte[16];
    random.nextBytes(seed);
    return Projection.random(seed);
  }

  @Test
  void transposition() {
    Random random = new Random(SEED);
    long[][] lines = new long[64][5];
    long[][] expected = new long[64][5];
    for (int row = 0; row < 64; row++) {
      for (int w = 0; w < 5; w++) {
        lines[row][w] = random.nextLong();
        for (int column = 0; column < 64; column++) {
          expected[column][w] |= (lines[row][w] >>> column & 1) << row;
        }
      }
    }
    BitTransposition.transpose(lines);
    assertArrayEquals(expected, lines);
  }

  /** Sets of rows that are projected or not, against the definition, row by row. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "11", "22", "12", "21", "121122"})
  void planesAreTheImagesOfTheRows(String widths) {
    Random random = new Random(SEED);
    int[] words = widths.chars().map(each -> each - '0').toArray();
    int itemLongs = 1 + 64 * Arrays.stream(words).sum();
    for (int blocks : new int[] {8, 3}) {
      Projection narrow = random(random);
      PlaneWriter writer = new PlaneWriter(narrow, words);
      long[] items = new long[8 * itemLongs];
      long[] expected = new long[items.length];
      int plane = 1;
      for (int set = 0; set < words.length; set++) {
        long[] rows = random.longs(128L * blocks).toArray();
        writer.put(rows, 64 * blocks, set);
        for (int row = 0; row < 64 * blocks; row++) {
          long[] value = {rows[2 * row], rows[2 * row + 1]};
          long[] image = words[set] == 1 ? narrow.apply(value) : value;
          for (int word = 0; word < words[set]; word++) {
            expected[row / 64 * itemLongs + plane + 64 * word + row % 64] = image[word];
          }
        }
        plane += 64 * words[set];
      }
      writer.write(blocks, items, itemLongs, 1);
      assertArrayEquals(expected, items);
    }
  }

  @Test
  void aProjectionIsLinear() {
    Random random = new Random(SEED);
    Projection projection = random(random);
    for (int i = 0; i < 100; i++) {
      long[] a = {random.nextLong(), random.nextLong()};
      long[] b = {random.nextLong(), random.nextLong()};
      long[] sum = {a[0] ^ b[0], a[1] ^ b[1]};
      long images = projection.apply(a)[0] ^ projection.apply(b)[0];
      assertEquals(projection.apply(sum)[0], images);
    }
  }

  /** Any fixed row, also one of a single bit, has a uniform image over the choice of the matrix. */
  @Test
  void imagesOfAFixedRowAreUniform() {
    Random random = new Random(SEED);
    long[][] rows = {{1, 0}, {0, 1L << 63}, {0xFFL, 3}};
    for (long[] row : rows) {
      int[] ones = new int[64];
      Set<Long> images = new HashSet<>();
      for (int i = 0; i < 4000; i++) {
        long image = random(random).apply(row)[0];
        images.add(image);
        for (int bit = 0; bit < 64; bit++) {
          ones[bit] += (int) (image >>> bit & 1);
        }
      }
      assertEquals(4000, images.size());
      for (int count : ones) {
        assertEquals(2000, count, 6 * 32); // six standard deviations
      }
    }
  }

  @Test
  void bothPartiesTossTheSame() throws Exception {
    List<Long> images =
        SessionPairs.run(
            session -> Projection.tossed(new CoinToss(session)).apply(new long[] {1, 2})[0]);
    assertEquals(images.get(0), images.get(1));
    assertNotEquals(0, images.get(0));
  }

  /** A Δ that is chosen so that the matrix loses it must be chosen before the matrix is known. */
  @Test
  void everyTossIsAnotherMatrix() throws Exception {
    Set<Long> images = new HashSet<>();
    for (String[] seeds :
        List.of(new String[] {"a", "b"}, new String[] {"a", "c"}, new String[] {"d", "b"})) {
      List<Object> outcomes =
          SessionPairs.networkOutcomes(
              SessionPairs.networks(),
              network -> {
                try (Session session =
                    SessionPairs.establish(
                        network,
                        SessionPairs.terms(),
                        SessionPairs.seeded(seeds[network.party()]))) {
                  return Projection.tossed(new CoinToss(session)).apply(new long[] {1, 2})[0];
                }
              });
      assertEquals(outcomes.get(0), outcomes.get(1));
      images.add((Long) outcomes.get(0));
    }
    assertEquals(3, images.size(), "of two tosses with another part of either party");
  }
}
