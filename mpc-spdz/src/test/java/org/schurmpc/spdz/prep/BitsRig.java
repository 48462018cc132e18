package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;

/** Parties that make random bits of characteristic 2, each of which may lie. */
final class BitsRig {
  // What a party sends to each peer for a batch, counted from the moment when it draws its bits.
  static final int CORRECTIONS = 0;
  static final int COMMITMENT = 1;
  static final int SEED = 2;
  static final int SUMS = 3;
  static final int SIGMA_COMMITMENT = 6;
  static final int SIGMA = 7;

  /** What a party does otherwise than the protocol says; as it stands, nothing. */
  static class Lie {
    private int[] frames;

    /** Changes the bits, masks and padding that were drawn. */
    void draw(long[] words) {}

    /** Changes what the party holds when all corrections have come. */
    void given(RandomBits.Under under) throws MpcException {}

    /** Changes a frame. */
    byte[] sent(int peer, int frame, byte[] bytes) {
      return bytes;
    }

    /** The party's share of α in its products with a peer. */
    long[] keyTowards(int peer, long[] key) {
      return key;
    }

    private byte[] onSend(int peer, byte[] bytes) {
      return frames == null ? bytes : sent(peer, frames[peer]++, bytes);
    }
  }

  final Field field;
  final int parties;
  final int sigma;
  final int n;
  final long[][] keys; // by party; a test may change them before it runs the parties

  BitsRig(Field field, int parties, int n) {
    this.field = field;
    this.parties = parties;
    this.sigma = Material.usualSigma(field);
    this.n = n;
    this.keys = new long[parties][];
    Random random = new Random();
    for (int party = 0; party < parties; party++) {
      long[] uniform = random.longs(field.uniformWords()).toArray();
      keys[party] = new long[field.limbs()];
      field.fromUniform(uniform, 0, keys[party], 0, 1);
    }
  }

  /** The number of words of a row. */
  int words() {
    return (n + sums() + Long.SIZE - 1) / Long.SIZE;
  }

  /** The number of sums that prove a batch. */
  int sums() {
    return (sigma + 3 + 7) / 8 * 8;
  }

  /** Flips a bit of row h of a correction. */
  void flip(byte[] corrections, int h, int bit) {
    assertEquals(field.bits() * words() * Long.BYTES, corrections.length);
    corrections[h * words() * Long.BYTES + bit / 8] ^= (byte) (1 << bit % 8);
  }

  /** The sum of all keys. */
  long[] alpha() {
    long[] alpha = new long[field.limbs()];
    for (long[] key : keys) {
      field.add(alpha, 0, key, 0, alpha, 0, 1);
    }
    return alpha;
  }

  /** Networks on which what a party sends passes its lie. */
  Network[] networks(Lie... lies) {
    Network[] networks = SessionPairs.networks(parties);
    for (int party = 0; party < parties; party++) {
      Lie lie = lies[party];
      networks[party] =
          new TamperingNetwork(networks[party], (peer, index, frame) -> lie.onSend(peer, frame));
    }
    return networks;
  }

  /** What each party ends with: a batch, a failure, or a text if it left by itself. */
  List<Object> outcomes(Lie... lies) throws Exception {
    return SessionPairs.outcomes(
        networks(lies),
        session -> {
          try {
            return batch(session, lies[session.party()]);
          } catch (IllegalStateException e) {
            return e.getMessage();
          }
        });
  }

  /** The same, where the first party lies alone. */
  List<Object> outcomesOf(Lie first) throws Exception {
    Lie[] lies = new Lie[parties];
    for (int party = 0; party < parties; party++) {
      lies[party] = party == 0 ? first : new Lie();
    }
    return outcomes(lies);
  }

  private Batch batch(Session session, Lie lie) throws MpcException {
    RandomBits bits = bits(session, lie);
    try (RandomBits.Under under = bits.give(n)) {
      lie.given(under);
      new Sequencer().of(0).await();
      return under.prove();
    } finally {
      bits.wipe();
    }
  }

  /** Sets up one party. */
  RandomBits bits(Session session, Lie lie) throws MpcException {
    Kernels kernels = KernelProvider.choose().kernels();
    long[] key = keys[session.party()];
    BitCope[] copes = new BitCope[parties];
    for (int peer : session.peers()) {
      Session pair = session.pair(peer);
      CotKeys ots = CotKeys.forBoth(pair, CotKeys.randomDelta(session.random()));
      CopeSeeds seeds = CopeSeeds.make(pair, ots, 4, field, key, kernels);
      copes[peer] = RandomBits.cope(pair, field, lie.keyTowards(peer, key), seeds);
    }
    GlobalMacCheck check = new GlobalMacCheck(session, field, key, new BroadcastCheck(session));
    return new RandomBits(session, field, key, copes, check, kernels, sigma) {
      @Override
      void draw(long[] words) {
        super.draw(words);
        lie.frames = new int[parties];
        lie.draw(words);
      }
    };
  }

  /** All parties' batches are of bits with right MACs. */
  void requireBits(List<Object> ends) {
    long[] values = new long[n * field.limbs()];
    long[] macs = new long[values.length];
    for (Object end : ends) {
      Batch batch = assertInstanceOf(Batch.class, end);
      assertEquals(n, batch.n);
      field.add(values, 0, batch.values, 0, values, 0, n);
      field.add(macs, 0, batch.macs, 0, macs, 0, n);
    }
    for (int i = 0; i < n; i++) {
      assertTrue(field.toBigInteger(values, i * field.limbs()).bitLength() <= 1, "no bit");
    }
    long[] expected = new long[values.length];
    field.scale(alpha(), 0, values, 0, expected, 0, n);
    assertArrayEquals(expected, macs);
  }
}
