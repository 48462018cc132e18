package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Keys of words, and the VOLEs that are expanded from them. */
class WordKeysTest {
  private static final int CHUNKS = 3;
  private static final int LONGS = CHUNKS * CoordinateVoles.CHUNK;

  /** What a party has of the same symbols: alpha, then by coordinate u_t, v and w. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record End(long[] alpha, long[][] u, long[][] v, long[][] w) {}

  private static End expand(CoordinateVoles voles, WordKeys keys, long[] corrections) {
    int n = voles.coordinates();
    int trees = voles.trees();
    End end = new End(new long[32], new long[n][trees * LONGS], new long[n][LONGS], new long[n][]);
    keys.alpha(end.alpha, 0);
    for (int j = 0; j < n; j++) {
      voles.expandOwn(j, CHUNKS, end.u[j], 0, LONGS, end.v[j], 0);
      end.w[j] = new long[LONGS];
      voles.expandTheirs(j, CHUNKS, corrections, 0, LONGS, end.w[j], 0);
    }
    return end;
  }

  private static int symbol(long[] chunks, int off, int i) {
    int symbol = 0;
    for (int p = 0; p < 8; p++) {
      symbol |= (int) (chunks[off + 8 * (i / 64) + p] >>> i & 1) << p;
    }
    return symbol;
  }

  private static void assertVole(End own, End theirs, int k, int n, long[] d) {
    for (int j = 0; j < n; j++) {
      int alpha = Codeword.symbol(theirs.alpha, 0, j);
      for (int i = 0; i < 64 * CHUNKS; i += 7) {
        int expected = symbol(own.v[j], 0, i);
        for (int t = 0; t < 8 / k; t++) {
          int part = alpha & ((1 << k) - 1) << (k * t);
          int factor = symbol(own.u[j], t * LONGS, i) ^ symbol(d, t * LONGS, i);
          expected ^= Gf256.mul(part, factor);
        }
        assertEquals(expected, symbol(theirs.w[j], 0, i), "coordinate " + j + ", symbol " + i);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "2, 9", "4, 16", "4, 33", "8, 5"})
  void bothDirectionsAreVoles(int k, int n) throws Exception {
    long[] delta = {5, 7};
    long[] d = new Random(k).longs(8L / k * LONGS).toArray();
    List<End> ends =
        SessionPairs.run(
            session -> {
              Kernels kernels = CotRun.kernels();
              try (CotKeys cotKeys = CotKeys.forBoth(session, delta);
                  CotPair cots = CotPair.begin(session, cotKeys, 4, kernels);
                  WordKeys keys = WordKeys.begin(session, cots, n);
                  CoordinateVoles voles = CoordinateVoles.begin(session, keys, k, kernels)) {
                return expand(voles, keys, d);
              }
            });
    assertVole(ends.get(0), ends.get(1), k, n, d);
    assertVole(ends.get(1), ends.get(0), k, n, d);
    assertFalse(Arrays.equals(ends.get(0).alpha, ends.get(1).alpha));
    for (int j = n; j < 256; j++) {
      assertEquals(0, Codeword.symbol(ends.get(0).alpha, 0, j));
    }
  }

  /** Two connections have streams of their own, and so have two keys of one connection. */
  @Test
  void everySetUpHasItsOwnStreams() throws Exception {
    IdealWordKeys[] ideal = {
      new IdealWordKeys(4, new Random(1)), new IdealWordKeys(4, new Random(2))
    };
    List<long[][]> ends =
        SessionPairs.run(
            session -> {
              int party = session.party();
              try (WordKeys keys = ideal[party].with(ideal[1 - party]);
                  Session fork = session.fork("second");
                  CoordinateVoles first = voles(session, keys);
                  CoordinateVoles second = voles(session, keys);
                  CoordinateVoles third = voles(fork, keys)) {
                long[] d = new long[2 * LONGS];
                return new long[][] {
                  expand(first, keys, d).v[3],
                  expand(second, keys, d).v[3],
                  expand(third, keys, d).v[3]
                };
              }
            });
    for (long[][] end : ends) {
      assertNotEquals(end[0][0], end[1][0]);
      assertNotEquals(end[0][0], end[2][0]);
      assertNotEquals(end[1][0], end[2][0]);
    }
  }

  private static CoordinateVoles voles(Session session, WordKeys keys) throws Exception {
    return CoordinateVoles.begin(session, keys, 4, CotRun.kernels());
  }

