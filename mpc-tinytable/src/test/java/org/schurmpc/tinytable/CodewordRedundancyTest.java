package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.AlteredStore.Alteration;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinytable.material.BitRuns;
import org.schurmpc.tinytable.material.Blocks;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.TableCode;

/**
 * A product with an indicator vector shows all of a table through its redundancy when it is opened
 * bare. Under the mask, two tables that agree where they are opened cannot be told apart.
 *
 * <p>Inputs are public, so that the first entry is opened of tables in even positions and the
 * second of those in odd ones, and a group's products are a function of its tables. One party's
 * frames are looked at.
 */
class CodewordRedundancyTest {
  private static final int LANES = 64;
  private static final int LOOKUPS = 512;
  private static final String SCHEME = "codeword 32x8";
  private static final TableCode CODE = new TableCode(ReedSolomon.named("32x8"));
  private static final int ROWS = 4;

  /** The handshake and positions come before; of private inputs there are none. */
  private static final int LAYER = SessionPairs.HANDSHAKE_FRAMES + 1;

  private final Random random = new Random(45);
  private final LayeredCircuit circuit = circuit();
  private final IoMap io =
      new IoMap(List.of(new InputSource.Public()), List.of(new OutputTarget.All()));

  private static LayeredCircuit circuit() {
    CircuitBuilder builder = new CircuitBuilder();
    LookupTable table = RandomCircuits.table(new Random(3), 2, 8);
    int[] in = builder.input(2 * LOOKUPS);
    int[] out = new int[8 * LOOKUPS];
    for (int i = 0; i < LOOKUPS; i++) {
      int[] found = builder.lookup(table, in[2 * i], in[2 * i + 1]);
      System.arraycopy(found, 0, out, 8 * i, 8);
    }
    builder.output(out);
    return LayeredCircuit.of(builder.build());
  }

  private ProtocolRun newRun() throws Exception {
    return new ProtocolRun(
        Configurations.tinytable(SCHEME, LANES, "plain"), circuit, io, random.nextLong());
  }

  private MaterialKind kind(ProtocolRun run) {
    return Configurations.material(run).tables(2, 8);
  }

  private static int groups() {
    return LOOKUPS * LANES / CODE.k();
  }

  /** All items of a store's tables pass: masks one way, words another. */
  private void alter(ProtocolRun run, int party, Alteration masks, Alteration words) {
    int[] item = new int[1];
    run.stores[party] =
        new AlteredStore(
            run.stores[party],
            kind(run),
            AlteredStore.EVERY,
            (data, at) -> (item[0]++ % (1 + ROWS) == 0 ? masks : words).alter(data, at));
  }

  private static void nothing(long[] data, int at) {}

  private static void zero(long[] data, int at) {
    Arrays.fill(data, at, at + Material.WORD, 0);
  }

