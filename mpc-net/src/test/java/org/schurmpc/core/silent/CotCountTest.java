package org.schurmpc.core.silent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/**
 * How often a sender of correlated OTs passes the check of a round that tests places of the
 * receiver's noise, with two trees of height 3. Counted within five standard deviations.
 */
class CotCountTest {
  private static final LpnParameters ROUND = new LpnParameters(2, 1, 3);
  private static final int ROW = 2;
  private static final int TRIES = 1_000;

  private final Random random = new Random(6);
  private final Prg prg = new Prg(new byte[Prg.SEED_BYTES]);
  private final NodeHash hash = new NodeHash(0);
  private final long[] delta = {random.nextLong(), random.nextLong()};
  private SilentReceiver receiver;
  private SilentSender sender;
  private byte[] purpose = {};
  private long[] rows = {};
  private byte[] flips = {};

  @BeforeEach
  void begin() throws Exception {
    List<Session> sessions =
        Parties.run(
            SessionPairs.networks(),
            SessionPairs.LIMIT,
            network -> {
              SecureRandom seeded = SessionPairs.seeded("party " + network.party());
              try (Session session =
                  SessionPairs.establish(network, SessionPairs.terms(), seeded)) {
                return session;
              }
            });
    receiver = new SilentReceiver(sessions.get(0), prg);
    sender = new SilentSender(delta, prg);
  }

  /** Deals the rows that a round takes, and begins it. */
  private void beginRound(int number) {
    purpose = new FieldHash("toy").add(number).digest();
    int n = ROUND.keptOts();
    rows = random.longs(ROW * (long) n).toArray();
    long[] bits = random.longs(n / Long.SIZE).toArray();
    long[] received = rows.clone();
    for (int i = 0; i < ROW * n; i++) {
      received[i] ^= delta[i % ROW] & -((bits[i / ROW / Long.SIZE] >>> (i / ROW)) & 1);
    }
    flips = receiver.begin(ROUND, bits, received);
  }

  /** Whether a sender passes that tests bits of the places of both trees. */
  private boolean passes(int number, int... tested) throws Exception {
    beginRound(number);
    long[] sums = new long[ROW * ROUND.t() * ROUND.h()];
    long[] leaves = grow(sums, tested);
    for (int i = 0; i < sums.length; i++) {
      int level = i / ROW;
      long flip = -(long) ((flips[level / Byte.SIZE] >>> (level % Byte.SIZE)) & 1);
      sums[i] ^= rows[ROW * ROUND.k() + i] ^ (delta[i % ROW] & flip);
    }
    byte[] reply = Words.toBytes(sums, 0, sums.length);
    byte[] side = side(leaves, receiver.challenge(reply, group -> purpose));
    return Arrays.equals(side, receiver.claim());
  }

  /**
   * Grows two trees, and writes the sums of the first children of their levels. A sender that tests
   * b bits of a place gives one node of level b, of 2^b, another child: it passes if the place is
   * below.
   */
  private long[] grow(long[] sums, int... tested) {
    int trees = ROUND.t();
    int row = ROW * trees;
    long[] nodes = new long[row << ROUND.h()];
    prg.nextLongs(nodes, 0, row);
    for (int j = 0; j < row; j++) {
      nodes[row + j] = nodes[j] ^ delta[j % ROW];
    }
    hash.key(purpose);
    for (int level = 0; level < ROUND.h(); level++) {
      if (level > 0) {
        hash.correlatedChildren(nodes, trees << level);
      }
      for (int tree = 0; tree < trees; tree++) {
        int parent = ROW * (random.nextInt(1 << level) * trees + tree);
        if (level > 0 && level == tested[tree]) {
          nodes[parent] ^= 1;
          nodes[parent + (row << level)] ^= 1; // so that their sum remains
        }
        for (int i = ROW * tree; i < row << level; i += row) {
          sums[ROW * (tree * ROUND.h() + level)] ^= nodes[i];
          sums[ROW * (tree * ROUND.h() + level) + 1] ^= nodes[i + 1];
        }
      }
    }
    return nodes;
  }

  /** Like {@link SilentSender#side}, of other leaves. */
  private byte[] side(long[] leaves, byte[] challenge) {
    byte[] side =
        new CheckHash(Arrays.copyOf(challenge, Prg.SEED_BYTES)).of(leaves, ROUND.outputs());
    byte[] masked = Arrays.copyOfRange(challenge, Prg.SEED_BYTES, challenge.length);
    int at = ROW * (ROUND.k() + ROUND.t() * ROUND.h());
    long[] of = Arrays.copyOfRange(rows, at, at + ROW * CheckHash.BITS);
    for (int i = 0; i < of.length; i++) {
      of[i] ^= delta[i % ROW] & -CheckHash.bit(masked, i / ROW);
    }
    CheckHash.addPowers(of, 0, side);
    return side;
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "0, 2", "1, 1", "2, 1", "2, 2"})
  void testsOfPlacesPassByHalves(int first, int second) throws Exception {
    int passed = 0;
    for (int i = 0; i < TRIES; i++) {
      passed += passes(i, first, second) ? 1 : 0;
    }
    double rate = Math.pow(0.5, first + second);
    VoleCountTest.assertRate(rate, passed, TRIES, "bits that are tested");
  }

  /**
   * A receiver that shifts its masked sum passes only with a claim that fits Δ: each of 16 keys has
   * another one.
   */
  @Test
  void aReceiverPassesUnderOneKey() throws Exception {
    for (int shifted : new int[] {0, 77, CheckHash.BITS - 1}) {
      Set<String> differences = new HashSet<>();
      for (int key = 0; key < 16; key++) {
        delta[0] ^= key ^ ((key - 1) & 15); // its last bits take all values
        beginRound(key);
        byte[] reply = sender.reply(ROUND, rows, flips, group -> purpose);
        byte[] challenge = receiver.challenge(reply, group -> purpose);
        challenge[Prg.SEED_BYTES + shifted / Byte.SIZE] ^= (byte) (0x80 >> (shifted % Byte.SIZE));
        byte[] side = sender.side(challenge);
        for (int i = 0; i < side.length; i++) {
          side[i] ^= receiver.claim()[i];
        }
        differences.add(HexFormat.of().formatHex(side));
      }
      assertEquals(16, differences.size());
    }
  }

  @Test
  void anHonestSenderPasses() throws Exception {
    for (int i = 0; i < 100; i++) {
      beginRound(i);
      byte[] reply = sender.reply(ROUND, rows, flips, group -> purpose);
      byte[] side = sender.side(receiver.challenge(reply, group -> purpose));
      assertArrayEquals(receiver.claim(), side);
    }
  }
}
