package org.schurmpc.core.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.AlteredStore.Alteration;
import org.schurmpc.core.prep.MaterialKind;

/** A run in which one party cheats, on {@link TwoLayers} or another circuit. */
public final class CheatedRun {
  public final ProtocolRun run;
  public final int cheater;
  private final List<AlteredStore> altered = new ArrayList<>();
  private Duration patience = Duration.ofSeconds(30);

  /**
   * How a party ended: with an output or with a failure.
   *
   * @param failure null if there is an output
   * @param output null if there is a failure
   */
  public record Outcome(MpcException failure, BitMatrix output) {}

  public CheatedRun(ProtocolRun run, int cheater) {
    this.run = run;
    this.cheater = cheater;
  }

  /**
   * A run of {@link TwoLayers}.
   *
   * @param gates the ANDs of each layer
   * @param lookups whether there are lookups beside them
   */
  public CheatedRun(ConfiguredProtocol protocol, int gates, boolean lookups, int cheater, long seed)
      throws MpcException {
    this(
        new ProtocolRun(
            protocol,
            TwoLayers.circuit(gates, lookups),
            TwoLayers.io(cheater, firstHonest(cheater)),
            seed),
        cheater);
  }

  private static int firstHonest(int cheater) {
    return cheater == 0 ? 1 : 0;
  }

  /** The honest party, or the first of them. */
  public int honest() {
    return firstHonest(cheater);
  }

  /** Sets how long a party waits for a silent peer. */
  public void setPatience(Duration limit) {
    patience = limit;
  }

  /** Alters the cheater's items of a kind when they are leased. */
  public CheatedRun alter(MaterialKind kind, int item, Alteration how) {
    AlteredStore store = new AlteredStore(run.stores[cheater], kind, item, how);
    altered.add(store);
    run.stores[cheater] = store;
    return this;
  }

  /** Requires that every altered item was leased: a lie that nobody hears proves nothing. */
  public void requireAltered() {
    for (AlteredStore store : altered) {
      assertTrue(store.altered(), "an altered item was never used");
    }
  }

  /** How all parties end when the cheater's frames pass a hook. */
  public List<Outcome> outcomes(TamperingNetwork.Hook hook) throws Exception {
    return outcomes(hook, (peer, index, frame) -> frame);
  }

  /** Runs all parties, where the frames of the first honest one pass a hook, too. */
  public List<Outcome> outcomes(TamperingNetwork.Hook hook, TamperingNetwork.Hook honestHook)
      throws Exception {
    int parties = run.stores.length;
    NetOptions options = NetOptions.party().withTimeout(patience);
    Network[] networks =
        Arrays.copyOf(InMemoryNetwork.create(parties, options), parties, Network[].class);
    networks[cheater] = new TamperingNetwork(networks[cheater], hook);
    networks[honest()] = new TamperingNetwork(networks[honest()], honestHook);
    BitMatrix[] inputs = run.allInputs();
    run.expected(inputs);
    return Parties.run(
        networks,
        ProtocolRun.LIMIT,
        network -> {
          try {
            return new Outcome(null, run.evaluate(network, inputs[network.party()]));
          } catch (MpcException e) {
            return new Outcome(e, null);
          }
        });
  }

  /** How the first honest party ends when the cheater's frames pass a hook. */
  public Outcome honestOutcome(TamperingNetwork.Hook hook) throws Exception {
    return outcomes(hook).get(honest());
  }

  /** How the first honest party ends when the cheater's frames are not touched. */
  public Outcome honestOutcome() throws Exception {
    return honestOutcome((peer, index, frame) -> frame);
  }

  /**
   * Returns the lengths of what the cheater sends the first honest party in a run without cheating,
   * and requires that all parties learn what they must of it.
   */
  public List<Integer> frameLengths() throws Exception {
    List<Integer> lengths = new ArrayList<>();
    List<Outcome> outcomes =
        outcomes(
            (peer, index, frame) -> {
              if (peer == honest()) {
                lengths.add(frame.length);
              }
              return frame;
            });
    List<BitMatrix> expected = run.expected(run.allInputs());
    for (int party = 0; party < outcomes.size(); party++) {
      assertNull(outcomes.get(party).failure());
      assertEquals(expected.get(party), outcomes.get(party).output(), run.toString());
    }
    return lengths;
  }

  /** Returns the number of frames that the first honest party sends in a run without cheating. */
  int honestFrames() throws Exception {
    AtomicInteger frames = new AtomicInteger();
    outcomes(
        (peer, index, frame) -> frame,
        (peer, index, frame) -> {
          frames.incrementAndGet();
          return frame;
        });
    return frames.get();
  }

  /** Requires that a party named the check, showed nothing and destroyed its store. */
  public void requireCaught(Outcome outcome, Check check) throws Exception {
    requireCaught(honest(), outcome, Set.of(check));
  }

  private void requireCaught(int party, Outcome outcome, Set<Check> checks) throws Exception {
    assertNull(outcome.output(), "an output in spite of the cheat, " + run);
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcome.failure(), run.toString());
    assertTrue(checks.contains(cheated.check()), cheated.check() + " and not " + checks);
    String name = run.demand().protocol();
    String message =
        assertThrows(IllegalStateException.class, () -> run.stores[party].keys(name)).getMessage();
    assertTrue(message.contains("destroyed"), message);
  }

  /**
   * Requires that no honest party has an output, and that each has named one of the checks and
   * destroyed its store. Of more than two parties, one may have lost the line to another that named
   * it first.
   */
  public void requireCaughtByAll(List<Outcome> outcomes, Check... checks) throws Exception {
    int named = 0;
    for (int party = 0; party < outcomes.size(); party++) {
      Outcome outcome = outcomes.get(party);
      boolean lost = outcome.failure() instanceof ConnectionLost && outcomes.size() > 2;
      if (party != cheater) {
        assertNull(outcome.output(), "an output in spite of the cheat, " + run);
        if (!lost) {
          requireCaught(party, outcome, Set.of(checks));
          named++;
        }
      }
    }
    assertTrue(named > 0, "nobody named the cheat, " + run);
  }

  /** Returns a hook that changes one frame, to every peer. */
  public static TamperingNetwork.Hook change(int frameIndex, UnaryOperator<byte[]> to) {
    return (peer, index, frame) -> index == frameIndex ? to.apply(frame) : frame;
  }

  /** Returns a hook that flips bits of one byte of one frame, to every peer. */
  public static TamperingNetwork.Hook flip(int frameIndex, int at, int mask) {
    return change(
        frameIndex,
        frame -> {
          frame[at] ^= (byte) mask;
          return frame;
        });
  }
}
