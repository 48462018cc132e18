package org.schurmpc.tinytable.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.crypto.RecordedHashes;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.ot.HashDomain;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinytable.Schemes;
import org.schurmpc.tinytable.material.Material;

/** The codes of lookup MACs against their definition, and that no tweak repeats. */
class LookupFormTest {
  private static final int BLOCK = 257;
  private static final int MACS = 1;
  private static final int KEYS = 129;

  private static Material material(String scheme) throws Exception {
    return Material.of(
        Schemes.named(scheme),
        new LaneLayout(64),
        LayeredCircuit.of(RandomCircuits.of(1)),
        List.of(Set.of(0)));
  }

  private static Kernels kernels() {
    return KernelProvider.choose().kernels();
  }

  /** H of one row for one party's Δ. */
  private static long hash(Session session, int purpose, int holder, long tweak, long[] row) {
    long[] out = new long[2];
    long domain = HashDomain.of(purpose, session.channelNumber(), holder, 0);
    new TweakedHash(session.sid(), domain).hash(row, 0, tweak, 1, out, 0);
    return out[0];
  }

  private static long[] row(long[] block, int plane, int lane) {
    return new long[] {block[plane + lane], block[plane + 64 + lane]};
  }

  private static long[] sum(long[] a, long[] b) {
    return new long[] {a[0] ^ b[0], a[1] ^ b[1]};
  }

  @ParameterizedTest
  @ValueSource(strings = {"lookup64", "lookup32", "lookup8"})
  void codesOfGatesAreHashes(String scheme) throws Exception {
    Material material = material(scheme);
    SessionPairs.run(
        session -> {
          Random random = new Random(session.party());
          long[] delta = random.longs(2).toArray();
          BitBlocks blocks = new BitBlocks(session.party(), delta, kernels());
          LookupForm form = new LookupForm(session, blocks, material);
          long[] item = random.longs(material.andTables().longsPerItem()).toArray();
          for (int call = 0; call < 2; call++) {
            long[] data = random.longs(3 * BLOCK).toArray();
            form.ands(data, 0, BLOCK, 2 * BLOCK, item, 0);
            for (int number = 0; number < 256; number++) {
              long[][] parts = new long[2][];
              for (int side = 0; side < 2; side++) {
                int plane = side == 0 ? MACS : KEYS;
                parts[side] = row(data, plane, number / 4);
                if ((number & 1) != 0) {
                  parts[side] = sum(parts[side], row(data, BLOCK + plane, number / 4));
                }
                if ((number & 2) != 0) {
                  parts[side] = sum(parts[side], row(data, 2 * BLOCK + plane, number / 4));
                }
              }
              if (number % 4 == 3 && session.party() == 1) {
                parts[1] = sum(parts[1], delta);
              }
              long tweak = 256L * call + number;
              long own = hash(session, HashDomain.GATE_CODE, session.peer(), tweak, parts[0]);
              requireCode(material, own, item, Material.ownCodes(), number);
              int mine = session.party();
              long zero = hash(session, HashDomain.GATE_CODE, mine, tweak, parts[1]);
              requireCode(material, zero, item, material.peerCodes(), 2 * number);
              long one = hash(session, HashDomain.GATE_CODE, mine, tweak, sum(parts[1], delta));
              requireCode(material, one, item, material.peerCodes(), 2 * number + 1);
            }
          }
          return null;
        });
  }

  private static void requireCode(
      Material material, long hash, long[] item, int start, int number) {
    assertEquals(hash & material.codeMask(), material.code(item, start, number), "code " + number);
  }

  /** The code of a value is the sum of those of its bits. */
  @ParameterizedTest
  @ValueSource(strings = {"lookup64", "lookup32", "lookup8"})
  void codesOfTablesAreSumsOfHashes(String scheme) throws Exception {
    Material material = material(scheme);
    SessionPairs.run(
        session -> {
          Random random = new Random(5 + session.party());
          long[] delta = random.longs(2).toArray();
          BitBlocks blocks = new BitBlocks(session.party(), delta, kernels());
          LookupForm form = new LookupForm(session, blocks, material);
          long tweak = 0;
          for (int[] shape : new int[][] {{1, 1}, {3, 1}, {1, 8}, {4, 3}, {8, 2}, {8, 8}}) {
            int n = shape[0];
            int m = shape[1];
            LookupTable table = RandomCircuits.table(random, n, m);
            TableEntries entries = new TableEntries(blocks, kernels(), n, m, true);
            long[] nodes = random.longs((long) BLOCK << n).toArray();
            long[] outputs = random.longs((long) BLOCK * m).toArray();
            entries.compute(table, nodes, 0, outputs, 0, 3, 9);
            long[] item = random.longs(material.tables(n, m).longsPerItem()).toArray();
            for (int lane : new int[] {0, 8}) {
              form.table(entries, lane, table, item, 0);
              requireCodes(session, material, entries, lane, table, item, delta, tweak);
              tweak += (long) m << n;
            }
          }
          return null;
        });
  }

