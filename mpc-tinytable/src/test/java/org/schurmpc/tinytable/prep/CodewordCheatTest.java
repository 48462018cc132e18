package org.schurmpc.tinytable.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.word.WordBatch;
import org.schurmpc.core.word.WordParameters;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.BlockStock;
import org.schurmpc.tinytable.Schemes;
import org.schurmpc.tinytable.material.Blocks;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableCode;

/** A party with words that are not those of its tables' bits, and the party that has to notice. */
class CodewordCheatTest {
  private static final String SCHEME = "codeword 16x3";
  private static final int CHEATER = 0;
  private static final int HONEST = 1;
  private static final int TREES = 2;

  private static final TablePreprocessing SETTING =
      new TablePreprocessing(40, 4, 1, TableMethod.DEMUX);

  /** Two groups of gates, the second with six slots of eight. */
  private static final Blocks ANDS = Blocks.ands(40, 3);

  /** Two groups of tables of two bits to four, in two slots. */
  private static final Blocks TABLES = Blocks.tables(10, 2, 4, 3);

  private static final TamperingNetwork.Hook NOTHING = (peer, index, frame) -> frame;

  /** A change of the cheater's bits after they were authenticated. */
  private interface Change {
    void of(GroupBits own);
  }

  private static TableCode code() throws MpcException {
    return Schemes.named(SCHEME).code().orElseThrow();
  }

  private static Kernels kernels() {
    return KernelProvider.choose().kernels();
  }

  private static List<Object> ends(Blocks blocks, TamperingNetwork.Hook hook, Change change)
      throws Exception {
    return SessionPairs.outcomes(
        SessionPairs.tampered(hook), session -> words(session, blocks, change));
  }

  /** Makes the words of random bits. */
  private static long[] words(Session session, Blocks blocks, Change change) throws MpcException {
    Scheme scheme = Schemes.named(SCHEME);
    try (BlockStock stock =
            BlockStock.begin(session, SETTING.tinyot(scheme), CodewordCheatTest::kernels);
        TableWords words = TableWords.begin(session, stock, SETTING.words(code()), kernels())) {
      BitBlocks layout = new BitBlocks(session.party(), stock.delta(), kernels());
      GroupBits bits = new GroupBits(blocks, blocks == ANDS, words.parameters(), 2, layout);
      for (int group = 0; group < 2; group++) {
        int used = blocks.slotsIn(group) * blocks.bits();
        for (int plane = 0; blocks == ANDS && plane < used; plane++) {
          line(stock, layout, bits, bits.mask(plane));
        }
        for (int row = 0; row < blocks.wordsIn(group); row++) {
          for (int bit = 0; bit < blocks.bits(); bit++) {
            line(stock, layout, bits, bits.row(row, bit));
          }
        }
        bits.complete(blocks.wordsIn(group));
      }
      if (session.party() == CHEATER) {
        change.of(bits);
      }
      return words.make(bits);
    }
  }

  private static BlockStock stock(Session session) throws MpcException {
    Scheme scheme = Schemes.named(SCHEME);
    return BlockStock.begin(session, SETTING.tinyot(scheme), CodewordCheatTest::kernels);
  }

  private static void line(BlockStock stock, BitBlocks layout, GroupBits bits, int first)
      throws MpcException {
    long[] block = new long[layout.longs()];
    stock.randomBits(block, 0, 1);
    bits.set(first, block, 0, 5, code().k());
  }

  private static void flip(GroupBits bits, int bit) {
    bits.shares()[bit / Long.SIZE] ^= 1L << bit;
  }

  /** Changes of gates' bits; the words are u of two groups, 16 of the first, 12 of the second. */
  private enum WrongBit {
    ENTRY_OF_THE_FIRST_WORD {
      @Override
      void change(GroupBits own) {
        flip(own, own.first(own.start(0), 0));
      }
    },
    ENTRY_OF_THE_LAST_WORD {
      @Override
      void change(GroupBits own) {
        flip(own, own.first(own.start(1) + 11, 5) + 2);
      }
    },
    DATA_OF_U {
      @Override
      void change(GroupBits own) {
        flip(own, own.first(1, 3) + 1);
      }
    },
    DATA_OF_U_IN_A_SLOT_THAT_IS_NOT_USED {
      @Override
      void change(GroupBits own) {
        flip(own, own.first(1, 7));
      }
    },
    THE_SAME_BIT_OF_TWO_WORDS {
      @Override
      void change(GroupBits own) {
        flip(own, own.first(own.start(0), 0));
        flip(own, own.first(own.start(0) + 1, 0));
      }
    },
    MAC_OF_AN_ENTRY {
      @Override
      void change(GroupBits own) {
        own.macs()[own.first(own.start(1) + 4, 2)] ^= 1L << 40;
      }
    },
    MASK_OF_THE_CHECK {
      @Override
      void change(GroupBits own) {
        flip(own, own.firstOfMask(41, 7));
      }
    };