  /** The redundancy that the first party sends, by group: k - 1 symbols. */
  private int[][] redundancy(ProtocolRun run, boolean passes) throws Exception {
    List<byte[]> frames = new ArrayList<>();
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              frames.add(frame.clone());
              return frame;
            });
    BitMatrix inputs = new BitMatrix(2 * LOOKUPS, LANES);
    for (int i = 0; i < LOOKUPS; i++) {
      inputs.words()[inputs.offset(2 * i)] = 0xAAAAAAAAAAAAAAAAL;
    }
    List<MpcException> failures =
        Parties.run(
            networks,
            ProtocolRun.LIMIT,
            network -> {
              try {
                run.evaluate(network, inputs);
                return null;
              } catch (PeerCheated | ConnectionLost e) {
                return e;
              }
            });
    if (passes) {
      assertNull(failures.get(0));
      assertNull(failures.get(1));
    }
    byte[] frame = frames.get(LAYER);
    long shares = 8L * LOOKUPS * LANES;
    int perGroup = 8 * CODE.redundancy();
    assertEquals((shares + (long) groups() * perGroup) / 8, frame.length);
    long[] message = new long[frame.length / Long.BYTES];
    Words.fromBytes(frame, 0, message, 0, message.length);
    int[][] result = new int[groups()][CODE.redundancy()];
    for (int group = 0; group < groups(); group++) {
      for (int bit = 0; bit < perGroup; bit++) {
        long value = BitRuns.get(message, shares + (long) group * perGroup + bit, 1);
        result[group][bit % CODE.redundancy()] |= (int) value << (bit / CODE.redundancy());
      }
    }
    return result;
  }

  /** The redundancy of C(I_0) * C(s_0) + C(I_1) * C(s_1). */
  private int[] bare(long[][] words) {
    int[] result = new int[CODE.redundancy()];
    for (int row = 0; row < 2; row++) {
      long[] indicator = new long[Codeword.LONGS];
      for (int p = row; p < CODE.k(); p += 2) {
        Codeword.setSymbol(indicator, 0, p, 1);
      }
      WordForgery.encoded(CODE.c(), indicator);
      for (int i = 0; i < result.length; i++) {
        int p = CODE.k() + i;
        int factor = Codeword.symbol(indicator, 0, p);
        result[i] ^= Gf256.mul(factor, Codeword.symbol(words[row], 0, p));
      }
    }
    return result;
  }

  /**
   * Without masks at either party nothing fails, and the redundancy is what can be computed from
   * the tables: it tells right ones from wrong ones.
   */
  @Test
  void withoutMasksTheTablesAreShown() throws Exception {
    ProtocolRun run = newRun();
    List<long[]> words = new ArrayList<>();
    alter(
        run,
        0,
        CodewordRedundancyTest::zero,
        (data, at) -> words.add(Arrays.copyOfRange(data, at, at + Codeword.LONGS)));
    alter(run, 1, CodewordRedundancyTest::zero, CodewordRedundancyTest::nothing);
    int[][] shown = redundancy(run, true);
    for (int group = 0; group < groups(); group++) {
      long[][] tables = words.subList(ROWS * group, ROWS * (group + 1)).toArray(new long[0][]);
      assertArrayEquals(bare(tables), shown[group]);
    }
  }

  /** A fixed table of the first party in all groups. */
  private Alteration tables(long[][] words) {
    int[] row = new int[1];
    return (data, at) -> System.arraycopy(words[row[0]++ % ROWS], 0, data, at, Codeword.LONGS);
  }

  private int[][] redundancy(long[][] words, boolean masked) throws Exception {
    ProtocolRun run = newRun();
    alter(
        run,
        0,
        masked ? CodewordRedundancyTest::nothing : CodewordRedundancyTest::zero,
        tables(words));
    return redundancy(run, false);
  }

  /** Two tables whose opened entries are the same, and nothing else. */
  private long[][][] twoTables() {
    long[][][] tables = new long[2][ROWS][];
    for (int row = 0; row < ROWS; row++) {
      tables[0][row] = WordForgery.codeword(CODE.c(), random);
      tables[1][row] = WordForgery.symbols(CODE.k(), random);
      for (int p = row; p < CODE.k() && row < 2; p += 2) {
        Codeword.setSymbol(tables[1][row], 0, p, Codeword.symbol(tables[0][row], 0, p));
      }
      WordForgery.encoded(CODE.c(), tables[1][row]);
    }
    return tables;
  }

  @Test
  void bareRedundancyTellsTwoTablesApart() throws Exception {
    long[][][] tables = twoTables();
    assertFalse(Arrays.equals(bare(tables[0]), bare(tables[1])));
    for (long[][] words : tables) {
      for (int[] shown : redundancy(words, false)) {
        assertArrayEquals(bare(words), shown);
      }
    }
  }

  @Test
  void maskedRedundancyDoesNot() throws Exception {
    for (long[][] words : twoTables()) {
      int[][] shown = redundancy(words, true);
      int[] sums = new int[Gf256.ORDER];
      for (int i = 0; i < CODE.redundancy(); i++) {
        int[] histogram = new int[Gf256.ORDER];
        for (int[] symbols : shown) {
          histogram[symbols[i]]++;
          sums[symbols[i] ^ symbols[(i + 1) % CODE.redundancy()]]++;
        }
        Uniformity.require(histogram, "symbol " + i);
      }
      Uniformity.require(sums, "sums of two symbols");
    }
  }

  /**
   * Whatever the tables, every redundancy has a mask that gives it: masks have k - 1 symbols
   * without a linear relation. Of one code as users have it, as dealt.
   */
  @Test
  void masksFillAllOfTheirSpace() throws Exception {
    TableCode code = TableCode.named(TableCode.DEFAULT);
    LayeredCircuit many = circuit();
    TinyTable protocol = Configurations.tinytable("codeword", LANES, "plain");
    ProtocolRun run = new ProtocolRun(protocol, many, io, random.nextLong());
    MaterialKind kind = Configurations.material(run).tables(2, 8);
    Blocks blocks = Blocks.tables((long) LOOKUPS * LANES, 2, 8, code.k());
    List<int[]> rows = new ArrayList<>();
    for (long group = 0; group < 2L * code.redundancy(); group++) {
      int[] row = new int[code.redundancy()];
      Lease lease = run.stores[0].lease(kind, 1);
      for (int p = 0; p < code.k(); p++) {
        assertEquals(0, Codeword.symbol(lease.data(), lease.offset(), p));
      }
      for (int i = 0; i < row.length; i++) {
        row[i] = Codeword.symbol(lease.data(), lease.offset(), code.k() + i);
      }
      rows.add(row);
      for (int left = blocks.wordsIn(group); left > 0; ) {
        left -= run.stores[0].lease(kind, left).items();
      }
    }
    assertEquals(code.redundancy(), rank(rows));
  }

  private static int rank(List<int[]> rows) {
    int rank = 0;
    for (int column = 0; column < rows.get(0).length; column++) {
      for (int i = rank; i < rows.size(); i++) {
        if (rows.get(i)[column] != 0) {
          int[] pivot = rows.set(i, rows.get(rank));
          rows.set(rank, pivot);
          eliminate(rows, rank, column);
          rank++;
          break;
        }
      }
    }
    return rank;
  }

  private static void eliminate(List<int[]> rows, int by, int column) {
    int[] pivot = rows.get(by);
    int inverse = Gf256.inverse(pivot[column]);
    for (int i = by + 1; i < rows.size(); i++) {
      int[] row = rows.get(i);
      int factor = Gf256.mul(row[column], inverse);
      for (int j = column; j < row.length; j++) {
        row[j] ^= Gf256.mul(factor, pivot[j]);
      }
    }
  }
}
