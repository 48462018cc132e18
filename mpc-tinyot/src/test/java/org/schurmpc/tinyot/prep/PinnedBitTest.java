package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.MacWidths;

/**
 * The last bits of Δ differ between the parties, so that r hides what is opened of a leaky AND. A
 * party whose Δ has the same last bit as its peer's reads all of the peer's x off the openings, if
 * it also malforms what it garbles: the equality check must catch it before any of it is used.
 */
class PinnedBitTest {
  private static final int COUNT = 64;
  private static final Projections PROJECTIONS =
      Projections.random(new byte[Prg.SEED_BYTES], 40, MacWidths.equal(1));
  private static final int GARBLED = SessionPairs.HANDSHAKE_FRAMES;
  private static final int CONSTANTS = GARBLED + 1;
  private static final int RUNS = 20;

  /** Ideal authenticated bits under keys whose last bits are both zero. */
  private static final class EqualPins implements AuthBitSource {
    private final int party;
    private final long[][] deltas = new long[2][2];
    private final Prg prg;

    EqualPins(int party, long seed) {
      this.party = party;
      prg = new Prg(ByteBuffer.allocate(Prg.SEED_BYTES).putLong(seed).putLong(3).array());
      for (long[] delta : deltas) {
        prg.nextLongs(delta, 0, 2);
        delta[0] &= ~1L;
      }
    }

    @Override
    public long[] delta() {
      return deltas[party].clone();
    }

    @Override
    public void next(AuthBits dst, int count) {
      long[][] bits = new long[2][count / 64];
      long[][] keys = new long[2][2 * count];
      for (int p = 0; p < 2; p++) {
        prg.nextLongs(bits[p], 0, count / 64);
        prg.nextLongs(keys[p], 0, 2 * count);
      }
      System.arraycopy(bits[party], 0, dst.bits(), 0, count / 64);
      System.arraycopy(keys[party], 0, dst.keys(), 0, 2 * count);
      for (int i = 0; i < count; i++) {
        long mask = -(bits[party][i >>> 6] >>> i & 1);
        for (int w = 0; w < 2; w++) {
          dst.macs()[2 * i + w] = keys[1 - party][2 * i + w] ^ (mask & deltas[1 - party][w]);
        }
      }
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void equalPinnedBitsOpenTheSharesAndAreCaught(int cheater) throws Exception {
    int read = 0;
    for (long run = 0; run < RUNS; run++) {
      long seed = run;
      List<List<byte[]>> sent = List.of(new ArrayList<>(), new ArrayList<>());
      Network[] networks = SessionPairs.networks();
      for (int party = 0; party < 2; party++) {
        boolean cheats = party == cheater;
        List<byte[]> mine = sent.get(party);
        networks[party] =
            new TamperingNetwork(
                networks[party],
                (peer, index, frame) -> {
                  if (cheats && index == GARBLED) {
                    for (int i = 0; i < COUNT / 8; i++) {
                      frame[i] ^= -1; // plane 0, bit 0 of each
                    }
                  }
                  mine.add(frame.clone());
                  return frame;
                });
      }
      List<Object> outcomes =
          SessionPairs.outcomes(
              networks,
              session -> {
                LeakyAnds batch = new LeakyAnds(1, 1);
                batch.reset(COUNT);
                EqualPins source = new EqualPins(session.party(), seed);
                new LeakyAnd(
                        session,
                        new CoinToss(session),
                        source,
                        PROJECTIONS,
                        COUNT,
                        KernelProvider.choose().kernels())
                    .make(batch);
                return "passed";
              });
      Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1 - cheater), "seed " + seed);
      long[] opened = new long[2];
      Words.fromBytes(sent.get(0).get(CONSTANTS), 0, opened, 0, 1);
      Words.fromBytes(sent.get(1).get(CONSTANTS), 0, opened, 1, 1);
      AuthBits x = new AuthBits(COUNT);
      new EqualPins(1 - cheater, seed).next(x, COUNT);
      read += (opened[0] ^ opened[1]) == x.bits()[0] ? 1 : 0;
    }
    // Else the attack is none, and the check above shows nothing about it.
    assertEquals(RUNS, read);
  }
}