    abstract void change(GroupBits own);
  }

  @ParameterizedTest
  @EnumSource(WrongBit.class)
  void wordsOfOtherBitsAreCaught(WrongBit wrong) throws Exception {
    Outcomes.assertCheated(
        Check.MAC, ends(ANDS, NOTHING, wrong::change).get(HONEST), wrong.toString());
  }

  @Test
  void entriesOfTablesAreTied() throws Exception {
    List<Object> honest = ends(TABLES, NOTHING, own -> {});
    long[] words = assertInstanceOf(long[].class, honest.get(HONEST), honest.toString());
    assertEquals((2 + TABLES.wordsIn(0) + TABLES.wordsIn(1)) * WordBatch.LONGS, words.length);
    Change last = own -> flip(own, own.first(own.start(0) + TABLES.wordsIn(0) - 1, 7) + 2);
    Outcomes.assertCheated(Check.MAC, ends(TABLES, NOTHING, last).get(HONEST), "plane 7");
  }

  /** The first frame of this length has the corrections of words of one shape. */
  private record Tile(int words, int streams) {
    int plane() {
      return (words + Byte.SIZE - 1) / Byte.SIZE;
    }

    int bytes() {
      return streams * Byte.SIZE * plane();
    }

    /** Adds a symbol to the correction of the first word in a stream. */
    void add(byte[] frame, int stream, int value) {
      for (int plane = 0; plane < Byte.SIZE; plane++) {
        frame[(stream * Byte.SIZE + plane) * plane()] ^= (byte) (value >>> plane & 1);
      }
    }
  }

  /** The corrections of words of C, two for each of 16 symbols. */
  private static final Tile C = new Tile(16 + 12, 2 * 16);

  /** Those of u of gates: the free symbols 3 and 4 have one. */
  private static final Tile U = new Tile(2, 2 * 16 - 2);

  /** Those of u of tables: from symbol 3 on, of which two have one. */
  private static final Tile ZERO_DATA = new Tile(2, 2 * 13 - 2);

  private interface Slip {
    void of(byte[] frame) throws MpcException;
  }

  private static void requireCaught(Blocks blocks, Tile tile, Slip slip) throws Exception {
    List<Integer> seen = new ArrayList<>();
    TamperingNetwork.Hook hook =
        (peer, index, frame) -> {
          if (frame.length == tile.bytes() && seen.isEmpty()) {
            seen.add(index);
            try {
              slip.of(frame);
            } catch (MpcException e) {
              throw new IllegalStateException(e);
            }
          }
          return frame;
        };
    Object end = ends(blocks, hook, own -> {}).get(HONEST);
    assertEquals(1, seen.size(), "no frame of " + tile.bytes() + " bytes");
    Outcomes.assertCheated(Check.MAC, end, tile.toString());
  }

  /** Both trees of the last symbols have the same error, as if the word were another. */
  private static Slip inTheLastSymbols(Tile tile, int symbols) {
    return frame -> {
      for (int stream = tile.streams - TREES * symbols; stream < tile.streams; stream++) {
        tile.add(frame, stream, 0x53);
      }
    };
  }

  @Test
  void wordsOutsideTheCodeAreCaught() throws Exception {
    requireCaught(ANDS, C, inTheLastSymbols(C, 2));
    requireCaught(ANDS, U, inTheLastSymbols(U, 2));
    requireCaught(TABLES, ZERO_DATA, inTheLastSymbols(ZERO_DATA, 2));
  }

  /** The redundancy of u is that of a word of C* with data. */
  @Test
  void masksOfTablesWithDataAreCaught() throws Exception {
    requireCaught(
        TABLES,
        ZERO_DATA,
        frame -> {
          for (int j = code().star().k(); j < 16; j++) {
            int error = Gf256.mul(0x1d, code().star().generator(1, j));
            for (int tree = 0; tree < TREES; tree++) {
              ZERO_DATA.add(frame, 2 + TREES * (j - code().star().k()) + tree, error);
            }
          }
        });
  }