  /** With k = 4 and 255 coordinates, the last tree is number 509. */
  @ParameterizedTest
  @CsvSource({"2, 5", "4, 255", "8, 5"})
  void aWrongLeafOfTheLastTreeIsCaught(int k, int n) throws Exception {
    IdealWordKeys[] ideal = {
      new IdealWordKeys(n, new Random(1)), new IdealWordKeys(n, new Random(2))
    };
    int last = FullTrees.messageBytes(k, 8 / k * n) - 1;
    for (int at : new int[] {last, last - 40}) {
      List<Object> ends =
          SessionPairs.outcomes(
              SessionPairs.tampered(SessionPairs.flip(SessionPairs.HANDSHAKE_FRAMES, at)),
              session -> {
                int party = session.party();
                WordKeys keys = ideal[party].with(ideal[1 - party], session);
                try (CoordinateVoles voles =
                    CoordinateVoles.begin(session, keys, k, CotRun.kernels())) {
                  return voles.trees();
                } finally {
                  if (party == 1) {
                    assertEquals(Set.of(), Leftovers.of(keys, Session.class), "discarded");
                  }
                }
              });
      assertCheated(Check.PPRF, ends.get(1), "byte " + at);
    }
  }

  @Test
  void treesOfAnotherConnectionAreRefused() throws Exception {
    int n = 5;
    IdealWordKeys[] ideal = {
      new IdealWordKeys(n, new Random(1)), new IdealWordKeys(n, new Random(2))
    };
    int length = FullTrees.messageBytes(4, 2 * n);
    byte[][] first = new byte[1][];
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              if (frame.length == length) {
                first[0] = frame.clone();
              }
              return frame;
            },
            (peer, index, frame) -> frame.length == length ? first[0] : frame);
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              int party = session.party();
              try (WordKeys keys = ideal[party].with(ideal[1 - party]);
                  Session fork = session.fork("second");
                  CoordinateVoles own = voles(session, keys);
                  CoordinateVoles other = voles(fork, keys)) {
                return own.trees() + other.trees();
              }
            });
    assertCheated(Check.PPRF, ends.get(1), "trees of the first connection");
  }

  @Test
  void nothingIsLeftOfKeysAndStreams() throws Exception {
    IdealWordKeys[] ideal = {
      new IdealWordKeys(4, new Random(1)), new IdealWordKeys(4, new Random(2))
    };
    List<Set<String>> left =
        SessionPairs.run(
            session -> {
              int party = session.party();
              WordKeys keys = ideal[party].with(ideal[1 - party], session);
              CoordinateVoles voles = voles(session, keys);
              expand(voles, keys, new long[2 * LONGS]);
              assertFalse(Leftovers.of(keys, Session.class).isEmpty());
              keys.close();
              voles.close();
              assertThrows(IllegalStateException.class, keys::pairs);
              assertThrows(IllegalStateException.class, () -> keys.alpha(new long[32], 0));
              Set<String> after = Leftovers.of(voles, Kernels.class);
              after.addAll(Leftovers.of(keys, Session.class));
              return after;
            });
    assertEquals(Set.of(), left.get(0));
    assertEquals(Set.of(), left.get(1));
  }

  /** The OTs behind the keys are as the peer's alpha says, and random otherwise. */
  @Test
  void keysAreRandomOts() throws Exception {
    List<byte[][]> ends =
        SessionPairs.run(
            session -> {
              long[] delta = {session.party() + 3, 9};
              try (CotKeys cotKeys = CotKeys.forBoth(session, delta);
                  CotPair cots = CotPair.begin(session, cotKeys, 4, CotRun.kernels());
                  WordKeys first = WordKeys.begin(session, cots, 9);
                  WordKeys second = WordKeys.begin(session, cots, 9)) {
                long[] alpha = first.alphaBits();
                assertEquals(0, alpha[1] >>> 8);
                byte[] bits = new byte[72];
                for (int i = 0; i < bits.length; i++) {
                  bits[i] = (byte) (alpha[i >>> 6] >>> i & 1);
                }
                assertFalse(Arrays.equals(first.pairs(), second.pairs()));
                return new byte[][] {bits, first.chosen().clone(), first.pairs().clone()};
              }
            });
    for (int party = 0; party < 2; party++) {
      byte[][] mine = ends.get(party);
      byte[] pairs = ends.get(1 - party)[2];
      for (int i = 0; i < 72; i++) {
        int at = 16 * (2 * i + 1 - mine[0][i]);
        assertArrayEquals(
            Arrays.copyOfRange(pairs, at, at + 16),
            Arrays.copyOfRange(mine[1], 16 * i, 16 * i + 16));
      }
    }
  }
}
