package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.LookupKind.Form;
import org.schurmpc.spdz.share.CheckStages;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/**
 * Lookups at products of which one is forged, x y + e y, which may be any element: neither the
 * openings nor the check that fails show anything of y.
 */
class ForgedIndexTest {
  private static final int SEED = 43;
  private static final int N = 20;
  private static final int CHEATER = 1;
  private static final LookupTable TABLE =
      new LookupTable(3, 2, new int[] {0, 1, 2, 3, 3, 2, 1, 0});

  /** Whom the cheater sends a forged opening, or that it opens with a wrong triple. */
  private enum Forged {
    NOBODY,
    ALL,
    LAST,
    TRIPLE
  }

  private static SpdzRun newRun(int parties, OpeningMode mode, LookupKind kind) throws Exception {
    SpdzRun run = new SpdzRun("gf2_40", parties, mode, SEED);
    return run.dealInputs(2 * N).deal(kind, TABLE, N).deal(run.material.triples(), 2L * N);
  }

  private static LookupKind kind(Form form) throws Exception {
    SpdzRun run = new SpdzRun("gf2_40", 2, OpeningMode.ALL, SEED);
    return LookupKind.of(run.field, TABLE, form);
  }

  private static Network[] forging(Network[] networks, OpeningMode mode, Forged forged) {
    int products = 2 * N * 5;
    boolean[] done = new boolean[networks.length];
    Network[] all = networks.clone();
    // Of sums, a nominated party forges those that it returns.
    int cheater = mode == OpeningMode.KING ? 0 : CHEATER;
    int last = networks.length - 1;
    all[cheater] =
        new TamperingNetwork(
            all[cheater],
            (peer, index, frame) -> {
              boolean to = forged == Forged.ALL || (forged == Forged.LAST && peer == last);
              if (to && frame.length == products && !done[peer]) {
                done[peer] = true;
                frame[0] ^= 1;
              }
              return frame;
            });
    return all;
  }

  private static List<CheckStages> stages(
      int parties, OpeningMode mode, boolean group, Forged forged) throws Exception {
    LookupKind kind = kind(Form.BITS);
    SpdzRun run = newRun(parties, mode, kind);
    if (forged == Forged.TRIPLE) {
      run.stores[CHEATER] =
          new AlteredStore(
              run.stores[CHEATER], run.material.triples(), 0, (data, at) -> data[at] ^= 1);
    }
    Network[] networks = forging(SessionPairs.networks(parties), mode, forged);
    List<CheckStages> all = new ArrayList<>();
    for (int party = 0; party < parties; party++) {
      all.add(new CheckStages(parties));
      networks[party] = new TamperingNetwork(networks[party], all.get(party).hook());
    }
    List<Throwable> ends =
        run.ends(
            networks,
            (party, engine) -> lookUpProducts((SpdzEngine) engine, parties, kind, group, 1));
    // Of three parties, whoever changes what it sends has logged other messages.
    boolean compared = parties > 2 && forged != Forged.TRIPLE;
    boolean named = false;
    for (Throwable end : ends) {
      assertEquals(forged == Forged.NOBODY, end == null);
      named |=
          end instanceof PeerCheated cheated
              && cheated.check() == (compared ? Check.BROADCAST : Check.MAC);
    }
    assertEquals(forged != Forged.NOBODY, named, ends.toString());
    return all;
  }

  /** Looks up N products of zeros and y. */
  private static long[] lookUpProducts(
      SpdzEngine engine, int parties, LookupKind kind, boolean group, long y) throws Exception {
    Shares factors = new Shares(engine.field(), 2 * N);
    long[] mine = new long[2 * N];
    Arrays.fill(mine, N, 2 * N, y);
    int[] counts = new int[parties];
    counts[0] = 2 * N;
    engine.input(counts, mine, 0, factors, 0);
    Shares to = new Shares(engine.field(), 3 * N);
    engine.multiply(factors, 0, factors, N, to, 0, N);
    OpenGroup both = new OpenGroup(engine.field());
    both.lookupInSpan(kind, to, 0, to, N, N);
    if (group) {
      both.product(factors, 0, false, factors, N, false, factors, 0, N);
    }
    engine.start(both);
    engine.stop();
    long[] result = new long[kind.outputs() * N];
    engine.output(to, N, result, 0, result.length);
    return result;
  }

  @ParameterizedTest
  @CsvSource({
    "2, ALL, false, ALL",
    "2, ALL, true, ALL",
    "3, ALL, false, ALL",
    "3, ALL, true, LAST",
    "3, ALL, false, TRIPLE",
    "3, ALL, true, TRIPLE",
    "3, KING, false, LAST",
    "3, KING, true, TRIPLE"
  })
  void theCheckOfIndicesDoesNotBegin(int parties, OpeningMode mode, boolean group, Forged forged)
      throws Exception {
    List<CheckStages> honest = stages(parties, mode, group, Forged.NOBODY);
    List<CheckStages> cheated = stages(parties, mode, group, forged);
    for (int party = 0; party < parties; party++) {
      cheated.get(party).requireNoIndices(honest.get(party), kind(Form.BITS).field());
    }
  }

  /** An index of a table of 3 bits becomes another byte: the bits beyond have no mask. */
  @Test
  void nothingIsOpenedBeyondTheMask() throws Exception {
    LookupKind kind = kind(Form.BYTES);
    SpdzRun run = newRun(2, OpeningMode.ALL, kind);
    Recording recording = new Recording();
    Network[] networks =
        forging(recording.of(SessionPairs.networks(2)), OpeningMode.ALL, Forged.ALL);
    long y = Gf2To40Embedding.embed(0xff);
    List<Throwable> ends =
        run.ends(
            networks, (party, engine) -> lookUpProducts((SpdzEngine) engine, 2, kind, false, y));
    assertNotNull(ends.get(0));
    assertEquals(Check.MAC, assertInstanceOf(PeerCheated.class, ends.get(0)).check());
    byte[][] indices = new byte[2][];
    for (int party = 0; party < 2; party++) {
      List<byte[]> frames = new ArrayList<>(recording.frames(party));
      frames.removeIf(frame -> frame.length != N);
      assertEquals(1, frames.size());
      indices[party] = frames.get(0);
    }
    for (int i = 0; i < N; i++) {
      int h = (indices[0][i] ^ indices[1][i]) & 0xff;
      assertTrue(h < TABLE.entries(), i + ": " + h);
      assertTrue((indices[0][i] & 0xff) < TABLE.entries());
    }
  }
}