  /** A word of C with the right data in the first symbol, and those of another word elsewhere. */
  @Test
  void rightDataSymbolsOfOtherWordsAreCaught() throws Exception {
    requireCaught(
        ANDS,
        C,
        frame -> {
          for (int j = code().k(); j < 16; j++) {
            int error = Gf256.mul(1, code().c().generator(0, j));
            for (int tree = 0; tree < TREES; tree++) {
              C.add(frame, TREES * j + tree, error);
            }
          }
        });
  }

  /** Sums of words without data show their masks: bits that are fresh for every batch. */
  @Test
  void openedSumsAreMasked() throws Exception {
    WordParameters parameters = SETTING.words(code());
    int dimension = code().star().k();
    int sums = parameters.tieChecks();
    int length = (code().k() + dimension) * parameters.openChecks() + sums * dimension;
    List<byte[]> opened = new ArrayList<>();
    SessionPairs.outcomes(
        SessionPairs.tampered(
            (peer, index, frame) -> {
              if (frame.length == length) {
                opened.add(frame.clone());
              }
              return frame;
            }),
        session -> {
          try (BlockStock stock = stock(session);
              TableWords words = TableWords.begin(session, stock, parameters, kernels())) {
            BitBlocks layout = new BitBlocks(session.party(), stock.delta(), kernels());
            GroupBits bits = new GroupBits(ANDS, true, parameters, 1, layout);
            bits.complete(ANDS.wordsIn(0));
            words.make(bits);
            words.make(bits);
          }
          return null;
        });
    assertEquals(2, opened.size());
    int equal = 0;
    int zero = 0;
    for (int sum = 0; sum < sums; sum++) {
      for (int symbol = 0; symbol < code().k(); symbol++) {
        int at = length - (sum + 1) * dimension + symbol;
        zero += opened.get(1)[at] == 0 ? 1 : 0;
        equal += opened.get(0)[at] == opened.get(1)[at] ? 1 : 0;
      }
    }
    assertTrue(zero < 10 && equal < 10, zero + " zeros and " + equal + " equal of 126");
  }

  private static Circuit circuit() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(3);
    builder.output(builder.and(x[0], x[1]));
    builder.output(builder.lookup(RandomCircuits.table(new Random(2), 3, 2), x));
    return builder.build();
  }

  /** The first party's messages for the words of gates, and for those of tables. */
  private static final int WORD_FRAMES = 12;

  /**
   * Corrections, masks, toss, openings, MACs, of gates and of tables. What was checked before is
   * out: the store's owner burns it.
   */
  @ParameterizedTest
  @CsvSource({"1", "4", "9"})
  void alteredMessagesAreCaught(int fromTheEnd) throws Exception {
    altered(fromTheEnd);
  }

  @Tag("slow")
  @Test
  void anyAlteredMessageIsCaught() throws Exception {
    for (int fromTheEnd = 1; fromTheEnd <= 2 * WORD_FRAMES; fromTheEnd++) {
      altered(fromTheEnd);
    }
  }

  private static void altered(int fromTheEnd) throws Exception {
    List<Integer> frames = new ArrayList<>();
    PrepRun honest = new PrepRun(SCHEME, 1, circuit(), 1, SETTING);
    honest.outcomes(
        SessionPairs.tampered(
            (peer, index, frame) -> {
              frames.add(frame.length);
              return frame;
            }),
        1);
    honest.requireTables();
    int flipped = frames.size() - fromTheEnd;
    PrepRun run = new PrepRun(SCHEME, 1, circuit(), 1, SETTING);
    List<Object> ends =
        run.outcomes(
            SessionPairs.tampered(
                (peer, index, frame) -> {
                  for (int i = 0; index == flipped && i < frame.length; i++) {
                    frame[i] ^= 1;
                  }
                  return frame;
                }),
            1);
    assertInstanceOf(MpcException.class, ends.get(HONEST), "frame " + flipped + " of " + frames);
    assertFalse(
        run.both.get(HONEST).items().keySet().stream()
            .anyMatch(kind -> kind.name().startsWith("tables")),
        "words were released");
  }
}