  private static void requireCodes(
      Session session,
      Material material,
      TableEntries entries,
      int lane,
      LookupTable table,
      long[] item,
      long[] delta,
      long firstTweak) {
    int m = table.outputBits();
    for (int entry = 0; entry < table.entries(); entry++) {
      long own = 0;
      long[][] codes = new long[2][m];
      for (int bit = 0; bit < m; bit++) {
        int at = entries.row(entry + bit * table.entries(), lane);
        int high = at + entries.stride();
        long tweak = firstTweak + (long) entry * m + bit;
        long[] mac = {entries.macs()[at], entries.macs()[high]};
        long[] key = {entries.keys()[at], entries.keys()[high]};
        int mine = session.party();
        own ^= hash(session, HashDomain.TABLE_CODE, session.peer(), tweak, mac);
        codes[0][bit] = hash(session, HashDomain.TABLE_CODE, mine, tweak, key);
        codes[1][bit] = hash(session, HashDomain.TABLE_CODE, mine, tweak, sum(key, delta));
      }
      int start = Material.valueLongs(table.inputBits(), m);
      requireCode(material, own, item, start, entry);
      for (int value = 0; value < 1 << m; value += value < 3 ? 1 : 37) {
        long sum = 0;
        for (int bit = 0; bit < m; bit++) {
          sum ^= codes[value >>> bit & 1][bit];
        }
        int peers = material.peerCodes(table.inputBits(), m);
        requireCode(material, sum, item, peers, (entry << m) + value);
      }
    }
  }

  /**
   * Of rows that are all zero the codes show their tweaks: none repeats, in gates, in tables, of
   * either party's Δ, and of makers that follow each other. Nor has a key more than 2^13 hashes.
   */
  @Test
  void noTweakRepeatsAndNoKeyServesTooLong() throws Exception {
    Material material = material("lookup64");
    try (RecordedHashes recorded = RecordedHashes.start()) {
      List<Set<Long>> own =
          SessionPairs.run(
              session -> {
                Set<Long> seen = new HashSet<>();
                BitBlocks blocks = new BitBlocks(session.party(), new long[] {3, 5}, kernels());
                int count = 0;
                for (int maker = 0; maker < 3; maker++) {
                  LookupForm form = new LookupForm(session, blocks, material);
                  for (int call = 0; call < 20; call++) {
                    count += gateCodes(form, material, seen);
                    count += tableCodes(form, material, blocks, 8, 1, seen);
                    count += tableCodes(form, material, blocks, 5, 2, seen);
                  }
                }
                assertEquals(count, seen.size());
                return seen;
              });
      own.get(0).retainAll(own.get(1));
      assertTrue(own.get(0).isEmpty(), "the two parties' codes are under different tweaks");
      recorded.requireBound();
      assertEquals(1 << 13, recorded.mostUnderOneKey());
      // Of each maker and direction: gates, and tables of 256 and 64 bits.
      assertEquals(2 * 3 * 20 * (256 + 256 + 64), recorded.tweaks());
      assertEquals(2 * 3 * (2 + 2), recorded.keys());
    }
  }

  private static int gateCodes(LookupForm form, Material material, Set<Long> seen) {
    long[] item = new long[material.andTables().longsPerItem()];
    form.ands(new long[3 * BLOCK], 0, BLOCK, 2 * BLOCK, item, 0);
    for (int number = 0; number < 256; number++) {
      seen.add(material.code(item, Material.ownCodes(), number));
    }
    return 256;
  }

  private static int tableCodes(
      LookupForm form, Material material, BitBlocks blocks, int n, int m, Set<Long> seen) {
    LookupTable table = new LookupTable(n, m, new int[1 << n]);
    TableEntries entries = new TableEntries(blocks, kernels(), n, m, true);
    entries.compute(table, new long[BLOCK << n], 0, new long[BLOCK * m], 0, 0, 64);
    long[] item = new long[material.tables(n, m).longsPerItem()];
    form.table(entries, 0, table, item, 0);
    for (int entry = 0; entry < 1 << n; entry++) {
      seen.add(material.code(item, Material.valueLongs(n, m), entry));
    }
    return 1 << n;
  }
}
